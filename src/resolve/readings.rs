//! Warns where MCMAS reads an LTL or CTL* formula otherwise than a textbook would.

use super::Resolver;
use crate::diagnostic::Diagnostic;
use crate::ir::{Agent, Exprs, InterpretedSystem, Protocol, Semantics};
use crate::ispl::ast;
use crate::logic::{FormulaId, Specification};

impl Resolver {
    /// `root` is MCMAS's reading of `formula`; compares it with the usual one.
    pub(super) fn warn_of_other_reading(&mut self, formula: &ast::Specification<'_>, root: FormulaId) {
        let Some(usual) = &formula.usual else { return };
        // Complaints about the other reading are nobody's business.
        let complaints = self.diagnostics.len();
        let other = self.root(formula.logic, usual);
        self.diagnostics.truncate(complaints);
        if other == Some(root) {
            return;
        }
        let read = self.show(Specification { logic: formula.logic, formula: root });
        let mut diagnostic = Diagnostic::warning("ambiguous", formula.span, "MCMAS reads this in its own way")
            .here(format!("read as: {read}"));
        diagnostic = match other {
            Some(other) => {
                let usually = self.show(Specification { logic: formula.logic, formula: other });
                diagnostic.hint(format!("the usual reading is: {usually}; add parentheses"))
            }
            None => diagnostic.hint("add parentheses"),
        };
        self.report(diagnostic);
    }

    /// A formula as text, shortened: it goes into a message.
    fn show(&self, specification: Specification) -> String {
        const LONGEST: usize = 300;
        let names = InterpretedSystem {
            semantics: Semantics::MultiAssignment,
            variables: Vec::new(),
            agents: self
                .agents
                .iter()
                .map(|agent| Agent {
                    name: agent.name.clone(),
                    variables: Vec::new(),
                    observes: Vec::new(),
                    actions: Vec::new(),
                    protocol: Protocol::default(),
                    evolution: Vec::new(),
                    red: None,
                })
                .collect(),
            init: Exprs::default().intern(crate::ir::Expr::Bool(true)),
            atoms: self.atoms.clone(),
            groups: self.groups.clone(),
            symbols: Vec::new(),
            exprs: Exprs::default(),
        };
        let text = self.formulas.show(&names, specification).to_string();
        match text.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }
}
