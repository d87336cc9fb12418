//! What a group can choose in every state, and where each choice can lead.
//!
//! A choice is one enabled action per member. It leads wherever the rest may take it: any enabled actions of the
//! others, any evolution. Two ways to be stuck, told apart on purpose (ISPL section 7, read literally):
//! * an agent, inside or outside the group, has no enabled action: the group has no choice;
//! * every evolution is dropped: the group has choices, and they lead nowhere.

use std::collections::BTreeMap;

use super::graph::Rows;
use super::space::{Space, index};
use qmas::engine::{GaveUp, Limits};
use qmas::ir::{ActionId, AgentId};

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

impl Game {
    /// The choices of `members` in every reachable state.
    pub(super) fn new(space: &Space<'_>, members: &[AgentId], limits: &Limits) -> Result<Self, GaveUp> {
        let mut game = Self { members: members.to_vec(), ends: vec![0], actions: Vec::new(), targets: Rows::new() };
        for state in 0..space.len() {
            limits.check()?;
            game.add_choices(space, state);
        }
        Ok(game)
    }

    fn add_choices(&mut self, space: &Space<'_>, number: usize) {
        let state = space.state(number);
        let choices = space.transitions().choices_within(&state, &self.members, usize::MAX).expect("no limit");
        let mut leads_to: BTreeMap<Vec<ActionId>, Vec<u32>> =
            choices.into_iter().map(|choice| (choice, Vec::new())).collect();
        for successor in space.transitions().moves(&state).successors {
            let choice = self.members.iter().map(|&member| successor.action.get(member)).collect();
            let target = space.find(&successor.state).expect("all successors have been enumerated");
            leads_to.entry(choice).or_default().push(index(target));
        }
        for (choice, mut targets) in leads_to {
            targets.sort_unstable();
            targets.dedup();
            self.actions.extend(choice);
            self.targets.push(&targets);
        }
        self.ends.push(self.targets.len());
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
