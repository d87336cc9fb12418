//! What a group can enforce, with all its choices or only with some (ISPL, section 7).
//! Alur, Henzinger and Kupferman, "Alternating-time temporal logic" (J. ACM 2002).
//!
//! pre(Z) is where some choice leads into Z whatever the rest does; C ranges over the fairness constraints. With fairness
//! the group may also win by making all paths unfair (Busard, Pecheur, Qu and Raimondi, "Reasoning about strategies under
//! partial observability and fairness constraints", SR 2013): N is where it can.
//!
//! | | without fairness | with fairness |
//! |---|---|---|
//! | N | nowhere | μZ. ⋁_C pre(νY. (Z ∨ ¬C) ∧ pre(Y)) |
//! | X p | pre(p) | pre(p ∨ N) |
//! | G p | νY. p ∧ pre(Y) | νY. (p ∨ N) ∧ pre(Y) |
//! | p U q | μZ. q ∨ (p ∧ pre(Z)) | μZ. a ∧ (q ∨ ⋁_C pre(νY. a ∧ (Z ∨ ¬C) ∧ (q ∨ pre(Y)))), where a = p ∨ q ∨ N |
//! | p R q | νY. q ∧ (p ∨ pre(Y)) | νY. (q ∨ N) ∧ (p ∨ pre(Y)) |
//! | p W q | νY. q ∨ (p ∧ pre(Y)) | νY. (p ∨ q ∨ N) ∧ (q ∨ pre(Y)) |

use super::game::{Allowed, Game};
use super::judge::World;
use super::{Set, and, or};
use crate::logic::{FormulaId, Temporal};

impl Game {
    /// Where the group enforces an operator over the sets of its operands, by choices that are allowed.
    pub(super) fn enforces<'s>(
        &self,
        world: &World,
        allowed: &Allowed,
        operator: Temporal,
        of: impl Fn(FormulaId) -> &'s Set,
    ) -> Set {
        let player = Player { game: self, world, allowed };
        let nowhere = world.nowhere();
        let unfair = if world.fairness.is_empty() { nowhere.clone() } else { player.until(&world.universe, &nowhere) };
        match operator {
            Temporal::Next(p) => player.pre(&or(of(p), &unfair)),
            Temporal::Finally(p) => player.until(&world.universe, of(p)),
            Temporal::Globally(p) => player.stays(&or(of(p), &unfair), &nowhere),
            Temporal::Until(p, q) => player.until(&or(&or(of(p), of(q)), &unfair), of(q)),
            Temporal::Release(p, q) => player.stays(&or(of(q), &unfair), of(p)),
            Temporal::WeakUntil(p, q) => player.stays(&or(&or(of(p), of(q)), &unfair), of(q)),
        }
    }
}

/// A group that plays.
struct Player<'a> {
    game: &'a Game,
    world: &'a World,
    allowed: &'a Allowed,
}

impl Player<'_> {
    fn leads_into(&self, state: usize, goal: &Set) -> bool {
        self.game.allowed(self.allowed, state).any(|choice| choice.leads_into(&self.world.universe, goal))
    }

    fn pre(&self, goal: &Set) -> Set {
        (0..goal.len()).map(|state| self.world.universe[state] && self.leads_into(state, goal)).collect()
    }

    /// νY. fine ∧ (over ∨ pre(Y)): a state is looked at again when one that follows it has left.
    fn stays(&self, fine: &Set, over: &Set) -> Set {
        let mut set = fine.clone();
        let mut work: Vec<usize> = (0..set.len()).collect();
        while let Some(state) = work.pop() {
            if set[state] && !over[state] && !self.leads_into(state, &set) {
                set[state] = false;
                work.extend(self.game.before(state));
            }
        }
        set
    }

    /// μZ. fine ∧ (goal ∨ pre(Z)), or what takes its place with fairness.
    fn until(&self, fine: &Set, goal: &Set) -> Set {
        if self.world.fairness.is_empty() {
            return self.reaches(fine, goal);
        }
        let mut set = and(fine, goal);
        loop {
            let next = self.again(fine, goal, &set);
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// μZ. fine ∧ (goal ∨ pre(Z)): a state is looked at again when one that follows it has joined.
    fn reaches(&self, fine: &Set, goal: &Set) -> Set {
        let mut set = self.world.nowhere();
        let mut work: Vec<usize> = (0..set.len()).collect();
        while let Some(state) = work.pop() {
            if fine[state] && !set[state] && (goal[state] || self.leads_into(state, &set)) {
                set[state] = true;
                work.extend(self.game.before(state));
            }
        }
        set
    }

    /// fine ∧ (goal ∨ ⋁_C pre(νY. fine ∧ (set ∨ ¬C) ∧ (goal ∨ pre(Y)))).
    fn again(&self, fine: &Set, goal: &Set, set: &Set) -> Set {
        let mut next = goal.clone();
        for constraint in &self.world.fairness {
            let unmet = or(set, &self.world.not(constraint));
            next = or(&next, &self.pre(&self.stays(&and(fine, &unmet), goal)));
        }
        and(fine, &next)
    }
}
