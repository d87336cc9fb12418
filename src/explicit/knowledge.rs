//! Knowledge (ISPL section 5). Fagin, Halpern, Moses and Vardi, "Reasoning about Knowledge" (MIT Press 1995).
//!
//! An agent cannot tell two states of the universe apart if its local state, the values that it observes, is the same
//! in both. What it knows is what holds in all states that it cannot tell apart from the current one.

use std::collections::HashMap;
use std::rc::Rc;

use super::set::StateSet;
use super::space::Space;
use super::world::World;
use crate::engine::GaveUp;
use crate::ir::{AgentId, VarId};
use crate::logic::Knowledge;

/// Which states look the same to an agent that sees certain variables.
#[derive(Debug)]
pub(super) struct Partition {
    classes: Vec<u32>,
    count: usize,
}

impl Partition {
    fn new(space: &Space<'_>, seen: &[VarId]) -> Self {
        let (classes, count) = space.classes(seen);
        Self { classes, count }
    }

    /// The number of the local state in `state`.
    pub(super) fn class(&self, state: usize) -> usize {
        self.classes[state] as usize
    }

    /// How many local states there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The states of `universe` that look the same as one of `set`.
    pub(super) fn alike(&self, set: &StateSet, universe: &StateSet) -> StateSet {
        let mut possible = vec![false; self.count];
        for state in set.iter() {
            possible[self.class(state)] = true;
        }
        let mut result = StateSet::empty(universe.universe());
        for state in universe.iter().filter(|&state| possible[self.class(state)]) {
            result.insert(state);
        }
        result
    }

    /// Whether no two states of `universe` look the same.
    pub(super) fn tells_all_apart(&self, universe: &StateSet) -> bool {
        let mut seen = vec![false; self.count];
        universe.iter().all(|state| !std::mem::replace(&mut seen[self.class(state)], true))
    }
}

/// The partitions that were needed so far.
#[derive(Debug, Default)]
pub(super) struct Partitions {
    by_variables: HashMap<Vec<VarId>, Rc<Partition>>,
}

impl Partitions {
    /// What the members together can tell apart: the intersection of their relations.
    pub(super) fn of(&mut self, space: &Space<'_>, members: &[AgentId]) -> Rc<Partition> {
        let mut seen: Vec<VarId> =
            members.iter().flat_map(|&member| space.system().agent(member).observes.iter().copied()).collect();
        seen.sort_unstable();
        seen.dedup();
        match self.by_variables.get(&seen) {
            Some(partition) => Rc::clone(partition),
            None => {
                let partition = Rc::new(Partition::new(space, &seen));
                self.by_variables.insert(seen, Rc::clone(&partition));
                partition
            }
        }
    }

    /// The relations behind a knowledge operator: one, or one per member.
    pub(super) fn behind(&mut self, space: &Space<'_>, knowledge: Knowledge) -> Vec<Rc<Partition>> {
        let system = space.system();
        match knowledge {
            Knowledge::Agent(agent) => vec![self.of(space, &[agent])],
            Knowledge::Distributed(group) => vec![self.of(space, &system.group(group).members)],
            Knowledge::Everyone(group) | Knowledge::Common(group) => {
                system.group(group).members.iter().map(|&member| self.of(space, &[member])).collect()
            }
        }
    }
}

impl World<'_> {
    /// K, GK, DK or GCK over the relations behind it.
    pub(super) fn knows(
        &self,
        knowledge: Knowledge,
        relations: &[Rc<Partition>],
        phi: &StateSet,
    ) -> Result<StateSet, GaveUp> {
        Ok(self.complement(&self.considers(knowledge, relations, &self.complement(phi))?))
    }

    /// The dual of K, GK, DK or GCK.
    pub(super) fn considers(
        &self,
        knowledge: Knowledge,
        relations: &[Rc<Partition>],
        phi: &StateSet,
    ) -> Result<StateSet, GaveUp> {
        match knowledge {
            Knowledge::Agent(_) | Knowledge::Distributed(_) | Knowledge::Everyone(_) => {
                Ok(self.somebody_considers(relations, phi))
            }
            Knowledge::Common(_) => self.chain_of_doubt(relations, phi),
        }
    }

    /// ¬K_i ¬φ: some state that looks the same is in φ.
    fn indistinguishable(&self, relation: &Partition, phi: &StateSet) -> StateSet {
        relation.alike(phi, self.universe)
    }

    /// ¬GK ¬φ: some member considers φ possible.
    fn somebody_considers(&self, relations: &[Rc<Partition>], phi: &StateSet) -> StateSet {
        relations.iter().fold(self.nowhere(), |result, relation| result.or(&self.indistinguishable(relation, phi)))
    }

    /// ¬GCK ¬φ = μX. ¬GK ¬(φ ∨ X), since GCK φ = νX. GK(φ ∧ X).
    fn chain_of_doubt(&self, relations: &[Rc<Partition>], phi: &StateSet) -> Result<StateSet, GaveUp> {
        let mut result = self.nowhere();
        loop {
            self.limits.check()?;
            let next = self.somebody_considers(relations, &phi.or(&result));
            if next == result {
                return Ok(result);
            }
            result = next;
        }
    }
}
