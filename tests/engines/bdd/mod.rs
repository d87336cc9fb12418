//! The BDD engine against the oracle on random systems: the same verdicts, the same numbers of states, for every
//! formula and every subformula that the drawing brings along. Fairness, deadlocks, overflows and both semantics occur. A
//! long run compares 20,000 pairs of a system and a formula of each logic.

mod long;
mod paths;
mod rules;
mod runs;

use crate::common::oracle::Oracle;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use qmas::bdd::BddEngine;
use qmas::engine::{Limits, Strategies, Traces};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 200 };

fn agree(drawn: &RandomModel) -> Result<(), String> {
    agree_with(drawn, Options::default())
}

fn agree_on_finite_traces(drawn: &RandomModel) -> Result<(), String> {
    agree_with(drawn, Options { traces: Traces::Finite, ..Options::default() })
}

fn agree_on_uniform_strategies(drawn: &RandomModel) -> Result<(), String> {
    agree_with(drawn, Options { strategies: Strategies::Uniform, ..Options::default() })
}

/// With little memory: it is cleared for every system.
fn options(options: Options) -> Options {
    Options { limits: Limits { max_nodes: 1 << 16, ..Limits::default() }, ..options }
}

fn agree_with(drawn: &RandomModel, options: Options) -> Result<(), String> {
    let model = loaded(drawn)?;
    let options = self::options(options);
    let mut explicit = Oracle::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut bdd = BddEngine::new(&model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    let statistics = bdd.statistics();
    if statistics.states != explicit.space().len().into() {
        return Err(format!("{} states instead of {}", statistics.states, explicit.space().len()));
    }
    if statistics.initial_states != explicit.space().initial_states().count().into() {
        return Err(format!("{} initial states", statistics.initial_states));
    }
    if bdd.vacuous() != explicit.vacuous() {
        return Err("vacuous in one engine only".to_owned());
    }
    let on_parts = check_with(&model, EngineChoice::Bdd, &options);
    for (number, &specification) in model.specifications.iter().enumerate() {
        let expected = explicit.check(specification);
        let found = bdd.check(specification);
        if found != expected {
            return Err(format!("formula {}: {found:?} instead of {expected:?}", number + 1));
        }
        let found = &on_parts.outcomes[number].verdict;
        if *found != expected && explicit.space().initial_states().count() > 0 {
            return Err(format!("formula {}: {found:?} instead of {expected:?} on its cone", number + 1));
        }
        let expected = explicit.satisfying_specification(specification).map_err(|reason| reason.to_string())?.count();
        let found = bdd.count_satisfying(specification).map_err(|reason| reason.to_string())?;
        if found != expected.into() {
            return Err(format!("formula {} holds in {found} states instead of {expected}", number + 1));
        }
    }
    Ok(())
}

#[test]
fn branching_time_knowledge_and_obligation() {
    forall(10_000..11_500, |seed| draw(seed, Wishes::default(), Logic::Ctl, 8), agree);
}

#[test]
fn fairness() {
    let wishes = Wishes { fairness: 2, ..Wishes::default() };
    forall(20_000..21_000, |seed| draw(seed, wishes, Logic::Ctl, 8), agree);
}

#[test]
fn strategies() {
    forall(30_000..31_700, |seed| draw(seed, Wishes::default(), Logic::Atl, 8), agree);
}

#[test]
fn strategies_under_fairness() {
    let wishes = Wishes { fairness: 2, ..Wishes::default() };
    forall(40_000..40_800, |seed| draw(seed, wishes, Logic::Atl, 8), agree);
}

#[test]
fn uniform_strategies() {
    forall(50_000..51_700, |seed| draw(seed, Wishes::default(), Logic::Atl, 8), agree_on_uniform_strategies);
}

#[test]
fn uniform_strategies_under_fairness() {
    forall(60_000..60_800, |seed| draw(seed, FAIR, Logic::Atl, 8), agree_on_uniform_strategies);
}
