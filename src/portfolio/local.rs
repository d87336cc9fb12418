//! Games without all states: the explicit engine on formulas of ATL that need few of them.

use std::time::Instant;

use super::workers::Portfolio;
use crate::engine::fault::{Work, guarded};
use crate::engine::{EngineName, Limits, Terms};
use crate::explicit::local;
use crate::outcome::Outcome;

/// What a formula may take before all states are enumerated, as for [`Limits::max_effort`]: some hundredths of a second.
pub(super) const EFFORT: u64 = 1_000_000;

/// Answers what is open and can be answered so, each formula with this effort. What cannot is left to others.
pub(super) fn answer(portfolio: &Portfolio, effort: Option<u64>) {
    for number in 0..portfolio.model.specifications.len() {
        if portfolio.is_open(number)
            && let Err(fault) = guarded(Work::Engine(EngineName::Explicit), || answer_one(portfolio, number, effort))
        {
            portfolio.fault(fault);
        }
    }
    portfolio.options.limits.board.leave(EngineName::Explicit);
}

fn answer_one(portfolio: &Portfolio, number: usize, effort: Option<u64>) {
    let (model, specification) = (&portfolio.model, portfolio.model.specifications[number]);
    if !local::can_answer(model, specification, portfolio.options.strategies) {
        return;
    }
    let start = Instant::now();
    portfolio.options.limits.board.turn_to(EngineName::Explicit, Some(number));
    let limits = Limits { max_effort: effort, ..portfolio.limits(number) };
    let terms = Terms { limits, ..portfolio.options.terms() };
    let answer = local::answer(model, specification, &terms);
    if std::env::var("DEBUGLOCAL").is_ok() { eprintln!("{number} {answer:?} {:?}", start.elapsed()); }
    if let Ok(answer) = answer {
        portfolio.put(number, Outcome::new(answer.verdict.into(), EngineName::Explicit, start.elapsed()));
    }
}
