//! Numbered states and the steps between them.

use super::set::StateSet;

/// A finite graph with its edges in both directions. States without successors are deadlocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph with these successor lists, each without repetition.
    #[must_use]
    pub fn new(successors: Vec<Vec<u32>>) -> Self {
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (from, targets) in (0u32..).zip(&successors) {
            for &to in targets {
                predecessors[to as usize].push(from);
            }
        }
        Self { successors, predecessors }
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// The states one step after `state`.
    pub fn successors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.successors[state].iter().map(|&next| next as usize)
    }

    /// The states one step before `state`.
    pub fn predecessors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.predecessors[state].iter().map(|&previous| previous as usize)
    }

    /// How many steps there are.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.successors.iter().map(Vec::len).sum()
    }

    /// The states without successors.
    #[must_use]
    pub fn deadlocks(&self) -> StateSet {
        StateSet::collect(self.len(), |state| self.successors[state].is_empty())
    }
}
