//! Games without all states: the explicit engine on formulas of ATL that need few of them.
//!
//! First the game as it is. If that takes too much, the model in which the group keeps quiet, without what does not matter
//! then: if all its plays are as the formula says, the group can enforce that by keeping quiet; if not, nothing follows.

use std::time::Instant;

use super::workers::{Engine, Portfolio};
use crate::engine::fault::{Work, guarded};
use crate::engine::{EngineName, GaveUp, Limits, Terms, Turn, Verdict};
use crate::explicit::local;
use crate::logic::Specification;
use crate::model::Model;
use crate::outcome::Outcome;
use crate::slice::{Dependences, has_initial_state, quiet, restricted};

/// What all formulas together may take before all states are enumerated, as for [`Limits::max_effort`]: some hundredths of a
/// second, and some tenths where lines are long.
pub(super) const EFFORT: u64 = 600_000;
/// What they may take before groups are looked at that keep quiet, where others are at work as well.
const MORE_EFFORT: u64 = 6_000_000;

/// Games as a member of the portfolio, at this place if engines take turns.
pub(super) struct Games {
    pub(super) turn: Option<Turn>,
}

impl Engine for Games {
    fn name(&self) -> EngineName {
        EngineName::Explicit
    }

    fn work(self, portfolio: &Portfolio) {
        let _taken = self.turn.as_ref().map(Turn::taken);
        for effort in [Some(MORE_EFFORT), None] {
            answer(portfolio, effort, self.turn.as_ref());
        }
    }
}

/// Whether some open formula can be answered so.
pub(super) fn can_answer_any(portfolio: &Portfolio) -> bool {
    candidates(portfolio).next().is_some()
}

/// The open formulas that can be answered so.
fn candidates(portfolio: &Portfolio) -> impl Iterator<Item = usize> {
    let (model, strategies) = (&portfolio.model, portfolio.options.strategies);
    let open = (0..model.specifications.len()).filter(|&number| portfolio.is_open(number));
    open.filter(move |&number| local::can_answer(model, model.specifications[number], strategies))
}

/// Answers what is open and can be answered so, all together with this effort, at its place if it takes turns. What cannot is
/// left to others.
pub(super) fn answer(portfolio: &Portfolio, effort: Option<u64>, turn: Option<&Turn>) {
    let candidates: Vec<usize> = candidates(portfolio).collect();
    let max_effort = effort.map(|effort| effort / candidates.len().max(1) as u64);
    for number in candidates {
        let limits = Limits { max_effort, turn: turn.cloned(), ..portfolio.limits(number) };
        if portfolio.is_open(number)
            && let Err(fault) = guarded(Work::Engine(EngineName::Explicit), || answer_one(portfolio, number, limits))
        {
            portfolio.fault(fault);
        }
    }
    portfolio.options.limits.board.leave(EngineName::Explicit);
}

fn answer_one(portfolio: &Portfolio, number: usize, limits: Limits) {
    let (model, specification) = (&portfolio.model, portfolio.model.specifications[number]);
    let start = Instant::now();
    portfolio.options.limits.board.turn_to(EngineName::Explicit, Some(number));
    let terms = Terms { limits, ..portfolio.options.terms() };
    let verdict = match local::answer(model, specification, &terms) {
        Ok(answer) => Some(answer.verdict.into()),
        Err(GaveUp::Effort { .. } | GaveUp::States(_) | GaveUp::Declined(_)) => quietly(model, specification, &terms),
        Err(_) => None,
    };
    if let Some(verdict) = verdict {
        portfolio.put(number, Outcome::new(verdict, EngineName::Explicit, start.elapsed()));
    }
}

/// That a group can enforce something by keeping quiet, if it can.
fn quietly(model: &Model, specification: Specification, terms: &Terms) -> Option<Verdict> {
    let quiet = quiet(model, specification)?;
    if !has_initial_state(&quiet.system) {
        return None;
    }
    let specification = *quiet.specifications.first()?;
    let cone = Dependences::new(&quiet.system).cone(&quiet, [specification.formula]);
    let slice = restricted(&quiet, &cone);
    match local::answer(&slice.model, specification, terms).ok()?.verdict {
        local::Held::Everywhere => Some(Verdict::Holds),
        local::Held::NotHere => None,
    }
}
