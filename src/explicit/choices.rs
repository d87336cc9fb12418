//! What a group can choose in one state, action by action, and where each choice can lead.
//!
//! Tables of strategies show everything that members can do, so their actions are listed one by one; what the others do is
//! not: of the joint actions between which nothing makes a difference, the first stands for all. What comes out is what
//! going through all joint actions would give, if each state were kept with the first that leads there.

use std::collections::HashSet;
use std::rc::Rc;

use super::space::Space;
use super::steps::{Branch, Listing};
use crate::ir::{ActionId, AgentId, Choice, JointAction, OutOfBudget, Successor};

/// How often a choice may be compared with a branch, per choice and outcome that may be listed.
const COMPARED: usize = 64;

impl Space<'_> {
    /// The choices of `members` in the state with this number, in lexicographic order; none if an agent has no enabled
    /// action.
    ///
    /// # Errors
    /// If there are more than `budget` choices, or outcomes of all of them together.
    pub fn choices(&self, state: usize, members: &[AgentId], budget: usize) -> Result<Vec<Choice>, OutOfBudget> {
        let mut listing = Listing::default();
        self.list(state, &mut listing).map_err(|_| OutOfBudget)?;
        let enabled = self.enabled(state);
        if enabled.iter().any(|actions| actions.is_empty()) {
            return Ok(Vec::new());
        }
        let mut all = vec![Vec::with_capacity(members.len())];
        for member in members {
            let actions = &enabled[member.index()];
            if all.len().saturating_mul(actions.len()) > budget {
                return Err(OutOfBudget);
            }
            let longer = |begun: &Vec<u32>, &action: &u32| begun.iter().copied().chain([action]).collect();
            all = all.iter().flat_map(|begun| actions.iter().map(move |action| longer(begun, action))).collect();
        }
        if all.len().saturating_mul(listing.branches.len()) > budget.saturating_mul(COMPARED) {
            return Err(OutOfBudget);
        }
        let mut left = budget;
        let mut choices = Vec::with_capacity(all.len());
        for chosen in all {
            let leads_to = self.outcomes(&listing, &enabled, (members, &chosen));
            left = left.checked_sub(leads_to.len()).ok_or(OutOfBudget)?;
            let actions = chosen.into_iter().map(|action| ActionId::new(action as usize)).collect();
            choices.push(Choice { actions, leads_to });
        }
        Ok(choices)
    }

    /// Where a choice can lead: each state once, with the first joint action that leads there, ordered by these.
    fn outcomes(&self, listing: &Listing, enabled: &[Rc<[u32]>], chosen: (&[AgentId], &[u32])) -> Vec<Successor> {
        let mut all = Vec::new();
        for branch in &listing.branches {
            let Some(action) = first_action(listing, branch, enabled, chosen) else { continue };
            let states = listing.successors(branch).map(|words| self.unpack(words));
            all.extend(states.map(|state| Successor { action: action.clone(), state }));
        }
        all.sort_unstable_by(|left, right| (&left.action, &left.state).cmp(&(&right.action, &right.state)));
        let mut seen = HashSet::new();
        all.retain(|successor| seen.insert(successor.state.clone()));
        all
    }
}

/// The first joint action of a branch in which members do what was chosen, if there is one.
fn first_action(
    listing: &Listing,
    branch: &Branch,
    enabled: &[Rc<[u32]>],
    (members, chosen): (&[AgentId], &[u32]),
) -> Option<JointAction> {
    let mut actions: Vec<u32> = enabled.iter().map(|enabled| enabled[0]).collect();
    for (member, &action) in members.iter().zip(chosen) {
        actions[member.index()] = action;
    }
    for (agent, class) in listing.classes(branch) {
        match members.iter().position(|member| member.index() == agent) {
            Some(member) => _ = class.binary_search(&chosen[member]).ok()?,
            None => actions[agent] = class[0],
        }
    }
    Some(JointAction::new(actions.into_iter().map(|action| ActionId::new(action as usize)).collect::<Vec<_>>()))
}
