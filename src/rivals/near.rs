//! Rival lines near the start: a breadth-first search that ends after a fixed effort, whatever the model. Everything that it
//! finds is reachable; what it does not find may still be there.

use std::collections::{HashSet, VecDeque};

use super::Rivals;
use super::moves::joint_actions;
use super::watch::Watch;
use crate::ir::{ActionId, InitialStates, InterpretedSystem, Semantics, State, Transitions};

/// How many lines are looked at and values copied: some milliseconds.
const EFFORT: usize = 1 << 18;
/// What is tried to find initial states, and how many are enough.
const START_STEPS: u64 = 100_000;
const MOST_STARTS: usize = 8;
/// How many joint actions are looked at in a state, and how many outcomes of one.
const MOST_ACTIONS: usize = 256;
const MOST_OUTCOMES: usize = 64;

/// The first rivals of each agent, if a short search finds any.
#[must_use]
pub fn near_the_start(system: &InterpretedSystem) -> Vec<Rivals> {
    if system.semantics == Semantics::SingleAssignment {
        return Vec::new();
    }
    let watches: Vec<Watch> = system.agent_ids().filter_map(|agent| Watch::new(system, agent)).collect();
    if watches.is_empty() {
        return Vec::new();
    }
    Search::new(system, watches).run()
}

struct Search<'s> {
    transitions: Transitions<'s>,
    watches: Vec<Watch>,
    found: Vec<Rivals>,
    queue: VecDeque<State>,
    visited: HashSet<State>,
    effort: usize,
    /// What one step costs.
    step: usize,
    /// What it costs to see who may do what.
    protocols: usize,
}

impl<'s> Search<'s> {
    fn new(system: &'s InterpretedSystem, watches: Vec<Watch>) -> Self {
        let evolution: usize = system.agents.iter().map(|agent| agent.evolution.len()).sum();
        let protocols: usize = system.agents.iter().map(|agent| 1 + agent.protocol.lines.len()).sum();
        let step = evolution + system.variables.len();
        let transitions = Transitions::new(system);
        let (queue, visited) = (VecDeque::new(), HashSet::new());
        Self { transitions, watches, found: Vec::new(), queue, visited, effort: EFFORT, step, protocols }
    }

    fn run(mut self) -> Vec<Rivals> {
        let starts = InitialStates::new(self.transitions.system(), START_STEPS);
        for state in starts.take(MOST_STARTS).map_while(Result::ok) {
            self.reach(state);
        }
        while let Some(state) = self.queue.pop_front() {
            if self.watches.is_empty() || !self.spend(self.protocols) {
                break;
            }
            let agents = self.transitions.system().agent_ids();
            let enabled: Vec<_> = agents.map(|agent| self.transitions.enabled(&state, agent)).collect();
            if enabled.iter().any(Vec::is_empty) {
                continue;
            }
            self.look(&state, &enabled);
            self.step(&state, &enabled);
        }
        self.found.sort_by_key(|rivals| (rivals.agent, rivals.first, rivals.second));
        self.found
    }

    fn spend(&mut self, effort: usize) -> bool {
        let enough = self.effort >= effort;
        self.effort = self.effort.saturating_sub(effort);
        enough
    }

    fn reach(&mut self, state: State) {
        if self.visited.insert(state.clone()) {
            self.queue.push_back(state);
        }
    }

    fn look(&mut self, state: &State, enabled: &[Vec<ActionId>]) {
        let (transitions, found, effort) = (&self.transitions, &mut self.found, &mut self.effort);
        self.watches.retain_mut(|watch| {
            let most = (*effort / watch.lines().max(1)).clamp(1, MOST_ACTIONS);
            let (meetings, looked) = watch.look(transitions, state, enabled, most);
            *effort = effort.saturating_sub(looked * watch.lines());
            let first = meetings.into_iter().next().map(|meeting| Rivals {
                agent: watch.agent(),
                first: meeting.lines.0,
                second: meeting.lines.1,
                state: state.clone(),
                action: meeting.action,
            });
            let is_open = first.is_none();
            found.extend(first);
            is_open
        });
    }

    fn step(&mut self, state: &State, enabled: &[Vec<ActionId>]) {
        let agents: Vec<_> = self.transitions.system().agent_ids().collect();
        let most = (self.effort / self.step.max(1)).min(MOST_ACTIONS);
        if most == 0 {
            self.effort = 0;
            return;
        }
        for action in joint_actions(enabled, &agents, most) {
            self.effort = self.effort.saturating_sub(self.step);
            // Where there are more outcomes than that, other moves will do.
            let outcomes = self.transitions.evolve_within(state, &action, MOST_OUTCOMES).unwrap_or_default();
            self.effort = self.effort.saturating_sub(outcomes.len() * state.values().len());
            for next in outcomes {
                self.reach(next);
            }
        }
    }
}
