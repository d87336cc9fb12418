//! What edges of an automaton ask for, as sets of states of the model.

use std::collections::HashMap;

use super::super::branching::World;
use super::super::diagrams::Bdd;
use crate::automata::{Cases, Label, Labels, Proposition};
use crate::engine::GaveUp;

/// The sets of states of labels, each made once.
pub(super) struct LabelSets<'a, F> {
    world: &'a World<'a>,
    labels: &'a Labels,
    of: F,
    built: HashMap<Label, Bdd>,
}

impl<'a, F: Fn(Proposition) -> &'a Bdd> LabelSets<'a, F> {
    /// `of` says in which states a proposition holds.
    pub(super) fn new(world: &'a World<'a>, labels: &'a Labels, of: F) -> Self {
        let constants = [(Label::TRUE, world.universe.states.clone()), (Label::FALSE, world.diagrams.constant(false))];
        Self { world, labels, of, built: HashMap::from(constants) }
    }

    /// The states of the universe that satisfy a label.
    pub(super) fn get(&mut self, root: Label) -> Result<Bdd, GaveUp> {
        let mut work = vec![root];
        while let Some(&label) = work.last() {
            let known = self.built.contains_key(&label);
            let Some(Cases { proposition, high, low }) = self.labels.cases(label).filter(|_| !known) else {
                work.pop();
                continue;
            };
            match (self.built.get(&high), self.built.get(&low)) {
                (Some(high), Some(low)) => {
                    let (diagrams, holds) = (self.world.diagrams, (self.of)(proposition));
                    let set = diagrams.or(&diagrams.and(holds, high)?, &diagrams.minus(low, holds)?)?;
                    self.built.insert(label, set);
                }
                _ => work.extend([high, low]),
            }
        }
        Ok(self.built[&root].clone())
    }
}
