//! Which joint actions make which steps, for all states: what strategic operators ask about.
//!
//! Kept as they are listed: joint actions between which nothing makes a difference are one branch, and equal rows of classes
//! are one number.

use super::graph::Rows;
use super::steps::{self, Listing, Row};

/// The branches of all states.
#[derive(Debug)]
pub(super) struct Labels {
    /// Where the branches of each state end; the first entry is where those of the first begin.
    ends: Vec<usize>,
    /// Per branch, its classes.
    rows_of: Vec<Row>,
    /// Per branch, where it leads: ascending, without repetition.
    targets: Rows,
    rows: steps::Rows,
}

impl Labels {
    pub(super) fn new() -> Self {
        Self { ends: vec![0], rows_of: Vec::new(), targets: Rows::new(), rows: steps::Rows::default() }
    }

    /// The next state has these branches; `targets` is where each leads. All states must be listed by the same listing.
    pub(super) fn push(&mut self, listing: &Listing, targets: &Rows) {
        let mut sorted = Vec::new();
        for (number, branch) in listing.branches.iter().enumerate() {
            self.rows_of.push(branch.row);
            match targets.row(number) {
                [] => self.targets.push(&[]),
                &[only] => self.targets.push(&[only]),
                several => {
                    sorted.clear();
                    sorted.extend_from_slice(several);
                    sorted.sort_unstable();
                    self.targets.push(&sorted);
                }
            }
        }
        self.ends.push(self.rows_of.len());
    }

    /// How many states have their branches here.
    pub(super) fn states(&self) -> usize {
        self.ends.len() - 1
    }

    /// All states have been listed by this listing.
    pub(super) fn finished(mut self, listing: Listing) -> Self {
        self.rows = listing.rows;
        self
    }

    /// How many numbers are kept.
    pub(super) fn items(&self) -> usize {
        self.rows_of.len() + self.targets.items()
    }

    /// The branches of a state.
    pub(super) fn branches(&self, state: usize) -> std::ops::Range<usize> {
        self.ends[state]..self.ends[state + 1]
    }

    /// The row of classes of a branch.
    pub(super) fn row(&self, branch: usize) -> Row {
        self.rows_of[branch]
    }

    /// The rows of classes of some branches.
    pub(super) fn rows_of(&self, branches: std::ops::Range<usize>) -> &[Row] {
        &self.rows_of[branches]
    }

    /// All rows of classes, by their numbers.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> {
        self.rows.all()
    }

    /// The agents of a row of classes, and the number and the actions of their classes.
    pub(super) fn classes(&self, row: Row) -> impl Iterator<Item = (usize, u32, &[u32])> {
        self.rows.classes(row)
    }

    /// The actions of an agent that belong to a branch, ascending; `None` if all that are enabled do.
    pub(super) fn class(&self, branch: usize, agent: usize) -> Option<&[u32]> {
        let mut classes = self.classes(self.row(branch));
        classes.find_map(|(other, _, actions)| (other == agent).then_some(actions))
    }

    /// Where a branch leads.
    pub(super) fn targets(&self, branch: usize) -> &[u32] {
        self.targets.row(branch)
    }
}
