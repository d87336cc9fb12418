//! Transitive closures by iterative squaring: the relation of up to 2^i steps from that of up to 2^(i-1). A counter up to a
//! million needs twenty of these and a million single steps. It pays only where the relation stays small, so searches
//! turn to it after many rounds, and back to single steps when it grows.
//!
//! Burch, Clarke, McMillan, Dill, Hwang (1990), section 6.

use oxidd::{Function, Subst, VarNo};
use qmas_encodings::{InputId, StateBit, SymbolicSystem};

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

/// A bit of a state now, halfway, and next: its levels.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub(super) now: VarNo,
    pub(super) middle: VarNo,
    pub(super) next: VarNo,
}

/// The bits of a system's states.
pub(super) fn places(diagrams: &Diagrams, system: &SymbolicSystem) -> Vec<Places> {
    let level = |input: InputId| diagrams.level(input);
    let of = |bit: &StateBit| Places { now: level(bit.now), middle: diagrams.middle(bit.next), next: level(bit.next) };
    system.state.iter().map(of).collect()
}

impl Squaring {
    pub(super) fn new(diagrams: &Diagrams, places: &[Places]) -> Result<Self, GaveUp> {
        let mut same = diagrams.constant(true);
        // From the bottom up, a conjunction adds a few nodes at a time.
        let mut sorted = places.to_vec();
        sorted.sort_by_key(|place| std::cmp::Reverse(place.now));
        for place in sorted {
            let equal = diagrams.iff(&diagrams.at_level(place.now)?, &diagrams.at_level(place.next)?)?;
            same = diagrams.and(&equal, &same)?;
        }
        let renaming = |from: fn(&Places) -> VarNo, to: fn(&Places) -> VarNo| {
            let pairs: Vec<(VarNo, VarNo)> = places.iter().map(|place| (from(place), to(place))).collect();
            diagrams.renaming_levels(&pairs)
        };
        let cube = |of: fn(&Places) -> VarNo| diagrams.cube_levels(places.iter().map(of).collect());
        Ok(Self {
            next_to_middle: renaming(|place| place.next, |place| place.middle)?,
            now_to_middle: renaming(|place| place.now, |place| place.middle)?,
            to_next: renaming(|place| place.now, |place| place.next)?,
            to_now: renaming(|place| place.next, |place| place.now)?,
            middle: cube(|place| place.middle)?,
            now: cube(|place| place.now)?,
            next: cube(|place| place.next)?,
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
