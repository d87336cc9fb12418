//! ATL with uniform strategies (ISPL section 7): one action per local state of each member, for ever.
//!
//! A state satisfies `<g>` φ iff one uniform strategy wins from every state of the universe that the members together
//! cannot tell from it: from its whole *class*. Local states can be as many as global ones, so strategies are never
//! listed; they are relations between what members see and what they do, and all classes are treated at once for as
//! long as possible, between two bounds:
//!
//! * from above, perfect information, on one state and on pairs of states that look the same (`pairs`);
//! * from below, promising strategies (`candidate`), put to the test: whatever one wins is won.
//!
//! Candidates get better the fewer classes are asked about, since fewer states are in the play. So what lies between the
//! bounds is halved by what members see. Only a single class that is still open is searched (`search`).
//!
//! What the group sees and can do is in `team`, what can happen when it plays in `group`, the second board for pairs in
//! `twins`; `asked` says which formulas are asked about in initial states only.
//!
//! The lazy splitting of conflicts and the filter by perfect information are from Busard, Pecheur, Qu and Raimondi,
//! "Reasoning about memoryless strategies under partial observability and unconditional fairness constraints"
//! (Information and Computation 2015). They list strategies; the bounds are ours.

mod asked;
mod candidate;
mod group;
mod pairs;
mod search;
mod team;
mod twins;

use oxidd::BooleanFunction;

use super::diagrams::Bdd;
use crate::engine::GaveUp;
use crate::logic::Temporal;
pub(super) use asked::on_the_surface;
use candidate::Plan;
pub(super) use group::Uniform;
use team::Moves;
pub(super) use team::Team;
pub(super) use twins::with_twins;

impl Uniform<'_> {
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
}
