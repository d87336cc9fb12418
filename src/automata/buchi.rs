//! Büchi automata and what is known of them: how little it takes to decide emptiness.

use super::TooLarge;
use super::components::Components;
use super::graph::Graph;
use super::labels::Label;
use crate::engine::Traces;

/// How hard acceptance is, from easy to hard. An automaton has the first class that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Terminal: a run accepts iff it reaches a state that accepts everything. Reachability decides.
    CoSafety,
    /// Looping: every run that goes on forever accepts. A greatest fixpoint decides, without recurrence.
    Safety,
    /// In every strongly connected component all states accept or none does: reachability of an accepting cycle.
    Weak,
    /// Accepting states must be visited infinitely often.
    General,
}

impl Class {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CoSafety => "co-safety",
            Self::Safety => "safety",
            Self::Weak => "weak",
            Self::General => "general",
        }
    }
}

/// A nondeterministic Büchi automaton, accepting by states. From every state but perhaps the initial one some word is
/// accepted.
#[derive(Debug, Clone)]
pub struct Buchi {
    graph: Graph,
    class: Class,
    deterministic: bool,
    complete: bool,
}

impl Buchi {
    /// The smallest automaton that cheap means give.
    pub(super) fn new(mut graph: Graph) -> Result<Self, TooLarge> {
        graph.trim();
        graph.settle_acceptance();
        graph.merge_bisimilar()?;
        graph.merge_transient()?;
        graph.reduce_by_simulation()?;
        graph.trim();
        graph.settle_acceptance();
        let (deterministic, complete) = (graph.is_deterministic()?, graph.is_complete()?);
        graph.labels.forget();
        Ok(Self { class: graph.class(), graph, deterministic, complete })
    }

    /// States and edges.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether a run must visit this state, or another accepting one, infinitely often.
    #[must_use]
    pub fn is_accepting(&self, state: usize) -> bool {
        self.graph.accepting[state] == Label::TRUE
    }

    /// Whether a state accepts everything: it is accepting and stays there whatever it reads.
    #[must_use]
    pub fn is_sink(&self, state: usize) -> bool {
        self.graph.is_sink(state)
    }

    /// How hard acceptance is.
    #[must_use]
    pub fn class(&self) -> Class {
        self.class
    }

    /// Whether a word has at most one run.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// Whether every letter can be read everywhere.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

impl Graph {
    /// Marks that no run can tell apart are made equal: a component without rejecting cycles accepts throughout, one
    /// without accepting cycles nowhere, and a state that is not on a cycle follows its targets.
    fn settle_acceptance(&mut self) {
        debug_assert_eq!(self.traces, Traces::Infinite, "finite words accept by their last letter");
        let successors = self.successors();
        let components = Components::new(&successors);
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&state| components.of[state]);
        let rejects = self.on_rejecting_cycles(&successors);
        let mut mixed = vec![false; components.is_cyclic.len()];
        for state in 0..self.len() {
            mixed[components.of[state]] |= rejects[state];
        }
        for state in order {
            if !components.on_cycle(state) {
                let follows = self.edges[state].iter().all(|edge| self.accepting[edge.target] == Label::TRUE);
                self.accepting[state] = if follows { Label::TRUE } else { Label::FALSE };
            } else if !mixed[components.of[state]] {
                self.accepting[state] = Label::TRUE;
            }
        }
    }

    /// The states on cycles that no accepting state is on.
    fn on_rejecting_cycles(&self, successors: &[Vec<u32>]) -> Vec<bool> {
        let rejecting = |state: usize| self.accepting[state] != Label::TRUE;
        let within: Vec<Vec<u32>> = successors
            .iter()
            .enumerate()
            .map(|(state, targets)| {
                let stays = |target: &&u32| rejecting(state) && rejecting(**target as usize);
                targets.iter().filter(stays).copied().collect()
            })
            .collect();
        let components = Components::new(&within);
        (0..self.len()).map(|state| components.on_cycle(state)).collect()
    }

    fn class(&self) -> Class {
        let successors = self.successors();
        let components = Components::new(&successors);
        let on_cycles: Vec<usize> = (0..self.len()).filter(|&state| components.on_cycle(state)).collect();
        let accepts = |state: usize| self.accepting[state] == Label::TRUE;
        if on_cycles.iter().all(|&state| !accepts(state) || self.is_sink(state)) {
            return Class::CoSafety;
        }
        if on_cycles.iter().all(|&state| accepts(state)) {
            return Class::Safety;
        }
        let mut kinds = vec![[false; 2]; components.is_cyclic.len()];
        for state in on_cycles {
            kinds[components.of[state]][usize::from(accepts(state))] = true;
        }
        if kinds.contains(&[true, true]) { Class::General } else { Class::Weak }
    }
}
