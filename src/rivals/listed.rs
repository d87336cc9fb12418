//! A complete search for rival lines in states that somebody lists, the reachable ones.

use std::collections::{BTreeMap, BTreeSet};

use super::Rivals;
use super::pairs::{MOST_FOUND, Search};
use super::suspects::disjoint;
use super::watch::{Watch, contains};
use crate::ir::{ActionId, InterpretedSystem, JointAction, Semantics, State, Transitions, VarId};

/// How many joint actions are looked at in a state.
const MOST_ACTIONS: usize = 1 << 12;
/// How many lines and pairs of lines are looked at in all: some seconds.
const EFFORT: usize = 1 << 27;

/// Looks for rivals in one state after the other.
pub struct Hunt<'s> {
    transitions: Transitions<'s>,
    agents: Vec<Hunted>,
    search: Search,
    /// How much of the effort is left.
    left: usize,
}

struct Hunted {
    watch: Watch,
    found: BTreeSet<(usize, usize)>,
    /// In some state not all joint actions were looked at.
    hurried: bool,
}

impl<'s> Hunt<'s> {
    /// Nothing has been looked at yet.
    #[must_use]
    pub fn new(system: &'s InterpretedSystem) -> Self {
        let agents = match system.semantics {
            Semantics::SingleAssignment => Vec::new(),
            Semantics::MultiAssignment => {
                let watches = system.agent_ids().filter_map(|agent| Watch::new(system, agent));
                watches.map(|watch| Hunted { watch, found: BTreeSet::new(), hurried: false }).collect()
            }
        };
        Self { transitions: Transitions::new(system), agents, search: Search::default(), left: EFFORT }
    }

    /// Looks at all joint actions in a reachable state.
    pub fn look(&mut self, state: &State) {
        if self.agents.is_empty() || self.left == 0 {
            return;
        }
        let agents = self.transitions.system().agent_ids();
        let enabled: Vec<_> = agents.map(|agent| self.transitions.enabled(state, agent)).collect();
        if enabled.iter().any(Vec::is_empty) {
            return;
        }
        let (transitions, search, left) = (&self.transitions, &mut self.search, &mut self.left);
        self.agents.retain_mut(|agent| {
            let is_open = agent.look((transitions, state), &enabled, &mut search.found, left);
            if !is_open {
                search.cut_short(transitions.system(), agent.watch.agent());
            }
            is_open
        });
    }

    /// What was found.
    #[must_use]
    pub fn end(mut self) -> Search {
        let system = self.transitions.system();
        for agent in self.agents.iter().filter(|agent| agent.hurried) {
            let name = &system.agent(agent.watch.agent()).name;
            self.search
                .gaps
                .push(format!("{name} heeds more than {MOST_ACTIONS} joint actions, only so many were tried"));
        }
        if self.left == 0 && !self.agents.is_empty() {
            self.search.gaps.push("only states near the start were looked at".to_owned());
        }
        self.search.found.sort_by_key(|rivals| (rivals.agent, rivals.first, rivals.second));
        self.search
    }
}

impl Hunted {
    /// Whether the search goes on after this state.
    fn look(
        &mut self,
        (transitions, state): (&Transitions<'_>, &State),
        enabled: &[Vec<ActionId>],
        found: &mut Vec<Rivals>,
        left: &mut usize,
    ) -> bool {
        let actions = self.watch.moves(state, enabled, MOST_ACTIONS + 1);
        self.hurried |= actions.len() > MOST_ACTIONS;
        *left = left.saturating_sub(enabled.len());
        for action in &actions {
            let lines = self.meet(transitions, state, action, left);
            let (agent, new) = (self.watch.agent(), lines.iter());
            found.extend(new.map(|&(first, second)| {
                let (state, action) = (state.clone(), action.clone());
                Rivals { agent, first, second, state, action }
            }));
            if self.found.len() >= MOST_FOUND {
                return false;
            }
        }
        true
    }

    /// The pairs that meet here and have not done so before.
    fn meet(
        &mut self,
        transitions: &Transitions<'_>,
        state: &State,
        action: &JointAction,
        left: &mut usize,
    ) -> Vec<(usize, usize)> {
        *left = left.saturating_sub(self.watch.lines());
        let executable = transitions.executable_lines(state, action, self.watch.agent());
        let assigned = |line: usize| self.watch.assigned(line);
        let mut working: BTreeMap<&[VarId], Vec<usize>> = BTreeMap::new();
        for (line, updates) in &executable {
            if updates.iter().any(|&(variable, value)| state.get(variable) != value) {
                working.entry(assigned(*line)).or_default().push(*line);
            }
        }
        let long: BTreeSet<&[VarId]> =
            executable.iter().map(|(line, _)| assigned(*line)).filter(|all| all.len() > 1).collect();
        let mut met = Vec::new();
        let groups: Vec<_> = working.iter().collect();
        for (number, &(variables, lines)) in groups.iter().enumerate() {
            for &(others, other_lines) in &groups[..number] {
                *left = left.saturating_sub(1);
                if *left == 0 || self.found.len() >= MOST_FOUND {
                    return met;
                }
                let joint = || long.iter().any(|all| contains(all, variables) && contains(all, others));
                if !disjoint(variables, others) || joint() {
                    continue;
                }
                let pairs = lines
                    .iter()
                    .flat_map(|&line| other_lines.iter().map(move |&other| (line.min(other), line.max(other))));
                for pair in pairs {
                    *left = left.saturating_sub(1);
                    if self.found.len() < MOST_FOUND && self.found.insert(pair) {
                        met.push(pair);
                    }
                }
            }
        }
        met
    }
}

impl std::fmt::Debug for Hunt<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hunt").field("search", &self.search).finish_non_exhaustive()
    }
}
