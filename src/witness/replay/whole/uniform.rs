//! Uniform strategies (ISPL, section 7): one action per local state of each member. A state satisfies `<g>` φ if one of
//! them wins from every state that the members together cannot tell from it.
//!
//! They are tried, one class of states after the other. Local states that nothing is decided about keep all their choices,
//! which only helps the group: what loses even so need not be looked at further. Past some number of tries it is said that
//! there are too many.

use std::collections::{BTreeMap, VecDeque};

use super::super::outcome::Beyond;
use super::game::{Allowed, Game};
use super::judge::World;
use super::{Set, Whole, and, or};
use crate::ir::ActionId;
use crate::logic::{FormulaId, Temporal};

/// How many choices are looked at for one formula, over all tries.
const EFFORT: usize = 50_000_000;

/// By member (its position in the group) and local state, what is decided.
type Decided = BTreeMap<(usize, usize), ActionId>;

/// The group that plays, and what is tried.
struct Search<'a> {
    game: &'a Game,
    world: &'a World,
    /// By member and state, the number of its local state.
    locals: Vec<Vec<usize>>,
    /// Where play is over: nothing needs to be decided there.
    over: Set,
    left: usize,
}

impl Whole<'_> {
    pub(super) fn uniform<'s>(
        &self,
        world: &World,
        game: &Game,
        operator: Temporal,
        of: impl Fn(FormulaId) -> &'s Set + Copy,
    ) -> Result<Set, Beyond> {
        let locals = game.members.iter().map(|&member| {
            let mut numbers = vec![usize::MAX; self.len()];
            for (number, class) in self.classes(&world.universe, &[member]).into_iter().enumerate() {
                class.into_iter().for_each(|state| numbers[state] = number);
            }
            numbers
        });
        let over = over(world, operator, of);
        let mut search = Search { game, world, locals: locals.collect(), over, left: EFFORT };
        let possible = game.enforces(world, &game.all(), operator, of);
        let mut found = world.nowhere();
        for class in self.classes(&world.universe, &game.members) {
            if !class.iter().all(|&state| possible[state]) {
                continue;
            }
            let wins = |allowed: &Allowed| {
                let won = game.enforces(world, allowed, operator, of);
                class.iter().all(|&state| won[state])
            };
            let first_step_decides = world.fairness.is_empty() && matches!(operator, Temporal::Next(_));
            if search.some_strategy(&class, first_step_decides, wins)? {
                class.iter().for_each(|&state| found[state] = true);
            }
        }
        Ok(found)
    }
}

/// Where play is over, won or lost. With fairness it goes on: the group may still make all paths unfair.
fn over<'s>(world: &World, operator: Temporal, of: impl Fn(FormulaId) -> &'s Set) -> Set {
    if !world.fairness.is_empty() {
        return world.nowhere();
    }
    match operator {
        Temporal::Next(_) => world.nowhere(),
        Temporal::Finally(p) => of(p).clone(),
        Temporal::Globally(p) => world.not(of(p)),
        Temporal::Until(p, q) | Temporal::WeakUntil(p, q) => or(of(q), &world.not(of(p))),
        Temporal::Release(p, q) => or(&and(of(p), of(q)), &world.not(of(q))),
    }
}

impl Search<'_> {
    /// Whether some uniform strategy wins from all of a class.
    fn some_strategy(
        &mut self,
        class: &[usize],
        first_step_decides: bool,
        wins: impl Fn(&Allowed) -> bool,
    ) -> Result<bool, Beyond> {
        let mut work = vec![Decided::new()];
        while let Some(decided) = work.pop() {
            let allowed = self.allowed(&decided);
            let effort: usize = allowed.iter().map(Vec::len).sum();
            self.left = self.left.checked_sub(effort.max(1)).ok_or(Beyond::Strategies)?;
            if !wins(&allowed) {
                continue;
            }
            let Some((member, state)) = self.undecided(&decided, &allowed, class, first_step_decides) else {
                return Ok(true);
            };
            let mut actions: Vec<ActionId> =
                self.game.allowed(&allowed, state).map(|choice| choice.actions[member]).collect();
            actions.sort_unstable();
            actions.dedup();
            for action in actions {
                let mut more = decided.clone();
                more.insert((member, self.locals[member][state]), action);
                work.push(more);
            }
        }
        Ok(false)
    }

    /// The choices that are left.
    fn allowed(&self, decided: &Decided) -> Allowed {
        let may = |state: usize, actions: &[ActionId]| {
            actions.iter().enumerate().all(|(member, action)| {
                decided.get(&(member, self.locals[member][state])).is_none_or(|decided| decided == action)
            })
        };
        let choices = self.game.choices.iter().enumerate();
        choices
            .map(|(state, choices)| {
                let is_there = self.world.universe[state];
                choices.iter().map(|choice| is_there && may(state, &choice.actions)).collect()
            })
            .collect()
    }

    /// A member and a state that play can come to in which nothing is decided for it.
    fn undecided(
        &self,
        decided: &Decided,
        allowed: &Allowed,
        class: &[usize],
        first_step_decides: bool,
    ) -> Option<(usize, usize)> {
        let mut seen = self.world.nowhere();
        let mut queue: VecDeque<usize> = class.iter().copied().collect();
        while let Some(state) = queue.pop_front() {
            if self.over[state] || !self.world.universe[state] || std::mem::replace(&mut seen[state], true) {
                continue;
            }
            for choice in self.game.allowed(allowed, state) {
                let open = |&member: &usize| !decided.contains_key(&(member, self.locals[member][state]));
                if let Some(member) = (0..self.game.members.len()).find(open) {
                    return Some((member, state));
                }
                if !first_step_decides {
                    queue.extend(choice.targets());
                }
            }
        }
        None
    }
}
