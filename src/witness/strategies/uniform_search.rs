//! The way through all uniform strategies: decisions about local states, one after the other, taken back in turn.

use std::collections::BTreeMap;

use super::super::evidence::Decision;
use crate::ir::{ActionId, AgentId};

/// What an agent sees.
pub(super) type Local = (AgentId, Vec<i64>);
/// What was decided.
pub(super) type Decided = BTreeMap<Local, ActionId>;

/// Uniform strategies, one decision after the other.
#[derive(Default)]
pub(super) struct UniformSearch {
    strategy: Decided,
    /// What was decided, and what else could have been.
    decisions: Vec<(Local, Vec<ActionId>)>,
}

impl UniformSearch {
    pub(super) fn strategy(&self) -> &Decided {
        &self.strategy
    }

    /// What was decided, in the order in which it was.
    pub(super) fn decided(&self) -> Vec<Decision> {
        let decision = |(local, _): &(Local, Vec<ActionId>)| {
            let (agent, sees) = local.clone();
            Decision { agent, sees, action: self.strategy[local] }
        };
        self.decisions.iter().map(decision).collect()
    }

    /// One more local state to decide; [`UniformSearch::advance`] makes the first choice.
    pub(super) fn decide(&mut self, local: Local, mut actions: Vec<ActionId>) {
        actions.reverse();
        self.decisions.push((local, actions));
    }

    /// The next strategy; false if there is none.
    pub(super) fn advance(&mut self) -> bool {
        while let Some((local, untried)) = self.decisions.last_mut() {
            if let Some(action) = untried.pop() {
                self.strategy.insert(local.clone(), action);
                return true;
            }
            self.strategy.remove(local);
            self.decisions.pop();
        }
        false
    }
}
