//! What evidence has to show, in an arena of its own: the same formulas with the same ids whenever it is asked for, so
//! that evidence can be written to a file and read back.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::Conclusion;
use super::word::leaves;
use crate::ir::{AgentId, InterpretedSystem, Program, State};
use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Knowledge, Quantifier, Specification, Temporal};
use crate::model::Model;

/// A formula that has to be true in an initial state.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    /// All formulas that evidence for it may speak of.
    pub(super) formulas: Formulas,
    /// The formula, in negation normal form.
    pub(super) root: FormulaId,
    /// What states with a fair path satisfy.
    pub(super) fair: FormulaId,
    /// The constraints of the Fairness section.
    pub(super) constraints: Vec<FormulaId>,
    /// By position: whether the values of a state decide it.
    pub(super) evident: Vec<bool>,
    /// By position: whether something existential is part of it.
    pub(super) asks: Vec<bool>,
    /// The normal forms of the negations of leaves of path formulas, and of what a group cannot enforce.
    negations: BTreeMap<FormulaId, FormulaId>,
}

impl Claim {
    pub(super) fn new(model: &Model, specification: Specification, shown: Conclusion) -> Self {
        let mut formulas = Formulas::default();
        let formula = formulas.import(&model.formulas, specification.formula);
        let root = match shown {
            Conclusion::Holds => formulas.negation_normal_form(formula),
            Conclusion::Fails => formulas.negated_normal_form(formula),
        };
        let truth = formulas.intern(Formula::True);
        let fair = formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Globally(truth)));
        let constraints = model.fairness.iter().map(|&id| formulas.import(&model.formulas, id)).collect();
        let negations = close(&mut formulas, root);
        let (evident, asks) = (evident(&formulas), asks(&formulas));
        Self { formulas, root, fair, constraints, evident, asks, negations }
    }

    /// The number of a formula that evidence for this claim may need.
    pub(super) fn number(&self, formula: Formula) -> FormulaId {
        let found = self.formulas.find(&formula);
        found.unwrap_or_else(|| unreachable!("`close` adds what evidence needs besides subformulas"))
    }

    pub(super) fn is_evident(&self, formula: FormulaId) -> bool {
        self.evident[formula.index()]
    }

    /// The normal form of the negation of a leaf of a path formula, or of an operand of what a group cannot enforce.
    pub(super) fn negation(&self, leaf: FormulaId) -> Option<FormulaId> {
        self.negations.get(&leaf).copied()
    }

    /// Whether a formula that the values of a state decide is true there.
    pub(super) fn is_true(&self, system: &InterpretedSystem, formula: FormulaId, state: &State) -> bool {
        is_true(&self.formulas, system, formula, state)
    }
}

/// Whether a formula that the values of a state decide is true there.
pub(super) fn is_true(formulas: &Formulas, system: &InterpretedSystem, formula: FormulaId, state: &State) -> bool {
    let mut known: BTreeMap<FormulaId, bool> = BTreeMap::new();
    for id in formulas.below(formula) {
        let of = |f: FormulaId| known.get(&f).copied().unwrap_or(false);
        let holds = |condition| Program::compile(&system.exprs, condition).holds(state);
        let value = match formulas.get(id) {
            Formula::True => true,
            Formula::Atom(atom) => holds(system.atom(atom).condition),
            Formula::Red(agent) => system.agent(agent).red.is_some_and(holds),
            Formula::Not(f) => !of(f),
            Formula::And(f, g) => of(f) && of(g),
            Formula::Or(f, g) => of(f) || of(g),
            Formula::Implies(f, g) => !of(f) || of(g),
            _ => false,
        };
        known.insert(id, value);
    }
    known[&formula]
}

/// Adds whatever else evidence may speak of. Gives the negations that it needs.
fn close(formulas: &mut Formulas, root: FormulaId) -> BTreeMap<FormulaId, FormulaId> {
    let mut negations = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        work.extend(formulas.children(id));
        match formulas.get(id) {
            Formula::Quantified(_, path) => {
                for leaf in leaves(formulas, path) {
                    let negation = formulas.negated_normal_form(leaf);
                    negations.insert(leaf, negation);
                    work.push(negation);
                }
            }
            Formula::Not(f) => {
                if let Formula::Strategic(_, operator) = formulas.get(f) {
                    let (first, second) = operator.operands();
                    for operand in std::iter::once(first).chain(second) {
                        let negation = formulas.negated_normal_form(operand);
                        negations.insert(operand, negation);
                        work.push(negation);
                    }
                }
            }
            Formula::Considers(_, f) => {
                formulas.negated_normal_form(f);
            }
            Formula::Permitted(agent, _) | Formula::Obliged(agent, _) => {
                formulas.intern(Formula::Red(agent));
            }
            Formula::Branching(Quantifier::Exists, Temporal::Release(_, g)) => {
                formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Globally(g)));
            }
            _ => {}
        }
    }
    negations
}

/// Whether what has to be shown is existential all through: then it is true in a system if it is true in a part of it.
#[must_use]
pub fn is_existential(model: &Model, specification: Specification, shown: Conclusion) -> bool {
    let claim = Claim::new(model, specification, shown);
    let existential = |formula: Formula| match formula.kind() {
        FormulaKind::Constant | FormulaKind::Atomic => true,
        // Its left side would count as its negation; normal forms have none.
        FormulaKind::Connective => !matches!(formula, Formula::Implies(..)),
        FormulaKind::Branching | FormulaKind::Epistemic | FormulaKind::Deontic => {
            formula.quantifier() == Some(Quantifier::Exists)
        }
        FormulaKind::Strategic | FormulaKind::Quantified | FormulaKind::Path => false,
    };
    if let Formula::Quantified(Quantifier::Exists, path) = claim.formulas.get(claim.root) {
        // A path of a part is one of the whole, and what atoms say of its states is the same.
        let plain = |formula: Formula| formula.kind() == FormulaKind::Path || formula.kind().is_propositional();
        return !claim.formulas.any_below(path, |formula| !plain(formula));
    }
    !claim.formulas.any_below(claim.root, |formula| !existential(formula))
}

/// Adds all formulas that evidence for a verdict may speak of to a model's.
pub fn prepare(model: &mut Model, specification: Specification, shown: Conclusion) {
    let claim = Claim::new(model, specification, shown);
    model.formulas.import_all(&claim.formulas);
}

/// The model with all formulas that evidence for its verdicts may speak of, whatever they are.
#[must_use]
pub fn prepared(model: &Model) -> Model {
    let mut model = model.clone();
    for specification in model.specifications.clone() {
        prepare(&mut model, specification, Conclusion::Holds);
        prepare(&mut model, specification, Conclusion::Fails);
    }
    model
}

pub(super) fn evident(formulas: &Formulas) -> Vec<bool> {
    let mut evident: Vec<bool> = Vec::with_capacity(formulas.len());
    for id in formulas.ids() {
        let propositional = formulas.get(id).kind().is_propositional();
        evident.push(propositional && formulas.children(id).iter().all(|child| evident[child.index()]));
    }
    evident
}

fn asks(formulas: &Formulas) -> Vec<bool> {
    let mut asks: Vec<bool> = Vec::with_capacity(formulas.len());
    for id in formulas.ids() {
        let formula = formulas.get(id);
        let itself = formula.quantifier() == Some(Quantifier::Exists) || formula.kind() == FormulaKind::Strategic;
        asks.push(itself || formulas.children(id).iter().any(|child| asks[child.index()]));
    }
    asks
}

/// The relations behind a kind of knowledge, each by the agents that it belongs to, and whether steps may follow steps.
pub(super) fn relations(system: &InterpretedSystem, knowledge: Knowledge) -> (Vec<Vec<AgentId>>, bool) {
    let each = |group| system.group(group).members.iter().map(|&member| vec![member]).collect();
    match knowledge {
        Knowledge::Agent(agent) => (vec![vec![agent]], false),
        Knowledge::Distributed(group) => (vec![system.group(group).members.clone()], false),
        Knowledge::Everyone(group) => (each(group), false),
        Knowledge::Common(group) => (each(group), true),
    }
}
