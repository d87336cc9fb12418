//! The search for a strategy that wins from one class: decisions about local states, taken back when they fail.
//!
//! Local states without a decision keep all their moves, which only helps the group: if it does not win even so, no
//! extension wins. Then only decisions matter that the others can bring about while they win; going back to the last
//! of these is conflict-directed backjumping (Prosser, "Hybrid algorithms for the constraint satisfaction problem",
//! 1993). If the group does win, a candidate is tested, and what is decided next is what kept it from being better.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;

use super::Uniform;
use super::team::{Moves, first_of};
use crate::bdd::diagrams::Bdd;
use crate::engine::GaveUp;
use crate::logic::Temporal;

/// A decision that can be taken back.
struct Decision {
    member: usize,
    /// The local state, over what the member sees.
    local: Bdd,
    untried: std::vec::IntoIter<Bdd>,
    /// The moves before.
    moves: Moves,
    /// Earlier decisions without which some alternative might not have failed.
    blamed: BTreeSet<usize>,
}

impl Uniform<'_> {
    /// Whether some uniform strategy out of `moves` wins from all of `class`.
    pub(super) fn some_strategy(&self, class: &Bdd, moves: Moves) -> Result<bool, GaveUp> {
        let diagrams = self.diagrams();
        let mut moves = moves;
        let mut decisions: Vec<Decision> = Vec::new();
        loop {
            let possible = self.test(&moves.joint)?;
            let next = if diagrams.minus(class, &possible)?.satisfiable() {
                let blamed = self.blamed(class, &moves, &possible, &decisions)?;
                self.take_back(&mut decisions, blamed)?
            } else {
                let play = self.play(class, self.safe(&moves.joint, &possible)?)?;
                let candidate = self.candidate(&play, &moves)?;
                if !diagrams.minus(class, &self.test(&candidate.strategy)?)?.satisfiable() {
                    return Ok(true);
                }
                let (member, local) = match self.undecided(&candidate.conflicts, &moves)? {
                    Some(found) => found,
                    None => self.nearest_undecided(class, &moves)?,
                };
                let untried = self.team.members[member].alternatives(diagrams, &moves.local[member], &local)?;
                let untried = untried.into_iter();
                decisions.push(Decision { member, local, untried, moves, blamed: BTreeSet::new() });
                self.alternative(&mut decisions)?
            };
            match next {
                Some(next) => moves = next,
                None => return Ok(false),
            }
        }
    }

    /// The decisions that the others can bring about while they keep the group from winning.
    fn blamed(
        &self,
        class: &Bdd,
        moves: &Moves,
        possible: &Bdd,
        decisions: &[Decision],
    ) -> Result<BTreeSet<usize>, GaveUp> {
        let diagrams = self.diagrams();
        let lost = self.world.complement(possible)?;
        let within = match self.operator {
            Temporal::Finally(_) => &lost,
            _ if self.world.universe.fairness.is_empty() => &lost,
            // The others win by a fair path that may lead anywhere.
            _ => &self.world.universe.states,
        };
        let seen = self.reach(&diagrams.and(class, &lost)?, &moves.joint, within)?;
        let mut blamed = BTreeSet::new();
        for (number, decision) in decisions.iter().enumerate() {
            if diagrams.and(&seen, &decision.local)?.satisfiable() {
                blamed.insert(number);
            }
        }
        Ok(blamed)
    }

    /// Goes back to the last decision to blame that has an alternative; `None` if there is none.
    fn take_back(&self, decisions: &mut Vec<Decision>, mut blamed: BTreeSet<usize>) -> Result<Option<Moves>, GaveUp> {
        while let Some(number) = blamed.pop_last() {
            decisions.truncate(number + 1);
            decisions[number].blamed.append(&mut blamed);
            if let Some(moves) = self.alternative(decisions)? {
                return Ok(Some(moves));
            }
            blamed = std::mem::take(&mut decisions[number].blamed);
        }
        Ok(None)
    }

    /// The moves under the next alternative of the last decision.
    fn alternative(&self, decisions: &mut [Decision]) -> Result<Option<Moves>, GaveUp> {
        let diagrams = self.diagrams();
        let Some(last) = decisions.last_mut() else { return Ok(None) };
        let Some(action) = last.untried.next() else { return Ok(None) };
        let rule = diagrams.or(&diagrams.not(&last.local)?, &action)?;
        let mut moves = last.moves.clone();
        moves.local[last.member] = diagrams.and(&moves.local[last.member], &rule)?;
        moves.joint = diagrams.and(&moves.joint, &rule)?;
        Ok(Some(moves))
    }

    /// A member and a local state of it that occurs in `states` and has several actions left.
    fn undecided(&self, states: &Bdd, moves: &Moves) -> Result<Option<(usize, Bdd)>, GaveUp> {
        let diagrams = self.diagrams();
        for (number, (member, local)) in self.team.members.iter().zip(&moves.local).enumerate() {
            let open = diagrams.and(states, &member.undecided(diagrams, local)?)?;
            if let Some(state) = first_of(diagrams, &open, &member.seen)? {
                return Ok(Some((number, state)));
            }
        }
        Ok(None)
    }

    /// The same, as near to `class` as possible: a play reaches it whatever else is decided.
    fn nearest_undecided(&self, class: &Bdd, moves: &Moves) -> Result<(usize, Bdd), GaveUp> {
        let diagrams = self.diagrams();
        let mut reached = diagrams.minus(class, &self.done)?;
        loop {
            if let Some(found) = self.undecided(&reached, moves)? {
                return Ok(found);
            }
            let after = self.world.relation.image(diagrams, &diagrams.and(&reached, &moves.joint)?)?;
            let after = diagrams.minus(&diagrams.and(&after, &self.world.universe.states)?, &self.done)?;
            let more = diagrams.or(&reached, &after)?;
            assert!(more != reached, "a play without a choice is a strategy, and it has been tested");
            reached = more;
        }
    }
}
