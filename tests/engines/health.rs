//! The health of random models: decision diagrams and enumerated states say the same, and what they say of a deadlock
//! is a run of the system.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::random::{RandomModel, Wishes, forall, loaded};
use qmas::Model;
use qmas::health::{Health, health};
use qmas::ir::{AgentId, InterpretedSystem, JointAction, Program, Semantics, State, Transitions, VarId};
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
    for health in [&explicit, &symbolic] {
        rivals_are_right(&loaded.system, health)?;
    }
    Ok(())
}

/// Two lines of an agent, from 0.
type Lines = (AgentId, usize, usize);

/// The rivals in a move, by their definition: both lines have a result and change something, they assign nothing in common, and
/// no line that has a result assigns all that they do.
fn rivals_in(system: &InterpretedSystem, state: &State, action: &JointAction) -> BTreeSet<Lines> {
    let mut found = BTreeSet::new();
    for agent in system.agent_ids() {
        let mut lines: Vec<(usize, BTreeMap<VarId, i64>)> = Vec::new();
        for (number, line) in system.agent(agent).evolution.iter().enumerate() {
            if !Program::compile(&system.exprs, line.condition).holds_under(state, action) {
                continue;
            }
            let value = |assigned: &qmas::ir::Assignment| {
                let value = Program::compile(&system.exprs, assigned.value).value(state)?;
                let fits = system.variable(assigned.variable).domain.contains(value);
                fits.then_some((assigned.variable, value))
            };
            if let Some(values) = line.assignments.iter().map(value).collect() {
                lines.push((number, values));
            }
        }
        let changes = |values: &BTreeMap<VarId, i64>| values.iter().any(|(&id, &value)| state.get(id) != value);
        for (first, one) in &lines {
            for (second, other) in lines.iter().filter(|(second, _)| second > first) {
                let apart = !one.keys().any(|id| other.contains_key(id));
                let joint = lines.iter().any(|(_, all)| one.keys().chain(other.keys()).all(|id| all.contains_key(id)));
                if apart && !joint && changes(one) && changes(other) {
                    found.insert((agent, *first, *second));
                }
            }
        }
    }
    found
}

/// All rivals of a system, from every move of every state that can be reached.
fn all_rivals(system: &InterpretedSystem) -> BTreeSet<Lines> {
    let transitions = Transitions::new(system);
    let mut found = BTreeSet::new();
    for state in reachable(system) {
        for action in transitions.joint_actions(&state) {
            found.extend(rivals_in(system, &state, &action));
        }
    }
    found
}

fn reachable(system: &InterpretedSystem) -> BTreeSet<State> {
    let transitions = Transitions::new(system);
    let starts = qmas::ir::InitialStates::new(system, u64::MAX);
    let mut work: Vec<State> = starts.map(|state| state.expect("nothing is given up")).collect();
    let mut reached = BTreeSet::new();
    while let Some(state) = work.pop() {
        if !reached.contains(&state) {
            work.extend(transitions.moves(&state).successors.into_iter().map(|step| step.state));
            reached.insert(state);
        }
    }
    reached
}

/// The rivals are those by definition, and are rivals where they are said to meet.
fn rivals_are_right(system: &InterpretedSystem, health: &Health) -> Result<(), String> {
    let found = &health.rivals.found;
    let lines: BTreeSet<Lines> = found.iter().map(|rivals| (rivals.agent, rivals.first, rivals.second)).collect();
    let expected = if system.semantics == Semantics::SingleAssignment { BTreeSet::new() } else { all_rivals(system) };
    if lines.len() != found.len() || lines != expected || !health.rivals.gaps.is_empty() {
        return Err(format!("rivals: {:?} instead of {expected:?}", health.rivals));
    }
    let reached = reachable(system);
    for rivals in found {
        let (state, action) = (&rivals.state, &rivals.action);
        let possible = reached.contains(state) && Transitions::new(system).joint_actions(state).contains(action);
        if !possible || !rivals_in(system, state, action).contains(&(rivals.agent, rivals.first, rivals.second)) {
            return Err(format!("they do not meet: {rivals:?}"));
        }
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
    assert!(count(|health| !health.rivals.found.is_empty()) > 20);
}
