//! What is the same in all states although a formula makes something of it.
//!
//! Everybody knows what is always true; what is never true is known to nobody, reached by no path, and no condition for
//! anything. So for each operand of knowledge, `EF` and implications, and for each atom in it, it is worth asking whether
//! its value changes. This is no vacuity in the sense of `vacuity`: it is asked of formulas that fail as well, and often
//! it is why they do.

use std::collections::BTreeSet;

use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Quantifier, Temporal};

/// Where an operand stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// What somebody knows, or a group does.
    Known,
    /// What some path leads to.
    Reached,
    /// The left side of an implication.
    Condition,
    /// The right side of an implication.
    Consequence,
    /// An atom in one of these.
    Inside,
}

/// An operand without operators of time or knowledge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// Where it stands.
    pub place: Place,
    /// The operand.
    pub formula: FormulaId,
    /// The left side of the implication, if it is an operand of one.
    pub condition: Option<FormulaId>,
    /// Whether the verdict on the whole formula says already whether it is ever true.
    pub told: bool,
}

/// The operands of a formula whose value should not be the same in all states, subformulas first. What has no atoms was not
/// meant to change.
#[must_use]
pub fn operands(formulas: &Formulas, root: FormulaId) -> Vec<Operand> {
    let mut claim = root;
    while let Formula::Not(f) = formulas.get(claim) {
        claim = f;
    }
    let mut found = Vec::new();
    for id in formulas.below(root) {
        let mut add = |place, formula, condition| {
            if formulas.is_propositional(formula) && !atoms(formulas, formula).is_empty() {
                found.push(Operand { place, formula, condition, told: id == claim && place == Place::Reached });
            }
        };
        match formulas.get(id) {
            Formula::Knows(_, f) | Formula::Considers(_, f) => add(Place::Known, f, None),
            Formula::Branching(Quantifier::Exists, Temporal::Finally(f)) => add(Place::Reached, f, None),
            Formula::Quantified(Quantifier::Exists, path) => {
                if let Formula::Linear(Temporal::Finally(f)) = formulas.get(path) {
                    add(Place::Reached, f, None);
                }
            }
            Formula::Implies(f, g) => {
                add(Place::Condition, f, Some(f));
                add(Place::Consequence, g, Some(f));
            }
            _ => {}
        }
    }
    found
}

/// The atoms of a formula, each once, in the order of the arena.
#[must_use]
pub fn atoms(formulas: &Formulas, formula: FormulaId) -> BTreeSet<FormulaId> {
    let below = formulas.below(formula).into_iter();
    below.filter(|&id| formulas.get(id).kind() == FormulaKind::Atomic).collect()
}
