//! Runs through listed states, with the joint actions that make their steps.

use super::space::Space;
use super::steps::{Branch, Listing};
use crate::ir::{ActionId, JointAction};
use crate::run::Run;

impl Space<'_> {
    /// A shortest way from an initial state to `state`.
    #[must_use]
    pub fn run_to(&self, state: usize) -> Run {
        let mut start = state;
        let (mut states, mut actions) = (vec![self.state(state)], Vec::new());
        while let Some(parent) = self.parent(start) {
            actions.push(self.action_between(parent, start));
            states.push(self.state(parent));
            start = parent;
        }
        states.reverse();
        actions.reverse();
        Run { states, actions, back_to: None }
    }

    /// The run through these states, each a successor of the one before, and back to a position if one is given.
    pub(super) fn run_along(&self, states: &[usize], back_to: Option<usize>) -> Run {
        let next = states.iter().skip(1).copied().chain(back_to.map(|position| states[position]));
        let actions = states.iter().zip(next).map(|(&from, to)| self.action_between(from, to)).collect();
        Run { states: states.iter().map(|&state| self.state(state)).collect(), actions, back_to }
    }

    /// The first joint action that can lead from a state to one of its successors.
    #[must_use]
    pub fn action_between(&self, from: usize, to: usize) -> JointAction {
        if let Some(action) = self.given(from, to) {
            return action.clone();
        }
        let mut listing = Listing::default();
        self.list(from, &mut listing).expect("its successors were listed when it was explored");
        let enabled = self.enabled(from);
        let leads_there = |branch: &&Branch| self.targets(&listing, branch).any(|target| target == to);
        let branch = listing.branches.iter().find(leads_there).expect("a state was reached from its parent");
        let mut actions: Vec<u32> = enabled.iter().map(|enabled| enabled[0]).collect();
        for (agent, class) in listing.classes(branch) {
            actions[agent] = class[0];
        }
        JointAction::new(actions.into_iter().map(|action| ActionId::new(action as usize)).collect::<Vec<_>>())
    }
}
