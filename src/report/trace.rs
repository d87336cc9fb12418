//! Runs as text: the first state, then what is done and what changes.

use std::fmt::Write;

use crate::ir::{InterpretedSystem, State, VarId};
use crate::run::Run;

/// The states of a run: all values of the first, then what changes.
#[must_use]
pub fn trace(system: &InterpretedSystem, run: &Run) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "  0  {}", values(system, system.var_ids().collect::<Vec<_>>().as_slice(), run.first()));
    let mut previous = run.first();
    for (number, (action, state)) in run.steps().enumerate() {
        let actions: Vec<String> = system
            .agent_ids()
            .map(|id| (id, system.agent(id)))
            .map(|(id, agent)| (&agent.name, &agent.actions[action.get(id).index()]))
            .filter(|(_, action)| *action != InterpretedSystem::SILENT)
            .map(|(agent, action)| format!("{agent}.{action}"))
            .collect();
        let changed: Vec<_> = system.var_ids().filter(|&id| state.get(id) != previous.get(id)).collect();
        let effect = if changed.is_empty() { "nothing changes".to_owned() } else { values(system, &changed, state) };
        let _ = writeln!(out, "     {}", actions.join(" "));
        let _ = writeln!(out, "  {}  {effect}", number + 1);
        previous = state;
    }
    out
}

fn values(system: &InterpretedSystem, variables: &[VarId], state: &State) -> String {
    let shown: Vec<String> = variables
        .iter()
        .map(|&id| format!("{}={}", system.qualified(id), system.show_value(id, state.get(id))))
        .collect();
    shown.join(" ")
}
