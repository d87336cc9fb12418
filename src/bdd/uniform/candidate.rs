//! A strategy that is worth a test: what members would do if they took for possible whatever fits what they see.
//!
//! The group plays on classes instead of states: a joint action is good in a class if it is good in all states of the
//! class that are in the play. Where that wins, the joint action is adopted; for several members action by action,
//! since each knows its own local state only. Elsewhere it keeps what can still be won, preferably coming closer to
//! where it wins. Nothing here has to be right: the strategy is tested.

use oxidd::BooleanFunction;

use super::team::Moves;
use super::{Play, Uniform};
use crate::bdd::diagrams::Bdd;
use crate::engine::GaveUp;
use crate::logic::Temporal;

/// A strategy, and what kept it from being better.
pub(super) struct Candidate {
    pub(super) strategy: Bdd,
    /// States that want different actions although some member cannot tell them apart.
    pub(super) conflicts: Bdd,
}

impl Uniform<'_> {
    pub(super) fn candidate(&self, play: &Play, moves: &Moves) -> Result<Candidate, GaveUp> {
        let mut plan = Moves { local: moves.local.clone(), joint: play.safe.clone() };
        let conflicts = match self.operator {
            Temporal::Finally(_) | Temporal::Until(..) => self.attract(play, &mut plan)?,
            Temporal::Next(_) | Temporal::Globally(_) | Temporal::Release(..) | Temporal::WeakUntil(..) => {
                self.stay(play, &mut plan)?
            }
        };
        let some = self.diagrams().exists(&self.diagrams().and(&play.states, &plan.joint)?, &self.team.hidden)?;
        self.team.settle(self.diagrams(), &mut plan, &some)?;
        Ok(Candidate { strategy: self.team.complete(self.diagrams(), &plan)?, conflicts })
    }

    /// Towards the end, class by class; then towards where that works.
    fn attract(&self, play: &Play, plan: &mut Moves) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let mut won = self.done.clone();
        let conflicts = loop {
            let good = self.leading_to(&plan.joint, &won)?;
            let left = diagrams.minus(&play.states, &won)?;
            let wanted = self.wanted(&left, &self.common(&play.states, &good)?)?;
            let joined = self.adopt(&left, plan, &wanted)?;
            if !joined.satisfiable() {
                break diagrams.and(&left, &diagrams.exists(&good, &self.team.actions)?)?;
            }
            won = diagrams.or(&won, &joined)?;
        };
        let steady = self.common(&play.states, &plan.joint)?;
        loop {
            let left = diagrams.minus(&play.states, &won)?;
            let closer = diagrams.and(&diagrams.and(&left, &plan.joint)?, &self.player.leads_to(self.world, &won)?)?;
            let wanted = diagrams.and(&steady, &diagrams.exists(&closer, &self.team.hidden)?)?;
            let joined = self.adopt(&left, plan, &wanted)?;
            if !joined.satisfiable() {
                return Ok(conflicts);
            }
            won = diagrams.or(&won, &joined)?;
        }
    }

    /// For ever where the group can win, class by class.
    fn stay(&self, play: &Play, plan: &mut Moves) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let mut states = play.states.clone();
        let mut conflicts = None;
        loop {
            let good = self.leading_to(&plan.joint, &diagrams.or(&states, &self.done)?)?;
            let common = self.common(&play.states, &good)?;
            let wanted = self.wanted(&states, &common)?;
            let fewer = diagrams.and(&states, &diagrams.exists(&wanted, &self.team.actions)?)?;
            if conflicts.is_none() {
                conflicts = Some(diagrams.minus(&states, &fewer)?);
            }
            if fewer == states {
                self.adopt(&states, plan, &wanted)?;
                return Ok(conflicts.unwrap_or(fewer));
            }
            states = fewer;
        }
    }

    /// Joint actions in the classes of `states` only.
    fn wanted(&self, states: &Bdd, common: &Bdd) -> Result<Bdd, GaveUp> {
        self.diagrams().and(&self.diagrams().exists(states, &self.team.hidden)?, common)
    }

    /// Settles what is wanted; returns for which of `states` that was possible.
    fn adopt(&self, states: &Bdd, plan: &mut Moves, wanted: &Bdd) -> Result<Bdd, GaveUp> {
        let adopted = self.team.settle(self.diagrams(), plan, wanted)?;
        self.diagrams().and(states, &self.diagrams().exists(&adopted, &self.team.actions)?)
    }
}
