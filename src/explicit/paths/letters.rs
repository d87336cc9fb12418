//! What a path formula can see of a state: which of its labels are true there. States that agree on that are one letter.

use std::collections::{BTreeSet, HashMap};

use super::super::StateSet;
use crate::logic::{FormulaId, Formulas};

/// No letter yet.
const NONE: u32 = u32::MAX;

/// The letter of every state.
#[derive(Debug)]
pub(super) struct Letters {
    of: Vec<u32>,
    count: u32,
}

impl Letters {
    /// The letters of so many states that these sets tell apart.
    pub(super) fn new(states: usize, sets: &[&StateSet]) -> Self {
        let mut letters = Self { of: vec![0; states], count: 1 };
        for set in sets {
            letters.split(set);
        }
        letters
    }

    /// Each letter becomes two, if some of its states are in the set and some are not.
    fn split(&mut self, set: &StateSet) {
        let mut split = vec![[NONE; 2]; self.count as usize];
        self.count = 0;
        for (state, letter) in self.of.iter_mut().enumerate() {
            let place = &mut split[*letter as usize][usize::from(set.contains(state))];
            if *place == NONE {
                *place = self.count;
                self.count += 1;
            }
            *letter = *place;
        }
    }

    /// The letter of a state.
    pub(super) fn of(&self, state: usize) -> u32 {
        self.of[state]
    }
}

/// The labels that unfolding `path` can ask about: at a labelled formula it goes no further.
pub(super) fn labels_of<'l>(
    formulas: &Formulas,
    path: FormulaId,
    labels: &'l HashMap<FormulaId, StateSet>,
) -> Vec<&'l StateSet> {
    let (mut seen, mut found, mut work) = (BTreeSet::new(), Vec::new(), vec![path]);
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        match labels.get(&id) {
            Some(set) => found.push(set),
            None => work.extend(formulas.children(id)),
        }
    }
    found
}
