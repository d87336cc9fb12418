//! A choice of a group in one state that keeps it out of some branches, without listing all its choices.
//!
//! Members are gone through in their order. What a member can do is told apart by the branches that it leaves; what
//! leaves nothing to avoid, and leads to little, is tried first. A branch that is to be avoided and that no later member
//! has a say in ends an attempt.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::arena::Arena;
use crate::engine::GaveUp;
use crate::ir::AgentId;

/// What a branch is to whoever chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Toll {
    /// It must not be possible.
    Avoid,
    /// It may be, and leads to so many states that nothing is known of.
    Costs(u32),
}

/// Branches, by their places among those of the state.
type Places = Vec<u32>;

/// A search in one state.
pub(super) struct Search<'a> {
    members: &'a [AgentId],
    enabled: Vec<Rc<[u32]>>,
    /// The first of the state's branches.
    first: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(arena: &mut Arena<'_>, state: u32, members: &'a [AgentId], first: usize) -> Self {
        Self { members, enabled: arena.enabled(state), first }
    }

    /// The branches that some choice of the group leaves possible, none of which is to be avoided.
    pub(super) fn avoiding(&self, arena: &mut Arena<'_>, tolls: &[Toll]) -> Result<Option<Places>, GaveUp> {
        let all: Places = (0..u32::try_from(tolls.len()).expect("branches fit into memory")).collect();
        let mut levels: Vec<std::vec::IntoIter<Places>> = vec![vec![all].into_iter()];
        while let Some(level) = levels.last_mut() {
            let Some(left) = level.next() else {
                levels.pop();
                continue;
            };
            arena.look(left.len())?;
            let rest = &self.members[levels.len() - 1..];
            let hopeless = |&place: &u32| {
                tolls[place as usize] == Toll::Avoid
                    && rest.iter().all(|&member| arena.class(self.first + place as usize, member).is_none())
            };
            if left.iter().any(hopeless) {
                continue;
            }
            match rest.first() {
                None => return Ok(Some(left)),
                Some(&member) => levels.push(self.options(arena, member, left, tolls).into_iter()),
            }
        }
        Ok(None)
    }

    /// What is left after each thing that a member can do: first what has the least to avoid and to pay.
    fn options(&self, arena: &Arena<'_>, member: AgentId, left: Places, tolls: &[Toll]) -> Vec<Places> {
        let class = |place: u32| arena.class(self.first + place as usize, member);
        if left.iter().all(|&place| class(place).is_none()) {
            return vec![left];
        }
        let enabled = &self.enabled[member.index()];
        let mut leaves: Vec<Places> = vec![Vec::new(); enabled.len()];
        for &place in &left {
            match class(place) {
                None => leaves.iter_mut().for_each(|leaves| leaves.push(place)),
                Some(actions) => {
                    for action in actions {
                        let position = enabled.binary_search(action).expect("classes are made of enabled actions");
                        leaves[position].push(place);
                    }
                }
            }
        }
        let mut different: BTreeMap<Places, usize> = BTreeMap::new();
        for (position, leaves) in leaves.into_iter().enumerate() {
            different.entry(leaves).or_insert(position);
        }
        let toll = |&place: &u32| match tolls[place as usize] {
            Toll::Avoid => 1,
            Toll::Costs(unknown) => u64::from(unknown),
        };
        let mut options: Vec<(u64, usize, Places)> =
            different.into_iter().map(|(leaves, position)| (leaves.iter().map(toll).sum(), position, leaves)).collect();
        options.sort_unstable();
        options.into_iter().map(|(_, _, leaves)| leaves).collect()
    }
}
