//! ATL with uniform strategies (ISPL section 7): one action per local state of each member, for ever.
//!
//! A state satisfies `<g>` φ iff one uniform strategy wins from every state of the universe that the members together
//! cannot tell from it: from its whole *class*. Local states can be as many as global ones, so strategies are never
//! listed; they are relations between what members see and what they do, and all classes are treated at once for as
//! long as possible, between two bounds:
//!
//! * from above, perfect information, on one state and on pairs of states that look the same (`twins`);
//! * from below, promising strategies (`candidate`), put to the test: whatever one wins is won.
//!
//! Candidates get better the fewer classes are asked about, since fewer states are in the play. So what lies between the
//! bounds is halved by what members see. Only a single class that is still open is searched (`search`).
//!
//! The lazy splitting of conflicts and the filter by perfect information are from Busard, Pecheur, Qu and Raimondi,
//! "Reasoning about memoryless strategies under partial observability and unconditional fairness constraints"
//! (Information and Computation 2015). They list strategies; the bounds are ours.

mod asked;
mod candidate;
mod search;
mod team;
mod twins;

use std::cell::Cell;

use oxidd::BooleanFunction;

use super::branching::World;
use super::diagrams::{Bdd, Diagrams};
use super::strategic::{Game, Player};
use crate::engine::GaveUp;
use crate::logic::{FormulaId, Temporal};
pub(super) use asked::on_the_surface;
use candidate::Plan;
pub(super) use team::Team;
use team::{Moves, first_of};
pub(super) use twins::with_twins;

/// Strategies, partial ones included, that may be put to the test for one formula.
const MAX_TESTS: usize = 1 << 20;

/// A group that plays uniformly, and for what.
pub(super) struct Uniform<'a> {
    world: &'a World<'a>,
    player: &'a Player,
    team: &'a Team,
    operator: Temporal,
    of: &'a dyn Fn(FormulaId) -> Bdd,
    /// States in which the formula has come true: no matter what follows.
    done: Bdd,
    tests: Cell<usize>,
}

/// What can happen between the start and the end of a play, as long as the group can win.
struct Play {
    /// The states, without those in which all is done.
    states: Bdd,
    /// The moves in these that do not throw the game away.
    safe: Bdd,
}

impl<'a> Uniform<'a> {
    pub(super) fn new(
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

    fn diagrams(&self) -> &'a Diagrams {
        self.world.diagrams
    }

    /// The states of the universe in which the group enforces the formula; right at least for `asked`.
    pub(super) fn enforces(&self, asked: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let moves = self.team.all_moves(diagrams)?;
        if let Temporal::Next(p) = self.operator
            && self.world.universe.fairness.is_empty()
        {
            return self.can_start(&self.leading_to(&moves.joint, &(self.of)(p))?);
        }
        let possible = self.test(&moves.joint)?;
        let safe = self.safe(&moves.joint, &possible)?;
        let start = diagrams.and(&self.whole(&possible)?, &self.can_start(&safe)?)?;
        let mut work = vec![diagrams.and(&start, &diagrams.exists(asked, &self.team.hidden)?)?];
        let mut result = diagrams.constant(false);
        let mut lost = None;
        while let Some(classes) = work.pop() {
            let classes = diagrams.minus(&classes, &result)?;
            let open = self.not_won_by_candidates(&classes, &moves, &safe)?;
            result = diagrams.or(&result, &diagrams.minus(&classes, &open)?)?;
            let Some(class) = self.first_class(&open)? else { continue };
            if lost.is_none() {
                let lost = lost.insert(self.lost_on_pairs(&self.play(&open, &safe)?)?);
                work.push(diagrams.minus(&open, lost)?);
            } else if class != open {
                work.extend(self.halves(&open)?);
            } else if let Some(won) = self.some_strategy(&class, moves.clone())? {
                result = diagrams.or(&result, &self.whole(&won)?)?;
            }
        }
        Ok(result)
    }

    /// Where the group enforces the formula with `moves` if it sees everything.
    fn test(&self, moves: &Bdd) -> Result<Bdd, GaveUp> {
        self.tests.set(self.tests.get() + 1);
        if self.tests.get() > MAX_TESTS {
            return Err(GaveUp::Declined(format!("more than {MAX_TESTS} strategies")));
        }
        self.game(moves).enforces(self.operator, self.of)
    }

    /// The game in which the group has `moves` and sees everything.
    fn game<'b>(&'b self, moves: &'b Bdd) -> Game<'b> {
        Game { world: self.world, player: self.player, moves }
    }

    /// Those of some classes from which no candidate wins.
    fn not_won_by_candidates(&self, classes: &Bdd, moves: &Moves, safe: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let mut open = classes.clone();
        loop {
            let before = open.clone();
            for plan in Plan::ALL {
                let play = self.play(&open, safe)?;
                let strategy = self.candidate(plan, &open, &play, moves)?;
                open = diagrams.minus(&open, &self.whole(&self.test(&strategy)?)?)?;
                if !open.satisfiable() {
                    return Ok(open);
                }
            }
            if open == before {
                return Ok(open);
            }
        }
    }

    /// The states whose class is in `set` as a whole.
    fn whole(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        let others = self.diagrams().exists(&self.world.complement(set)?, &self.team.hidden)?;
        self.world.complement(&others)
    }

    /// The moves out of `moves` that lead to `goal` only.
    fn leading_to(&self, moves: &Bdd, goal: &Bdd) -> Result<Bdd, GaveUp> {
        let astray = self.player.leads_to(self.world, &self.world.complement(goal)?)?;
        self.diagrams().minus(moves, &astray)
    }

    /// The moves with which the group can still win. Under fairness what follows may matter in other ways than by
    /// winning from there, except for F and G.
    fn safe(&self, moves: &Bdd, possible: &Bdd) -> Result<Bdd, GaveUp> {
        match self.operator {
            Temporal::Finally(_) | Temporal::Globally(_) => self.leading_to(moves, possible),
            _ if self.world.universe.fairness.is_empty() => self.leading_to(moves, possible),
            _ => Ok(moves.clone()),
        }
    }

    /// The joint actions, by what the members see, that are `good` in all of `states` that look the same.
    fn common(&self, states: &Bdd, good: &Bdd) -> Result<Bdd, GaveUp> {
        let bad = self.diagrams().minus(states, good)?;
        self.diagrams().not(&self.diagrams().exists(&bad, &self.team.hidden)?)
    }

    /// The states in whose class some joint action is `good` wherever it matters.
    fn can_start(&self, good: &Bdd) -> Result<Bdd, GaveUp> {
        let matters = self.world.complement(&self.done)?;
        let common = self.common(&matters, good)?;
        self.diagrams().and(&self.world.universe.states, &self.diagrams().exists(&common, &self.team.actions)?)
    }

    /// What can happen from `start` on.
    fn play(&self, start: &Bdd, safe: &Bdd) -> Result<Play, GaveUp> {
        let states = self.reach(start, safe, &self.world.universe.states)?;
        Ok(Play { safe: self.diagrams().and(safe, &states)?, states })
    }

    /// The states of `within` in which the play is not done, from `start` on by `moves`.
    fn reach(&self, start: &Bdd, moves: &Bdd, within: &Bdd) -> Result<Bdd, GaveUp> {
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
    fn first_class(&self, set: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        match first_of(self.diagrams(), set, &self.team.seen)? {
            Some(class) => Ok(Some(self.diagrams().and(&class, &self.world.universe.states)?)),
            None => Ok(None),
        }
    }

    /// Two parts of a set of several classes, told apart by the first variable that can.
    fn halves(&self, classes: &Bdd) -> Result<Vec<Bdd>, GaveUp> {
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
