//! Names for the inputs of circuits, as a reader of the model knows them: `Train1.state[0]`, `Train1.Action[2]`.

use std::collections::BTreeMap;

use qmas_encodings::InputId;
use qmas_encodings::bounded::{InputName, Meaning};

use crate::ir::InterpretedSystem;
use crate::lower::Lowered;

/// Bits of variables and of actions, by their inputs, least significant first.
pub(crate) fn input_names(system: &InterpretedSystem, lowered: &Lowered) -> BTreeMap<InputId, String> {
    let mut names = BTreeMap::new();
    for id in system.var_ids() {
        let variable = system.variable(id);
        let owner = &system.agent(variable.owner).name;
        for (shift, bit) in lowered.layout.range(id).enumerate() {
            names.insert(lowered.system.state[bit].now, format!("{owner}.{}[{shift}]", variable.name));
        }
    }
    for (agent, symbolic) in system.agents.iter().zip(&lowered.system.agents) {
        for (shift, &input) in symbolic.actions.iter().enumerate() {
            names.insert(input, format!("{}.Action[{shift}]", agent.name));
        }
    }
    names
}

/// What an input of a question stands for: its place in the formula, the frame of the path, the bit. `states` are the
/// inputs of the state bits that the question has.
pub(crate) fn described(name: &InputName, states: &[InputId], names: &BTreeMap<InputId, String>) -> String {
    let known = |input: InputId| names.get(&input).map_or("choice", String::as_str);
    let place = &name.place;
    match name.meaning {
        Meaning::StateBit(bit) => format!("{place} state {}", known(states[bit])),
        Meaning::Chosen(frame, input) => format!("{place} step {frame} {}", known(input)),
        Meaning::Stop(frame) => format!("{place} frame {frame} stop"),
    }
}
