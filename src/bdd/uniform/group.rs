//! A group that plays uniformly: which moves lead where, what can happen in a play, and what a strategy is worth.

use std::cell::Cell;

use oxidd::BooleanFunction;

use super::super::branching::World;
use super::super::diagrams::{Bdd, Diagrams};
use super::super::strategic::{Game, Player};
use super::team::{Team, first_of};
use crate::engine::{Declined, GaveUp};
use crate::logic::{FormulaId, Temporal};

/// Strategies, partial ones included, that may be put to the test for one formula.
const MAX_TESTS: usize = 1 << 20;

/// A group that plays uniformly, and for what.
pub(in crate::bdd) struct Uniform<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) player: &'a Player,
    pub(super) team: &'a Team,
    pub(super) operator: Temporal,
    pub(super) of: &'a dyn Fn(FormulaId) -> Bdd,
    /// States in which the formula has come true: no matter what follows.
    pub(super) done: Bdd,
    tests: Cell<usize>,
}

/// What can happen between the start and the end of a play, as long as the group can win.
pub(super) struct Play {
    /// The states, without those in which all is done.
    pub(super) states: Bdd,
    /// The moves in these that do not throw the game away.
    pub(super) safe: Bdd,
}

impl<'a> Uniform<'a> {
    pub(in crate::bdd) fn new(
        world: &'a World<'a>,
        (player, team): (&'a Player, &'a Team),
        operator: Temporal,
        of: &'a dyn Fn(FormulaId) -> Bdd,
    ) -> Result<Self, GaveUp> {
        let nowhere = world.diagrams.constant(false);
        let done = match operator {
            Temporal::Finally(p) => of(p),
            // The group may yet have to avoid fair paths, because the formula has come false before.
            _ if !world.universe.fairness.is_empty() => nowhere,
            Temporal::Next(_) | Temporal::Globally(_) => nowhere,
            Temporal::Until(_, q) | Temporal::WeakUntil(_, q) => of(q),
            Temporal::Release(p, q) => world.diagrams.and(&of(p), &of(q))?,
        };
        Ok(Self { world, player, team, operator, of, done, tests: Cell::new(0) })
    }

    pub(super) fn diagrams(&self) -> &'a Diagrams {
        self.world.diagrams
    }

    /// Where the group enforces the formula with `moves` if it sees everything.
    pub(super) fn test(&self, moves: &Bdd) -> Result<Bdd, GaveUp> {
        self.tests.set(self.tests.get() + 1);
        if self.tests.get() > MAX_TESTS {
            return Err(Declined::Strategies(MAX_TESTS).into());
        }
        self.game(moves).enforces(self.operator, self.of)
    }

    /// The game in which the group has `moves` and sees everything.
    pub(super) fn game<'b>(&'b self, moves: &'b Bdd) -> Game<'b> {
        Game { world: self.world, player: self.player, moves }
    }

    /// The states whose class is in `set` as a whole.
    pub(super) fn whole(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        let others = self.diagrams().exists(&self.world.complement(set)?, &self.team.hidden)?;
        self.world.complement(&others)
    }

    /// The moves out of `moves` that lead to `goal` only.
    pub(super) fn leading_to(&self, moves: &Bdd, goal: &Bdd) -> Result<Bdd, GaveUp> {
        let astray = self.player.leads_to(self.world, &self.world.complement(goal)?)?;
        self.diagrams().and(&self.diagrams().minus(moves, &astray)?, &self.player.others_can_act)
    }

    /// The moves with which the group can still win. Under fairness what follows may matter in other ways than by
    /// winning from there, except for F and G.
    pub(super) fn safe(&self, moves: &Bdd, possible: &Bdd) -> Result<Bdd, GaveUp> {
        match self.operator {
            Temporal::Finally(_) | Temporal::Globally(_) => self.leading_to(moves, possible),
            _ if self.world.universe.fairness.is_empty() => self.leading_to(moves, possible),
            _ => Ok(moves.clone()),
        }
    }

    /// The joint actions, by what the members see, that are `good` in all of `states` that look the same.
    pub(super) fn common(&self, states: &Bdd, good: &Bdd) -> Result<Bdd, GaveUp> {
        let bad = self.diagrams().minus(states, good)?;
        self.diagrams().not(&self.diagrams().exists(&bad, &self.team.hidden)?)
    }

    /// The states in whose class some joint action is `good` wherever it matters.
    pub(super) fn can_start(&self, good: &Bdd) -> Result<Bdd, GaveUp> {
        let matters = self.world.complement(&self.done)?;
        let common = self.common(&matters, good)?;
        self.diagrams().and(&self.world.universe.states, &self.diagrams().exists(&common, &self.team.actions)?)
    }

    /// What can happen from `start` on.
    pub(super) fn play(&self, start: &Bdd, safe: &Bdd) -> Result<Play, GaveUp> {
        let states = self.reach(start, safe, &self.world.universe.states)?;
        Ok(Play { safe: self.diagrams().and(safe, &states)?, states })
    }

    /// The states of `within` in which the play is not done, from `start` on by `moves`.
    pub(super) fn reach(&self, start: &Bdd, moves: &Bdd, within: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let within = diagrams.minus(within, &self.done)?;
        let mut reached = diagrams.and(start, &within)?;
        let mut frontier = reached.clone();
        while frontier.satisfiable() {
            let after = self.world.relation.image(diagrams, &diagrams.and(&frontier, moves)?)?;
            frontier = diagrams.minus(&diagrams.and(&after, &within)?, &reached)?;
            reached = diagrams.or(&reached, &frontier)?;
        }
        Ok(reached)
    }

    /// The class of the first state of `set`.
    pub(super) fn first_class(&self, set: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        match first_of(self.diagrams(), set, &self.team.seen)? {
            Some(class) => Ok(Some(self.diagrams().and(&class, &self.world.universe.states)?)),
            None => Ok(None),
        }
    }

    /// Two parts of a set of several classes, told apart by the first variable that can.
    pub(super) fn halves(&self, classes: &Bdd) -> Result<Vec<Bdd>, GaveUp> {
        for &variable in &self.team.seen {
            let variable = self.diagrams().variable(variable)?;
            let halves = [self.diagrams().and(classes, &variable)?, self.diagrams().minus(classes, &variable)?];
            if halves.iter().all(BooleanFunction::satisfiable) {
                return Ok(halves.into());
            }
        }
        unreachable!("several classes differ in what members see")
    }
}
