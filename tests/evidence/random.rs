//! All logics, all engines: the evidence of every verdict can be executed.

use std::ops::Range;

use qmas::Model;
use qmas::bdd::BddEngine;
use qmas::engine::{Limits, Strategies, Traces, Verdict};
use qmas::explain::Listed;
use qmas::explicit::Explicit;
use qmas::logic::{Formula, FormulaId, Specification};
use qmas::options::Options;
use qmas::witness::{Conclusion, Evidence, Reason, build, prepared, replay_within};

use crate::common::effort;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use crate::reading::matches;

pub(crate) const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 200 };

/// With little memory: it is cleared for every system.
pub(crate) fn options(options: Options) -> Options {
    Options { limits: Limits { max_nodes: 1 << 16, ..Limits::default() }, ..options }
}

/// What a verdict is to be shown with.
pub(crate) fn shown(verdict: &Verdict) -> Result<Conclusion, String> {
    match verdict {
        Verdict::Holds => Ok(Conclusion::Holds),
        Verdict::Fails => Ok(Conclusion::Fails),
        other => Err(format!("{other:?}")),
    }
}

fn replays(model: &Model, specification: Specification, evidence: &Evidence) -> Result<(), String> {
    // Few states: universal claims are looked at as well, where they can be.
    replay_within(evidence, model, specification, 1_000).map_err(|mismatch| format!("{mismatch}\n{evidence:?}"))?;
    matches(model, evidence).map(|_| ())
}

fn every_verdict_has_evidence(drawn: &RandomModel, options: Options) -> Result<(), String> {
    let model = prepared(&loaded(drawn)?);
    let options = self::options(options);
    let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut bdd = BddEngine::new(&model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let verdict = explicit.check(specification);
        let initial = explicit.space().initial_states().and(explicit.universe(specification.logic));
        if initial.is_empty() {
            continue;
        }
        let shown = shown(&verdict)?;
        let mut listed = Listed::new(&mut explicit, &options, specification.logic);
        let evidence = build(&mut listed, &model, specification, shown, &options.terms())
            .map_err(|reason| format!("formula {}, explicit: {reason}", number + 1))?;
        replays(&model, specification, &evidence)
            .map_err(|what| format!("formula {}, explicit: {what}", number + 1))?;
        let evidence = bdd
            .with_sets(specification.logic, |sets| build(sets, &model, specification, shown, &options.terms()))
            .map_err(|reason| format!("formula {}, bdd: {reason}", number + 1))?;
        replays(&model, specification, &evidence).map_err(|what| format!("formula {}, bdd: {what}", number + 1))?;
    }
    Ok(())
}

fn evidence(seeds: Range<u64>, logic: Logic, options: fn() -> Options) {
    let wishes = |seed: u64| if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    forall(seeds, |seed| draw(seed, wishes(seed), logic, 8), |model| every_verdict_has_evidence(model, options()));
}

pub(crate) fn on_finite_traces() -> Options {
    Options { traces: Traces::Finite, ..Options::default() }
}

pub(crate) fn uniform() -> Options {
    Options { strategies: Strategies::Uniform, ..Options::default() }
}

#[test]
fn branching_time_knowledge_and_obligation() {
    evidence(100_000..100_400, Logic::Ctl, Options::default);
}

#[test]
fn strategies() {
    evidence(101_000..101_150, Logic::Atl, Options::default);
}

#[test]
fn uniform_strategies() {
    evidence(102_000..102_150, Logic::Atl, uniform);
}

#[test]
fn linear_time() {
    evidence(103_000..103_150, Logic::Ltl, Options::default);
}

#[test]
fn path_quantifiers() {
    evidence(104_000..104_150, Logic::CtlStar, Options::default);
}

#[test]
fn dynamic_logic() {
    evidence(105_000..105_100, Logic::Ldl, Options::default);
    evidence(106_000..106_100, Logic::CdlStar, Options::default);
}

#[test]
fn finite_traces() {
    evidence(107_000..107_100, Logic::Ldl, on_finite_traces);
    evidence(108_000..108_100, Logic::CdlStar, on_finite_traces);
}

/// What a group can enforce on all fair paths comes with a table, where the constraints are about single states.
#[test]
fn strategies_on_fair_paths_are_shown() {
    let shown = std::cell::Cell::new(0);
    let seeds = 109_000..109_800;
    forall(
        seeds.clone(),
        |seed| draw(seed, FAIR, Logic::Atl, 8),
        |drawn| {
            let model = prepared(&loaded(drawn)?);
            let options = options(Options::default());
            let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
            let plain = |id: FormulaId| {
                let below = model.formulas.below(id);
                below.into_iter().all(|id| {
                    !matches!(
                        model.formulas.get(id),
                        Formula::Branching(..) | Formula::Knows(..) | Formula::Strategic(..) | Formula::Obliged(..)
                    )
                })
            };
            if model.fairness.is_empty() || !model.fairness.iter().all(|&constraint| plain(constraint)) {
                return Ok(());
            }
            for (number, &specification) in model.specifications.iter().enumerate() {
                let verdict = explicit.check(specification);
                if explicit.space().initial_states().and(explicit.universe(specification.logic)).is_empty() {
                    continue;
                }
                let mut listed = Listed::new(&mut explicit, &options, specification.logic);
                let evidence = build(&mut listed, &model, specification, self::shown(&verdict)?, &options.terms())
                    .map_err(|reason| reason.to_string())?;
                replays(&model, specification, &evidence)?;
                for node in &evidence.nodes {
                    match (evidence.formulas.get(node.formula), &node.reason) {
                        (Formula::Strategic(..), Reason::Strategy(_)) => shown.set(shown.get() + 1),
                        (Formula::Strategic(..), _) => return Err(format!("formula {}: no table", number + 1)),
                        _ => {}
                    }
                }
            }
            Ok(())
        },
    );
    assert!(shown.get() > effort::share(50, seeds), "only {} tables", shown.get());
}
