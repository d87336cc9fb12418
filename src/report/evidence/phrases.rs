//! Words that all of a text about evidence needs: formulas, and agents with their verbs.

use super::like::{Said, together};
use crate::ir::{AgentId, InterpretedSystem};
use crate::logic::{FormulaId, Formulas};

/// The longest formula that is shown whole.
const LONGEST: usize = 200;

/// A formula, or the start of a long one.
pub(super) fn show(formulas: &Formulas, system: &InterpretedSystem, formula: FormulaId) -> String {
    formulas.show_start(system, formula, LONGEST)
}

/// An agent, or several as one.
pub(super) fn names(system: &InterpretedSystem, agents: &[AgentId]) -> String {
    let one = |&agent: &AgentId| Said { name: system.agent(agent).name.clone(), of: String::new(), stands_out: false };
    let said: Vec<Said> = agents.iter().map(one).collect();
    let names: Vec<String> = together(&said).into_iter().map(|word| word.text).collect();
    match agents {
        [_] => names.concat(),
        _ => format!("{} together", names.join(" and ")),
    }
}

/// The form of a verb for one agent, or for several.
pub(super) fn verb<'a>(agents: &[AgentId], one: &'a str, several: &'a str) -> &'a str {
    if agents.len() == 1 { one } else { several }
}
