//! From sets of single states to runs of the system: the bits of states and of joint actions, read back.

use qmas_encodings::SymbolicSystem;

use super::diagrams::{Bdd, Diagrams};
use super::paths::Walk;
use super::relation::Relation;
use crate::engine::GaveUp;
use crate::ir::{ActionId, InterpretedSystem, JointAction, State};
use crate::lower::BitLayout;
use crate::run::Run;

/// Everything that knows what bits mean.
pub(super) struct Decoder<'a> {
    pub(super) system: &'a InterpretedSystem,
    pub(super) symbolic: &'a SymbolicSystem,
    pub(super) diagrams: &'a Diagrams,
    pub(super) relation: &'a Relation,
    pub(super) layout: BitLayout,
}

impl Decoder<'_> {
    /// The walk as a run.
    pub(super) fn run(&self, walk: &Walk) -> Result<Run, GaveUp> {
        let states: Vec<State> = walk.states.iter().map(|state| self.state(state)).collect();
        let mut actions = Vec::with_capacity(states.len());
        let back = walk.back_to.map(|position| &walk.states[position]);
        for (from, to) in walk.states.iter().zip(walk.states.iter().skip(1).chain(back)) {
            actions.push(self.action(from, to)?);
        }
        Ok(Run { states, actions, back_to: walk.back_to })
    }

    /// The set of one state.
    pub(super) fn set(&self, state: &State) -> Result<Bdd, GaveUp> {
        let inputs: Vec<_> = self.symbolic.state.iter().map(|bit| bit.now).collect();
        self.diagrams.cube_of(&inputs, &self.layout.encode(self.system, state))
    }

    /// A state of a set that is not empty.
    pub(super) fn state(&self, set: &Bdd) -> State {
        let inputs: Vec<_> = self.symbolic.state.iter().map(|bit| bit.now).collect();
        let bits = self.diagrams.some_values(set, &inputs);
        let state = bits.and_then(|bits| self.layout.decode(self.system, &bits));
        state.unwrap_or_else(|| unreachable!("reachable states are in the domain"))
    }

    /// What can be done between two states.
    pub(super) fn action(&self, from: &Bdd, to: &Bdd) -> Result<JointAction, GaveUp> {
        Ok(self.some_action(&self.relation.actions_between(self.diagrams, from, to)?))
    }

    /// One of a set of joint actions that is not empty.
    pub(super) fn some_action(&self, set: &Bdd) -> JointAction {
        let agents = &self.symbolic.agents;
        let inputs: Vec<_> = agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let bits = self.diagrams.some_values(set, &inputs);
        let mut bits = bits.unwrap_or_else(|| unreachable!("something can be done")).into_iter();
        let mut code = |width: usize| (0..width).map(|at| usize::from(bits.next() == Some(true)) << at).sum();
        let actions: Vec<ActionId> = agents.iter().map(|agent| ActionId::new(code(agent.actions.len()))).collect();
        JointAction::new(actions)
    }
}
