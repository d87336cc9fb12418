//! What a group can choose in every state, and where each choice can lead: one enabled action per member, whatever the
//! others do and however the system evolves.

use std::collections::BTreeMap;

use super::super::outcome::Beyond;
use super::{Edges, Set, Whole, number};
use crate::ir::{ActionId, AgentId};

/// One action per member, and where it can lead.
pub(super) struct Choice {
    pub(super) actions: Vec<ActionId>,
    targets: Vec<u32>,
}

/// By state, the choices of a group.
pub(super) struct Game {
    pub(super) members: Vec<AgentId>,
    pub(super) choices: Vec<Vec<Choice>>,
    before: Edges,
}

/// By state and choice, whether it may be taken.
pub(super) type Allowed = Vec<Vec<bool>>;

impl Game {
    pub(super) fn new(whole: &Whole<'_>, members: &[AgentId]) -> Result<Self, Beyond> {
        let mut left = whole.moves;
        let mut choices = Vec::with_capacity(whole.len());
        for state in &whole.states {
            let mut leads: BTreeMap<Vec<ActionId>, Vec<u32>> = BTreeMap::new();
            for choice in whole.transitions.choices_within(state, members, left).map_err(|_| Beyond::Moves)? {
                leads.insert(choice, Vec::new());
            }
            let moves = whole.transitions.moves_within(state, left).map_err(|_| Beyond::Moves)?.successors;
            left = left.saturating_sub(leads.len() + moves.len());
            for step in moves {
                let choice: Vec<ActionId> = members.iter().map(|&member| step.action.get(member)).collect();
                let target = whole.states.get_index_of(&step.state);
                let target = number(target.unwrap_or_else(|| unreachable!("all reachable states are there")));
                leads.entry(choice).or_default().push(target);
            }
            choices.push(leads.into_iter().map(|(actions, targets)| Choice { actions, targets }).collect());
        }
        Ok(Self { members: members.to_vec(), choices, before: whole.before.clone() })
    }

    /// The states from which one step can lead to this one.
    pub(super) fn before(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.before[state].iter().map(|&from| from as usize)
    }

    /// Every choice may be taken.
    pub(super) fn all(&self) -> Allowed {
        self.choices.iter().map(|choices| vec![true; choices.len()]).collect()
    }

    /// The choices that may be taken in a state.
    pub(super) fn allowed<'g>(&'g self, allowed: &'g Allowed, state: usize) -> impl Iterator<Item = &'g Choice> {
        self.choices[state].iter().zip(&allowed[state]).filter(|(_, may)| **may).map(|(choice, _)| choice)
    }
}

impl Choice {
    /// Where the choice can lead.
    pub(super) fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        self.targets.iter().map(|&target| target as usize)
    }

    /// Whether the choice leads into a set whatever the rest does. States beyond the universe lie on no fair path: they
    /// are no objection. Neither is a choice that leads nowhere: where every evolution is dropped, anything is enforced.
    /// Where an agent has no action, there are no choices.
    pub(super) fn leads_into(&self, universe: &Set, goal: &Set) -> bool {
        self.targets().all(|target| goal[target] || !universe[target])
    }
}
