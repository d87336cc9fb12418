//! What a path formula asks of a path at one position, and what is left of it for the next one.
//!
//! The expansion laws, as in the alternating automata of Vardi, "An automata-theoretic approach to linear temporal logic"
//! (1996); for regular expressions those of De Giacomo and Vardi (IJCAI 2013), along the edges of [`Thompson`]'s
//! automaton: going round in silence gains nothing. Nothing is normalised before: an obligation carries its sign.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::super::super::thompson::{Label, Thompson};
use super::super::super::word::{leaves, open};
use super::super::outcome::Beyond;
use crate::logic::{Formula, FormulaId, Formulas, Modality, RegexId, Temporal};

/// How many formulas and states of automata a path formula may be made of: expansion goes as deep.
const LARGEST: usize = 500;
/// How many expansions and comparisons are made for one path formula.
const EFFORT: usize = 100_000_000;

/// Something that has to be true of the path from here on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Obligation {
    /// A path formula is true, or false.
    Is(FormulaId, bool),
    /// A dynamic formula is true, or false, if its expression is read from this state of its automaton on.
    Reads(FormulaId, bool, usize),
}

/// What has to be true from the next position on: all of this, ascending.
pub(super) type Rest = Vec<Obligation>;

/// Several ways to meet what is asked; none if it cannot be met.
pub(super) type Ways = Vec<Rest>;

/// Where on a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// There is a next one.
    Inner,
    /// The last one of a finite trace.
    Last,
}

/// A path formula, ready to be taken apart.
pub(super) struct PathFormula<'a> {
    formulas: &'a Formulas,
    pub(super) leaves: Vec<FormulaId>,
    automata: BTreeMap<RegexId, Thompson>,
    /// How much effort is left.
    left: Cell<usize>,
}

/// A position: what is true there of single states.
#[derive(Clone, Copy)]
struct Here<'a> {
    values: &'a BTreeMap<FormulaId, bool>,
    position: Position,
}

impl<'a> PathFormula<'a> {
    pub(super) fn new(formulas: &'a Formulas, path: FormulaId) -> Result<Self, Beyond> {
        let mut automata = BTreeMap::new();
        for id in open(formulas, path) {
            if let Formula::Dynamic(_, rho, _) = formulas.get(id) {
                automata.entry(rho).or_insert_with(|| Thompson::new(formulas, rho));
            }
        }
        let states: usize = automata.values().map(|automaton| automaton.count).sum();
        if open(formulas, path).len() + states > LARGEST {
            return Err(Beyond::Formula);
        }
        Ok(Self { formulas, leaves: leaves(formulas, path), automata, left: Cell::new(EFFORT) })
    }

    /// Whether this must not be put off forever. What comes back to itself is of one kind all the way.
    pub(super) fn is_eventual(&self, obligation: Obligation) -> bool {
        match obligation {
            Obligation::Is(f, sign) => match self.formulas.get(f) {
                Formula::Linear(Temporal::Finally(_) | Temporal::Until(..)) => sign,
                Formula::Linear(Temporal::Globally(_) | Temporal::Release(..) | Temporal::WeakUntil(..)) => !sign,
                _ => false,
            },
            Obligation::Reads(f, sign, _) => {
                let Formula::Dynamic(modality, ..) = self.formulas.get(f) else { return false };
                (modality == Modality::Diamond) == sign
            }
        }
    }

    /// The ways to meet an obligation at a position with these values of leaves.
    pub(super) fn ways(
        &self,
        obligation: Obligation,
        values: &BTreeMap<FormulaId, bool>,
        position: Position,
    ) -> Result<Ways, Beyond> {
        let here = Here { values, position };
        match obligation {
            Obligation::Is(f, sign) => self.is(f, sign, here),
            Obligation::Reads(f, sign, state) => self.reads(f, sign, state, &mut Vec::new(), here),
        }
    }

    /// Takes note of some effort, unless it is too much.
    fn spend(&self, effort: usize) -> Result<(), Beyond> {
        self.left.set(self.left.get().checked_sub(effort).ok_or(Beyond::Product)?);
        Ok(())
    }

    /// Those that no other one is part of: whatever can be done with more can be done with less.
    pub(super) fn smallest<T: Ord>(
        &self,
        mut all: Vec<T>,
        len: impl Fn(&T) -> usize,
        is_part: impl Fn(&T, &T) -> bool,
    ) -> Result<Vec<T>, Beyond> {
        all.sort_unstable_by(|left, right| len(left).cmp(&len(right)).then_with(|| left.cmp(right)));
        let mut kept: Vec<T> = Vec::new();
        for one in all {
            self.spend(1 + kept.len())?;
            if !kept.iter().any(|other| is_part(other, &one)) {
                kept.push(one);
            }
        }
        Ok(kept)
    }

    /// Both, or either.
    fn combine(&self, both: bool, mut left: Ways, right: Ways) -> Result<Ways, Beyond> {
        if both {
            self.spend(left.len().saturating_mul(right.len()))?;
            let unions = |first: &Rest| right.iter().map(|second| union(first, second)).collect::<Ways>();
            left = left.iter().flat_map(unions).collect();
        } else {
            left.extend(right);
        }
        self.smallest(left, Vec::len, is_part)
    }

    fn is(&self, f: FormulaId, sign: bool, here: Here<'_>) -> Result<Ways, Beyond> {
        self.spend(1)?;
        if let Some(&value) = here.values.get(&f) {
            return Ok(constant(value == sign));
        }
        match self.formulas.get(f) {
            Formula::True => Ok(constant(sign)),
            Formula::False => Ok(constant(!sign)),
            Formula::Not(g) => self.is(g, !sign, here),
            Formula::And(g, h) => self.combine(sign, self.is(g, sign, here)?, self.is(h, sign, here)?),
            Formula::Or(g, h) => self.combine(!sign, self.is(g, sign, here)?, self.is(h, sign, here)?),
            Formula::Implies(g, h) => self.combine(!sign, self.is(g, !sign, here)?, self.is(h, sign, here)?),
            Formula::Linear(operator) => self.temporal(f, operator, sign, here),
            Formula::Dynamic(..) => self.reads(f, sign, Thompson::START, &mut Vec::new(), here),
            _ => unreachable!("all leaves have values"),
        }
    }

    /// `again` is the operator itself. If it has to be false, conjunctions and disjunctions change places.
    fn temporal(&self, again: FormulaId, operator: Temporal, sign: bool, here: Here<'_>) -> Result<Ways, Beyond> {
        let of = |f: FormulaId| self.is(f, sign, here);
        let both = |left: Ways, right: Ways| self.combine(sign, left, right);
        let either = |left: Ways, right: Ways| self.combine(!sign, left, right);
        // What must come about needs a next position; what must go on does not.
        let goes_on = matches!(operator, Temporal::Globally(_) | Temporal::Release(..) | Temporal::WeakUntil(..));
        let again = || here.next(Obligation::Is(again, sign), goes_on == sign);
        match operator {
            Temporal::Next(f) => Ok(here.next(Obligation::Is(f, sign), !sign)),
            Temporal::Finally(f) => either(of(f)?, again()),
            Temporal::Globally(f) => both(of(f)?, again()),
            Temporal::Until(f, g) | Temporal::WeakUntil(f, g) => either(of(g)?, both(of(f)?, again())?),
            Temporal::Release(f, g) => both(of(g)?, either(of(f)?, again())?),
        }
    }

    /// A dynamic formula, read from a state of its automaton on. `silent` are the states that led here without a step.
    fn reads(
        &self,
        id: FormulaId,
        sign: bool,
        state: usize,
        silent: &mut Vec<usize>,
        here: Here<'_>,
    ) -> Result<Ways, Beyond> {
        self.spend(1)?;
        let Formula::Dynamic(modality, rho, f) = self.formulas.get(id) else {
            unreachable!("only dynamic formulas are read")
        };
        // Some match, or all of them: then whatever does not match is fine.
        let some = (modality == Modality::Diamond) == sign;
        if silent.contains(&state) {
            return Ok(constant(!some));
        }
        silent.push(state);
        let mut ways = constant(!some);
        if state == Thompson::END {
            ways = self.combine(!some, ways, self.is(f, sign, here)?)?;
        }
        for &(to, label) in &self.automata[&rho].out[state] {
            let (condition, then) = match label {
                Label::Nothing => (constant(some), self.reads(id, sign, to, silent, here)?),
                Label::Test(g) => (self.is(g, some, here)?, self.reads(id, sign, to, silent, here)?),
                Label::Step(g) => (self.is(g, some, here)?, here.next(Obligation::Reads(id, sign, to), !some)),
            };
            ways = self.combine(!some, ways, self.combine(some, condition, then)?)?;
        }
        silent.pop();
        Ok(ways)
    }
}

impl Here<'_> {
    /// Something about the next position; `weak`: if there is one.
    fn next(&self, obligation: Obligation, weak: bool) -> Ways {
        match self.position {
            Position::Inner => vec![vec![obligation]],
            Position::Last => constant(weak),
        }
    }
}

fn constant(value: bool) -> Ways {
    if value { vec![Vec::new()] } else { Vec::new() }
}

pub(super) fn union(left: &Rest, right: &Rest) -> Rest {
    let mut all: Rest = left.iter().chain(right).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub(super) fn is_part(small: &Rest, large: &Rest) -> bool {
    small.iter().all(|obligation| large.binary_search(obligation).is_ok())
}
