//! Which state formulas a path formula is made of: the propositions that letters speak of.
//!
//! The labelling of Kong and Lomuscio ("Symbolic model checking multi-agent systems against CTL*K specifications",
//! AAMAS 2017) replaces maximal state subformulas by fresh atoms; an automaton then reads letters, sets of them, and
//! knows nothing of what stands behind.

use std::collections::{BTreeSet, HashMap};

use super::path::PathFormula;
use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Sign};

/// A proposition, numbered from 0 in the order of the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Proposition(u32);

impl Proposition {
    /// Proposition number `index`.
    ///
    /// # Panics
    /// If there are more than 2^32; formulas are fewer.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("there are fewer than 2^32 formulas"))
    }

    /// The number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What becomes a proposition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// Maximal state formulas, negations stripped: few propositions, however large the formulas are.
    Whole,
    /// State formulas that are no Boolean combinations: the automaton sees that `p and q` excludes `!p`.
    Leaves,
}

/// The propositions of a path formula.
#[derive(Debug, Clone)]
pub struct Propositions {
    list: Vec<FormulaId>,
    numbers: HashMap<FormulaId, Proposition>,
    /// The state formulas from the root down to the maximal ones, and with [`Grain::Leaves`] those inside.
    states: BTreeSet<FormulaId>,
    /// Those that are the same in every letter that will be read.
    fixed: HashMap<FormulaId, bool>,
}

impl Propositions {
    /// The propositions of `root`.
    #[must_use]
    pub fn of(formulas: &Formulas, root: FormulaId, grain: Grain) -> Self {
        let states = state_formulas(formulas, root);
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let open = match formulas.get(id) {
                Formula::True | Formula::False => continue,
                Formula::Not(_) => true,
                Formula::And(..) | Formula::Or(..) | Formula::Implies(..) => {
                    grain == Grain::Leaves || !states.contains(&id)
                }
                _ => !states.contains(&id),
            };
            if open {
                work.extend(formulas.children(id));
            } else {
                found.insert(id);
            }
        }
        let list: Vec<FormulaId> = found.into_iter().collect();
        let numbers = list.iter().enumerate().map(|(index, &id)| (id, Proposition::new(index))).collect();
        Self { list, numbers, states, fixed: HashMap::new() }
    }

    /// From now on a state formula is taken to be true, or false, at every position: automata will not ask for it.
    pub fn fix(&mut self, formula: FormulaId, value: bool) {
        self.fixed.insert(formula, value);
    }

    /// The value of a formula that is the same everywhere.
    pub(super) fn fixed(&self, formula: FormulaId) -> Option<bool> {
        self.fixed.get(&formula).copied()
    }

    /// The state formula behind a proposition.
    #[must_use]
    pub fn formula(&self, proposition: Proposition) -> FormulaId {
        self.list[proposition.index()]
    }

    /// All of them, in order.
    #[must_use]
    pub fn formulas(&self) -> &[FormulaId] {
        &self.list
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of a formula, if it is a proposition.
    pub(super) fn get(&self, formula: FormulaId) -> Option<Proposition> {
        self.numbers.get(&formula).copied()
    }

    /// Whether a formula is about one state only.
    pub(super) fn is_state(&self, formula: FormulaId) -> bool {
        self.states.contains(&formula)
    }

    /// The largest path formulas whose conjunction is `path`, which is one of those that this was made for.
    #[must_use]
    pub fn conjuncts(&self, formulas: &Formulas, path: PathFormula) -> Vec<PathFormula> {
        let mut conjuncts = Vec::new();
        let mut seen = BTreeSet::new();
        let mut work = vec![path];
        while let Some(part) = work.pop() {
            if !seen.insert(part) {
                continue;
            }
            let PathFormula { sign, formula } = part;
            match (formulas.get(formula), sign) {
                (Formula::Not(f), _) => work.push(PathFormula { sign: sign.flip(), formula: f }),
                _ if self.is_state(formula) => conjuncts.push(part),
                (Formula::And(f, g), Sign::Plain) | (Formula::Or(f, g), Sign::Negated) => {
                    work.extend([g, f].map(|formula| PathFormula { sign, formula }));
                }
                (Formula::Implies(f, g), Sign::Negated) => work.extend([!PathFormula::plain(g), PathFormula::plain(f)]),
                _ => conjuncts.push(part),
            }
        }
        conjuncts
    }

    /// The largest path formulas whose disjunction is `path`.
    #[must_use]
    pub fn disjuncts(&self, formulas: &Formulas, path: PathFormula) -> Vec<PathFormula> {
        self.conjuncts(formulas, !path).into_iter().map(|part| !part).collect()
    }
}

/// The state formulas at or below `root`, down to those that cannot be path formulas: what is below these is not looked
/// at, so that a chain of nested quantifiers is not walked along once per quantifier.
fn state_formulas(formulas: &Formulas, root: FormulaId) -> BTreeSet<FormulaId> {
    let mut states = BTreeSet::new();
    for id in path_part(formulas, root) {
        let is_state = match formulas.get(id).kind() {
            FormulaKind::Connective => formulas.children(id).iter().all(|operand| states.contains(operand)),
            kind => kind.is_of_states(),
        };
        if is_state {
            states.insert(id);
        }
    }
    states
}

/// The formulas from `root` down to those that are about one state by their kind, children first.
fn path_part(formulas: &Formulas, root: FormulaId) -> BTreeSet<FormulaId> {
    let mut part = BTreeSet::new();
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        if part.insert(id) && !formulas.get(id).kind().is_of_states() {
            work.extend(formulas.children(id));
        }
    }
    part
}
