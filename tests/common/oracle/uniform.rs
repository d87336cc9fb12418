//! ATL with uniform strategies (ISPL section 7): one action per local state of each member, for ever.
//!
//! A state satisfies `<g>` φ iff one uniform strategy wins from every state of the universe that the members together
//! cannot tell from it. A strategy wins from a state iff the group, left with the choices of that strategy, enforces φ
//! there in the sense of [`super::atl`]; in particular fair paths are those of the remaining choices.
//!
//! Per class of the group's distributed relation, a backtracking search over partial strategies. Local states without a
//! decision keep all their choices, which only helps the group: if it does not win even so, no extension wins. If it
//! wins, the first undecided local state on the way is decided; if there is none, the strategy is found. Local states
//! that no path of the strategy reaches stay undecided: any action does.

use std::rc::Rc;

use super::atl::Player;
use super::game::Game;
use super::knowledge::Partition;
use super::set::StateSet;
use super::world::World;
use qmas::engine::GaveUp;
use qmas::ir::ActionId;
use qmas::logic::{FormulaId, Temporal};

/// Partial strategies that may be looked at for one formula.
const MAX_STRATEGIES: usize = 1 << 20;

/// What uniform play is about.
pub(super) struct Uniform<'a> {
    pub(super) world: World<'a>,
    pub(super) game: &'a Game,
    /// What each member can tell apart.
    pub(super) local: &'a [Rc<Partition>],
    /// What they can tell apart together.
    pub(super) together: &'a Partition,
}

/// Per member and local state, the action if it is decided.
type Strategy = Vec<Vec<Option<ActionId>>>;

/// A decision that can be taken back: whose, in which local state, and what else to try.
struct Decision {
    member: usize,
    local: usize,
    untried: std::vec::IntoIter<ActionId>,
}

impl Uniform<'_> {
    /// `<g>` and a temporal operator over the sets of its operands.
    pub(super) fn enforces<'s>(
        &self,
        operator: Temporal,
        of: impl Fn(FormulaId) -> &'s StateSet + Copy,
    ) -> Result<StateSet, GaveUp> {
        let possible = Player::new(self.world, self.game, None).enforces(operator, of)?;
        let mut classes = vec![Vec::new(); self.together.count()];
        for state in self.world.universe.iter() {
            classes[self.together.class(state)].push(state);
        }
        let settled = self.settled(operator, of);
        let mut looked_at = 0;
        let mut result = self.world.nowhere();
        for class in classes.into_iter().filter(|class| class.iter().all(|&state| possible.contains(state))) {
            let settled = match operator {
                Temporal::Next(_) if self.world.fairness.is_empty() => self.all_but(&class),
                _ => settled.clone(),
            };
            let wins = |player: &Player<'_>| {
                looked_at += 1;
                if looked_at > MAX_STRATEGIES {
                    return Err(qmas::engine::Declined::Strategies(MAX_STRATEGIES).into());
                }
                let won = player.enforces(operator, of)?;
                Ok(class.iter().all(|&state| won.contains(state)))
            };
            if self.some_strategy(&class, &settled, wins)? {
                for &state in &class {
                    result.insert(state);
                }
            }
        }
        Ok(result)
    }

    /// States after which the strategy does not matter any more: the formula is true there, or false on every path.
    /// With fairness little is settled: the group may still win by avoiding all fair paths, wherever they lead.
    fn settled<'s>(&self, operator: Temporal, of: impl Fn(FormulaId) -> &'s StateSet) -> StateSet {
        let not = |f| self.world.complement(of(f));
        match operator {
            Temporal::Finally(p) => of(p).clone(),
            _ if !self.world.fairness.is_empty() => self.world.nowhere(),
            Temporal::Next(_) => self.world.nowhere(),
            Temporal::Globally(p) => not(p),
            Temporal::Until(p, q) | Temporal::WeakUntil(p, q) => of(q).or(&not(p)),
            Temporal::Release(p, q) => of(p).or(&not(q)),
        }
    }

    fn all_but(&self, class: &[usize]) -> StateSet {
        let mut others = self.world.universe.clone();
        for &state in class {
            others.remove(state);
        }
        others
    }

    /// Whether some uniform strategy wins from all of `class`.
    fn some_strategy(
        &self,
        class: &[usize],
        settled: &StateSet,
        mut wins: impl FnMut(&Player<'_>) -> Result<bool, GaveUp>,
    ) -> Result<bool, GaveUp> {
        let mut strategy: Strategy = self.local.iter().map(|partition| vec![None; partition.count()]).collect();
        let mut decisions: Vec<Decision> = Vec::new();
        loop {
            self.world.limits.check()?;
            let allowed = self.allowed(&strategy);
            let player = Player::new(self.world, self.game, Some(&allowed));
            if wins(&player)? {
                match self.undecided(&player, &strategy, class, settled) {
                    Some(decision) => decisions.push(decision),
                    None => return Ok(true),
                }
            }
            if !next_strategy(&mut strategy, &mut decisions) {
                return Ok(false);
            }
        }
    }

    /// The choices that a partial strategy leaves.
    fn allowed(&self, strategy: &Strategy) -> Vec<bool> {
        let mut allowed = vec![false; self.game.len()];
        for state in self.world.universe.iter() {
            for choice in self.game.choices(state) {
                allowed[choice] = self.game.actions(choice).iter().enumerate().all(|(member, &action)| {
                    strategy[member][self.local[member].class(state)].is_none_or(|decided| decided == action)
                });
            }
        }
        allowed
    }

    /// The first local state without a decision, breadth first from `class` under the choices that are left.
    fn undecided(
        &self,
        player: &Player<'_>,
        strategy: &Strategy,
        class: &[usize],
        settled: &StateSet,
    ) -> Option<Decision> {
        let mut seen = self.world.nowhere();
        let mut queue: std::collections::VecDeque<usize> = class.iter().copied().collect();
        while let Some(state) = queue.pop_front() {
            if settled.contains(state) || !seen.insert(state) {
                continue;
            }
            for choice in player.choices(state) {
                for (member, partition) in self.local.iter().enumerate() {
                    let local = partition.class(state);
                    if strategy[member][local].is_none() {
                        let untried = self.enabled(player, state, member).into_iter();
                        return Some(Decision { member, local, untried });
                    }
                }
                queue.extend(self.game.targets(choice).filter(|&target| self.world.universe.contains(target)));
            }
        }
        None
    }

    /// The actions of a member in a state: the same wherever its local state is the same.
    fn enabled(&self, player: &Player<'_>, state: usize, member: usize) -> Vec<ActionId> {
        let mut actions: Vec<ActionId> =
            player.choices(state).map(|choice| self.game.actions(choice)[member]).collect();
        actions.sort_unstable();
        actions.dedup();
        actions
    }
}

/// Goes on to the next alternative of the last decision that has one; false if none has.
fn next_strategy(strategy: &mut Strategy, decisions: &mut Vec<Decision>) -> bool {
    while let Some(last) = decisions.last_mut() {
        let next = last.untried.next();
        strategy[last.member][last.local] = next;
        if next.is_some() {
            return true;
        }
        decisions.pop();
    }
    false
}
