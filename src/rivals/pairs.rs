//! The pairs of lines that a search in sets of states asks for, one by one: bounded in number, whatever is written. And what
//! complete searches find.

use super::Rivals;
use super::suspects::suspects;
use super::watch::contains;
use crate::ir::{AgentId, InterpretedSystem, Semantics, VarId};

/// A search for one agent ends when it has found so many.
pub const MOST_FOUND: usize = 16;
/// A search asks for no more pairs of one agent.
const MOST_PAIRS: usize = 1_000;
/// How many parts of lines are compared to find these: a tenth of a second.
const EFFORT: usize = 1 << 24;

/// Two lines of an agent that may be rivals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The lines, from 0, the earlier one first.
    pub lines: (usize, usize),
    /// The lines that do the work of both: where one of them has a result, these are no rivals.
    pub joint: Vec<usize>,
}

/// All pairs of lines of an agent that may be rivals, or the first of them.
#[derive(Debug, Clone)]
pub struct Pairs {
    /// Whose lines they are.
    pub agent: AgentId,
    /// In the order of the lines.
    pub pairs: Vec<Pair>,
    /// How many pairs of lines were looked at to find these, if that was not all of them.
    pub only: Option<usize>,
}

/// What a search has found.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// Ordered by agent and lines; of one agent no more than [`MOST_FOUND`].
    pub found: Vec<Rivals>,
    /// Where it did not look, in words, so that there may be more.
    pub gaps: Vec<String>,
}

impl Pairs {
    /// Those of all agents that have any, by what is written.
    #[must_use]
    pub fn of(system: &InterpretedSystem) -> Vec<Self> {
        if system.semantics == Semantics::SingleAssignment {
            return Vec::new();
        }
        let found = system.agent_ids().map(|agent| Self::of_agent(system, agent));
        found.filter(|found| !found.pairs.is_empty() || found.only.is_some()).collect()
    }

    fn of_agent(system: &InterpretedSystem, agent: AgentId) -> Self {
        let mut suspects = suspects(system, agent, MOST_PAIRS, EFFORT);
        suspects.pairs.sort_unstable();
        let assigned: Vec<Vec<VarId>> = system
            .agent(agent)
            .evolution
            .iter()
            .map(|line| {
                let mut variables: Vec<VarId> = line.assignments.iter().map(|assigned| assigned.variable).collect();
                variables.sort_unstable();
                variables
            })
            .collect();
        let long: Vec<usize> = (0..assigned.len()).filter(|&line| assigned[line].len() > 1).collect();
        let pair = |lines: (usize, usize)| {
            let has_both =
                |line: &usize| [lines.0, lines.1].iter().all(|&one| contains(&assigned[*line], &assigned[one]));
            Pair { lines, joint: long.iter().copied().filter(has_both).collect() }
        };
        let pairs = suspects.pairs.into_iter().map(pair).collect();
        Self { agent, pairs, only: (!suspects.all).then_some(suspects.looked_at) }
    }

    /// Where a search for these pairs does not look, in words.
    #[must_use]
    pub fn gap(&self, system: &InterpretedSystem) -> Option<String> {
        let name = &system.agent(self.agent).name;
        self.only.map(|count| format!("only the first {count} pairs of lines of {name} were looked at"))
    }
}

impl Search {
    /// Says that an agent may have more rivals than were found.
    pub fn cut_short(&mut self, system: &InterpretedSystem, agent: AgentId) {
        let name = &system.agent(agent).name;
        self.gaps.push(format!("the search ended at {MOST_FOUND} pairs of {name}"));
    }
}
