//! Names for the inputs of circuits, as a reader of the model knows them: `Train1.state[0]`, `Train1.Action[2]`.

use std::collections::BTreeMap;

use qmas_encodings::InputId;
use qmas_encodings::bounded::{InputName, Meaning};

use crate::ir::{InterpretedSystem, Semantics};
use crate::lower::Lowered;

/// Bits of variables and of actions, by their inputs, least significant first.
pub(super) fn input_names(system: &InterpretedSystem, lowered: &Lowered) -> BTreeMap<InputId, String> {
    let mut names = BTreeMap::new();
    for id in system.var_ids() {
        let variable = system.variable(id);
        let owner = &system.agent(variable.owner).name;
        for (shift, input) in lowered.inputs(id).enumerate() {
            names.insert(input, format!("{owner}.{}[{shift}]", variable.name));
        }
    }
    for (agent, symbolic) in system.agents.iter().zip(&lowered.system.agents) {
        for (shift, &input) in symbolic.actions.iter().enumerate() {
            names.insert(input, format!("{}.Action[{shift}]", agent.name));
        }
    }
    names
}

/// What an input of a question stands for: the path by its place in the formula, the frame, agent, variable and bit. The
/// inputs of a frame lead from it to the next. `states` are the inputs of the state bits that the question has.
pub(super) fn described(
    name: &InputName,
    system: &InterpretedSystem,
    states: &[InputId],
    names: &BTreeMap<InputId, String>,
) -> String {
    let known = |input: InputId| names.get(&input).map_or("?", String::as_str);
    let place = &name.place;
    match name.meaning {
        Meaning::StateBit(bit) => format!("{place} frame 0 {}", known(states[bit])),
        Meaning::Chosen(frame, input) => format!("{place} frame {frame} {}", known(input)),
        Meaning::Choice { frame, agent, writes, bit } => {
            let variable = writes.map(|bit| known(states[bit]));
            format!("{place} frame {frame} {}", choice(system, agent, variable, bit))
        }
        Meaning::Stop(frame) => format!("{place} frame {frame} stop"),
    }
}

/// The name of a bit of the number of a choice: with SingleAssignment it is a choice for a variable, of which
/// `variable` is a bit, otherwise one for all variables of the agent.
pub(super) fn choice(system: &InterpretedSystem, agent: usize, variable: Option<&str>, bit: usize) -> String {
    let whole = variable.and_then(|name| name.rsplit_once('[')).map(|(name, _)| name);
    match (system.semantics, whole) {
        (Semantics::SingleAssignment, Some(variable)) => format!("{variable}.choice[{bit}]"),
        _ => format!("{}.choice[{bit}]", system.agents[agent].name),
    }
}
