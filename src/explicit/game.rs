//! What a group can choose in every state, and where each choice can lead.
//!
//! A choice is one enabled action per member. It leads wherever the rest may take it: any enabled actions of the
//! others, any evolution. Two ways to be stuck, told apart on purpose (ISPL section 7, read literally):
//! * an agent, inside or outside the group, has no enabled action: the group has no choice;
//! * every evolution is dropped: the group has choices, and they lead nowhere.

use std::rc::Rc;

use super::graph::Rows;
use super::labels::Labels;
use super::outcomes::{MOST_CHOICES, Outcomes};
use super::pulse::Pulse;
use super::space::Space;
use crate::engine::{Declined, GaveUp, Limits};
use crate::ir::{ActionId, AgentId};

/// Where all choices of all states may lead, together.
const MOST_TARGETS: usize = 1 << 30;

/// Which choices are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Detail {
    /// Those that can lead elsewhere: each stands for all that lead to the same states.
    Outcomes,
    /// All: what a member does matters in other states, too.
    Actions,
}

/// The choices of a group.
#[derive(Debug)]
pub(super) struct Game {
    members: Vec<AgentId>,
    /// Where the choices of each state end; the first entry is where those of the first begin.
    ends: Vec<usize>,
    /// Per choice, the action of each member; empty if only outcomes are told apart.
    actions: Vec<ActionId>,
    /// Per choice, where it can lead: ascending, without repetition.
    targets: Rows,
}

/// Choices of a group that agree on the actions of its first members.
struct Begun {
    actions: Vec<u32>,
    /// The branches that are possible after them.
    branches: Vec<usize>,
}

impl Game {
    /// The choices of `members` in every reachable state.
    pub(super) fn new(space: &Space<'_>, members: &[AgentId], detail: Detail, limits: &Limits) -> Result<Self, GaveUp> {
        let mut game = Self { members: members.to_vec(), ends: vec![0], actions: Vec::new(), targets: Rows::new() };
        let labels = space.labels(limits)?;
        let mut outcomes = Outcomes::new(labels, members);
        let mut pulse = Pulse::new(limits);
        for state in 0..space.len() {
            pulse.check()?;
            match detail {
                Detail::Actions => game.add_choices(labels, state, &space.enabled(state))?,
                Detail::Outcomes => game.add_outcomes(&mut outcomes, state)?,
            }
        }
        Ok(game)
    }

    fn add_outcomes(&mut self, outcomes: &mut Outcomes<'_>, number: usize) -> Result<(), GaveUp> {
        for outcome in outcomes.of(number)? {
            self.push(&[], outcome)?;
        }
        self.ends.push(self.targets.len());
        Ok(())
    }

    fn add_choices(&mut self, labels: &Labels, number: usize, enabled: &[Rc<[u32]>]) -> Result<(), GaveUp> {
        if enabled.iter().any(|actions| actions.is_empty()) {
            self.ends.push(self.targets.len());
            return Ok(());
        }
        let mut work = vec![Begun { actions: Vec::new(), branches: labels.branches(number).collect() }];
        while let Some(begun) = work.pop() {
            let Some(member) = self.members.get(begun.actions.len()) else {
                let mut leads_to: Vec<u32> =
                    begun.branches.iter().flat_map(|&branch| labels.targets(branch).iter().copied()).collect();
                leads_to.sort_unstable();
                leads_to.dedup();
                self.push(&begun.actions, &leads_to)?;
                if self.targets.len() - self.ends[number] > MOST_CHOICES {
                    return Err(Declined::Moves.into());
                }
                continue;
            };
            let next = next_actions(member.index(), &enabled[member.index()], &begun, labels);
            work.extend(next.into_iter().rev());
        }
        self.ends.push(self.targets.len());
        Ok(())
    }

    fn push(&mut self, actions: &[u32], leads_to: &[u32]) -> Result<(), GaveUp> {
        if self.targets.items() + leads_to.len() > MOST_TARGETS {
            return Err(GaveUp::Memory);
        }
        self.actions.extend(actions.iter().map(|&action| ActionId::new(action as usize)));
        self.targets.push(leads_to);
        Ok(())
    }

    /// The members of the group that plays.
    pub(super) fn members(&self) -> &[AgentId] {
        &self.members
    }

    /// How many choices there are in all states.
    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The choices in `state`.
    pub(super) fn choices(&self, state: usize) -> std::ops::Range<usize> {
        self.ends[state]..self.ends[state + 1]
    }

    /// The action of each member in a choice.
    pub(super) fn actions(&self, choice: usize) -> &[ActionId] {
        let size = self.members.len();
        &self.actions[choice * size..(choice + 1) * size]
    }

    /// Where a choice can lead.
    pub(super) fn targets(&self, choice: usize) -> impl Iterator<Item = usize> + '_ {
        self.targets.row(choice).iter().map(|&target| target as usize)
    }
}

/// What the next member can do.
fn next_actions(agent: usize, enabled: &[u32], begun: &Begun, labels: &Labels) -> Vec<Begun> {
    // Per branch, the actions that belong to it, if not all do.
    let classes: Vec<(usize, Option<&[u32]>)> =
        begun.branches.iter().map(|&branch| (branch, labels.class(branch, agent))).collect();
    let with = |&action: &u32| {
        let belongs = |class: Option<&[u32]>| class.is_none_or(|class| class.binary_search(&action).is_ok());
        let branches = classes.iter().filter(|(_, class)| belongs(*class)).map(|&(branch, _)| branch).collect();
        Begun { actions: begun.actions.iter().copied().chain([action]).collect(), branches }
    };
    enabled.iter().map(with).collect()
}
