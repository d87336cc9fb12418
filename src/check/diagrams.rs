//! Formulas by the BDD engine, part of the system by part.
//!
//! A single operation on large diagrams can take long and cannot be stopped from inside. So the engine works in a thread
//! of its own, which says what it has found after every formula. When time is up or the user interrupts, it gets a
//! moment to notice; then it is left behind with what it has said so far. It ends after its current operation.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::{Checked, EngineName, Finding, Listener, Outcome, give_up, no_initial_state};
use crate::bdd::{BddEngine, Part, parts};
use crate::engine::{GaveUp, Options, Traces, Verdict};
use crate::ir::InitialStates;
use crate::logic::Logic;
use crate::lower::{Lowered, lower};
use crate::model::Model;

/// Operations on diagrams recurse once per level.
const STACK: usize = 256 << 20;
/// How often limits are looked at from outside.
const WATCH: Duration = Duration::from_millis(50);
/// How long the engine may take to notice a limit by itself.
const GRACE: Duration = Duration::from_millis(300);
/// How many values are tried to find one initial state.
const INITIAL_STATE_STEPS: u64 = 1_000_000;

pub(super) fn bdd(model: &Model, options: &Options, listener: &Listener) -> Checked {
    let (sender, receiver) = channel();
    let owned = Arc::new((model.clone(), options.clone()));
    let work = move || work(&owned.0, &owned.1, &sender);
    match thread::Builder::new().name("bdd".to_owned()).stack_size(STACK).spawn(work) {
        Ok(_) => {
            let mut checked = collect(model, options, &receiver, listener);
            if checked.outcomes.iter().any(|outcome| outcome.engine.is_none()) {
                checked.learnt = options.limits.learnt.said();
            }
            checked
        }
        Err(_) => give_up(model, &GaveUp::Memory),
    }
}

/// What the engine has said when it is done or out of limits.
fn collect(model: &Model, options: &Options, receiver: &Receiver<Checked>, listener: &Listener) -> Checked {
    let mut known = give_up(model, &GaveUp::Memory);
    let mut late: Option<(GaveUp, Instant)> = None;
    loop {
        match receiver.recv_timeout(WATCH) {
            Ok(more) => {
                known = more;
                known.outcomes.iter().enumerate().for_each(|(number, outcome)| listener.tell(number, outcome));
            }
            Err(RecvTimeoutError::Disconnected) => return known,
            Err(RecvTimeoutError::Timeout) => {}
        }
        match (&late, options.limits.check()) {
            (Some((reason, since)), _) if since.elapsed() > GRACE => {
                let open = known.outcomes.iter_mut().filter(|outcome| outcome.engine.is_none());
                open.for_each(|outcome| outcome.verdict = Verdict::GaveUp(reason.clone()));
                return known;
            }
            (None, Err(reason)) => late = Some((reason, Instant::now())),
            _ => {}
        }
    }
}

/// Answers everything and reports after every formula. A receiver that is gone wants no more answers.
fn work(model: &Model, options: &Options, sender: &Sender<Checked>) {
    let start = Instant::now();
    let lowered = lower(&model.system);
    // A part has initial states even if what is left out has none: only with an initial state in hand is it safe to look
    // at parts.
    let sure = || matches!(InitialStates::new(&model.system, INITIAL_STATE_STEPS).next(), Some(Ok(_)));
    let parts = parts(model, &lowered, !options.whole_system && sure());
    let mut checked = Checked { preparation: start.elapsed(), ..give_up(model, &GaveUp::Memory) };
    let finite = |logic: Logic| options.traces_of(logic) == Traces::Finite;
    if !model.fairness.is_empty() && model.specifications.iter().any(|specification| finite(specification.logic)) {
        checked.findings.push(Finding::FairnessIgnored);
    }
    for part in parts {
        answer(model, options, &lowered, &part, &mut checked, sender);
        if checked.findings.iter().any(|finding| matches!(finding, Finding::NoInitialState)) {
            checked = Checked { preparation: checked.preparation, ..no_initial_state(model) };
            break;
        }
    }
    let _ = sender.send(checked);
}

/// Answers the formulas of one part of the system.
fn answer(
    model: &Model,
    options: &Options,
    lowered: &Lowered,
    part: &Part,
    checked: &mut Checked,
    sender: &Sender<Checked>,
) {
    let start = Instant::now();
    let engine = BddEngine::for_part(model, options, lowered, &part.cone);
    checked.preparation += start.elapsed();
    let mut engine = match engine {
        Ok(engine) => engine,
        Err(reason) => {
            for &number in &part.formulas {
                checked.outcomes[number].verdict = Verdict::GaveUp(reason.clone());
            }
            return;
        }
    };
    if engine.statistics().initial_states == BigUint::ZERO {
        checked.findings.push(Finding::NoInitialState);
        return;
    }
    let finite = |logic: Logic| options.traces_of(logic) == Traces::Finite;
    let on_fair_paths = part.formulas.iter().any(|&number| !finite(model.specifications[number].logic));
    let vacuous = !model.fairness.is_empty() && engine.vacuous() && on_fair_paths;
    if vacuous && !checked.findings.iter().any(|finding| matches!(finding, Finding::NoFairPath)) {
        checked.findings.push(Finding::NoFairPath);
    }
    if part.cone.size() == lowered.system.state.len() {
        checked.states = Some(engine.statistics().states);
    }
    for &number in &part.formulas {
        let start = Instant::now();
        let verdict = engine.check(model.specifications[number]);
        checked.outcomes[number] = Outcome::new(verdict, EngineName::Bdd, start.elapsed());
        let _ = sender.send(checked.clone());
    }
    checked.diagrams.push(engine.statistics());
}
