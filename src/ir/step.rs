//! The moves of a system: enabled actions, joint actions, evolution.
//!
//! Agents and the Environment each pick an enabled action; all evolve at once, reading the old state and the joint
//! action. The relation need not be total: a state without successors stays without.

use super::expr::ExprId;
use super::id::{ActionId, AgentId, VarId};
use super::initial::OutOfBudget;
use super::program::{Program, Value};
use super::state::{JointAction, State};
use super::system::{InterpretedSystem, Semantics};

/// A step of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// What all agents did.
    pub action: JointAction,
    /// Where it led.
    pub state: State,
}

/// What the members of a group can do together in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// An enabled action of each.
    pub actions: Vec<ActionId>,
    /// Where that can lead: each state once, with the first joint action that leads there, ordered by these.
    pub leads_to: Vec<Successor>,
}

/// A choice of an evolution line that has no result: it leaves the variable's range, or divides inexactly.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dropped {
    /// Whose line it is.
    pub agent: AgentId,
    /// Which line, from 0.
    pub line: usize,
    /// The variable that it assigns.
    pub variable: VarId,
    /// The value that does not fit; `None` after an inexact division.
    pub value: Value,
}

/// What a state allows.
#[derive(Debug, Clone, Default)]
pub struct Moves {
    /// All steps, ordered by joint action, each state once per joint action.
    pub successors: Vec<Successor>,
    /// The choices that were dropped on the way.
    pub dropped: Vec<Dropped>,
}

struct CompiledLine {
    condition: Program,
    assignments: Vec<(VarId, Program)>,
}

struct CompiledAgent {
    protocol: Vec<(Program, Vec<ActionId>)>,
    other: Vec<ActionId>,
    evolution: Vec<CompiledLine>,
}

/// New values of variables.
pub type Updates = Vec<(VarId, i64)>;

/// The transition function of a system, ready to be called often.
pub struct Transitions<'a> {
    system: &'a InterpretedSystem,
    agents: Vec<CompiledAgent>,
}

impl<'a> Transitions<'a> {
    /// Compiles all protocols and evolutions.
    #[must_use]
    pub fn new(system: &'a InterpretedSystem) -> Self {
        let program = |id: ExprId| Program::compile(&system.exprs, id);
        let agents = system
            .agents
            .iter()
            .map(|agent| CompiledAgent {
                protocol: agent
                    .protocol
                    .lines
                    .iter()
                    .map(|line| (program(line.condition), line.actions.clone()))
                    .collect(),
                other: agent.protocol.other.clone().unwrap_or_default(),
                evolution: agent
                    .evolution
                    .iter()
                    .map(|line| CompiledLine {
                        condition: program(line.condition),
                        assignments: line
                            .assignments
                            .iter()
                            .map(|assignment| (assignment.variable, program(assignment.value)))
                            .collect(),
                    })
                    .collect(),
            })
            .collect();
        Self { system, agents }
    }

    /// The system that moves.
    #[must_use]
    pub fn system(&self) -> &'a InterpretedSystem {
        self.system
    }

    /// The actions that the protocol of `agent` allows in `state`, ascending.
    #[must_use]
    pub fn enabled(&self, state: &State, agent: AgentId) -> Vec<ActionId> {
        let agent = &self.agents[agent.index()];
        let mut applies = false;
        let mut actions = Vec::new();
        for (condition, allowed) in &agent.protocol {
            if condition.holds(state) {
                applies = true;
                actions.extend_from_slice(allowed);
            }
        }
        if !applies {
            actions.extend_from_slice(&agent.other);
        }
        actions.sort_unstable();
        actions.dedup();
        actions
    }

    /// Whether every agent of the system has an enabled action.
    #[must_use]
    pub fn all_can_act(&self, state: &State) -> bool {
        self.system.agent_ids().all(|agent| !self.enabled(state, agent).is_empty())
    }

    /// Every choice of one enabled action per member of `agents`, in lexicographic order; none if any agent of the system,
    /// member or not, has none.
    ///
    /// # Errors
    /// If there are more than `budget` choices.
    pub fn choices_within(
        &self,
        state: &State,
        agents: &[AgentId],
        budget: usize,
    ) -> Result<Vec<Vec<ActionId>>, OutOfBudget> {
        if !self.all_can_act(state) {
            return Ok(Vec::new());
        }
        let enabled: Vec<_> = agents.iter().map(|&agent| self.enabled(state, agent)).collect();
        if combinations(&enabled) > budget {
            return Err(OutOfBudget);
        }
        Ok(product(&enabled))
    }

    /// Every choice of one enabled action per agent, in lexicographic order; none if some agent has none.
    #[must_use]
    pub fn joint_actions(&self, state: &State) -> Vec<JointAction> {
        let choices: Vec<_> = self.system.agent_ids().map(|agent| self.enabled(state, agent)).collect();
        product(&choices).into_iter().map(JointAction::new).collect()
    }

    /// Where `action` can lead from `state`: ascending, without repetition.
    #[must_use]
    pub fn evolve(&self, state: &State, action: &JointAction) -> Vec<State> {
        self.evolve_noting(state, action, usize::MAX, &mut Vec::new()).expect("nothing is beyond the greatest budget")
    }

    /// All steps from `state`, and the choices that were dropped.
    #[must_use]
    pub fn moves(&self, state: &State) -> Moves {
        self.moves_within(state, usize::MAX).expect("nothing is beyond the greatest budget")
    }

    /// All steps from `state`, unless there are too many to list: their number can be exponential in the size of a system.
    ///
    /// # Errors
    /// If there are more than `budget` combinations of actions, or of actions and evolution lines.
    pub fn moves_within(&self, state: &State, budget: usize) -> Result<Moves, OutOfBudget> {
        let all: Vec<AgentId> = self.system.agent_ids().collect();
        let mut moves = Moves::default();
        for actions in self.choices_within(state, &all, budget)? {
            let action = JointAction::new(actions);
            let left = budget - moves.successors.len();
            for successor in self.evolve_noting(state, &action, left, &mut moves.dropped)? {
                moves.successors.push(Successor { action: action.clone(), state: successor });
            }
        }
        Ok(moves)
    }

    /// Whether the joint action can lead from one state to the other; whether it is enabled is another question. No state
    /// is listed: agents change nothing but their own variables, so each is looked at by itself.
    #[must_use]
    pub fn can_lead(&self, from: &State, action: &JointAction, to: &State) -> bool {
        let fits = |variables: &[VarId], options: Vec<Updates>| {
            options.iter().any(|updates| {
                variables.iter().all(|&variable| {
                    let update = updates.iter().find(|(updated, _)| *updated == variable);
                    to.get(variable) == update.map_or(from.get(variable), |&(_, value)| value)
                })
            })
        };
        let mut dropped = Vec::new();
        self.system.agent_ids().all(|agent| {
            let variables = &self.system.agent(agent).variables;
            match self.system.semantics {
                Semantics::MultiAssignment => fits(variables, self.choose_line(from, action, agent, &mut dropped)),
                Semantics::SingleAssignment => variables
                    .iter()
                    .all(|&variable| fits(&[variable], self.choose_value(from, action, agent, variable, &mut dropped))),
            }
        })
    }

    pub(super) fn evolve_noting(
        &self,
        state: &State,
        action: &JointAction,
        budget: usize,
        dropped: &mut Vec<Dropped>,
    ) -> Result<Vec<State>, OutOfBudget> {
        let mut choices = Vec::new();
        for agent in self.system.agent_ids() {
            match self.system.semantics {
                Semantics::MultiAssignment => choices.push(self.choose_line(state, action, agent, dropped)),
                Semantics::SingleAssignment => {
                    for &variable in &self.system.agent(agent).variables {
                        choices.push(self.choose_value(state, action, agent, variable, dropped));
                    }
                }
            }
        }
        let mut states = match combinations(&choices) {
            0 => return Ok(Vec::new()),
            count if count > budget => return Err(OutOfBudget),
            _ => vec![state.clone()],
        };
        for options in &choices {
            states = assign(states, options);
        }
        states.sort_unstable();
        states.dedup();
        Ok(states)
    }

    /// MultiAssignment: one enabled line is executed; without any, nothing changes.
    fn choose_line(
        &self,
        state: &State,
        action: &JointAction,
        agent: AgentId,
        dropped: &mut Vec<Dropped>,
    ) -> Vec<Updates> {
        let (enabled, lines) = self.executable(state, action, agent, dropped);
        if !enabled {
            return vec![Updates::new()];
        }
        lines.into_iter().map(|(_, updates)| updates).collect()
    }

    /// Whether any evolution line of an agent is enabled; those that have a result, by their number from 0, and what they assign.
    pub(super) fn executable(
        &self,
        state: &State,
        action: &JointAction,
        agent: AgentId,
        dropped: &mut Vec<Dropped>,
    ) -> (bool, Vec<(usize, Updates)>) {
        let mut enabled = false;
        let mut results = Vec::new();
        for (number, line) in self.agents[agent.index()].evolution.iter().enumerate() {
            if !line.condition.holds_under(state, action) {
                continue;
            }
            enabled = true;
            let mut updates = Vec::with_capacity(line.assignments.len());
            for (variable, value) in &line.assignments {
                let value = value.value(state);
                match self.admissible(*variable, value) {
                    Some(value) => updates.push((*variable, value)),
                    None => dropped.push(Dropped { agent, line: number, variable: *variable, value }),
                }
            }
            if updates.len() == line.assignments.len() {
                results.push((number, updates));
            }
        }
        (enabled, results)
    }

    /// SingleAssignment: any enabled line for `variable` gives its value; without any, it does not change.
    fn choose_value(
        &self,
        state: &State,
        action: &JointAction,
        agent: AgentId,
        variable: VarId,
        dropped: &mut Vec<Dropped>,
    ) -> Vec<Updates> {
        let mut enabled = false;
        let mut results = Vec::new();
        for (number, line) in self.agents[agent.index()].evolution.iter().enumerate() {
            for (_, value) in line.assignments.iter().filter(|(assigned, _)| *assigned == variable) {
                if !line.condition.holds_under(state, action) {
                    continue;
                }
                enabled = true;
                let value = value.value(state);
                match self.admissible(variable, value) {
                    Some(value) => results.push(vec![(variable, value)]),
                    None => dropped.push(Dropped { agent, line: number, variable, value }),
                }
            }
        }
        if !enabled {
            results.push(Vec::new());
        }
        results
    }

    fn admissible(&self, variable: VarId, value: Value) -> Value {
        value.filter(|&value| self.system.variable(variable).domain.contains(value))
    }
}

/// Each of `states` with each of the `options` applied to it. A single option, the usual case, copies nothing.
fn assign(mut states: Vec<State>, options: &[Updates]) -> Vec<State> {
    let apply = |state: &mut State, updates: &[(VarId, i64)]| {
        for &(variable, value) in updates {
            state.set(variable, value);
        }
    };
    if let [only] = options {
        states.iter_mut().for_each(|state| apply(state, only));
        return states;
    }
    let mut results = Vec::with_capacity(states.len() * options.len());
    for state in &states {
        for updates in options {
            let mut next = state.clone();
            apply(&mut next, updates);
            results.push(next);
        }
    }
    results
}

/// In how many ways one item can be picked from each list, or the greatest number if there are more.
fn combinations<T>(lists: &[Vec<T>]) -> usize {
    if lists.iter().any(Vec::is_empty) {
        return 0;
    }
    lists.iter().map(Vec::len).fold(1, usize::saturating_mul)
}

/// Every way to pick one item from each list, in lexicographic order.
fn product<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    if lists.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut all = vec![Vec::with_capacity(lists.len())];
    for list in lists {
        all = all
            .into_iter()
            .flat_map(|prefix| {
                list.iter().map(move |item| {
                    let mut longer = prefix.clone();
                    longer.push(item.clone());
                    longer
                })
            })
            .collect();
    }
    all
}
