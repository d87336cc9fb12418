//! Formulas and findings by the explicit engine.

use std::time::Instant;

use num_bigint::BigUint;

use super::desk::Desk;
use super::{EngineName, Finding, Outcome};
use crate::engine::fault::guarded;
use crate::engine::{GaveUp, Limits, Options, Traces};
use crate::explicit::Explicit;
use crate::logic::Logic;
use crate::model::Model;

/// Answers everything on the desk that is open, however many states there are, or gives up.
pub(super) fn all(desk: &Desk) -> Option<Explicit<'_>> {
    work(desk, &desk.options.limits, || ()).unwrap_or_else(|reason| {
        desk.give_up(&reason);
        None
    })
}

/// Answers everything on the desk that is open. The engine with all states, if they are few enough: `late` asks it more.
pub(super) fn work<'d>(desk: &'d Desk, limits: &Limits, ready: impl FnOnce()) -> Result<Option<Explicit<'d>>, GaveUp> {
    guarded(EngineName::Explicit.name(), || answer(desk, limits, ready)).unwrap_or_else(|fault| {
        desk.fault(fault.clone());
        Err(GaveUp::Fault(fault))
    })
}

fn answer<'d>(desk: &'d Desk, limits: &Limits, ready: impl FnOnce()) -> Result<Option<Explicit<'d>>, GaveUp> {
    let model = &desk.model;
    let start = Instant::now();
    limits.board.turn_to(EngineName::Explicit, None);
    let numbers: Vec<usize> = (0..model.specifications.len()).collect();
    let mut options = desk.options.clone();
    options.limits = Limits { deadline: desk.common_limits(&numbers).deadline, ..limits.clone() };
    let engine = Explicit::new(model, &options);
    limits.board.leave(EngineName::Explicit);
    let mut engine = engine?;
    let statistics = engine.statistics();
    if statistics.initial_states == 0 {
        desk.void();
        desk.note(|checked| checked.statistics = Some(statistics));
        return Ok(None);
    }
    let findings = findings(model, &engine, &options);
    desk.note(|checked| {
        checked.preparation += start.elapsed();
        checked.states = Some(BigUint::from(statistics.states));
        checked.statistics = Some(statistics);
        checked.findings = findings;
    });
    ready();
    for (number, &specification) in model.specifications.iter().enumerate().filter(|(number, _)| desk.is_open(*number))
    {
        let start = Instant::now();
        limits.board.turn_to(EngineName::Explicit, Some(number));
        limits.board.at(EngineName::Explicit, 0, statistics.states);
        engine.set_limits(Limits { max_states: limits.max_states, ..desk.limits(number) });
        let verdict = engine.check(specification);
        desk.put(number, Outcome::new(verdict, EngineName::Explicit, start.elapsed()));
    }
    limits.board.leave(EngineName::Explicit);
    Ok(Some(engine))
}

fn findings(model: &Model, engine: &Explicit<'_>, options: &Options) -> Vec<Finding> {
    let space = engine.space();
    let mut findings = Vec::new();
    // States are numbered in the order of a breadth-first search: the first one is nearest.
    if let Some(state) = space.graph().deadlocks().iter().next() {
        findings.push(Finding::Deadlock(space.run_to(state)));
    }
    if let Some((state, dropped)) = space.first_dropped() {
        findings.push(Finding::Overflow(dropped.clone(), space.run_to(*state)));
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
