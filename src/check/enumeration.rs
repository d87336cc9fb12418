//! Formulas and findings by the explicit engine.

use std::time::Instant;

use num_bigint::BigUint;

use super::{Checked, EngineName, Finding, Listener, Outcome, Run, give_up, no_initial_state};
use crate::engine::{Options, Traces};
use crate::explicit::{Explicit, Trace};
use crate::logic::Logic;
use crate::model::Model;

pub(super) fn explicit(model: &Model, options: &Options, listener: &Listener) -> Checked {
    let start = Instant::now();
    let mut engine = match Explicit::new(model, options) {
        Ok(engine) => engine,
        Err(reason) => return Checked { preparation: start.elapsed(), ..give_up(model, &reason) },
    };
    let preparation = start.elapsed();
    let statistics = engine.statistics();
    if statistics.initial_states == 0 {
        return Checked { statistics: Some(statistics), preparation, ..no_initial_state(model) };
    }
    let findings = findings(model, &engine, options);
    let mut outcomes = Vec::with_capacity(model.specifications.len());
    for (number, &specification) in model.specifications.iter().enumerate() {
        let start = Instant::now();
        let verdict = engine.check(specification);
        let outcome = Outcome::new(verdict, EngineName::Explicit, start.elapsed());
        listener.tell(number, &outcome);
        outcomes.push(outcome);
    }
    let states = Some(BigUint::from(statistics.states));
    Checked { outcomes, states, statistics: Some(statistics), findings, preparation, ..Checked::default() }
}

fn findings(model: &Model, engine: &Explicit<'_>, options: &Options) -> Vec<Finding> {
    let space = engine.space();
    let mut findings = Vec::new();
    // States are numbered in the order of a breadth-first search: the first one is nearest.
    if let Some(state) = space.graph().deadlocks().iter().next() {
        findings.push(Finding::Deadlock(run(engine, &space.trace_to(state))));
    }
    if let Some((state, dropped)) = space.first_dropped() {
        findings.push(Finding::Overflow(dropped.clone(), run(engine, &space.trace_to(*state))));
    }
    let finite = |logic: Logic| options.traces_of(logic) == Traces::Finite;
    if !model.fairness.is_empty() {
        if engine.vacuous() && model.specifications.iter().any(|specification| !finite(specification.logic)) {
            findings.push(Finding::NoFairPath);
        }
        if model.specifications.iter().any(|specification| finite(specification.logic)) {
            findings.push(Finding::FairnessIgnored);
        }
    }
    findings
}

fn run(engine: &Explicit<'_>, trace: &Trace) -> Run {
    let space = engine.space();
    let steps = trace.steps.iter().map(|(action, state)| (action.clone(), space.state(*state))).collect();
    Run { start: space.state(trace.start), steps }
}
