//! Which lines of one agent are rivals in a state. States that agree on what the agent's lines read are looked at once.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::moves::joint_actions;
use super::suspects::{disjoint, suspect};
use crate::ir::{ActionId, AgentId, Expr, InterpretedSystem, JointAction, State, Transitions, VarId};

/// More values of states than this are not remembered; states that come after are looked at again and again.
const MOST_REMEMBERED: usize = 1 << 23;
/// How many sets of variables are compared in one move.
const MOST_COMPARED: usize = 1 << 12;

/// Two lines, from 0, the earlier one first, that are rivals under a joint action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The lines.
    pub lines: (usize, usize),
    /// What enables both.
    pub action: JointAction,
}

/// Looks for rivals among the lines of an agent.
#[derive(Debug)]
pub struct Watch {
    agent: AgentId,
    /// What each line assigns, ascending.
    assigned: Vec<Vec<VarId>>,
    /// All variables that lines read or assign.
    variables: Vec<VarId>,
    /// The agents whose actions they test.
    actors: Vec<AgentId>,
    seen: HashSet<Vec<i64>>,
}

impl Watch {
    /// Nothing for an agent that has no rival lines, by what is written.
    #[must_use]
    pub fn new(system: &InterpretedSystem, agent: AgentId) -> Option<Self> {
        if !suspect(system, agent) {
            return None;
        }
        let lines = &system.agent(agent).evolution;
        let mut assigned = Vec::with_capacity(lines.len());
        let mut roots = Vec::new();
        let mut variables = BTreeSet::new();
        for line in lines {
            let own: BTreeSet<VarId> = line.assignments.iter().map(|assigned| assigned.variable).collect();
            variables.extend(&own);
            assigned.push(own.into_iter().collect());
            roots.extend(line.assignments.iter().map(|assigned| assigned.value).chain([line.condition]));
        }
        let mut actors = BTreeSet::new();
        for id in system.exprs.below(roots) {
            match system.exprs.get(id) {
                Expr::Variable(variable) => {
                    variables.insert(variable);
                }
                Expr::Performs(actor, _) => {
                    actors.insert(actor);
                }
                _ => {}
            }
        }
        let (variables, actors) = (variables.into_iter().collect(), actors.into_iter().collect());
        Some(Self { agent, assigned, variables, actors, seen: HashSet::new() })
    }

    /// Whose lines these are.
    #[must_use]
    pub fn agent(&self) -> AgentId {
        self.agent
    }

    /// What a line assigns, ascending.
    pub(super) fn assigned(&self, line: usize) -> &[VarId] {
        &self.assigned[line]
    }

    /// How many lines there are.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.assigned.len()
    }

    /// The rivals in a state, in which every agent has an enabled action, under joint actions, of which no more than `most` are
    /// looked at; and how many these were.
    pub fn look(
        &mut self,
        transitions: &Transitions<'_>,
        state: &State,
        enabled: &[Vec<ActionId>],
        most: usize,
    ) -> (Vec<Meeting>, usize) {
        let mut meetings: BTreeMap<(usize, usize), JointAction> = BTreeMap::new();
        let actions = self.moves(state, enabled, most);
        for action in &actions {
            for lines in self.rivals(transitions, state, action) {
                meetings.entry(lines).or_insert_with(|| action.clone());
            }
        }
        (meetings.into_iter().map(|(lines, action)| Meeting { lines, action }).collect(), actions.len())
    }

    /// The joint actions, at most `most`, that may do something to the agent that has not been seen before.
    pub(super) fn moves(&mut self, state: &State, enabled: &[Vec<ActionId>], most: usize) -> Vec<JointAction> {
        if self.is_known(state, enabled) { Vec::new() } else { joint_actions(enabled, &self.actors, most) }
    }

    /// Whether nothing that matters is new in a state.
    fn is_known(&mut self, state: &State, enabled: &[Vec<ActionId>]) -> bool {
        if self.seen.len() * (1 + self.variables.len() + self.actors.len()) >= MOST_REMEMBERED {
            return false;
        }
        let mut key: Vec<i64> = self.variables.iter().map(|&variable| state.get(variable)).collect();
        for actor in &self.actors {
            let actions = &enabled[actor.index()];
            key.push(actions.len() as i64);
            key.extend(actions.iter().map(|action| action.index() as i64));
        }
        !self.seen.insert(key)
    }

    fn rivals(&self, transitions: &Transitions<'_>, state: &State, action: &JointAction) -> Vec<(usize, usize)> {
        let executable = transitions.executable_lines(state, action, self.agent);
        // Lines that assign the same variables are alternatives: one of each kind is enough.
        let mut kinds: BTreeMap<&[VarId], usize> = BTreeMap::new();
        for (number, updates) in &executable {
            if updates.iter().any(|&(variable, value)| state.get(variable) != value) {
                kinds.entry(&self.assigned[*number]).or_insert(*number);
            }
        }
        let kinds: Vec<(&[VarId], usize)> = kinds.into_iter().collect();
        let long = executable.iter().map(|(line, _)| &self.assigned[*line]).filter(|assigned| assigned.len() > 1);
        let long: BTreeSet<&Vec<VarId>> = long.collect();
        let mut found = Vec::new();
        let mut compared = 0;
        for (position, &(variables, number)) in kinds.iter().enumerate() {
            for &(others, other) in &kinds[..position] {
                compared += 1;
                if compared > MOST_COMPARED {
                    return found;
                }
                let joint = || long.iter().any(|assigned| contains(assigned, variables) && contains(assigned, others));
                if disjoint(variables, others) && !joint() {
                    found.push((number.min(other), number.max(other)));
                }
            }
        }
        found
    }
}

/// Whether a sorted list has all of some.
pub(super) fn contains(all: &[VarId], some: &[VarId]) -> bool {
    all.len() >= some.len() && some.iter().all(|id| all.binary_search(id).is_ok())
}
