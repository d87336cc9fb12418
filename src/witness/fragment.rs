//! A small part of a system, state by state: where few states matter, the shortest of all paths can be looked for.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use super::sets::Sets;
use crate::engine::GaveUp;
use crate::ir::State;

/// How many states are few.
pub(super) const FEW: usize = 400;

/// Numbers of states and their successors within a set, as far as they were asked for.
pub(super) struct Fragment<'a, S: Sets> {
    sets: &'a S,
    within: &'a S::Set,
    states: IndexSet<State>,
    successors: BTreeMap<usize, Vec<usize>>,
}

impl<'a, S: Sets> Fragment<'a, S> {
    pub(super) fn new(sets: &'a S, within: &'a S::Set) -> Self {
        Self { sets, within, states: IndexSet::new(), successors: BTreeMap::new() }
    }

    /// The numbers of all states of a set; none if they are not few.
    pub(super) fn add_all(&mut self, set: &S::Set) -> Result<Option<Vec<usize>>, GaveUp> {
        let mut left = set.clone();
        let mut found = Vec::new();
        while let Some(state) = self.sets.some(&left)? {
            left = self.sets.minus(&left, &self.sets.single(&state)?)?;
            found.push(self.states.insert_full(state).0);
            if self.states.len() > FEW {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// How many states have numbers.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, number: usize) -> &State {
        &self.states[number]
    }

    /// Whether a state is in a set.
    pub(super) fn is_in(&self, number: usize, set: &S::Set) -> Result<bool, GaveUp> {
        self.sets.contains(set, &self.states[number])
    }

    /// The successors of a state; none at all once there are too many states.
    pub(super) fn successors(&mut self, number: usize) -> Result<Option<Vec<usize>>, GaveUp> {
        if let Some(known) = self.successors.get(&number) {
            return Ok(Some(known.clone()));
        }
        let here = self.sets.single(&self.states[number])?;
        let after = self.sets.and(&self.sets.after(&here)?, self.within)?;
        let Some(found) = self.add_all(&after)? else { return Ok(None) };
        self.successors.insert(number, found.clone());
        Ok(Some(found))
    }
}
