//! Single steps and runs, executed on the system.

use super::super::evidence::StateId;
use super::super::unknowing::Unknowing;
use super::outcome::{Checked, Mismatch, wrong};
use crate::ir::{AgentId, JointAction, Program, State, Transitions};
use crate::model::Model;
use crate::run::Run;

/// Executes the two runs of an explanation: both from an initial state, by steps of the system, to states that look the same
/// to the agents that do not know.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay_unknowing(why: &Unknowing, model: &Model) -> Checked {
    let runner = Runner { model, transitions: Transitions::new(&model.system) };
    runner.run(&why.real)?;
    runner.run(&why.other)?;
    let end = |run: &Run| run.states[run.states.len() - 1].clone();
    let (real, other) = (end(&why.real), end(&why.other));
    let same = |&agent: &AgentId| real.observation(&model.system, agent) == other.observation(&model.system, agent);
    if why.agents.iter().all(same) {
        Ok(())
    } else {
        wrong("the two runs do not end alike for those who should not know")
    }
}

/// Executes steps and runs.
pub(super) struct Runner<'a> {
    pub(super) model: &'a Model,
    pub(super) transitions: Transitions<'a>,
}

impl Runner<'_> {
    pub(super) fn in_domain(&self, number: StateId, state: &State) -> Checked {
        let system = &self.model.system;
        if state.values().len() != system.variables.len() {
            return wrong(format!("state {number} has {} values", state.values().len()));
        }
        for variable in system.var_ids() {
            if !system.variable(variable).domain.contains(state.get(variable)) {
                let name = system.qualified(variable);
                return wrong(format!("state {number}: {} is no value of {name}", state.get(variable)));
            }
        }
        Ok(())
    }

    pub(super) fn initial(&self, state: &State) -> Checked {
        let system = &self.model.system;
        if Program::compile(&system.exprs, system.init).holds(state) {
            Ok(())
        } else {
            wrong("the first state is not an initial state")
        }
    }

    /// Whether every agent may do what it does, and whether that leads where it is said to lead.
    pub(super) fn step(&self, from: &State, action: &JointAction, to: &State) -> Checked {
        let system = &self.model.system;
        if action.actions().len() != system.agents.len() {
            return wrong(format!("{} actions for {} agents", action.actions().len(), system.agents.len()));
        }
        for agent in system.agent_ids() {
            let (who, what) = (system.agent(agent), action.get(agent));
            let Some(name) = who.actions.get(what.index()) else {
                return wrong(format!("`{}` has no action {}", who.name, what.index()));
            };
            if !self.transitions.enabled(from, agent).contains(&what) {
                return wrong(format!("the protocol of `{}` does not allow `{name}`", who.name));
            }
        }
        if !self.transitions.can_lead(from, action, to) {
            return wrong("the joint action does not lead to the next state");
        }
        Ok(())
    }

    /// A run from an initial state.
    pub(super) fn run(&self, run: &Run) -> Checked {
        let Some(start) = run.states.first() else { return wrong("a run has no state") };
        for (number, state) in run.states.iter().enumerate() {
            self.in_domain(number, state)?;
        }
        self.initial(start)?;
        if run.actions.len() + 1 != run.states.len() || run.back_to.is_some() {
            return wrong(format!("{} actions for {} states", run.actions.len(), run.states.len()));
        }
        for (at, action) in run.actions.iter().enumerate() {
            let step = self.step(&run.states[at], action, &run.states[at + 1]);
            step.map_err(|mismatch| Mismatch { position: Some(at), ..mismatch })?;
        }
        Ok(())
    }
}
