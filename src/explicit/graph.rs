//! Numbered states and the steps between them.

use std::cell::OnceCell;

use super::edges::Edges;
use super::set::StateSet;
use super::words::index;

/// Lists of numbers, one per row, in two vectors: a million short lists cost no more than their contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rows {
    /// Where each row ends; the first entry is where the first begins.
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self { ends: vec![0], items: Vec::new() }
    }

    /// There must be room for it.
    pub(super) fn push(&mut self, row: &[u32]) {
        self.items.extend_from_slice(row);
        self.end();
    }

    /// One number more in the row that is not ended yet.
    pub(super) fn add(&mut self, item: u32) {
        self.items.push(item);
    }

    /// The row ends.
    pub(super) fn end(&mut self) {
        self.ends.push(index(self.items.len()));
    }

    /// No rows.
    pub(super) fn clear(&mut self) {
        self.ends.truncate(1);
        self.items.clear();
    }

    pub(super) fn row(&self, number: usize) -> &[u32] {
        &self.items[self.ends[number] as usize..self.ends[number + 1] as usize]
    }

    /// All rows, one after the other.
    pub(super) fn all(&self) -> &[u32] {
        &self.items
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// How many numbers there are in all rows.
    pub(super) fn items(&self) -> usize {
        self.items.len()
    }

    /// The rows that say which rows of this one mention a number. Counting sort: ascending like the rows themselves.
    fn reversed(&self) -> Self {
        let mut ends = vec![0; self.len() + 1];
        for &item in &self.items {
            ends[item as usize + 1] += 1;
        }
        for number in 1..ends.len() {
            ends[number] += ends[number - 1];
        }
        let mut next = ends.clone();
        let mut items = vec![0; self.items.len()];
        for (from, number) in (0u32..).zip(0..self.len()) {
            for &to in self.row(number) {
                items[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Self { ends, items }
    }
}

/// A finite graph with its edges in both directions. States without successors are deadlocks.
#[derive(Debug, Clone)]
pub struct Graph {
    successors: Rows,
    /// Made when somebody asks.
    predecessors: OnceCell<Rows>,
}

impl Graph {
    /// The graph with these successor lists, each without repetition.
    #[must_use]
    pub fn new(successors: Vec<Vec<u32>>) -> Self {
        let mut rows = Rows::new();
        for row in &successors {
            rows.push(row);
        }
        Self::from_rows(rows)
    }

    /// The graph whose successor lists are these rows, each without repetition.
    pub(super) fn from_rows(successors: Rows) -> Self {
        Self { successors, predecessors: OnceCell::new() }
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The states one step after `state`.
    pub fn successors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.successors.row(state).iter().map(|&next| next as usize)
    }

    /// The states one step before `state`.
    pub fn predecessors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.predecessors
            .get_or_init(|| self.successors.reversed())
            .row(state)
            .iter()
            .map(|&previous| previous as usize)
    }

    /// The states one step after `state`, as they are kept.
    pub(super) fn row(&self, state: usize) -> &[u32] {
        self.successors.row(state)
    }

    /// How many steps there are.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.successors.items()
    }

    /// The states without successors.
    #[must_use]
    pub fn deadlocks(&self) -> StateSet {
        StateSet::collect(self.len(), |state| self.successors.row(state).is_empty())
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.successors == other.successors
    }
}

impl Eq for Graph {}

impl Edges for Graph {
    fn size(&self) -> usize {
        self.len()
    }

    fn after(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.successors(state)
    }

    fn after_at(&self, state: usize, position: usize) -> Option<usize> {
        self.successors.row(state).get(position).map(|&next| next as usize)
    }

    fn before(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.predecessors(state)
    }
}
