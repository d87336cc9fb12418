//! Explicit nondeterministic automata: states, labelled edges, and what acceptance asks of each state.

use std::collections::HashMap;

use super::TooLarge;
use super::components::Components;
use super::labels::{Label, Labels};
use crate::engine::Traces;

/// An edge: it reads a letter of its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Which letters.
    pub label: Label,
    /// Where it leads.
    pub target: usize,
}

/// States and edges of a Büchi automaton or an NFA. State 0 is the initial one; there always is one.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(super) traces: Traces,
    pub(super) labels: Labels,
    pub(super) edges: Vec<Vec<Edge>>,
    /// Infinite words: true or false. Finite words: what the last letter must satisfy for the word to end here.
    pub(super) accepting: Vec<Label>,
}

impl Graph {
    /// The initial state.
    pub const INITIAL: usize = 0;

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// There always is a state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The edges from a state, at most one to each target.
    #[must_use]
    pub fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[state]
    }

    /// What the labels mean.
    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The strongly connected components, each after those that its edges lead to; members ascending.
    #[must_use]
    pub fn components(&self) -> Vec<Vec<usize>> {
        let found = Components::new(&self.successors());
        let mut components = vec![Vec::new(); found.is_cyclic.len()];
        for state in 0..self.len() {
            components[found.of[state]].push(state);
        }
        components
    }

    pub(super) fn successors(&self) -> Vec<Vec<u32>> {
        let number = |edge: &Edge| u32::try_from(edge.target).expect("sizes are limited far below");
        self.edges.iter().map(|edges| edges.iter().map(number).collect()).collect()
    }

    pub(super) fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut predecessors = vec![Vec::new(); self.len()];
        for (state, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                predecessors[edge.target].push(state);
            }
        }
        predecessors
    }

    /// Whether a state accepts everything that may follow, and is seen to do so.
    pub(super) fn is_sink(&self, state: usize) -> bool {
        self.accepting[state] == Label::TRUE
            && self.edges[state].iter().any(|edge| edge.target == state && edge.label == Label::TRUE)
    }

    /// Removes what cannot be reached and what cannot accept, and numbers the rest in the order of a breadth-first
    /// search.
    pub(super) fn trim(&mut self) {
        let live = self.live();
        for edges in &mut self.edges {
            edges.retain(|edge| live[edge.target]);
        }
        let mut numbers = HashMap::from([(Self::INITIAL, 0)]);
        let mut order = vec![Self::INITIAL];
        let mut done = 0;
        while let Some(&state) = order.get(done) {
            done += 1;
            for edge in &self.edges[state] {
                numbers.entry(edge.target).or_insert_with(|| {
                    order.push(edge.target);
                    order.len() - 1
                });
            }
        }
        self.edges = order
            .iter()
            .map(|&state| {
                let mut edges = std::mem::take(&mut self.edges[state]);
                for edge in &mut edges {
                    edge.target = numbers[&edge.target];
                }
                edges.sort_unstable_by_key(|edge| edge.target);
                edges
            })
            .collect();
        self.accepting = order.iter().map(|&state| self.accepting[state]).collect();
    }

    /// The states from which some word is accepted.
    fn live(&self) -> Vec<bool> {
        let mut live: Vec<bool> = match self.traces {
            Traces::Finite => self.accepting.iter().map(|&label| label != Label::FALSE).collect(),
            Traces::Infinite => {
                let components = Components::new(&self.successors());
                let accepts = |state: usize| self.accepting[state] == Label::TRUE && components.on_cycle(state);
                (0..self.len()).map(accepts).collect()
            }
        };
        let predecessors = self.predecessors();
        let mut work: Vec<usize> = (0..self.len()).filter(|&state| live[state]).collect();
        while let Some(state) = work.pop() {
            for &previous in &predecessors[state] {
                if !std::mem::replace(&mut live[previous], true) {
                    work.push(previous);
                }
            }
        }
        live
    }

    /// Edges to `class[target]` instead of `target`, ascending, at most one to each.
    pub(super) fn merged(&mut self, edges: &[Edge], class: &[usize]) -> Result<Vec<Edge>, TooLarge> {
        let mut moved: Vec<Edge> = edges.iter().map(|edge| Edge { target: class[edge.target], ..*edge }).collect();
        moved.sort_unstable_by_key(|edge| (edge.target, edge.label));
        let mut merged: Vec<Edge> = Vec::with_capacity(moved.len());
        for edge in moved {
            match merged.last_mut() {
                Some(last) if last.target == edge.target => last.label = self.labels.or(last.label, edge.label)?,
                _ => merged.push(edge),
            }
        }
        Ok(merged)
    }

    /// Whether no letter leaves a choice.
    pub(super) fn is_deterministic(&mut self) -> Result<bool, TooLarge> {
        for edges in &self.edges {
            let mut seen = Label::FALSE;
            for edge in edges {
                if self.labels.and(seen, edge.label)? != Label::FALSE {
                    return Ok(false);
                }
                seen = self.labels.or(seen, edge.label)?;
            }
        }
        Ok(true)
    }

    /// Whether every letter can be read everywhere.
    pub(super) fn is_complete(&mut self) -> Result<bool, TooLarge> {
        for edges in &self.edges {
            let mut all = Label::FALSE;
            for edge in edges {
                all = self.labels.or(all, edge.label)?;
            }
            if all != Label::TRUE {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
