//! Direct simulation: drops edges and states that another one makes superfluous.
//!
//! Etessami, Wilke and Schuller, "Fair simulation relations, parity games, and state space reduction for Büchi
//! automata" (2001); Bustan and Grumberg, "Simulation-based minimization" (2003). A state simulates another one if it
//! accepts where the other one does and can answer each of its steps, letter by letter, by one to a state that
//! simulates the target. States that simulate each other are one; of two edges that read the same letter only the one
//! to the greater state is needed.

use super::TooLarge;
use super::graph::{Edge, Graph};
use super::labels::Label;

/// Pairs of states are compared; beyond this many states that costs more than it saves.
const MOST_STATES: usize = 64;
/// Edges are compared in pairs; beyond this many that costs more than it saves.
const MOST_EDGES: usize = 512;

impl Graph {
    /// Merges and drops, if the automaton is small.
    pub(super) fn reduce_by_simulation(&mut self) -> Result<(), TooLarge> {
        if self.len() > MOST_STATES || self.edge_count() > MOST_EDGES {
            return Ok(());
        }
        let simulated = self.simulated()?;
        let stands_for: Vec<usize> = (0..self.len())
            .map(|state| {
                let equal = |other: usize| simulated[state][other] && simulated[other][state];
                (0..state).find(|&other| equal(other)).unwrap_or(state)
            })
            .collect();
        for state in 0..self.len() {
            self.drop_little_brothers(state, &simulated, &stands_for)?;
        }
        self.merge(&stands_for)
    }

    /// For each pair, whether the second state simulates the first: the greatest such relation.
    fn simulated(&mut self) -> Result<Vec<Vec<bool>>, TooLarge> {
        let count = self.len();
        let mut simulated = vec![vec![false; count]; count];
        for (state, row) in simulated.iter_mut().enumerate() {
            for (other, entry) in row.iter_mut().enumerate() {
                *entry = self.labels.implies(self.accepting[state], self.accepting[other])?;
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for state in (0..count).rev() {
                for other in 0..count {
                    if state != other && simulated[state][other] && !self.can_answer(state, other, &simulated)? {
                        simulated[state][other] = false;
                        changed = true;
                    }
                }
            }
        }
        Ok(simulated)
    }

    fn can_answer(&mut self, state: usize, other: usize, simulated: &[Vec<bool>]) -> Result<bool, TooLarge> {
        for edge in &self.edges[state] {
            let mut left = edge.label;
            for answer in &self.edges[other] {
                if simulated[edge.target][answer.target] {
                    left = self.labels.and(left, !answer.label)?;
                }
            }
            if left != Label::FALSE {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every edge reads only those letters that no edge to a greater state reads.
    fn drop_little_brothers(
        &mut self,
        state: usize,
        simulated: &[Vec<bool>],
        stands_for: &[usize],
    ) -> Result<(), TooLarge> {
        let edges = std::mem::take(&mut self.edges[state]);
        let mut kept = Vec::with_capacity(edges.len());
        for edge in &edges {
            let mut label = edge.label;
            for brother in &edges {
                let greater = simulated[edge.target][brother.target];
                if greater && stands_for[edge.target] != stands_for[brother.target] {
                    label = self.labels.and(label, !brother.label)?;
                }
            }
            if label != Label::FALSE {
                kept.push(Edge { label, target: edge.target });
            }
        }
        self.edges[state] = kept;
        Ok(())
    }
}
