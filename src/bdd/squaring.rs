//! Transitive closures by iterative squaring: the relation of up to 2^i steps from that of up to 2^(i-1). A counter up to a
//! million needs twenty of these and a million single steps. It pays only where the relation stays small, so searches
//! turn to it after many rounds, and back to single steps when it grows.
//!
//! Burch, Clarke, McMillan, Dill, Hwang (1990), section 6.

use oxidd::{Function, Subst};
use qmas_encodings::{InputId, SymbolicSystem};

use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// A search turns to squaring after this many rounds.
pub(super) const ROUNDS: usize = 500;
/// Relations with more nodes are not squared.
const MOST_NODES: usize = 20_000;

/// The renamings that a composition of relations needs.
pub(super) struct Squaring {
    next_to_middle: Subst<Bdd>,
    now_to_middle: Subst<Bdd>,
    middle: Bdd,
    now: Bdd,
    next: Bdd,
    to_now: Subst<Bdd>,
    to_next: Subst<Bdd>,
    same: Bdd,
}

impl Squaring {
    pub(super) fn new(diagrams: &Diagrams, system: &SymbolicSystem) -> Result<Self, GaveUp> {
        let middle = |bit: InputId| diagrams.middle(bit);
        let mut same = diagrams.constant(true);
        // From the bottom up, a conjunction adds a few nodes at a time.
        let mut bits: Vec<_> = system.state.iter().collect();
        bits.sort_by_key(|bit| std::cmp::Reverse(diagrams.level(bit.now)));
        for bit in bits {
            let equal = diagrams.iff(&diagrams.variable(bit.now)?, &diagrams.variable(bit.next)?)?;
            same = diagrams.and(&equal, &same)?;
        }
        let level = |input: InputId| diagrams.level(input);
        let pairs = |from: &dyn Fn(usize) -> u32, to: &dyn Fn(usize) -> u32| -> Vec<(u32, u32)> {
            (0..system.state.len()).map(|bit| (from(bit), to(bit))).collect()
        };
        let now = |bit: usize| level(system.state[bit].now);
        let next = |bit: usize| level(system.state[bit].next);
        let mid = |bit: usize| middle(system.state[bit].next);
        let all = 0..system.state.len();
        Ok(Self {
            next_to_middle: diagrams.renaming_levels(&pairs(&next, &mid))?,
            now_to_middle: diagrams.renaming_levels(&pairs(&now, &mid))?,
            to_next: diagrams.renaming_levels(&pairs(&now, &next))?,
            to_now: diagrams.renaming_levels(&pairs(&next, &now))?,
            middle: diagrams.cube_levels(all.clone().map(mid).collect())?,
            now: diagrams.cube_levels(all.clone().map(now).collect())?,
            next: diagrams.cube_levels(all.map(next).collect())?,
            same,
        })
    }

    /// The relation of one or more steps; none if it is too large.
    pub(super) fn closure(&self, diagrams: &Diagrams, step: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        let mut relation = step.clone();
        loop {
            if relation.node_count() > MOST_NODES {
                return Ok(None);
            }
            let first = diagrams.rename(&relation, &self.next_to_middle)?;
            let second = diagrams.rename(&relation, &self.now_to_middle)?;
            let both = diagrams.and_exists(&first, &second, &self.middle)?;
            let more = diagrams.or(&relation, &both)?;
            if more == relation {
                return Ok(Some(relation));
            }
            relation = more;
        }
    }

    /// The states from which `relation` leads into `set`.
    pub(super) fn before(&self, diagrams: &Diagrams, relation: &Bdd, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.and_exists(relation, &diagrams.rename(set, &self.to_next)?, &self.next)
    }

    /// A set over next-state variables as a set of states.
    pub(super) fn unprimed(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.rename(set, &self.to_now)
    }

    /// The states to which `relation` leads from `set`.
    pub(super) fn after(&self, diagrams: &Diagrams, relation: &Bdd, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.rename(&diagrams.and_exists(relation, set, &self.now)?, &self.to_now)
    }

    /// The states that `relation` ties to themselves.
    pub(super) fn fixed(&self, diagrams: &Diagrams, relation: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.and_exists(relation, &self.same, &self.next)
    }
}
