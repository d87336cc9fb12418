//! Names for the inputs of circuits, as a reader of the model knows them: `Train1.state[0]`, `Train1.Action[2]`.

use std::collections::{BTreeMap, BTreeSet};

use qmas_encodings::InputId;
use qmas_encodings::bounded::{InputName, Meaning};

use crate::ir::{Domain, InterpretedSystem, Semantics};
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

/// So many values of a variable are told.
const MOST_VALUES: usize = 32;

/// What patterns of bits stand for, for those variables and actions of which inputs speak: a line each, such as
/// `Client.phase[1..0]: 00 = idle, 01 = asked`. Booleans need none.
pub(super) fn patterns<'n>(
    system: &InterpretedSystem,
    lowered: &Lowered,
    names: impl Iterator<Item = &'n String>,
) -> Vec<String> {
    let used: BTreeSet<&str> = names.filter_map(|name| Some(name.rsplit(' ').next()?.rsplit_once('[')?.0)).collect();
    let line = |name: String, width: usize, values: Vec<(String, String)>, all: usize| {
        let rest = if all > values.len() { ", …" } else { "" };
        let values: Vec<String> = values.into_iter().map(|(bits, value)| format!("{bits} = {value}")).collect();
        let bits = if width == 1 { "0".to_owned() } else { format!("{}..0", width - 1) };
        format!("{name}[{bits}]: {}{rest}", values.join(", "))
    };
    let mut lines = Vec::new();
    for id in system.var_ids() {
        let variable = system.variable(id);
        let (name, width) = (system.qualified(id), lowered.inputs(id).count());
        let size = usize::try_from(variable.domain.size()).unwrap_or(usize::MAX);
        if width > 0 && variable.domain != Domain::Boolean && used.contains(name.as_str()) {
            let values = lowered.patterns(system, id).take(MOST_VALUES);
            let values = values.map(|(bits, value)| (bits, system.show_value(id, value))).collect();
            lines.push(line(name, width, values, size));
        }
    }
    for (agent, symbolic) in system.agents.iter().zip(&lowered.system.agents) {
        let (name, width) = (format!("{}.Action", agent.name), symbolic.actions.len());
        if width > 0 && used.contains(name.as_str()) {
            let actions = agent.actions.iter().enumerate().take(MOST_VALUES);
            let actions = actions.map(|(code, action)| (format!("{code:0width$b}"), action.clone())).collect();
            lines.push(line(name, width, actions, agent.actions.len()));
        }
    }
    lines
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
        Meaning::Automaton(frame, bit) => format!("{place} frame {frame} automaton[{bit}]"),
        Meaning::Claim(frame, letter) => format!("{place} frame {frame} claim[{letter}]"),
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
