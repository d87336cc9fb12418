//! Knowledge (ISPL, section 5): an agent cannot tell two states of the universe apart if it sees the same in both.
//! Fagin, Halpern, Moses and Vardi, "Reasoning about Knowledge" (MIT Press 1995).

use std::collections::HashMap;

use super::super::super::claim::relations;
use super::{Set, Whole};
use crate::ir::AgentId;
use crate::logic::Knowledge;

impl Whole<'_> {
    /// The states of the universe that some agents cannot tell apart, together.
    pub(super) fn classes(&self, universe: &Set, agents: &[AgentId]) -> Vec<Vec<usize>> {
        let mut numbers: HashMap<Vec<Vec<i64>>, usize> = HashMap::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (number, state) in self.states.iter().enumerate().filter(|&(number, _)| universe[number]) {
            let class = *numbers.entry(self.local(state, agents)).or_insert(classes.len());
            if class == classes.len() {
                classes.push(Vec::new());
            }
            classes[class].push(number);
        }
        classes
    }

    /// The states from which one step, or for common knowledge several, of what agents cannot tell apart leads to `goal`.
    pub(super) fn considers(&self, universe: &Set, knowledge: Knowledge, goal: &Set) -> Set {
        let (relations, common) = relations(self.system(), knowledge);
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut classes_of: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for agents in &relations {
            for class in self.classes(universe, agents) {
                class.iter().for_each(|&state| classes_of[state].push(classes.len()));
                classes.push(class);
            }
        }
        let mut found = vec![false; self.len()];
        let mut seen = vec![false; classes.len()];
        let mut work: Vec<usize> = (0..self.len()).filter(|&state| goal[state]).collect();
        while let Some(state) = work.pop() {
            for &class in &classes_of[state] {
                if !std::mem::replace(&mut seen[class], true) {
                    for &other in &classes[class] {
                        if !std::mem::replace(&mut found[other], true) && common {
                            work.push(other);
                        }
                    }
                }
            }
        }
        found
    }
}
