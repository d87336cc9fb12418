//! States, actions and agents by their names: what a person may look at in a file.

use crate::ir::{ActionId, AgentId, InterpretedSystem, JointAction, State};
use crate::witness::evidence::Decision;

/// Names instead of numbers.
pub(super) struct Names<'a> {
    pub(super) system: &'a InterpretedSystem,
}

impl Names<'_> {
    pub(super) fn state(&self, state: &State) -> Vec<String> {
        self.system.var_ids().map(|id| self.system.show_value(id, state.get(id))).collect()
    }

    pub(super) fn action(&self, action: &JointAction) -> Vec<String> {
        self.system.agent_ids().map(|agent| self.one(agent, action.get(agent))).collect()
    }

    pub(super) fn one(&self, agent: AgentId, action: ActionId) -> String {
        self.system.agent(agent).actions[action.index()].clone()
    }

    pub(super) fn agent(&self, agent: AgentId) -> String {
        self.system.agent(agent).name.clone()
    }

    pub(super) fn decisions(&self, decisions: &[Decision]) -> Vec<(String, Vec<String>, String)> {
        let decision = |&Decision { agent, ref sees, action }: &Decision| {
            (self.agent(agent), self.local(agent, sees), self.one(agent, action))
        };
        decisions.iter().map(decision).collect()
    }

    fn local(&self, agent: AgentId, local: &[i64]) -> Vec<String> {
        let seen = &self.system.agent(agent).observes;
        seen.iter().zip(local).map(|(&id, &value)| self.system.show_value(id, value)).collect()
    }
}
