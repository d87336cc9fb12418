//! ATL with perfect information (ISPL section 7).
//! Alur, Henzinger and Kupferman, "Alternating-time temporal logic" (J. ACM 2002); with fairness Busard, Pecheur, Qu and
//! Raimondi, "Reasoning about strategies under partial observability and fairness constraints" (SR 2013).
//!
//! `<g>` φ: g has a strategy such that φ holds on all paths that agree with it, or on all *fair* ones if there is
//! fairness. Everything is defined by the dual `[g]` φ = ¬`<g>`¬φ, which reads "g cannot avoid φ". U is the universe
//! (with fairness: the states with a fair path), Pre is one step, and C ranges over the fairness sets:
//!
//! | | states |
//! |---|---|
//! | Pre(Z) | of U, in which every choice of g can lead to a state of Z |
//! | `[g]`(p W q) | νZ. q ∨ (p ∧ ⋀_C Pre(μY. q ∨ (Z ∧ C) ∨ (p ∧ Pre(Y)))), just νZ. q ∨ (p ∧ Pre(Z)) without fairness |
//! | F | `[g]`(true W false): g cannot avoid a fair path; all of U without fairness |
//! | `<g>`X p | ¬Pre(¬p ∧ F) |
//! | `<g>`F p | ¬`[g]`(¬p W false) |
//! | `<g>`G p | ¬μY. (¬p ∧ F) ∨ Pre(Y) |
//! | `<g>`(p U q) | ¬`[g]`(¬q W (¬p ∧ ¬q ∧ F)) |
//! | `<g>`(p R q) | ¬μY. (¬q ∧ F) ∨ (¬p ∧ Pre(Y)) |
//! | `<g>`(p W q) | ¬μY. (¬p ∧ ¬q ∧ F) ∨ (¬q ∧ Pre(Y)) |
//!
//! Without fairness these are the fixpoints of ISPL section 7, where `<g>`X p = ¬Pre(¬p): some choice of g leads to p
//! only. So where any agent has no enabled action `<g>`X p is false, even for p = true, and where all can act but
//! every evolution is dropped `<g>`X p is true, even for p = false. With fairness a state beyond U cannot be on a fair
//! path and is no objection to any choice, and g may also win by making paths unfair: a successor without p does no
//! harm if g can avoid all fair paths from there. Being stuck does not arise: states of U have successors in U.

use super::game::Game;
use super::pulse::Pulse;
use super::set::StateSet;
use super::world::World;
use crate::engine::GaveUp;
use crate::logic::{FormulaId, Temporal};

/// A group that plays, with all its choices or only with some.
pub(super) struct Player<'a> {
    world: World<'a>,
    game: &'a Game,
    /// Per choice, whether it may be taken; `None` if all may.
    allowed: Option<&'a [bool]>,
}

impl<'a> Player<'a> {
    pub(super) fn new(world: World<'a>, game: &'a Game, allowed: Option<&'a [bool]>) -> Self {
        Self { world, game, allowed }
    }

    /// `<g>` and a temporal operator over the sets of its operands.
    pub(super) fn enforces<'s>(
        &self,
        operator: Temporal,
        of: impl Fn(FormulaId) -> &'s StateSet,
    ) -> Result<StateSet, GaveUp> {
        let not = |f| self.world.complement(of(f));
        let fair = self.unavoidably_fair()?;
        let unavoidable = match operator {
            Temporal::Next(p) => self.pre(&not(p).and(&fair))?,
            Temporal::Finally(p) => self.weak_until(&not(p), &self.world.nowhere())?,
            Temporal::Globally(p) => self.until(self.world.universe, &not(p).and(&fair))?,
            Temporal::Until(p, q) => self.weak_until(&not(q), &not(p).and(&not(q)).and(&fair))?,
            Temporal::Release(p, q) => self.until(&not(p), &not(q).and(&fair))?,
            Temporal::WeakUntil(p, q) => self.until(&not(q), &not(p).and(&not(q)).and(&fair))?,
        };
        Ok(self.world.complement(&unavoidable))
    }

    /// F: whatever g does, there is a fair path.
    fn unavoidably_fair(&self) -> Result<StateSet, GaveUp> {
        if self.world.fairness.is_empty() {
            return Ok(self.world.universe.clone());
        }
        self.weak_until(self.world.universe, &self.world.nowhere())
    }

    /// The choices that may be taken in `state`.
    pub(super) fn choices(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.game.choices(state).filter(|&choice| self.allowed.is_none_or(|allowed| allowed[choice]))
    }

    /// Whether every choice in `state` can lead to `goal`.
    fn cannot_avoid(&self, state: usize, goal: &StateSet) -> bool {
        self.choices(state).all(|choice| self.game.targets(choice).any(|target| goal.contains(target)))
    }

    /// Pre(Z).
    fn pre(&self, goal: &StateSet) -> Result<StateSet, GaveUp> {
        let mut result = self.world.nowhere();
        let mut pulse = Pulse::new(self.world.limits);
        for state in self.world.universe.iter() {
            pulse.check()?;
            if self.cannot_avoid(state, goal) {
                result.insert(state);
            }
        }
        Ok(result)
    }

    /// μY. q ∨ (p ∧ Pre(Y)): a state is looked at again when a successor has joined.
    fn until(&self, p: &StateSet, q: &StateSet) -> Result<StateSet, GaveUp> {
        let mut result = q.clone();
        for state in p.iter().filter(|&state| self.choices(state).next().is_none()) {
            result.insert(state);
        }
        let mut work: Vec<usize> = result.iter().collect();
        let mut pulse = Pulse::new(self.world.limits);
        while let Some(state) = work.pop() {
            pulse.check()?;
            for previous in self.world.graph.predecessors(state) {
                if p.contains(previous) && !result.contains(previous) && self.cannot_avoid(previous, &result) {
                    result.insert(previous);
                    work.push(previous);
                }
            }
        }
        Ok(result)
    }

    /// `[g]`(p W q), in which p goes on for ever on fair paths only.
    fn weak_until(&self, p: &StateSet, q: &StateSet) -> Result<StateSet, GaveUp> {
        if self.world.fairness.is_empty() {
            return self.weak_until_on_any_path(p, q);
        }
        let mut result = p.or(q);
        loop {
            let mut next = p.clone();
            for fair in self.world.fairness {
                let again = self.until(p, &q.or(&result.and(fair)))?;
                next = next.and(&self.pre(&again)?);
            }
            next = next.or(q);
            if next == result {
                return Ok(result);
            }
            result = next;
        }
    }

    /// νZ. q ∨ (p ∧ Pre(Z)): a state is looked at again when a successor has left.
    fn weak_until_on_any_path(&self, p: &StateSet, q: &StateSet) -> Result<StateSet, GaveUp> {
        let mut result = p.or(q);
        let mut work: Vec<usize> = p.minus(q).iter().collect();
        let mut pulse = Pulse::new(self.world.limits);
        while let Some(state) = work.pop() {
            pulse.check()?;
            if result.contains(state) && !q.contains(state) && !self.cannot_avoid(state, &result) {
                result.remove(state);
                work.extend(self.world.graph.predecessors(state).filter(|&previous| result.contains(previous)));
            }
        }
        Ok(result)
    }
}
