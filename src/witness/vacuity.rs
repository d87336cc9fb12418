//! Formulas that hold for an empty reason.
//!
//! `f -> g` in a formula that holds is empty if the formula holds as well with `false` in the place of g: then f is never
//! true where it matters (Beer, Ben-David, Eisner and Rodeh, "Efficient detection of vacuity in temporal model checking",
//! 2001). If it fails instead, its counterexample leads to the interesting case: f is true, and the formula holds all the
//! same. Knowledge is empty for agents that see so much that they never mistake one state for another; that of a group, if
//! all its members do, or, distributed, if they do together.

use std::collections::{BTreeMap, BTreeSet};

use super::claim::relations;
use crate::engine::{GaveUp, Limits};
use crate::ir::AgentId;
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Specification, Temporal};
use crate::model::Model;

/// What to ask about a formula that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VacuityQuestion {
    /// Whether it holds as well if an implication has `false` on its right.
    Antecedent {
        /// The left side.
        antecedent: FormulaId,
        /// The formula with `false` on the right, without the conjuncts that this leaves as they are: these hold.
        changed: FormulaId,
    },
    /// Whether no infinite path starts in an initial state, so that all of them satisfy anything.
    NoPath {
        /// That there is none.
        changed: FormulaId,
    },
    /// Whether each of these tells all states apart.
    Knowledge {
        /// The agents of each, which put what they see together.
        relations: Vec<Vec<AgentId>>,
    },
}

/// Everything that can be asked about a formula of a model; what it speaks of is added to the model's formulas.
///
/// # Errors
/// The limit that was reached.
pub fn vacuity_questions(
    model: &mut Model,
    specification: Specification,
    limits: &Limits,
) -> Result<Vec<VacuityQuestion>, GaveUp> {
    let mut asked = Vec::new();
    let truth = model.formulas.intern(Formula::True);
    let falsity = model.formulas.intern(Formula::False);
    if matches!(model.formulas.get(specification.formula), Formula::Quantified(Quantifier::Forall, _)) {
        let endless = Formula::Branching(Quantifier::Exists, Temporal::Globally(truth));
        let endless = model.formulas.intern(endless);
        let changed = model.formulas.intern(Formula::Not(endless));
        asked.push(VacuityQuestion::NoPath { changed });
    }
    for (id, positive) in occurrences(&model.formulas, specification.formula) {
        match model.formulas.get(id) {
            Formula::Implies(f, g) if positive && g != falsity && f != truth => {
                limits.check()?;
                let changed = replaced(&mut model.formulas, specification.formula, id, f, falsity);
                asked.push(VacuityQuestion::Antecedent { antecedent: f, changed });
            }
            Formula::Knows(knowledge, _) => {
                let question = VacuityQuestion::Knowledge { relations: relations(&model.system, knowledge).0 };
                if !asked.contains(&question) {
                    asked.push(question);
                }
            }
            _ => {}
        }
    }
    Ok(asked)
}

/// The subformulas with the sign under which they occur, each once, in the order of the arena. What stands inside regular
/// expressions or under both signs is left out.
fn occurrences(formulas: &Formulas, root: FormulaId) -> Vec<(FormulaId, bool)> {
    let mut signs: BTreeMap<FormulaId, (bool, bool)> = BTreeMap::new();
    let mut work = vec![(root, true)];
    while let Some((id, positive)) = work.pop() {
        let seen = signs.entry(id).or_insert((false, false));
        let slot = if positive { &mut seen.0 } else { &mut seen.1 };
        if std::mem::replace(slot, true) {
            continue;
        }
        match formulas.get(id) {
            Formula::Not(f) => work.push((f, !positive)),
            Formula::Implies(f, g) => work.extend([(f, !positive), (g, positive)]),
            Formula::Dynamic(_, rho, f) => {
                work.push((f, positive));
                work.extend(formulas.formulas_in(rho).into_iter().flat_map(|f| [(f, true), (f, false)]));
            }
            _ => work.extend(formulas.children(id).into_iter().map(|f| (f, positive))),
        }
    }
    signs.into_iter().filter(|(_, (plus, minus))| plus != minus).map(|(id, (plus, _))| (id, plus)).collect()
}

/// What `root`, which holds, with `f -> false` in the place of the implication `id` says besides: of a conjunction, what has
/// changed. On 144 knowledge formulas in twelve conjuncts that took a twentieth of the time of the whole.
fn replaced(formulas: &mut Formulas, root: FormulaId, id: FormulaId, f: FormulaId, falsity: FormulaId) -> FormulaId {
    let changed = formulas.intern(Formula::Implies(f, falsity));
    let root_changed = formulas.replace(root, id, changed);
    let hold: BTreeSet<FormulaId> = formulas.conjuncts(root).into_iter().collect();
    let new = formulas.conjuncts(root_changed).into_iter().filter(|conjunct| !hold.contains(conjunct));
    let both = |formulas: &mut Formulas, left, right| formulas.intern(Formula::And(left, right));
    match new.collect::<Vec<_>>().split_first() {
        Some((&first, rest)) => rest.iter().fold(first, |all, &next| both(formulas, all, next)),
        None => formulas.intern(Formula::True),
    }
}
