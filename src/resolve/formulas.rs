//! Formulas: names and sorts. A state formula is true of a state, a path formula of a path, a regular expression of a
//! stretch of a path; each logic mixes them in its own way.

use std::collections::HashSet;

use super::places::Place;
use super::resolver::Resolver;
use super::sorts::{Sorted, Work};
use crate::diagnostic::{Diagnostic, Replacement, Span};
use crate::ispl::ast::{self, BinaryTemporal, FormulaNode, Modal, Name, NodeId, UnaryTemporal};
use crate::logic::{
    Formula, FormulaId, FormulaKind, Knowledge, Logic, Quantifier, Regex, RegexId, Specification, Temporal,
};

const FAIR: &str = "a path is fair if it meets the formula infinitely often: name the states";

/// The papers write `tt` and `ff`; where an atom has that name, it is the atom.
#[must_use]
pub(crate) fn paper_constant(name: &str) -> Option<bool> {
    match name {
        "tt" => Some(true),
        "ff" => Some(false),
        _ => None,
    }
}

impl Resolver {
    /// A formula to check.
    pub(super) fn specification(&mut self, formula: &ast::Specification<'_>) -> Option<Specification> {
        let logic = formula.logic;
        let before = self.diagnostics.len();
        let Some(root) = self.root(logic, &formula.formula) else {
            self.offer_ltl(formula, before);
            return None;
        };
        self.warn_of_other_reading(formula, root);
        Some(Specification { logic, formula: root })
    }

    /// Temporal operators without any quantifier are those of LTL: that only has to be said.
    fn offer_ltl(&mut self, formula: &ast::Specification<'_>, before: usize) {
        use FormulaNode::{Branching, Quantified, Strategic};
        let is_linear = |node: &FormulaNode<'_>| !matches!(node, Branching(..) | Quantified(..) | Strategic(..));
        let only_sorts = self.diagnostics[before..].iter().all(|diagnostic| diagnostic.code.0 == "sort");
        if formula.logic == Logic::Ctl && only_sorts && formula.formula.nodes().iter().all(|(node, _)| is_linear(node))
        {
            let start = Span::new(formula.span.start, formula.span.start);
            if let Some(first) = self.diagnostics.get_mut(before) {
                first.fix = vec![Replacement { span: start, text: "LTL ".to_owned() }];
            }
        }
    }

    /// A fairness constraint: a state formula of CTLK.
    pub(super) fn fairness(&mut self, formula: &ast::Specification<'_>) -> Option<Specification> {
        if formula.logic != Logic::Ctl {
            let message = format!("fairness is a state formula, not one of {}", formula.logic.prefix());
            self.report(Diagnostic::error("sort", formula.span, message).here("a path formula").hint(FAIR));
            return None;
        }
        let before = self.diagnostics.len();
        let specification = self.specification(formula);
        for diagnostic in self.diagnostics[before..].iter_mut().filter(|diagnostic| diagnostic.code.0 == "sort") {
            diagnostic.hint = Some(FAIR.to_owned());
            diagnostic.fix.clear();
        }
        specification
    }

    /// The state formula that a tree stands for in `logic`.
    pub(super) fn root(&mut self, logic: Logic, tree: &ast::Formula<'_>) -> Option<FormulaId> {
        let mut work = Work { logic, tree, sorted: Vec::with_capacity(tree.nodes().len()) };
        for &(node, span) in tree.nodes() {
            let sorted = self.sort(&work, node, span);
            work.sorted.push(sorted);
        }
        let id = tree.root();
        match logic {
            Logic::Ltl | Logic::Ldl => {
                let body = self.as_path(&work, id)?;
                Some(self.over_paths(Quantifier::Forall, body))
            }
            Logic::Ctl | Logic::CtlStar | Logic::CdlStar => self.as_state(&work, id),
        }
    }

    fn sort(&mut self, work: &Work<'_, '_>, node: FormulaNode<'_>, span: Span) -> Sorted {
        match node {
            FormulaNode::Bool(value) => self.constant(work.logic, value, span),
            FormulaNode::Atom(name) => match paper_constant(name).filter(|_| !self.atom_ids.contains_key(name)) {
                Some(value) => self.constant(work.logic, value, span),
                None => self
                    .atom(name, span)
                    .map_or(Sorted::Wrong, |atom| Sorted::State(self.formulas.intern(Formula::Atom(atom)))),
            },
            FormulaNode::Red(agent) => {
                let agent = self.agent(agent);
                agent.map_or(Sorted::Wrong, |agent| Sorted::State(self.formulas.intern(Formula::Red(agent))))
            }
            FormulaNode::Green(agent) => {
                let Some(agent) = self.agent(agent) else { return Sorted::Wrong };
                let red = self.formulas.intern(Formula::Red(agent));
                Sorted::State(self.formulas.intern(Formula::Not(red)))
            }
            FormulaNode::Compare(agent, variable, comparison, constant, place) => {
                self.compare_atom(agent, variable, comparison, constant, span, place)
            }
            FormulaNode::Not(f) => self.boolean(work, &[f], |f| Formula::Not(f[0])),
            FormulaNode::And(f, g) => self.boolean(work, &[f, g], |f| Formula::And(f[0], f[1])),
            FormulaNode::Or(f, g) => self.boolean(work, &[f, g], |f| Formula::Or(f[0], f[1])),
            FormulaNode::Implies(f, g) => self.boolean(work, &[f, g], |f| Formula::Implies(f[0], f[1])),
            FormulaNode::Branching(quantifier, operator, f) => self.branching(work, quantifier, operator, f, span),
            FormulaNode::Quantified(quantifier, f) => self.quantified(work, quantifier, f, span),
            FormulaNode::Strategic(group, f) => self.strategic(work, group, f, span),
            FormulaNode::Unary(operator, f) => self.temporal(work, &[f], span, |f| unary(operator, f[0])),
            FormulaNode::Binary(operator, f, g) => {
                if operator != BinaryTemporal::Until {
                    self.extension(span, "MCMAS has neither R nor W", "`f R g` is `!(!f U !g)`");
                }
                self.temporal(work, &[f, g], span, |f| binary(operator, f[0], f[1]))
            }
            FormulaNode::Modal(modal, who, f) => self.modal(work, modal, who, f, span),
            FormulaNode::Dynamic(modality, rho, f) => {
                let (rho, f) = (self.as_regex(work, rho), self.as_path(work, f));
                let Some((rho, f)) = rho.zip(f) else { return Sorted::Wrong };
                Sorted::Path(self.formulas.intern(Formula::Dynamic(modality, rho, f)))
            }
            FormulaNode::Test(f) => {
                let f = self.as_path(work, f);
                f.map_or(Sorted::Wrong, |f| Sorted::Regex(self.formulas.intern_regex(Regex::Test(f))))
            }
            FormulaNode::Star(rho) => {
                let rho = self.as_regex(work, rho);
                rho.map_or(Sorted::Wrong, |rho| Sorted::Regex(self.formulas.intern_regex(Regex::Star(rho))))
            }
            FormulaNode::Choice(left, right) => self.regex(work, left, right, Regex::Choice),
            FormulaNode::Sequence(left, right) => self.regex(work, left, right, Regex::Sequence),
        }
    }

    /// A constant. The dynamic logics cannot do without `<true*>f`: there only `--strict` minds.
    fn constant(&mut self, logic: Logic, value: bool, span: Span) -> Sorted {
        let (message, hint) = ("MCMAS formulas have no constants", "define an atom that is always true");
        match logic {
            Logic::Ctl | Logic::Ltl | Logic::CtlStar => self.extension(span, message, hint),
            Logic::Ldl | Logic::CdlStar => self.tacit_extension(span, message, hint),
        }
        Sorted::State(self.formulas.intern(if value { Formula::True } else { Formula::False }))
    }

    fn compare_atom(
        &mut self,
        agent: Name<'_>,
        variable: Name<'_>,
        comparison: crate::ir::Comparison,
        constant: ast::Constant<'_>,
        span: Span,
        place: Span,
    ) -> Sorted {
        self.extension(span, "MCMAS formulas have atoms only", "define an atom in Evaluation");
        let Some(id) = self.qualified_variable(Place::Formula, agent, variable) else { return Sorted::Wrong };
        self.usage.read(id);
        let Some(condition) = self.comparison(Place::Formula, id, comparison, constant, place) else {
            return Sorted::Wrong;
        };
        let value = match constant {
            ast::Constant::Bool(value) => value.to_string(),
            ast::Constant::Integer(value) => value.to_string(),
            ast::Constant::Name(name) => name.to_owned(),
        };
        let text = format!("{}.{} {} {value}", agent.text, variable.text, comparison.symbol());
        let atom = match self.atom_ids.get(&text) {
            Some(&atom) => atom,
            None => self.add_atom(text, condition),
        };
        Sorted::State(self.formulas.intern(Formula::Atom(atom)))
    }

    fn boolean(&mut self, work: &Work<'_, '_>, operands: &[NodeId], make: impl Fn(&[FormulaId]) -> Formula) -> Sorted {
        let mut ids = Vec::with_capacity(2);
        let mut state = true;
        let mut wrong = false;
        for &operand in operands {
            match work.of(operand) {
                Sorted::State(id) => ids.push(id),
                Sorted::Path(id) => {
                    state = false;
                    ids.push(id);
                }
                _ => {
                    wrong = true;
                    self.as_path(work, operand);
                }
            }
        }
        if wrong {
            return Sorted::Wrong;
        }
        let id = self.formulas.intern(make(&ids));
        if state { Sorted::State(id) } else { Sorted::Path(id) }
    }

    /// `AG f` and the like.
    fn branching(
        &mut self,
        work: &Work<'_, '_>,
        quantifier: Quantifier,
        operator: UnaryTemporal,
        f: NodeId,
        span: Span,
    ) -> Sorted {
        match work.logic {
            Logic::Ctl => {
                let f = self.as_state(work, f);
                f.map_or(Sorted::Wrong, |f| {
                    Sorted::State(self.formulas.intern(Formula::Branching(quantifier, unary(operator, f))))
                })
            }
            Logic::CtlStar => {
                self.extension(span, "MCMAS writes path quantifiers of CTL* apart", "write `A G f` instead of `AG f`");
                let Some(f) = self.as_path(work, f) else { return Sorted::Wrong };
                let path = self.formulas.intern(Formula::Linear(unary(operator, f)));
                Sorted::State(self.over_paths(quantifier, path))
            }
            Logic::Ltl | Logic::Ldl | Logic::CdlStar => self.out_of_place(work, span, "a CTL operator"),
        }
    }

    /// `A f`, `E f`.
    fn quantified(&mut self, work: &Work<'_, '_>, quantifier: Quantifier, f: NodeId, span: Span) -> Sorted {
        match (work.logic, work.of(f)) {
            (_, Sorted::Wrong) => Sorted::Wrong,
            (Logic::Ctl, Sorted::Temporal(operator)) => {
                if operator.operands().1.is_none() {
                    self.extension(span, "MCMAS writes `AX`, `EF` and the like as one word", "write it as one word");
                }
                Sorted::State(self.formulas.intern(Formula::Branching(quantifier, operator)))
            }
            (Logic::Ctl, _) => {
                let letter = if quantifier == Quantifier::Exists { "E" } else { "A" };
                let message = format!("`{letter}` needs `(f U g)` behind it");
                let diagnostic = Diagnostic::error("sort", span, message).here("no temporal operator");
                self.report(diagnostic.hint("put `CTL*` in front of the formula for free use of path quantifiers"));
                Sorted::Wrong
            }
            (Logic::CtlStar | Logic::CdlStar, _) => {
                let f = self.as_path(work, f);
                f.map_or(Sorted::Wrong, |f| Sorted::State(self.over_paths(quantifier, f)))
            }
            (Logic::Ltl | Logic::Ldl, _) => self.out_of_place(work, span, "a path quantifier"),
        }
    }

    /// A f or E f. If f is a Boolean combination of atoms and knowledge formulas, that is f, also in states in which no
    /// path starts (ISPL section 7).
    fn over_paths(&mut self, quantifier: Quantifier, f: FormulaId) -> FormulaId {
        let mut work = vec![f];
        let mut seen = HashSet::new();
        while let Some(id) = work.pop() {
            match self.formulas.get(id).kind() {
                FormulaKind::Connective if seen.insert(id) => work.extend(self.formulas.children(id)),
                FormulaKind::Connective | FormulaKind::Constant | FormulaKind::Atomic | FormulaKind::Epistemic => {}
                FormulaKind::Branching
                | FormulaKind::Strategic
                | FormulaKind::Quantified
                | FormulaKind::Path
                | FormulaKind::Deontic => {
                    return self.formulas.intern(Formula::Quantified(quantifier, f));
                }
            }
        }
        f
    }

    /// `<g> X f` and the like.
    fn strategic(&mut self, work: &Work<'_, '_>, group: Name<'_>, f: NodeId, span: Span) -> Sorted {
        if work.logic != Logic::Ctl {
            return self.only_in_ctl(work, span, "a strategic operator");
        }
        let group = self.group(group);
        match work.of(f) {
            Sorted::Wrong => Sorted::Wrong,
            Sorted::Temporal(Temporal::Release(..) | Temporal::WeakUntil(..)) => {
                let diagnostic = Diagnostic::error("sort", work.span(f), "strategic formulas have X, F, G and U only");
                self.report(diagnostic.here("R or W"));
                Sorted::Wrong
            }
            Sorted::Temporal(operator) => group.map_or(Sorted::Wrong, |group| {
                Sorted::State(self.formulas.intern(Formula::Strategic(group, operator)))
            }),
            Sorted::State(_) | Sorted::Path(_) | Sorted::Regex(_) => {
                let diagnostic =
                    Diagnostic::error("sort", work.span(f), "`<group>` needs X, F, G or `(f U g)` behind it");
                self.report(diagnostic.here("no temporal operator"));
                Sorted::Wrong
            }
        }
    }

    fn temporal(
        &mut self,
        work: &Work<'_, '_>,
        operands: &[NodeId],
        span: Span,
        make: impl Fn(&[FormulaId]) -> Temporal,
    ) -> Sorted {
        let ids: Vec<Option<FormulaId>> = match work.logic {
            Logic::Ctl => operands.iter().map(|&f| self.as_state(work, f)).collect(),
            Logic::Ltl | Logic::CtlStar => operands.iter().map(|&f| self.as_path(work, f)).collect(),
            Logic::Ldl | Logic::CdlStar => return self.out_of_place(work, span, "a temporal operator"),
        };
        let Some(ids) = ids.into_iter().collect::<Option<Vec<_>>>() else { return Sorted::Wrong };
        let operator = make(&ids);
        match work.logic {
            Logic::Ctl => Sorted::Temporal(operator),
            _ => Sorted::Path(self.formulas.intern(Formula::Linear(operator))),
        }
    }

    fn modal(&mut self, work: &Work<'_, '_>, modal: Modal, who: Name<'_>, f: NodeId, span: Span) -> Sorted {
        if modal == Modal::Obliged {
            if work.logic != Logic::Ctl {
                return self.only_in_ctl(work, span, "`O`");
            }
            let (agent, f) = (self.agent(who), self.as_state(work, f));
            let Some((agent, f)) = agent.zip(f) else { return Sorted::Wrong };
            return Sorted::State(self.formulas.intern(Formula::Obliged(agent, f)));
        }
        let knowledge = match modal {
            Modal::Knows | Modal::Obliged => self.agent(who).map(Knowledge::Agent),
            Modal::Everyone => self.group(who).map(Knowledge::Everyone),
            Modal::Common => self.group(who).map(Knowledge::Common),
            Modal::Distributed => self.group(who).map(Knowledge::Distributed),
        };
        let f = match work.logic {
            // K(i, f) inside LTL and LDL is K(i, A f).
            Logic::Ltl | Logic::Ldl => self.as_path(work, f).map(|f| self.over_paths(Quantifier::Forall, f)),
            Logic::Ctl | Logic::CtlStar | Logic::CdlStar => self.as_state(work, f),
        };
        let Some((knowledge, f)) = knowledge.zip(f) else { return Sorted::Wrong };
        Sorted::State(self.formulas.intern(Formula::Knows(knowledge, f)))
    }

    fn regex(
        &mut self,
        work: &Work<'_, '_>,
        left: NodeId,
        right: NodeId,
        make: impl Fn(RegexId, RegexId) -> Regex,
    ) -> Sorted {
        let (left, right) = (self.as_regex(work, left), self.as_regex(work, right));
        let Some((left, right)) = left.zip(right) else { return Sorted::Wrong };
        Sorted::Regex(self.formulas.intern_regex(make(left, right)))
    }
}

fn unary(operator: UnaryTemporal, f: FormulaId) -> Temporal {
    match operator {
        UnaryTemporal::Next => Temporal::Next(f),
        UnaryTemporal::Finally => Temporal::Finally(f),
        UnaryTemporal::Globally => Temporal::Globally(f),
    }
}

fn binary(operator: BinaryTemporal, f: FormulaId, g: FormulaId) -> Temporal {
    match operator {
        BinaryTemporal::Until => Temporal::Until(f, g),
        BinaryTemporal::Release => Temporal::Release(f, g),
        BinaryTemporal::WeakUntil => Temporal::WeakUntil(f, g),
    }
}
