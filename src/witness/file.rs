//! Evidence as JSON, with names instead of numbers wherever a person may look, and back.
//!
//! States are lists of values in the order of `variables`, joint actions lists of names in the order of `agents`. A part
//! is a formula that is true in a state; `kind` says why. The first part is the whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::claim::Claim;
use super::evidence::{Evidence, Jump, Node, Path, Prevention, Reason, Shown, Strategy, Table};
use super::word::Reading;
use crate::engine::{Strategies, Traces};
use crate::ir::{ActionId, AgentId, Domain, InterpretedSystem, JointAction, State, VarId};
use crate::logic::{FormulaId, Specification};
use crate::model::Model;
use crate::run::Run;

/// The version of this shape: fields are added, never renamed or removed, within a version.
const VERSION: u32 = 1;
/// Formulas are written for people: as much as they want to read.
const LONGEST: usize = 400;

/// Why a file is no evidence for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError(pub String);

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}

fn wrong<T>(what: impl Into<String>) -> Result<T, FileError> {
    Err(FileError(what.into()))
}

/// Evidence as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceFile {
    /// The version of this shape.
    pub version: u32,
    /// The formula, with the prefix of its logic.
    pub formula: String,
    /// `holds` or `fails`: what is shown, for the first state.
    pub shows: String,
    /// `infinite` or `finite`: how path quantifiers are read.
    pub traces: String,
    /// `perfect` or `uniform`: how strategies are read.
    pub strategies: String,
    /// The names of the agents, the Environment first.
    pub agents: Vec<String>,
    /// Per agent, the variables that it sees, by their positions.
    pub sees: Vec<Vec<usize>>,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The formulas that parts speak of.
    pub formulas: Vec<String>,
    /// The states that parts speak of.
    pub states: Vec<Vec<String>>,
    /// The obligations.
    pub parts: Vec<FilePart>,
    /// How states that no path leads to are reached.
    pub origins: Vec<FileOrigin>,
}

/// A formula that is true in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilePart {
    /// Which state.
    pub state: usize,
    /// Which formula.
    pub formula: usize,
    /// Which part shows that there is a fair path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<usize>,
    /// Why.
    pub reason: FileReason,
}

/// Why a formula is true in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FileReason {
    /// The values of the state say so.
    Evident,
    /// Both parts are true.
    Both {
        /// The parts.
        parts: [usize; 2],
    },
    /// One part is true.
    Either {
        /// The part.
        part: usize,
    },
    /// There is a path.
    Path {
        /// Its states.
        states: Vec<usize>,
        /// What was done between them.
        actions: Vec<Vec<String>>,
        /// The position after the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back_to: Option<usize>,
        /// What is true where: position and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
        /// Which fairness constraint is met where.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fair: Vec<(usize, usize)>,
        /// For readers, not for replay: from which positions each temporal or dynamic part of a path formula is true.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        holds: Vec<(usize, Vec<usize>)>,
        /// For readers, not for replay: how regular expressions are read.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reads: Vec<FileReading>,
    },
    /// Some agents cannot tell.
    Jump {
        /// Who cannot tell, and where it leads.
        steps: Vec<(Vec<String>, usize)>,
        /// What is true there.
        part: usize,
    },
    /// A green state somewhere.
    Elsewhere {
        /// What is true there.
        part: usize,
    },
    /// A strategy per global state.
    Strategy {
        /// Where play begins.
        from: Vec<usize>,
        /// Per state, the action of each member.
        table: Vec<(usize, Vec<String>)>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
        /// The members.
        members: Vec<String>,
    },
    /// A strategy per local state.
    UniformStrategy {
        /// Where play begins.
        from: Vec<usize>,
        /// Per member and local state, the action.
        table: Vec<(String, Vec<String>, String)>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
    },
    /// A group cannot enforce something.
    Prevention {
        /// In a state, what all do, and where that leads: a row for every choice of the group.
        rows: Vec<(usize, Vec<String>, usize)>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
    },
    /// An engine has checked it.
    Checked {
        /// What follows for this state.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<usize>,
    },
}

/// How a dynamic part of a path formula is read along a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileReading {
    /// The part.
    pub formula: usize,
    /// The position where reading starts.
    pub from: usize,
    /// For a diamond, a shortest match: position and what is read or tested there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<(usize, usize)>,
    /// Where the match ends; for a box, where matches can end.
    pub ends: Vec<usize>,
}

/// A run from an initial state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileOrigin {
    /// Where it leads.
    pub state: usize,
    /// The states on the way, the last one included.
    pub states: Vec<Vec<String>>,
    /// What was done.
    pub actions: Vec<Vec<String>>,
}

/// Names instead of numbers.
struct Names<'a> {
    system: &'a InterpretedSystem,
}

impl Names<'_> {
    fn state(&self, state: &State) -> Vec<String> {
        self.system.var_ids().map(|id| self.system.show_value(id, state.get(id))).collect()
    }

    fn action(&self, action: &JointAction) -> Vec<String> {
        self.system.agent_ids().map(|agent| self.one(agent, action.get(agent))).collect()
    }

    fn one(&self, agent: AgentId, action: ActionId) -> String {
        self.system.agent(agent).actions[action.index()].clone()
    }

    fn agent(&self, agent: AgentId) -> String {
        self.system.agent(agent).name.clone()
    }

    fn local(&self, agent: AgentId, local: &[i64]) -> Vec<String> {
        let seen = &self.system.agent(agent).observes;
        seen.iter().zip(local).map(|(&id, &value)| self.system.show_value(id, value)).collect()
    }
}

impl EvidenceFile {
    /// Evidence for a specification, ready to be written.
    #[must_use]
    pub fn new(evidence: &Evidence, model: &Model, specification: Specification) -> Self {
        let system = &model.system;
        let names = Names { system };
        let text = |formula: FormulaId| evidence.formulas.show_start(system, formula, LONGEST);
        Self {
            version: VERSION,
            formula: model.formulas.show(system, specification).to_string(),
            shows: match evidence.shown {
                Shown::Holds => "holds",
                Shown::Fails => "fails",
            }
            .to_owned(),
            traces: match evidence.traces {
                Traces::Infinite => "infinite",
                Traces::Finite => "finite",
            }
            .to_owned(),
            strategies: match evidence.strategies {
                Strategies::PerfectInformation => "perfect",
                Strategies::Uniform => "uniform",
            }
            .to_owned(),
            agents: system.agent_ids().map(|agent| names.agent(agent)).collect(),
            sees: system.agents.iter().map(|agent| agent.observes.iter().map(|id| id.index()).collect()).collect(),
            variables: system.var_ids().map(|id| system.qualified(id)).collect(),
            formulas: evidence.formulas.ids().map(text).collect(),
            states: evidence.states.iter().map(|state| names.state(state)).collect(),
            parts: evidence.nodes.iter().map(|node| part(&names, evidence, node)).collect(),
            origins: evidence
                .origins
                .iter()
                .map(|(&state, run)| FileOrigin {
                    state,
                    states: run.states.iter().map(|state| names.state(state)).collect(),
                    actions: run.actions.iter().map(|action| names.action(action)).collect(),
                })
                .collect(),
        }
    }

    /// What the file says, as evidence for a specification of a model. Whether it is right is for
    /// [`replay`](super::replay()) to say.
    ///
    /// # Errors
    /// What does not fit the model.
    pub fn evidence(&self, model: &Model, specification: Specification) -> Result<Evidence, FileError> {
        if self.version != VERSION {
            return wrong(format!("version {} of evidence is not known here", self.version));
        }
        let shown = match self.shows.as_str() {
            "holds" => Shown::Holds,
            "fails" => Shown::Fails,
            other => return wrong(format!("`shows` is `{other}`, neither `holds` nor `fails`")),
        };
        let traces = match self.traces.as_str() {
            "infinite" => Traces::Infinite,
            "finite" => Traces::Finite,
            other => return wrong(format!("`traces` is `{other}`, neither `infinite` nor `finite`")),
        };
        let strategies = match self.strategies.as_str() {
            "perfect" => Strategies::PerfectInformation,
            "uniform" => Strategies::Uniform,
            other => return wrong(format!("`strategies` is `{other}`, neither `perfect` nor `uniform`")),
        };
        let reader = Reader { system: &model.system };
        reader.same_names(self)?;
        let formulas = Claim::new(model, specification, shown).formulas;
        self.same_formulas(model, &formulas)?;
        let ids: Vec<FormulaId> = formulas.ids().collect();
        let mut origins = std::collections::BTreeMap::new();
        for origin in &self.origins {
            let states = origin.states.iter().map(|state| reader.state(state)).collect::<Result<_, _>>()?;
            let actions = origin.actions.iter().map(|action| reader.action(action)).collect::<Result<_, _>>()?;
            origins.insert(origin.state, Run { states, actions, back_to: None });
        }
        let mut nodes = Vec::with_capacity(self.parts.len());
        for (number, part) in self.parts.iter().enumerate() {
            let Some(&formula) = ids.get(part.formula) else {
                return wrong(format!("part {number}: there is no formula {}", part.formula));
            };
            let reason =
                reader.reason(&part.reason).map_err(|FileError(what)| FileError(format!("part {number}: {what}")))?;
            nodes.push(Node { state: part.state, formula, reason, fair: part.fair });
        }
        let states = self.states.iter().map(|state| reader.state(state)).collect::<Result<_, _>>()?;
        Ok(Evidence { shown, traces, strategies, states, nodes, origins, formulas })
    }

    fn same_formulas(&self, model: &Model, formulas: &crate::logic::Formulas) -> Result<(), FileError> {
        let text = |formula| formulas.show_start(&model.system, formula, LONGEST);
        if self.formulas.len() != formulas.len() {
            return wrong("its formulas are not those of this formula's evidence");
        }
        for (id, said) in formulas.ids().zip(&self.formulas) {
            if *said != text(id) {
                return wrong(format!("formula {}: `{said}` instead of `{}`", id.index(), text(id)));
            }
        }
        Ok(())
    }
}

fn part(names: &Names<'_>, evidence: &Evidence, node: &Node) -> FilePart {
    let reason = match &node.reason {
        Reason::Evident => FileReason::Evident,
        &Reason::Both(left, right) => FileReason::Both { parts: [left, right] },
        &Reason::Either(part) => FileReason::Either { part },
        Reason::Path(path) => FileReason::Path {
            states: path.states.clone(),
            actions: path.actions.iter().map(|action| names.action(action)).collect(),
            back_to: path.back_to,
            parts: path.parts.clone(),
            fair: path.fair.clone(),
            holds: positions(names, evidence, node),
            reads: readings(names, evidence, node),
        },
        Reason::Jump(jump) => FileReason::Jump {
            steps: jump
                .steps
                .iter()
                .map(|(agents, state)| (agents.iter().map(|&agent| names.agent(agent)).collect(), *state))
                .collect(),
            part: jump.part,
        },
        &Reason::Elsewhere(part) => FileReason::Elsewhere { part },
        Reason::Strategy(strategy) => table(names, evidence, node, strategy),
        Reason::Prevention(Prevention { rows, parts }) => FileReason::Prevention {
            rows: rows.iter().map(|(from, action, to)| (*from, names.action(action), *to)).collect(),
            parts: parts.clone(),
        },
        Reason::Checked(parts) => FileReason::Checked { parts: parts.clone() },
    };
    FilePart { state: node.state, formula: node.formula.index(), fair: node.fair, reason }
}

fn positions(names: &Names<'_>, evidence: &Evidence, node: &Node) -> Vec<(usize, Vec<usize>)> {
    let found = evidence.positions(names.system, node);
    found.into_iter().map(|(formula, positions)| (formula.index(), positions)).collect()
}

fn readings(names: &Names<'_>, evidence: &Evidence, node: &Node) -> Vec<FileReading> {
    let found = evidence.readings(names.system, node).into_iter();
    let steps = |steps: &[(usize, FormulaId)]| steps.iter().map(|&(at, formula)| (at, formula.index())).collect();
    found
        .map(|Reading { formula, from, steps: read, ends }| FileReading {
            formula: formula.index(),
            from,
            steps: steps(&read),
            ends,
        })
        .collect()
}

fn table(names: &Names<'_>, evidence: &Evidence, node: &Node, strategy: &Strategy) -> FileReason {
    let (from, parts) = (strategy.from.clone(), strategy.parts.clone());
    match &strategy.table {
        Table::Perfect(rows) => {
            let members: Vec<AgentId> = match evidence.formulas.get(node.formula) {
                crate::logic::Formula::Strategic(group, _) => names.system.group(group).members.clone(),
                _ => Vec::new(),
            };
            let actions = |actions: &[ActionId]| {
                members.iter().zip(actions).map(|(&member, &action)| names.one(member, action)).collect()
            };
            FileReason::Strategy {
                from,
                table: rows.iter().map(|(state, choice)| (*state, actions(choice))).collect(),
                parts,
                members: members.iter().map(|&member| names.agent(member)).collect(),
            }
        }
        Table::Uniform(rows) => FileReason::UniformStrategy {
            from,
            table: rows
                .iter()
                .map(|(agent, local, action)| {
                    (names.agent(*agent), names.local(*agent, local), names.one(*agent, *action))
                })
                .collect(),
            parts,
        },
    }
}

/// Numbers instead of names.
struct Reader<'a> {
    system: &'a InterpretedSystem,
}

impl Reader<'_> {
    fn same_names(&self, file: &EvidenceFile) -> Result<(), FileError> {
        let agents: Vec<&str> = self.system.agents.iter().map(|agent| agent.name.as_str()).collect();
        if file.agents != agents {
            return wrong("the agents are not those of the model");
        }
        let variables: Vec<String> = self.system.var_ids().map(|id| self.system.qualified(id)).collect();
        if file.variables != variables {
            return wrong("the variables are not those of the model");
        }
        let sees: Vec<Vec<usize>> =
            self.system.agents.iter().map(|agent| agent.observes.iter().map(|id| id.index()).collect()).collect();
        if file.sees != sees {
            return wrong("what the agents see is not what they see in the model");
        }
        Ok(())
    }

    fn value(&self, variable: VarId, text: &str) -> Result<i64, FileError> {
        let domain = &self.system.variable(variable).domain;
        let value = match domain {
            Domain::Boolean => match text {
                "true" => Some(1),
                "false" => Some(0),
                _ => None,
            },
            Domain::Range { .. } => text.parse().ok().filter(|&value| domain.contains(value)),
            Domain::Enumeration(symbols) => {
                let found = symbols.iter().find(|symbol| self.system.symbols[symbol.index()] == text);
                found.and_then(|symbol| i64::try_from(symbol.index()).ok())
            }
        };
        value.ok_or_else(|| FileError(format!("`{text}` is no value of {}", self.system.qualified(variable))))
    }

    fn state(&self, values: &[String]) -> Result<State, FileError> {
        if values.len() != self.system.variables.len() {
            return wrong(format!("a state has {} values", values.len()));
        }
        let values: Vec<i64> =
            self.system.var_ids().zip(values).map(|(id, text)| self.value(id, text)).collect::<Result<_, _>>()?;
        Ok(State::new(values))
    }

    fn one(&self, agent: AgentId, name: &str) -> Result<ActionId, FileError> {
        let who = self.system.agent(agent);
        match who.actions.iter().position(|action| action == name) {
            Some(index) => Ok(ActionId::new(index)),
            None => wrong(format!("`{}` has no action `{name}`", who.name)),
        }
    }

    fn action(&self, names: &[String]) -> Result<JointAction, FileError> {
        if names.len() != self.system.agents.len() {
            return wrong(format!("a joint action has {} actions", names.len()));
        }
        let actions: Vec<ActionId> =
            self.system.agent_ids().zip(names).map(|(agent, name)| self.one(agent, name)).collect::<Result<_, _>>()?;
        Ok(JointAction::new(actions))
    }

    fn agent(&self, name: &str) -> Result<AgentId, FileError> {
        match self.system.agents.iter().position(|agent| agent.name == name) {
            Some(index) => Ok(AgentId::new(index)),
            None => wrong(format!("there is no agent `{name}`")),
        }
    }

    fn reason(&self, reason: &FileReason) -> Result<Reason, FileError> {
        Ok(match reason {
            FileReason::Evident => Reason::Evident,
            &FileReason::Both { parts: [left, right] } => Reason::Both(left, right),
            &FileReason::Either { part } => Reason::Either(part),
            FileReason::Path { states, actions, back_to, parts, fair, .. } => Reason::Path(Path {
                states: states.clone(),
                actions: actions.iter().map(|action| self.action(action)).collect::<Result<_, _>>()?,
                back_to: *back_to,
                parts: parts.clone(),
                fair: fair.clone(),
            }),
            FileReason::Jump { steps, part } => {
                let mut read = Vec::with_capacity(steps.len());
                for (agents, state) in steps {
                    let agents = agents.iter().map(|name| self.agent(name)).collect::<Result<_, _>>()?;
                    read.push((agents, *state));
                }
                Reason::Jump(Jump { steps: read, part: *part })
            }
            &FileReason::Elsewhere { part } => Reason::Elsewhere(part),
            FileReason::Strategy { from, table, parts, members } => {
                let members: Vec<AgentId> = members.iter().map(|name| self.agent(name)).collect::<Result<_, _>>()?;
                let mut rows = Vec::with_capacity(table.len());
                for (state, names) in table {
                    if names.len() != members.len() {
                        return wrong("a row of the strategy has not one action per member");
                    }
                    let actions = members.iter().zip(names).map(|(&member, name)| self.one(member, name));
                    rows.push((*state, actions.collect::<Result<_, _>>()?));
                }
                Reason::Strategy(Strategy { from: from.clone(), table: Table::Perfect(rows), parts: parts.clone() })
            }
            FileReason::UniformStrategy { from, table, parts } => {
                let mut rows = Vec::with_capacity(table.len());
                for (name, local, action) in table {
                    let agent = self.agent(name)?;
                    let seen = &self.system.agent(agent).observes;
                    if local.len() != seen.len() {
                        return wrong(format!("a local state of `{name}` has {} values", local.len()));
                    }
                    let local = seen.iter().zip(local).map(|(&id, text)| self.value(id, text));
                    rows.push((agent, local.collect::<Result<_, _>>()?, self.one(agent, action)?));
                }
                Reason::Strategy(Strategy { from: from.clone(), table: Table::Uniform(rows), parts: parts.clone() })
            }
            FileReason::Prevention { rows, parts } => {
                let row = |(from, action, to): &(usize, Vec<String>, usize)| Ok((*from, self.action(action)?, *to));
                let rows = rows.iter().map(row).collect::<Result<_, FileError>>()?;
                Reason::Prevention(Prevention { rows, parts: parts.clone() })
            }
            FileReason::Checked { parts } => Reason::Checked(parts.clone()),
        })
    }
}
