//! Liveness by counting: a bound on how often all acceptance sets are visited, as an invariant.
//!
//! Claessen and Sörensson, "A liveness checking algorithm that counts" (FMCAD 2012), with IC3 for the invariants. A *round* is a
//! piece of a path in which every acceptance set is visited. A counter counts rounds; it starts anew in every step
//! that cannot be one of the loop of an accepting lasso, because a stable literal changes in it, say (`stable`). If the counter
//! never exceeds K, no path is accepting.
//!
//! # Why that is right
//! All steps of the loop of an accepting lasso are *quiet*, see `stable`. So from there on the counter never starts anew, and every
//! time round the loop completes the round that is under way or one of its own, so that
//! after K + 2 times the counter is beyond K: a state is reached with c_K, and a step from it completes one more round. If
//! IC3 shows that no such state can be reached, there is no accepting lasso, hence no accepting path.
//!
//! If such a state is reached, that says nothing, and K grows. That comes to an end where there is no accepting lasso: a path
//! on which more rounds follow each other than the product has states, in quiet steps, visits the state at the end
//! of a round twice, with all sets between.
//!
//! The paper's counter is a chain of latches, c₁ … c_K, each set by the one before. A larger K is one more latch, of which no
//! clause of IC3 speaks yet: all of them stay.

use crate::circuit::Lit;
use crate::ic3::{Found, Ic3};
use crate::sat::{SatFactory, SatLimits, Stop};

use super::product::Product;
use super::stable::quiet;

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// No path is accepting.
    Bounded,
    /// As many questions were asked as allowed, or as many frames looked at: it can be gone on with.
    Unfinished,
}

/// A search for K.
pub struct Counter {
    ic3: Ic3,
    valid: Lit,
    /// Whether a step may be one of a loop.
    quiet: Lit,
    /// Whether a round is complete.
    round: Lit,
    /// K, and c_K.
    rounds: usize,
    last: Lit,
}

impl Counter {
    /// A counter that may not complete any round. Without `stabilizing` it starts anew in no step.
    ///
    /// # Errors
    /// If it was asked to stop.
    pub fn new(
        mut product: Product,
        stabilizing: bool,
        factory: Box<dyn SatFactory>,
        limits: &SatLimits,
    ) -> Result<Self, Stop> {
        let quiet = if stabilizing { quiet(&mut product, &*factory, limits)? } else { Lit::TRUE };
        let Product { machine, domain, accepting, .. } = product;
        let valid = machine.valid;
        let mut counter = Self {
            ic3: Ic3::new(machine, domain, factory),
            valid,
            quiet,
            round: Lit::TRUE,
            rounds: 0,
            last: Lit::TRUE,
        };
        counter.round = match accepting.as_slice() {
            [] => Lit::TRUE,
            [only] => *only,
            sets => counter.all_visited(sets),
        };
        Ok(counter)
    }

    /// Whether every set was visited since the last round: a latch per set remembers.
    fn all_visited(&mut self, sets: &[Lit]) -> Lit {
        let circuit = self.ic3.circuit();
        let latches: Vec<_> = sets.iter().map(|_| circuit.input()).collect();
        let visited: Vec<Lit> = sets.iter().zip(&latches).map(|(&set, &(_, before))| circuit.or(set, before)).collect();
        let all = circuit.and_all(visited.iter().copied());
        let goes_on = circuit.and(self.quiet, !all);
        for ((latch, _), visited) in latches.into_iter().zip(visited) {
            let next = self.ic3.circuit().and(goes_on, visited);
            self.ic3.add_latch(latch, next);
        }
        all
    }

    /// How many rounds are allowed.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The search for an invariant.
    #[must_use]
    pub fn ic3(&self) -> &Ic3 {
        &self.ic3
    }

    /// Looks for K, with so many questions and frames at most.
    ///
    /// # Errors
    /// Why a solver stopped.
    pub fn search(&mut self, questions: u64, most: usize, limits: &SatLimits) -> Result<Counted, Stop> {
        let mut left = questions;
        loop {
            let (valid, quiet, round, last) = (self.valid, self.quiet, self.round, self.last);
            let bad = self.ic3.circuit().and_all([valid, quiet, round, last]);
            match self.ic3.search(bad, left, most, limits)? {
                Found::Safe => return Ok(Counted::Bounded),
                Found::Unfinished => return Ok(Counted::Unfinished),
                Found::Reachable => self.allow_one_more(),
            }
            left = self.ic3.left();
        }
    }

    fn allow_one_more(&mut self) {
        let circuit = self.ic3.circuit();
        let (latch, counted) = circuit.input();
        let now = circuit.and(self.last, self.round);
        let either = circuit.or(counted, now);
        let next = circuit.and(self.quiet, either);
        self.ic3.add_latch(latch, next);
        self.last = counted;
        self.rounds += 1;
    }
}
