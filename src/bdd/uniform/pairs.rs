//! Pairs of states that look the same and come about together: a bound from above for all classes at once.
//!
//! One state alone often leaves the group a good action, but a class seldom consists of one state, and the group has to
//! do the same in all of it. Here it plays on two boards at once and sees both. As long as they look the same to it, it
//! has to do the same on both; once they look different, or one has come to a good end, it goes on with perfect
//! information. A group that loses on some pair of states of a class has no uniform strategy there. With s, t in one class:
//!
//! > lost(s, t) iff every joint action that is safe for both can lead to (s′, t′) in one class with lost(s′, t′)
//!
//! as a greatest fixpoint where the group has to get somewhere and as a least one where it has to avoid something.
//! Under fairness the former would be wrong, since others may not go round for ever as they like.

use super::group::{Play, Uniform};
use crate::bdd::diagrams::Bdd;
use crate::engine::GaveUp;
use crate::logic::Temporal;

impl Uniform<'_> {
    /// The states in whose class the group loses on some pair.
    pub(super) fn lost_on_pairs(&self, play: &Play) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let twins = &self.team.twins;
        let both = |set: &Bdd| diagrams.and(&diagrams.and(set, &twins.same)?, &diagrams.rename(set, &twins.to_twin)?);
        let (pairs, safe) = (both(&play.states)?, both(&play.safe)?);
        let somewhere = matches!(self.operator, Temporal::Finally(_) | Temporal::Until(..));
        let mut lost =
            if somewhere && self.world.universe.fairness.is_empty() { pairs.clone() } else { diagrams.constant(false) };
        loop {
            let later = diagrams.rename(&lost, &twins.to_next)?;
            let leads = twins.leads.apply(diagrams, &self.player.leads.apply(diagrams, &later)?)?;
            let kept = diagrams.and_exists(&safe, &diagrams.not(&leads)?, &self.team.actions)?;
            let next = diagrams.minus(&pairs, &kept)?;
            if next == lost {
                break;
            }
            lost = next;
        }
        let classes = diagrams.exists(&diagrams.exists(&lost, &twins.cube)?, &self.team.hidden)?;
        diagrams.and(&classes, &self.world.universe.states)
    }
}
