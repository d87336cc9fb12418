//! The search for a strategy that wins from one class: decisions about local states, taken back when they fail.
//!
//! Local states without a decision keep all their moves, which only helps the group: if it does not win even so, no
//! extension wins. Then only decisions matter that the others can bring about while they win; going back to the last
//! of these is conflict-directed backjumping (Prosser, "Hybrid algorithms for the constraint satisfaction problem",
//! 1993). If the group does win, candidates are tested. Decided next is what the last of them does wrong: the first open
//! local state on the way along which it loses, where what it does is tried last.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;

use super::candidate::Plan;
use super::group::Uniform;
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
    /// Where some uniform strategy out of `moves` wins that wins from all of `class`, if there is one.
    pub(super) fn some_strategy(&self, class: &Bdd, mut moves: Moves) -> Result<Option<Bdd>, GaveUp> {
        let mut decisions: Vec<Decision> = Vec::new();
        loop {
            let possible = self.test(&moves.joint)?;
            let next = if self.wins(class, &possible)? {
                let (strategy, won) = self.best_candidate(class, &moves, &possible)?;
                if self.wins(class, &won)? {
                    return Ok(Some(won));
                }
                decisions.push(self.decision(class, (&strategy, &won), moves)?);
                self.alternative(&mut decisions)?
            } else {
                let blamed = self.blamed(class, &moves, &possible, &decisions)?;
                self.take_back(&mut decisions, blamed)?
            };
            match next {
                Some(next) => moves = next,
                None => return Ok(None),
            }
        }
    }

    fn wins(&self, class: &Bdd, won: &Bdd) -> Result<bool, GaveUp> {
        Ok(!self.diagrams().minus(class, won)?.satisfiable())
    }

    /// A strategy and where it wins: from `class`, or otherwise the last one that was tried.
    fn best_candidate(&self, class: &Bdd, moves: &Moves, possible: &Bdd) -> Result<(Bdd, Bdd), GaveUp> {
        let play = self.play(class, &self.safe(&moves.joint, possible)?)?;
        let by_classes = self.candidate(Plan::ByClasses, class, &play, moves)?;
        let won = self.test(&by_classes)?;
        if self.wins(class, &won)? {
            return Ok((by_classes, won));
        }
        let forward = self.candidate(Plan::Forward, class, &play, moves)?;
        let won = self.test(&forward)?;
        Ok((forward, won))
    }

    /// What to decide next if a strategy fails.
    fn decision(&self, class: &Bdd, failed: (&Bdd, &Bdd), moves: Moves) -> Result<Decision, GaveUp> {
        let (member, local) = self.undecided(class, failed, &moves)?;
        let alternatives =
            self.team.members[member].alternatives(self.diagrams(), &moves.local[member], &local, failed.0)?;
        Ok(Decision { member, local, untried: alternatives.into_iter(), moves, blamed: BTreeSet::new() })
    }

    /// Where a play goes that the group loses with `moves`: it wins in `possible` only.
    fn lost_play(&self, moves: &Bdd, possible: &Bdd) -> Result<Bdd, GaveUp> {
        let lost = self.world.complement(possible)?;
        match self.operator {
            Temporal::Finally(_) => Ok(lost),
            _ if self.world.universe.fairness.is_empty() => Ok(lost),
            // Once the formula has come false, all that is missing is a fair path.
            _ => self.diagrams().or(&lost, &self.game(moves).unavoidably_fair()?),
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
        let start = diagrams.minus(class, possible)?;
        let seen = self.reach(&start, &moves.joint, &self.lost_play(&moves.joint, possible)?)?;
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

    /// A member and a local state of it with several actions: the first on a way along which `failed` loses.
    fn undecided(&self, class: &Bdd, (failed, won): (&Bdd, &Bdd), moves: &Moves) -> Result<(usize, Bdd), GaveUp> {
        let diagrams = self.diagrams();
        let within = diagrams.minus(&self.lost_play(failed, won)?, &self.done)?;
        let mut open = Vec::new();
        for (member, local) in self.team.members.iter().zip(&moves.local) {
            open.push(member.undecided(diagrams, local)?);
        }
        let mut reached = diagrams.minus(class, won)?;
        loop {
            for (number, (member, open)) in self.team.members.iter().zip(&open).enumerate() {
                if let Some(local) = first_of(diagrams, &diagrams.and(&reached, open)?, &member.seen)? {
                    return Ok((number, local));
                }
            }
            let after = self.world.relation.image(diagrams, &diagrams.and(&reached, failed)?)?;
            let more = diagrams.or(&reached, &diagrams.and(&after, &within)?)?;
            assert!(more != reached, "where nothing is open the strategy is all there is, and that wins");
            reached = more;
        }
    }
}
