//! Evidence, read back: numbers instead of names. What does not fit the model is found here, what is wrong by replay.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;

use super::{EvidenceFile, FileError, FilePart, FileReason, LONGEST, VERSION, wrong};
use crate::engine::{Strategies, Traces};
use crate::ir::{ActionId, AgentId, Domain, InterpretedSystem, JointAction, State, VarId};
use crate::logic::{FormulaId, Specification};
use crate::model::Model;
use crate::run::{Run, Step};
use crate::slice::{Slice, restricted_to};
use crate::witness::claim::Claim;
use crate::witness::evidence::{
    Conclusion, Decision, Dilemma, Evidence, Jump, Node, Path, Prevention, Reason, Strategy, Table, Try, Universe,
};

impl EvidenceFile {
    /// What the file says, as evidence for a specification of a model. Whether it is right is for
    /// [`replay`](crate::witness::replay()) to say.
    ///
    /// # Errors
    /// What does not fit the model.
    pub fn evidence(&self, model: &Model, specification: Specification) -> Result<Evidence, FileError> {
        if self.version != VERSION {
            return wrong(format!("version {} of evidence is not known here", self.version));
        }
        let shown = match self.shows.as_str() {
            "holds" => Conclusion::Holds,
            "fails" => Conclusion::Fails,
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
        let slice = self.slice(model, specification)?.map(Arc::new);
        let model = slice.as_ref().map_or(model, |slice| &slice.model);
        let reader = Reader { system: &model.system };
        reader.same_names(self)?;
        let formulas = Claim::new(model, specification, shown).formulas;
        self.same_formulas(model, &formulas)?;
        let ids: Vec<FormulaId> = formulas.ids().collect();
        let mut origins = std::collections::BTreeMap::new();
        for origin in &self.origins {
            let states = origin.states.iter().map(|state| reader.state(state)).collect::<Result<_, _>>()?;
            let actions = origin.actions.iter().map(|action| reader.action(action)).collect::<Result<_, _>>()?;
            if origins.insert(origin.state, Run { states, actions, back_to: None }).is_some() {
                return wrong(format!("there are two runs to state {}", origin.state));
            }
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
        let number =
            |said: &str| said.parse::<BigUint>().map_err(|_| FileError(format!("`{said}` is no number of states")));
        let universe = match &self.universe {
            Some(said) => {
                Some(Universe { states: number(&said.states)?, initial: number(&said.initial)?, fair: said.fair })
            }
            None => None,
        };
        Ok(Evidence { shown, traces, strategies, states, nodes, origins, formulas, universe, slice: slice.clone() })
    }

    /// The slice of a model that the file speaks of, if it leaves something out.
    fn slice(&self, model: &Model, specification: Specification) -> Result<Option<Slice>, FileError> {
        let Some(left_out) = &self.left_out else { return Ok(None) };
        let system = &model.system;
        let silent: BTreeSet<&str> = left_out.agents.iter().map(String::as_str).collect();
        let agents: Vec<AgentId> =
            system.agent_ids().filter(|&id| !silent.contains(system.agent(id).name.as_str())).collect();
        let mut named = self.variables.iter().peekable();
        let is_named = |id: &VarId| named.next_if(|name| **name == system.qualified(*id)).is_some();
        let variables: Vec<VarId> = system.var_ids().filter(is_named).collect();
        if variables.len() != self.variables.len() {
            return wrong("the variables are not those of the model");
        }
        match restricted_to(model, &variables, &agents, specification.formula) {
            Some(slice) if slice.left_out == left_out.variables => Ok(Some(slice)),
            Some(_) => wrong("it does not leave out so many variables"),
            None => wrong("it leaves out variables that matter"),
        }
    }

    /// Whether what the file says for readers follows from evidence that has been replayed, and whether its doubts can
    /// be executed.
    ///
    /// # Errors
    /// The first part that says something else.
    pub fn says_what_follows(
        &self,
        evidence: &Evidence,
        model: &Model,
        specification: Specification,
    ) -> Result<(), FileError> {
        let follows = Self::new(evidence, &[], model, specification);
        for (number, (said, right)) in self.parts.iter().zip(&follows.parts).enumerate() {
            if !is_part_of(said, right) {
                return wrong(format!("part {number}: what it says for readers does not follow from it"));
            }
        }
        self.doubts_follow(evidence, evidence.model(model))
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

/// Whether a part says what is right; it may leave out what only readers want.
fn is_part_of(said: &FilePart, right: &FilePart) -> bool {
    match (&said.reason, &right.reason) {
        (FileReason::Path { holds, reads, .. }, FileReason::Path { holds: positions, reads: readings, .. }) => {
            (holds.is_empty() || holds == positions) && (reads.is_empty() || reads == readings)
        }
        (FileReason::Strategy { members, .. }, FileReason::Strategy { members: right, .. }) => members == right,
        (FileReason::Checked { scope, .. }, FileReason::Checked { scope: right, .. }) => {
            scope.is_none() || scope == right
        }
        _ => true,
    }
}

/// Numbers instead of names.
pub(super) struct Reader<'a> {
    pub(super) system: &'a InterpretedSystem,
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

    pub(super) fn state(&self, values: &[String]) -> Result<State, FileError> {
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

    pub(super) fn action(&self, names: &[String]) -> Result<JointAction, FileError> {
        if names.len() != self.system.agents.len() {
            return wrong(format!("a joint action has {} actions", names.len()));
        }
        let actions: Vec<ActionId> =
            self.system.agent_ids().zip(names).map(|(agent, name)| self.one(agent, name)).collect::<Result<_, _>>()?;
        Ok(JointAction::new(actions))
    }

    pub(super) fn agent(&self, name: &str) -> Result<AgentId, FileError> {
        match self.system.agents.iter().position(|agent| agent.name == name) {
            Some(index) => Ok(AgentId::new(index)),
            None => wrong(format!("there is no agent `{name}`")),
        }
    }

    fn decisions(&self, said: &[(String, Vec<String>, String)]) -> Result<Vec<Decision>, FileError> {
        let mut rows = Vec::with_capacity(said.len());
        for (name, local, action) in said {
            let agent = self.agent(name)?;
            let seen = &self.system.agent(agent).observes;
            if local.len() != seen.len() {
                return wrong(format!("a local state of `{name}` has {} values", local.len()));
            }
            let local = seen.iter().zip(local).map(|(&id, text)| self.value(id, text));
            let sees = local.collect::<Result<_, _>>()?;
            rows.push(Decision { agent, sees, action: self.one(agent, action)? });
        }
        Ok(rows)
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
            FileReason::Strategy { from, table, outcomes, parts, members } => {
                let members: Vec<AgentId> = members.iter().map(|name| self.agent(name)).collect::<Result<_, _>>()?;
                let mut rows = Vec::with_capacity(table.len());
                for (state, names) in table {
                    if names.len() != members.len() {
                        return wrong("a row of the strategy has not one action per member");
                    }
                    let actions = members.iter().zip(names).map(|(&member, name)| self.one(member, name));
                    rows.push((*state, actions.collect::<Result<_, _>>()?));
                }
                let (from, outcomes, parts) = (from.clone(), outcomes.clone(), parts.clone());
                Reason::Strategy(Strategy { from, table: Table::Perfect(rows), outcomes, parts })
            }
            FileReason::UniformStrategy { from, table, outcomes, parts } => {
                let rows = self.decisions(table)?;
                let (from, outcomes, parts) = (from.clone(), outcomes.clone(), parts.clone());
                Reason::Strategy(Strategy { from, table: Table::Uniform(rows), outcomes, parts })
            }
            FileReason::Prevention { rows, parts } => {
                let row = |&(from, ref action, to): &(usize, Vec<String>, usize)| {
                    Ok(Step { from, action: self.action(action)?, to })
                };
                let rows = rows.iter().map(row).collect::<Result<_, FileError>>()?;
                Reason::Prevention(Prevention { rows, parts: parts.clone() })
            }
            FileReason::Dilemma { tries, parts } => {
                let mut read = Vec::with_capacity(tries.len());
                for attempt in tries {
                    read.push(Try {
                        decisions: self.decisions(&attempt.decisions)?,
                        states: attempt.states.clone(),
                        actions: attempt.actions.iter().map(|action| self.action(action)).collect::<Result<_, _>>()?,
                        back_to: attempt.back_to,
                    });
                }
                Reason::Dilemma(Dilemma { tries: read, parts: parts.clone() })
            }
            FileReason::Checked { parts, .. } => Reason::Checked(parts.clone()),
        })
    }
}
