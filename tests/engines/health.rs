//! The health of random models: decision diagrams and enumerated states say the same, and what they say of a deadlock
//! is a run of the system.

use crate::common::random::{RandomModel, Wishes, forall, loaded};
use qmas::Model;
use qmas::health::{Health, health};
use qmas::ir::{Program, State, Transitions};
use qmas::options::{EngineChoice, Options};
use qmas::run::Run;

fn look(model: &Model, engine: EngineChoice) -> Result<Health, String> {
    health(model, engine, &Options::default()).map_err(|reason| reason.to_string())
}

/// The last state of a run, if it starts in an initial state and makes moves of the system.
fn is_run<'r>(model: &Model, run: &'r Run) -> Option<&'r State> {
    let transitions = Transitions::new(&model.system);
    let mut state = run.first();
    if !Program::compile(&model.system.exprs, model.system.init).holds(state) {
        return None;
    }
    for (action, next) in run.steps() {
        if !transitions.moves(state).successors.iter().any(|step| step.action == *action && step.state == *next) {
            return None;
        }
        state = next;
    }
    Some(state)
}

fn ends_in_a_deadlock(model: &Model, run: &Run) -> bool {
    is_run(model, run).is_some_and(|last| Transitions::new(&model.system).moves(last).successors.is_empty())
}

fn engines_agree(model: &RandomModel) -> Result<(), String> {
    let loaded = loaded(model)?;
    let (explicit, symbolic) = (look(&loaded, EngineChoice::Explicit)?, look(&loaded, EngineChoice::Bdd)?);
    let same = |what: &str, same: bool| {
        if same { Ok(()) } else { Err(format!("{what}:\n{explicit:?}\n{symbolic:?}")) }
    };
    same("states", explicit.states == symbolic.states)?;
    same("initial states", explicit.initial_states == symbolic.initial_states)?;
    same("deadlocks", explicit.deadlocks.count == symbolic.deadlocks.count)?;
    same("overflows", explicit.overflows.lines == symbolic.overflows.lines)?;
    same("protocol lines", explicit.idle_protocol == symbolic.idle_protocol)?;
    same("evolution lines", explicit.idle_evolution == symbolic.idle_evolution)?;
    same("atoms", (&explicit.always, &explicit.never) == (&symbolic.always, &symbolic.never))?;
    same("variables", explicit.unchanging == symbolic.unchanging)?;
    same("runs", explicit.deadlocks.run.is_some() == symbolic.deadlocks.run.is_some())?;
    for (dropped, run) in explicit.overflows.first.iter().chain(&symbolic.overflows.first) {
        let last = is_run(&loaded, run).ok_or("the way to an overflow is no run")?;
        let found = Transitions::new(&loaded.system).moves(last).dropped;
        same("the way to an overflow", found.contains(dropped))?;
    }
    same("runs", explicit.overflows.first.is_some() == symbolic.overflows.first.is_some())?;
    for run in explicit.deadlocks.run.iter().chain(&symbolic.deadlocks.run) {
        same("the way to a deadlock", ends_in_a_deadlock(&loaded, run))?;
    }
    Ok(())
}

#[test]
fn engines_agree_on_random_models() {
    forall(0..300, |seed| RandomModel::random(seed, Wishes { fairness: 1, ..Wishes::default() }), engines_agree);
}

/// The random models have something to find.
#[test]
fn there_is_something_to_find() {
    let models = (0..300).map(|seed| RandomModel::random(seed, Wishes::default()));
    let found: Vec<Health> = models
        .map(|model| look(&loaded(&model).expect("it is accepted"), EngineChoice::Explicit).expect("few states"))
        .collect();
    let count = |wanted: fn(&Health) -> bool| found.iter().filter(|health| wanted(health)).count();
    assert!(count(|health| health.deadlocks.run.is_some()) > 20);
    assert!(count(|health| !health.overflows.lines.is_empty()) > 20);
    assert!(count(|health| !health.idle_protocol.is_empty()) > 20);
    assert!(count(|health| !health.idle_evolution.is_empty()) > 20);
    assert!(count(|health| !health.always.is_empty() || !health.never.is_empty()) > 20);
    assert!(count(|health| !health.unchanging.is_empty()) > 20);
}
