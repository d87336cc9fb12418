//! Strategies that are worth a test.
//!
//! * *By classes*: what members would do if they took for possible whatever fits what they see. The group plays on
//!   classes instead of states: a joint action is good in a class if it is good in all states of the class that are in
//!   the play. Where that wins, the joint action is adopted; for several members action by action, since each knows its
//!   own local state only. Finds out when looking around pays.
//! * *Forward*: from the start, step by step, with exactly the states that the strategy so far leads to: in each new
//!   local state an action that is safe whatever the state, preferably one that leads on. Finds out how members can
//!   rely on what the others have done.
//!
//! Nothing here has to be right: strategies are tested.

use oxidd::BooleanFunction;

use super::group::{Play, Uniform};
use super::team::Moves;
use crate::bdd::diagrams::Bdd;
use crate::engine::GaveUp;
use crate::logic::Temporal;

/// How to look for a strategy.
#[derive(Clone, Copy)]
pub(super) enum Plan {
    ByClasses,
    Forward,
}

impl Plan {
    pub(super) const ALL: [Self; 2] = [Self::ByClasses, Self::Forward];
}

impl Uniform<'_> {
    /// A strategy out of `moves` for a play that begins in `start`.
    pub(super) fn candidate(&self, plan: Plan, start: &Bdd, play: &Play, moves: &Moves) -> Result<Bdd, GaveUp> {
        let mut left = Moves { local: moves.local.clone(), joint: play.safe.clone() };
        match plan {
            Plan::ByClasses if self.leads_somewhere() => self.attract(play, &mut left)?,
            Plan::ByClasses => self.stay(play, &mut left)?,
            Plan::Forward => self.forward(start, play, &mut left)?,
        }
        self.team.complete(self.diagrams(), &left)
    }

    fn leads_somewhere(&self) -> bool {
        matches!(self.operator, Temporal::Finally(_) | Temporal::Until(..))
    }

    /// Towards the end, class by class; then towards where that works.
    fn attract(&self, play: &Play, left: &mut Moves) -> Result<(), GaveUp> {
        let diagrams = self.diagrams();
        let mut won = self.done.clone();
        let mut close = true;
        loop {
            let open = diagrams.minus(&play.states, &won)?;
            let good = self.leading_to(&left.joint, &won)?;
            let wanted = if close {
                diagrams.and(&diagrams.exists(&open, &self.team.hidden)?, &self.common(&play.states, &good)?)?
            } else {
                let closer = diagrams.and(&left.joint, &self.player.leads_to(self.world, &won)?)?;
                let closer = diagrams.exists(&diagrams.and(&open, &closer)?, &self.team.hidden)?;
                diagrams.and(&closer, &self.common(&play.states, &left.joint)?)?
            };
            let joined = self.adopt(&open, left, &wanted)?;
            if !joined.satisfiable() && !close {
                return Ok(());
            }
            close &= joined.satisfiable();
            won = diagrams.or(&won, &joined)?;
        }
    }

    /// For ever where the group can win, class by class.
    fn stay(&self, play: &Play, left: &mut Moves) -> Result<(), GaveUp> {
        let diagrams = self.diagrams();
        let mut states = play.states.clone();
        loop {
            let good = self.leading_to(&left.joint, &diagrams.or(&states, &self.done)?)?;
            let common = self.common(&play.states, &good)?;
            let wanted = diagrams.and(&diagrams.exists(&states, &self.team.hidden)?, &common)?;
            let fewer = diagrams.and(&states, &diagrams.exists(&wanted, &self.team.actions)?)?;
            if fewer == states {
                self.adopt(&states, left, &wanted)?;
                return Ok(());
            }
            states = fewer;
        }
    }

    /// Settles what is wanted; returns for which of `states` that was possible.
    fn adopt(&self, states: &Bdd, left: &mut Moves, wanted: &Bdd) -> Result<Bdd, GaveUp> {
        let adopted = self.team.settle(self.diagrams(), left, wanted, wanted)?;
        self.diagrams().and(states, &self.diagrams().exists(&adopted, &self.team.actions)?)
    }

    fn forward(&self, start: &Bdd, play: &Play, left: &mut Moves) -> Result<(), GaveUp> {
        let diagrams = self.diagrams();
        let better = if self.leads_somewhere() { self.progress(play)? } else { diagrams.constant(false) };
        let unseen = |states: &Bdd, seen: &Bdd| diagrams.minus(&diagrams.and(states, &play.states)?, seen);
        let mut seen = diagrams.constant(false);
        let mut layer = unseen(start, &seen)?;
        while layer.satisfiable() {
            seen = diagrams.or(&seen, &layer)?;
            self.team.settle(diagrams, left, &layer, &better)?;
            let after = self.world.relation.image(diagrams, &diagrams.and(&layer, &left.joint)?)?;
            layer = unseen(&after, &seen)?;
        }
        Ok(())
    }

    /// The moves that come closer to the end for sure, or else possibly.
    fn progress(&self, play: &Play) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let mut near = self.done.clone();
        let mut moves = diagrams.constant(false);
        let mut surely = true;
        loop {
            let open = diagrams.minus(&play.states, &near)?;
            let closer = if surely {
                self.leading_to(&play.safe, &near)?
            } else {
                diagrams.and(&play.safe, &self.player.leads_to(self.world, &near)?)?
            };
            let closer = diagrams.and(&open, &closer)?;
            if !closer.satisfiable() && !surely {
                return Ok(moves);
            }
            surely &= closer.satisfiable();
            near = diagrams.or(&near, &diagrams.exists(&closer, &self.team.actions)?)?;
            moves = diagrams.or(&moves, &closer)?;
        }
    }
}
