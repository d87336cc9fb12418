//! The automatic choice: the oracle's verdicts for every logic, whoever wins; what answers say about other formulas;
//! several checks at once; tokens and limits.

mod library;
mod limits;
mod settled;

use std::num::NonZeroUsize;

use crate::common::oracle::Oracle;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use qmas::engine::{Limits, Strategies, Traces};
use qmas::options::{AutoOptions, Options};

const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 60 };

/// Enumeration does not come first: the others race, or take turns.
fn forced(jobs: usize, options: &Options) -> Options {
    let auto = AutoOptions { jobs: NonZeroUsize::new(jobs), few_states: 0 };
    // Little memory: it is cleared for every system.
    Options { auto, limits: Limits { max_nodes: 1 << 16, ..options.limits.clone() }, ..options.clone() }
}

/// The race, the turns and enumeration with a rival give the oracle's verdicts.
fn agrees(drawn: &RandomModel, options: &Options) -> Result<(), String> {
    let model = loaded(drawn)?;
    let mut explicit = Oracle::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    if explicit.space().initial_states().is_empty() {
        return Ok(());
    }
    let expected: Vec<_> = model.specifications.iter().map(|&specification| explicit.check(specification)).collect();
    let plain = Options { limits: Limits { max_nodes: 1 << 16, ..Limits::default() }, ..options.clone() };
    for (name, options) in [("race", forced(2, options)), ("turns", forced(1, options)), ("enumeration", plain)] {
        let checked = qmas::check(&model, &options);
        for (number, (outcome, expected)) in checked.outcomes.iter().zip(&expected).enumerate() {
            if outcome.verdict != *expected {
                let found = &outcome.verdict;
                return Err(format!("{name}, formula {}: {found:?} instead of {expected:?}", number + 1));
            }
        }
    }
    Ok(())
}

#[test]
fn branching_time_knowledge_and_obligation() {
    let wishes = Wishes { most_states: 60, ..Wishes::default() };
    forall(710_000..710_250, |seed| draw(seed, wishes, Logic::Ctl, 6), |drawn| agrees(drawn, &Options::default()));
}

#[test]
fn fairness() {
    forall(720_000..720_080, |seed| draw(seed, FAIR, Logic::Ctl, 5), |drawn| agrees(drawn, &Options::default()));
}

#[test]
fn strategies() {
    let uniform = Options { strategies: Strategies::Uniform, ..Options::default() };
    forall(730_000..730_060, |seed| draw(seed, FAIR, Logic::Atl, 5), |drawn| agrees(drawn, &Options::default()));
    forall(740_000..740_060, |seed| draw(seed, FAIR, Logic::Atl, 5), |drawn| agrees(drawn, &uniform));
}

#[test]
fn linear_and_dynamic_time() {
    for (seeds, logic) in [
        (750_000..750_040, Logic::Ltl),
        (760_000..760_040, Logic::CtlStar),
        (770_000..770_040, Logic::Ldl),
        (780_000..780_040, Logic::CdlStar),
    ] {
        forall(seeds, |seed| draw(seed, FAIR, logic, 4), |drawn| agrees(drawn, &Options::default()));
    }
}

#[test]
fn finite_traces() {
    let finite = Options { traces: Traces::Finite, ..Options::default() };
    for (seeds, logic) in [(790_000..790_040, Logic::Ldl), (795_000..795_040, Logic::CdlStar)] {
        forall(seeds, |seed| draw(seed, FAIR, logic, 4), |drawn| agrees(drawn, &finite));
    }
}
