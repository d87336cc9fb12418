//! Which evolution lines are behind a step: those that could be executed, and those that were.

use super::id::AgentId;
use super::initial::OutOfBudget;
use super::state::{JointAction, State};
use super::step::{Transitions, Updates};
use super::system::Semantics;

impl Transitions<'_> {
    /// The evolution lines of an agent that are enabled and have a result, by their number from 0, with what they assign.
    #[must_use]
    pub fn executable_lines(&self, state: &State, action: &JointAction, agent: AgentId) -> Vec<(usize, Updates)> {
        self.executable(state, action, agent, &mut Vec::new()).1
    }

    /// Where `action` can lead from `state`: ascending, without repetition.
    ///
    /// # Errors
    /// If there are more than `budget` combinations of evolution lines.
    pub fn evolve_within(&self, state: &State, action: &JointAction, budget: usize) -> Result<Vec<State>, OutOfBudget> {
        self.evolve_noting(state, action, budget, &mut Vec::new())
    }

    /// The evolution lines of an agent that may have been executed in a step that is possible, by their numbers from 0,
    /// ascending. Under MultiAssignment it was one of them; under SingleAssignment one for each variable that any of them
    /// assigns. None if nothing was executed.
    #[must_use]
    pub fn executed(&self, from: &State, action: &JointAction, to: &State, agent: AgentId) -> Vec<usize> {
        let variables = &self.system().agent(agent).variables;
        let lines = self.executable_lines(from, action, agent);
        let single = self.system().semantics == Semantics::SingleAssignment;
        let fits = |updates: &Updates| {
            if single {
                return updates.iter().all(|&(variable, value)| to.get(variable) == value);
            }
            variables.iter().all(|&variable| {
                let update = updates.iter().find(|(updated, _)| *updated == variable);
                to.get(variable) == update.map_or(from.get(variable), |&(_, value)| value)
            })
        };
        lines.into_iter().filter(|(_, updates)| fits(updates)).map(|(number, _)| number).collect()
    }
}
