//! Merges states that do the same: the coarsest bisimulation by partition refinement.
//!
//! Paige and Tarjan, "Three partition refinement algorithms" (1987), with signatures: the labels that lead to each class.
//! Only states with an edge into a class that was split are looked at again, so a chain is refined in linear time.

use std::collections::{BTreeMap, HashMap};

use super::TooLarge;
use super::components::Components;
use super::graph::{Edge, Graph};
use super::labels::Label;
use crate::engine::Traces;

type Signature = Vec<Edge>;

impl Graph {
    /// One state for each class of bisimilar ones.
    pub(super) fn merge_bisimilar(&mut self) -> Result<(), TooLarge> {
        let classes = Refinement::new(self).run(self)?;
        let mut first: HashMap<usize, usize> = HashMap::new();
        let stands_for: Vec<usize> =
            classes.iter().enumerate().map(|(state, class)| *first.entry(*class).or_insert(state)).collect();
        self.merge(&stands_for)
    }

    /// Keeps the states that stand for themselves; edges lead to what stands for their targets.
    pub(super) fn merge(&mut self, stands_for: &[usize]) -> Result<(), TooLarge> {
        let initial = stands_for[Self::INITIAL];
        let others = (0..self.len()).filter(|&state| stands_for[state] == state && state != initial);
        let kept: Vec<usize> = std::iter::once(initial).chain(others).collect();
        let mut numbers = vec![0; self.len()];
        for (number, &state) in kept.iter().enumerate() {
            numbers[state] = number;
        }
        let class: Vec<usize> = stands_for.iter().map(|&state| numbers[state]).collect();
        let old = std::mem::take(&mut self.edges);
        for &state in &kept {
            let edges = self.merged(&old[state], &class)?;
            self.edges.push(edges);
        }
        self.accepting = kept.iter().map(|&state| self.accepting[state]).collect();
        Ok(())
    }

    /// A state that no run visits twice has no use for its acceptance: any state with the same edges stands for it.
    pub(super) fn merge_transient(&mut self) -> Result<(), TooLarge> {
        if self.traces == Traces::Finite {
            return Ok(());
        }
        let components = Components::new(&self.successors());
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&state| (components.of[state], state));
        let mut stands_for: Vec<usize> = (0..self.len()).collect();
        let mut known: HashMap<Signature, usize> = HashMap::new();
        // Targets come first; states on cycles stay.
        for state in order {
            let edges = std::mem::take(&mut self.edges[state]);
            let signature = self.merged(&edges, &stands_for)?;
            self.edges[state] = edges;
            let first = *known.entry(signature).or_insert(state);
            if !components.on_cycle(state) {
                stands_for[state] = first;
            }
        }
        self.merge(&stands_for)
    }
}

struct Refinement {
    class: Vec<usize>,
    sizes: Vec<usize>,
    /// What all members of a class have in common that are not to be looked at.
    signatures: Vec<Signature>,
    predecessors: Vec<Vec<usize>>,
}

impl Refinement {
    fn new(graph: &Graph) -> Self {
        let mut classes: HashMap<Label, usize> = HashMap::new();
        let mut class = Vec::with_capacity(graph.len());
        let mut sizes = Vec::new();
        for label in &graph.accepting {
            let number = *classes.entry(*label).or_insert_with(|| {
                sizes.push(0);
                sizes.len() - 1
            });
            class.push(number);
            sizes[number] += 1;
        }
        let signatures = vec![Signature::new(); sizes.len()];
        Self { class, sizes, signatures, predecessors: graph.predecessors() }
    }

    fn run(mut self, graph: &mut Graph) -> Result<Vec<usize>, TooLarge> {
        let mut dirty: Vec<usize> = (0..graph.len()).collect();
        while !dirty.is_empty() {
            // All signatures refer to the same partition; only then it changes.
            let mut groups: BTreeMap<usize, Groups> = BTreeMap::new();
            for &state in &dirty {
                let edges = std::mem::take(&mut graph.edges[state]);
                let signature = graph.merged(&edges, &self.class)?;
                graph.edges[state] = edges;
                groups.entry(self.class[state]).or_default().add(signature, state);
            }
            let mut moved = Vec::new();
            for (class, groups) in groups {
                self.split(class, groups, &mut moved);
            }
            dirty = moved.into_iter().flat_map(|state| self.predecessors[state].iter().copied()).collect();
            dirty.sort_unstable();
            dirty.dedup();
        }
        Ok(self.class)
    }

    /// Gives all groups but one a class of their own.
    fn split(&mut self, class: usize, groups: Groups, moved: &mut Vec<usize>) {
        let staying = if groups.count < self.sizes[class] {
            groups.list.iter().position(|(signature, _)| *signature == self.signatures[class])
        } else {
            let largest = groups.list.iter().map(|(_, states)| states.len()).max();
            groups.list.iter().position(|(_, states)| Some(states.len()) == largest)
        };
        for (index, (signature, states)) in groups.list.into_iter().enumerate() {
            if Some(index) == staying {
                self.signatures[class] = signature;
                continue;
            }
            let new = self.sizes.len();
            self.sizes.push(states.len());
            self.sizes[class] -= states.len();
            self.signatures.push(signature);
            for state in states {
                self.class[state] = new;
                moved.push(state);
            }
        }
    }
}

/// States of one class by signature, in the order of their first members.
#[derive(Default)]
struct Groups {
    list: Vec<(Signature, Vec<usize>)>,
    numbers: HashMap<Signature, usize>,
    count: usize,
}

impl Groups {
    fn add(&mut self, signature: Signature, state: usize) {
        self.count += 1;
        match self.numbers.get(&signature) {
            Some(&number) => self.list[number].1.push(state),
            None => {
                self.numbers.insert(signature.clone(), self.list.len());
                self.list.push((signature, vec![state]));
            }
        }
    }
}
