//! Global states and joint actions.

use super::id::{ActionId, AgentId, VarId};
use super::system::InterpretedSystem;

/// A global state: one value per variable. Booleans are 0 and 1, symbols their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(Box<[i64]>);

impl State {
    /// The state with these values, in the order of the system's variables.
    #[must_use]
    pub fn new(values: impl Into<Box<[i64]>>) -> Self {
        Self(values.into())
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, variable: VarId) -> i64 {
        self.0[variable.index()]
    }

    /// Changes the value of a variable.
    pub fn set(&mut self, variable: VarId, value: i64) {
        self.0[variable.index()] = value;
    }

    /// All values, in the order of the system's variables.
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.0
    }

    /// The local state of `agent` in this global state: the values that it observes.
    #[must_use]
    pub fn observation(&self, system: &InterpretedSystem, agent: AgentId) -> Vec<i64> {
        system.agent(agent).observes.iter().map(|&variable| self.get(variable)).collect()
    }
}

/// One action per agent, the Environment's first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointAction(Box<[ActionId]>);

impl JointAction {
    /// The joint action with these components, in the order of the system's agents.
    #[must_use]
    pub fn new(actions: impl Into<Box<[ActionId]>>) -> Self {
        Self(actions.into())
    }

    /// What `agent` does.
    #[must_use]
    pub fn get(&self, agent: AgentId) -> ActionId {
        self.0[agent.index()]
    }

    /// Changes what `agent` does.
    pub fn set(&mut self, agent: AgentId, action: ActionId) {
        self.0[agent.index()] = action;
    }

    /// All components, in the order of the system's agents.
    #[must_use]
    pub fn actions(&self) -> &[ActionId] {
        &self.0
    }
}
