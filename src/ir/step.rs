//! The moves of a system: enabled actions, joint actions, evolution.
//!
//! Agents and the Environment each pick an enabled action; all evolve at once, reading the old state and the joint
//! action. The relation need not be total: a state without successors stays without.

use super::expr::ExprId;
use super::program::{Program, Value};
use super::state::{JointAction, State};
use super::system::{ActionId, AgentId, InterpretedSystem, Semantics, VarId};

/// A step of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// What everybody did.
    pub action: JointAction,
    /// Where it led.
    pub state: State,
}

/// A choice of an evolution line that has no result: it leaves the variable's range, or divides inexactly.
#[derive(Debug, Clone, PartialEq, Eq)]
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

    /// Every choice of one enabled action per agent, in lexicographic order; none if some agent has none.
    #[must_use]
    pub fn joint_actions(&self, state: &State) -> Vec<JointAction> {
        let choices: Vec<_> = self.system.agent_ids().map(|agent| self.enabled(state, agent)).collect();
        product(&choices).into_iter().map(JointAction::new).collect()
    }

    /// Where `action` can lead from `state`: ascending, without repetition.
    #[must_use]
    pub fn evolve(&self, state: &State, action: &JointAction) -> Vec<State> {
        self.evolve_noting(state, action, &mut Vec::new())
    }

    /// All steps from `state`, and the choices that were dropped.
    #[must_use]
    pub fn moves(&self, state: &State) -> Moves {
        let mut moves = Moves::default();
        for action in self.joint_actions(state) {
            for successor in self.evolve_noting(state, &action, &mut moves.dropped) {
                moves.successors.push(Successor { action: action.clone(), state: successor });
            }
        }
        moves
    }

    fn evolve_noting(&self, state: &State, action: &JointAction, dropped: &mut Vec<Dropped>) -> Vec<State> {
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
        let mut states: Vec<State> = product(&choices)
            .into_iter()
            .map(|updates| {
                let mut next = state.clone();
                for (variable, value) in updates.into_iter().flatten() {
                    next.set(variable, value);
                }
                next
            })
            .collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    /// MultiAssignment: one enabled line is executed; without any, nothing changes.
    fn choose_line(
        &self,
        state: &State,
        action: &JointAction,
        agent: AgentId,
        dropped: &mut Vec<Dropped>,
    ) -> Vec<Vec<(VarId, i64)>> {
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
                results.push(updates);
            }
        }
        if !enabled {
            results.push(Vec::new());
        }
        results
    }

    /// SingleAssignment: any enabled line for `variable` gives its value; without any, it does not change.
    fn choose_value(
        &self,
        state: &State,
        action: &JointAction,
        agent: AgentId,
        variable: VarId,
        dropped: &mut Vec<Dropped>,
    ) -> Vec<Vec<(VarId, i64)>> {
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

/// Every way to pick one item from each list, in lexicographic order.
fn product<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
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
