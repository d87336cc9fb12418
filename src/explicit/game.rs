//! What a group can choose in every state, and where each choice can lead.
//!
//! A choice is one enabled action per member. It leads wherever the rest may take it: any enabled actions of the
//! others, any evolution. Two ways to be stuck, told apart on purpose (ISPL section 7, read literally):
//! * an agent, inside or outside the group, has no enabled action: the group has no choice;
//! * every evolution is dropped: the group has choices, and they lead nowhere.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::graph::Rows;
use super::labels::Labels;
use super::space::Space;
use crate::engine::{Declined, GaveUp, Limits};
use crate::ir::{ActionId, AgentId};

/// Choices of one state beyond this many are too many.
const MOST_CHOICES: usize = 1 << 22;

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
    /// Per choice, the action of each member.
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
        for state in 0..space.len() {
            limits.check()?;
            game.add_choices(labels, state, &space.enabled(state), detail)?;
        }
        Ok(game)
    }

    fn add_choices(
        &mut self,
        labels: &Labels,
        number: usize,
        enabled: &[Rc<[u32]>],
        detail: Detail,
    ) -> Result<(), GaveUp> {
        let mut outcomes: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
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
                match detail {
                    Detail::Outcomes => {
                        outcomes.entry(leads_to).or_insert(begun.actions);
                    }
                    Detail::Actions => self.push(&begun.actions, &leads_to),
                }
                if outcomes.len() > MOST_CHOICES || self.targets.len() - self.ends[number] > MOST_CHOICES {
                    return Err(Declined::Moves.into());
                }
                continue;
            };
            let next = next_actions(member.index(), &enabled[member.index()], &begun, detail, labels);
            work.extend(next.into_iter().rev());
        }
        for (leads_to, actions) in outcomes {
            self.push(&actions, &leads_to);
        }
        self.ends.push(self.targets.len());
        Ok(())
    }

    fn push(&mut self, actions: &[u32], leads_to: &[u32]) {
        self.actions.extend(actions.iter().map(|&action| ActionId::new(action as usize)));
        self.targets.push(leads_to);
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

/// What the next member can do: its actions, or one for all that leave the same branches.
fn next_actions(agent: usize, enabled: &[u32], begun: &Begun, detail: Detail, labels: &Labels) -> Vec<Begun> {
    // Per branch, the actions that belong to it, if not all do.
    let classes: Vec<(usize, Option<&[u32]>)> =
        begun.branches.iter().map(|&branch| (branch, labels.class(branch, agent))).collect();
    let asked = classes.iter().any(|(_, class)| class.is_some());
    let tried = if detail == Detail::Actions || asked { enabled } else { &enabled[..enabled.len().min(1)] };
    let mut next: Vec<Begun> = Vec::new();
    for &action in tried {
        let belongs = |class: Option<&[u32]>| class.is_none_or(|class| class.binary_search(&action).is_ok());
        let branches: Vec<usize> =
            classes.iter().filter(|(_, class)| belongs(*class)).map(|&(branch, _)| branch).collect();
        if detail == Detail::Outcomes && next.iter().any(|other| other.branches == branches) {
            continue;
        }
        let mut actions = begun.actions.clone();
        actions.push(action);
        next.push(Begun { actions, branches });
    }
    next
}
