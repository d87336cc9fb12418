//! Dynamic modalities: what is left of a match after one letter.
//!
//! Kong and Lomuscio (IJCAI 2017) build an ε-NFA with tests and look for the critical sets of tests on ε-paths, of which
//! a star over tests has infinitely many. Here there is no ε at all: a match of rho either makes a step ([`Goal::Moves`])
//! or it does not ([`Goal::Stays`]), both by recursion on rho, and rho* matches without a step exactly by not
//! iterating:
//!
//! ```text
//! stays(psi) = false    stays(f?) = f    stays(r + s) = stays(r) or stays(s)     stays(r ; s) = stays(r) and stays(s)
//! stays(r*) = true
//! moves(psi, k) = psi and next k         moves(f?, k) = false                    moves(r*, k) = moves(r, r* ; k)
//! moves(r + s, k) = moves(r, k) or moves(s, k)
//! moves(r ; s, k) = moves(r, s ; k) or (stays(r) and moves(s, k))
//! <r ; k> = moves(r, k) or (stays(r) and <k>)
//! ```
//!
//! `[rho]` is the dual.

use super::super::continuation::{Continuation, ContinuationId};
use super::super::path::PathFormula;
use super::super::transition::{TransitionId, Transitions};
use super::{Derivation, Goal, Meaning, Strength};
use crate::logic::{FormulaId, Modality, Regex, RegexId, Sign};

impl Derivation<'_> {
    pub(super) fn expand_matches(&mut self, modality: Modality, rest: ContinuationId) -> Result<TransitionId, Goal> {
        match self.continuations.get(rest) {
            Continuation::End(path) => self.of(Goal::Holds(path)),
            Continuation::Then(rho, rest) => {
                let stays = self.of(Goal::Stays(modality, rho))?;
                let ends = if stays == nothing(modality) {
                    stays
                } else {
                    let rest = self.of(Goal::Matches(modality, rest))?;
                    self.both(modality, stays, rest)
                };
                let moves = self.of(Goal::Moves(modality, rho, rest))?;
                Ok(self.some(modality, moves, ends))
            }
        }
    }

    pub(super) fn expand_moves(
        &mut self,
        modality: Modality,
        rho: RegexId,
        rest: ContinuationId,
    ) -> Result<TransitionId, Goal> {
        match self.formulas.regex(rho) {
            Regex::Step(psi) => {
                let psi = self.of(Goal::Holds(signed(modality, psi)))?;
                let next = self.next_match(modality, rest);
                Ok(self.both(modality, psi, next))
            }
            Regex::Test(_) => Ok(nothing(modality)),
            Regex::Choice(left, right) => {
                let left = self.of(Goal::Moves(modality, left, rest))?;
                let right = self.of(Goal::Moves(modality, right, rest))?;
                Ok(self.some(modality, left, right))
            }
            Regex::Sequence(first, second) => {
                let stays = self.of(Goal::Stays(modality, first))?;
                let later = if stays == nothing(modality) {
                    stays
                } else {
                    let moves = self.of(Goal::Moves(modality, second, rest))?;
                    self.both(modality, stays, moves)
                };
                let second_then = self.continuations.then(self.formulas, second, rest);
                let now = self.of(Goal::Moves(modality, first, second_then))?;
                Ok(self.some(modality, now, later))
            }
            Regex::Star(inner) => {
                let again = self.continuations.then(self.formulas, rho, rest);
                self.of(Goal::Moves(modality, inner, again))
            }
        }
    }

    pub(super) fn expand_stays(&mut self, modality: Modality, rho: RegexId) -> Result<TransitionId, Goal> {
        match self.formulas.regex(rho) {
            Regex::Step(_) => Ok(nothing(modality)),
            Regex::Test(f) => self.of(Goal::Holds(signed(modality, f))),
            Regex::Choice(left, right) => {
                let (left, right) = (self.of(Goal::Stays(modality, left))?, self.of(Goal::Stays(modality, right))?);
                Ok(self.some(modality, left, right))
            }
            Regex::Sequence(first, second) => {
                let (first, second) = (self.of(Goal::Stays(modality, first))?, self.of(Goal::Stays(modality, second))?);
                Ok(self.both(modality, first, second))
            }
            Regex::Star(_) => Ok(nothing(modality.dual())),
        }
    }

    /// Some match: or; all matches: and.
    fn some(&mut self, modality: Modality, left: TransitionId, right: TransitionId) -> TransitionId {
        match modality {
            Modality::Diamond => self.transitions.or(left, right),
            Modality::Box => self.transitions.and(left, right),
        }
    }

    /// The dual of [`Self::some`].
    fn both(&mut self, modality: Modality, left: TransitionId, right: TransitionId) -> TransitionId {
        self.some(modality.dual(), left, right)
    }

    fn next_match(&mut self, modality: Modality, rest: ContinuationId) -> TransitionId {
        let strength = match modality {
            Modality::Diamond => Strength::Strong,
            Modality::Box => Strength::Weak,
        };
        match self.continuations.get(rest) {
            Continuation::End(path) => self.next(strength, path),
            Continuation::Then(..) => {
                let state = self.state(Meaning::Matches(modality, rest));
                self.next_state(strength, state)
            }
        }
    }

    /// `<rho>f`, `[rho]f` or a negation of them.
    pub(super) fn dynamic(
        &mut self,
        sign: Sign,
        modality: Modality,
        rho: RegexId,
        f: FormulaId,
    ) -> (Modality, ContinuationId) {
        let end = self.continuations.end(PathFormula { sign, formula: f });
        let rest = self.continuations.then(self.formulas, rho, end);
        (if sign == Sign::Plain { modality } else { modality.dual() }, rest)
    }
}

/// No match at all.
fn nothing(modality: Modality) -> TransitionId {
    Transitions::constant(modality == Modality::Box)
}

/// A step or test inside `<>` must hold; inside `[]` it must fail, or else.
fn signed(modality: Modality, formula: FormulaId) -> PathFormula {
    let sign = match modality {
        Modality::Diamond => Sign::Plain,
        Modality::Box => Sign::Negated,
    };
    PathFormula { sign, formula }
}
