//! Warns where MCMAS reads an LTL or CTL* formula otherwise than a textbook would.

use super::resolver::{AgentNames, Resolver};
use crate::diagnostic::Diagnostic;
use crate::ir::{Agent, Expr, Exprs, InterpretedSystem, Protocol, Semantics};
use crate::ispl::ast;
use crate::logic::{FormulaId, Specification};

impl Resolver {
    /// `root` is MCMAS's reading of `formula`; compares it with the usual one.
    pub(super) fn warn_of_other_reading(&mut self, formula: &ast::Specification<'_>, root: FormulaId) {
        let Some(usual) = &formula.usual else { return };
        // The other reading is not what the file means: complaints about it are dropped.
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
    fn show(&mut self, specification: Specification) -> String {
        const LONGEST: usize = 300;
        let mut names = self.names.take().unwrap_or_else(|| self.agent_names());
        std::mem::swap(&mut names.atoms, &mut self.atoms);
        std::mem::swap(&mut names.groups, &mut self.groups);
        let text = self.formulas.show(&names, specification).to_string();
        std::mem::swap(&mut names.atoms, &mut self.atoms);
        std::mem::swap(&mut names.groups, &mut self.groups);
        self.names = Some(names);
        match text.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }

    /// A system that knows nothing but the names of its agents.
    fn agent_names(&self) -> InterpretedSystem {
        let agent = |agent: &AgentNames| Agent {
            name: agent.name.clone(),
            variables: Vec::new(),
            observes: Vec::new(),
            actions: Vec::new(),
            protocol: Protocol::default(),
            evolution: Vec::new(),
            red: None,
        };
        InterpretedSystem {
            semantics: Semantics::MultiAssignment,
            variables: Vec::new(),
            agents: self.agents.iter().map(agent).collect(),
            init: Exprs::default().intern(Expr::Bool(true)),
            atoms: Vec::new(),
            groups: Vec::new(),
            symbols: Vec::new(),
            exprs: Exprs::default(),
        }
    }
}
