//! The system as data. The fields are documented here; conditions are texts in the words of ISPL, fully in parentheses
//! and with qualified names. The shape is stable: fields are added, never renamed or removed, within a version.

use serde::Serialize;
use serde_json::Value;

use super::dot::{GraphStep, explored, steps};
use super::expression::{Dialect, Writer};
use super::invariant::one_line;
use crate::ir::{ActionId, Agent, AgentId, Domain, InterpretedSystem, Semantics, State, VarId};
use crate::logic::{Logic, Specification};
use crate::model::Model;
use crate::options::Options;

/// A system.
#[derive(Debug, Clone, Serialize)]
pub struct JsonSystem {
    /// The version of this shape.
    pub version: u32,
    /// The file that it comes from.
    pub model: String,
    /// `multi-assignment` or `single-assignment`.
    pub semantics: &'static str,
    /// All variables. States list their values in this order.
    pub variables: Vec<JsonVariable>,
    /// The Environment, then the agents in file order. Joint actions list their actions in this order.
    pub agents: Vec<JsonAgent>,
    /// What initial states satisfy.
    pub initial: String,
    /// The atoms.
    pub atoms: Vec<JsonCondition>,
    /// The groups.
    pub groups: Vec<JsonGroup>,
    /// The fairness formulas: the graph knows nothing of them.
    pub fairness: Vec<String>,
    /// The formulas, as they were written.
    pub formulas: Vec<String>,
    /// The reachable states and the steps between them; `null` if there are more than asked for.
    pub graph: Option<JsonGraph>,
}

/// A variable.
#[derive(Debug, Clone, Serialize)]
pub struct JsonVariable {
    /// Its qualified name.
    pub name: String,
    /// `boolean`, `range` or `enumeration`.
    pub kind: &'static str,
    /// The least value of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<i64>,
    /// The greatest value of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<i64>,
    /// The values of an enumeration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// An agent.
#[derive(Debug, Clone, Serialize)]
pub struct JsonAgent {
    /// Its name.
    pub name: String,
    /// Its own variables.
    pub variables: Vec<String>,
    /// The variables that it sees: its local state.
    pub observes: Vec<String>,
    /// Its actions.
    pub actions: Vec<String>,
    /// What it may do: the union of the lines that apply.
    pub protocol: Vec<JsonProtocolLine>,
    /// What it may do where no line applies.
    pub other: Option<Vec<String>>,
    /// How its variables change.
    pub evolution: Vec<JsonEvolutionLine>,
    /// Where it does not do as it should; `null` if nowhere.
    pub red: Option<String>,
}

/// A line of a protocol.
#[derive(Debug, Clone, Serialize)]
pub struct JsonProtocolLine {
    /// When it applies.
    pub condition: String,
    /// What it allows.
    pub actions: Vec<String>,
}

/// A line of an evolution.
#[derive(Debug, Clone, Serialize)]
pub struct JsonEvolutionLine {
    /// When it is enabled.
    pub condition: String,
    /// Variables and their new values.
    pub assignments: Vec<JsonCondition>,
}

/// A name and what it stands for.
#[derive(Debug, Clone, Serialize)]
pub struct JsonCondition {
    /// The name of an atom or a variable.
    pub name: String,
    /// Where the atom is true, or the new value of the variable.
    pub value: String,
}

/// A group of agents.
#[derive(Debug, Clone, Serialize)]
pub struct JsonGroup {
    /// Its name.
    pub name: String,
    /// Its members.
    pub members: Vec<String>,
}

/// Reachable states, by numbers from 0.
#[derive(Debug, Clone, Serialize)]
pub struct JsonGraph {
    /// The values of all variables, by state: truth values, integers, names.
    pub states: Vec<Vec<Value>>,
    /// The initial states.
    pub initial: Vec<usize>,
    /// The states without successors.
    pub deadlocks: Vec<usize>,
    /// The steps.
    pub steps: Vec<JsonStep>,
}

/// A step.
#[derive(Debug, Clone, Serialize)]
pub struct JsonStep {
    /// From this state.
    pub from: usize,
    /// To this one.
    pub to: usize,
    /// By these joint actions, each an action per agent.
    pub actions: Vec<Vec<String>>,
}

/// The system, with its graph if there are no more states than the limits allow. `title` is the file.
#[must_use]
pub fn json(model: &Model, title: &str, formulas: &[(Specification, String)], options: &Options) -> JsonSystem {
    let system = &model.system;
    let writer = Writer { system, dialect: Dialect::Ispl };
    let name = |agent: &AgentId| system.agent(*agent).name.clone();
    JsonSystem {
        version: 1,
        model: title.to_owned(),
        semantics: match system.semantics {
            Semantics::MultiAssignment => "multi-assignment",
            Semantics::SingleAssignment => "single-assignment",
        },
        variables: system.var_ids().map(|id| variable(system, id)).collect(),
        agents: system.agents.iter().map(|of| agent(&writer, of)).collect(),
        initial: writer.expression(system.init),
        atoms: system
            .atoms
            .iter()
            .map(|atom| JsonCondition { name: atom.name.clone(), value: writer.expression(atom.condition) })
            .collect(),
        groups: system
            .groups
            .iter()
            .map(|group| JsonGroup { name: group.name.clone(), members: group.members.iter().map(name).collect() })
            .collect(),
        fairness: model
            .fairness
            .iter()
            .map(|&formula| model.formulas.show(system, Specification { logic: Logic::Ctl, formula }).to_string())
            .collect(),
        formulas: formulas.iter().map(|(_, text)| one_line(text)).collect(),
        graph: graph(model, options),
    }
}

fn variable(system: &InterpretedSystem, id: VarId) -> JsonVariable {
    let domain = &system.variable(id).domain;
    let (kind, low, high) = match domain {
        Domain::Boolean => ("boolean", None, None),
        Domain::Range { low, high } => ("range", Some(*low), Some(*high)),
        Domain::Enumeration(_) => ("enumeration", None, None),
    };
    let named = matches!(domain, Domain::Enumeration(_));
    let values = if named { domain.values().map(|value| system.show_value(id, value)).collect() } else { Vec::new() };
    JsonVariable { name: system.qualified(id), kind, low, high, values }
}

fn agent(writer: &Writer<'_>, agent: &Agent) -> JsonAgent {
    let names = |ids: &[VarId]| ids.iter().map(|&id| writer.variable(id)).collect();
    let actions = |ids: &[ActionId]| ids.iter().map(|id| agent.actions[id.index()].clone()).collect::<Vec<_>>();
    JsonAgent {
        name: agent.name.clone(),
        variables: names(&agent.variables),
        observes: names(&agent.observes),
        actions: agent.actions.clone(),
        protocol: agent
            .protocol
            .lines
            .iter()
            .map(|line| JsonProtocolLine {
                condition: writer.expression(line.condition),
                actions: actions(&line.actions),
            })
            .collect(),
        other: agent.protocol.other.as_deref().map(actions),
        evolution: agent
            .evolution
            .iter()
            .map(|line| JsonEvolutionLine {
                condition: writer.expression(line.condition),
                assignments: line
                    .assignments
                    .iter()
                    .map(|a| JsonCondition { name: writer.variable(a.variable), value: writer.expression(a.value) })
                    .collect(),
            })
            .collect(),
        red: agent.red.map(|red| writer.expression(red)),
    }
}

fn graph(model: &Model, options: &Options) -> Option<JsonGraph> {
    let system = &model.system;
    let space = explored(model, options).ok()?;
    let joint = |actions: &[ActionId]| {
        system.agents.iter().zip(actions).map(|(agent, action)| agent.actions[action.index()].clone()).collect()
    };
    Some(JsonGraph {
        states: (0..space.len()).map(|number| values(system, &space.state(number))).collect(),
        initial: space.initial_states().iter().collect(),
        deadlocks: space.graph().deadlocks().iter().collect(),
        steps: steps(&space)
            .into_iter()
            .map(|GraphStep { from, to, actions }| JsonStep {
                from,
                to,
                actions: actions.iter().map(|action| joint(action.actions())).collect(),
            })
            .collect(),
    })
}

fn values(system: &InterpretedSystem, state: &State) -> Vec<Value> {
    let value = |id: VarId| match system.variable(id).domain {
        Domain::Boolean => Value::from(state.get(id) == 1),
        Domain::Range { .. } => Value::from(state.get(id)),
        Domain::Enumeration(_) => Value::from(system.show_value(id, state.get(id))),
    };
    system.var_ids().map(value).collect()
}
