//! Moves that no uniform strategy can afford.
//!
//! A state alone may leave the group a good action, but it seldom comes alone. If a class is reached at all, then by
//! some joint action in some class before, and that action also leads from the other states of that class. The
//! *companions* of a class are states that are reached together with any other state of it, whatever the strategy:
//! the greatest X such that for all classes D and joint actions a that can lead to the class of t
//!
//! > t ∈ X ⇒ some companion of D can be led to t by a.
//!
//! By induction on the length of a path, X is reached wherever the class is: the classes at the start are there as a
//! whole. So a joint action that throws the game away in a companion is ruled out in the whole class.

use oxidd::BooleanFunction;

use super::team::Moves;
use super::{Play, Uniform};
use crate::bdd::diagrams::Bdd;
use crate::engine::GaveUp;

impl Uniform<'_> {
    /// Rules out moves; whether there were any.
    pub(super) fn prune(&self, moves: &mut Moves, play: &Play) -> Result<bool, GaveUp> {
        let diagrams = self.diagrams();
        let companions = self.companions(play)?;
        let losing = diagrams.exists(&diagrams.minus(&companions, &play.safe)?, &self.team.hidden)?;
        let affected = diagrams.and(&diagrams.and(&play.states, &play.safe)?, &losing)?;
        if !affected.satisfiable() {
            return Ok(false);
        }
        moves.joint = diagrams.minus(&moves.joint, &losing)?;
        Ok(true)
    }

    fn companions(&self, play: &Play) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let moves = diagrams.and(&play.states, &play.safe)?;
        let ways = diagrams.exists(&self.team.steps.apply(diagrams, &moves)?, &self.team.hidden_next)?;
        let mut companions = play.states.clone();
        loop {
            let led = self.team.steps.apply(diagrams, &companions)?;
            let there = diagrams.and(&ways, &self.world.relation.primed(diagrams, &companions)?)?;
            let alone = diagrams.and_exists(&there, &diagrams.not(&led)?, &self.team.seen_and_done)?;
            if !alone.satisfiable() {
                return Ok(companions);
            }
            companions = diagrams.minus(&companions, &self.world.relation.unprimed(diagrams, &alone)?)?;
        }
    }
}
