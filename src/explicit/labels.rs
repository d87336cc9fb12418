//! Which joint actions make which steps, for all states: what strategic operators ask about.
//!
//! Kept as they are listed: joint actions between which nothing makes a difference are one branch. Equal classes of
//! actions, and equal rows of classes, are kept once.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::graph::Rows;
use super::steps::Listing;
use super::words::index;

/// Things that are kept once, by numbers.
#[derive(Debug, Default)]
struct Kept {
    all: Vec<Box<[u32]>>,
    numbers: HashMap<Box<[u32]>, u32, FxBuildHasher>,
}

impl Kept {
    fn number(&mut self, row: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(row) {
            return number;
        }
        let number = index(self.all.len());
        self.all.push(row.into());
        self.numbers.insert(row.into(), number);
        number
    }

    fn get(&self, number: u32) -> &[u32] {
        &self.all[number as usize]
    }
}

/// The branches of all states.
#[derive(Debug)]
pub(super) struct Labels {
    /// Where the branches of each state end; the first entry is where those of the first begin.
    ends: Vec<usize>,
    /// Per branch, its row of classes.
    rows_of: Vec<u32>,
    /// Rows of agents and numbers of classes, alternating.
    rows: Kept,
    classes: Kept,
    /// Per branch, where it leads: ascending, without repetition.
    targets: Rows,
}

impl Labels {
    pub(super) fn new() -> Self {
        Self {
            ends: vec![0],
            rows_of: Vec::new(),
            rows: Kept::default(),
            classes: Kept::default(),
            targets: Rows::new(),
        }
    }

    /// The next state has these branches; `targets` is where each leads.
    pub(super) fn push(&mut self, listing: &Listing, targets: &[Vec<u32>]) {
        let mut row = Vec::new();
        for (branch, targets) in listing.branches.iter().zip(targets) {
            row.clear();
            for (agent, actions) in listing.classes(branch) {
                row.extend([index(agent), self.classes.number(actions)]);
            }
            self.rows_of.push(self.rows.number(&row));
            let mut targets = targets.clone();
            targets.sort_unstable();
            self.targets.push(&targets);
        }
        self.ends.push(self.rows_of.len());
    }

    /// How many states have their branches here.
    pub(super) fn states(&self) -> usize {
        self.ends.len() - 1
    }

    /// How many numbers are kept.
    pub(super) fn items(&self) -> usize {
        self.rows_of.len() + self.targets.items()
    }

    /// The branches of a state.
    pub(super) fn branches(&self, state: usize) -> std::ops::Range<usize> {
        self.ends[state]..self.ends[state + 1]
    }

    /// The actions of an agent that belong to a branch, ascending; `None` if all that are enabled do.
    pub(super) fn class(&self, branch: usize, agent: usize) -> Option<&[u32]> {
        let row = self.rows.get(self.rows_of[branch]);
        let found = row.chunks_exact(2).find(|pair| pair[0] as usize == agent);
        found.map(|pair| self.classes.get(pair[1]))
    }

    /// Where a branch leads.
    pub(super) fn targets(&self, branch: usize) -> &[u32] {
        self.targets.row(branch)
    }
}
