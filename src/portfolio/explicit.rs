//! Formulas and findings by the explicit engine.

use std::sync::Arc;
use std::time::Instant;

use num_bigint::BigUint;

use super::local;
use super::workers::Portfolio;
use crate::engine::fault::{Work, guarded};
use crate::engine::{EngineName, GaveUp, Limits, Terms, Traces, Turn};
use crate::explain::AllListed;
use crate::explicit::Explicit;
use crate::ir::Dropped;
use crate::logic::Logic;
use crate::model::Model;
use crate::outcome::{Checked, Finding, Outcome};
use crate::slice::Slice;

/// Answers everything if there are few states.
pub(super) fn few<'p>(portfolio: &'p Arc<Portfolio>, limits: &Limits) -> Option<(Checked, Option<AllListed<'p>>)> {
    let listed = work(portfolio, limits, || ()).ok()?.map(|engine| AllListed { engine, soon: false });
    Some((portfolio.wait(|_| ()), listed))
}

/// What enumeration may take before games are looked at without all states.
const BEFORE_GAMES: u64 = 60_000_000;

/// Answers everything that is open, however many states there are, or gives up.
pub(super) fn all(portfolio: &Portfolio) -> Option<Explicit<'_>> {
    let limits = &portfolio.options.limits;
    if local::can_answer_any(portfolio) {
        let first = Limits { max_effort: Some(BEFORE_GAMES), ..limits.clone() };
        match work(portfolio, &first, || ()) {
            Ok(listed) => return listed,
            Err(GaveUp::Effort { .. }) => local::answer(portfolio, Some(local::EFFORT), None),
            Err(_) => {}
        }
        if !portfolio.any_open() {
            return None;
        }
    }
    work(portfolio, limits, || ()).unwrap_or_else(|reason| {
        local::answer(portfolio, None, None);
        portfolio.give_up(&reason);
        None
    })
}

/// Answers everything that is open beside other engines, at its place if it takes turns. What it cannot do is left to them.
pub(super) fn beside(portfolio: &Portfolio, turn: Option<Turn>) -> Option<Explicit<'_>> {
    let _taken = turn.as_ref().map(Turn::taken);
    let numbers: Vec<usize> = (0..portfolio.model.specifications.len()).collect();
    let [_, headway] = portfolio.headway.clone();
    let limits = Limits { turn, headway: Some(headway.clone()), ..portfolio.common_limits(&numbers) };
    let listed = work(portfolio, &limits, || ()).unwrap_or_else(|_| {
        portfolio.enumerates_in_vain();
        None
    });
    headway.forget();
    listed
}

/// Answers everything that is open. The engine with all states, if they are few enough: `explain` asks it more.
pub(super) fn work<'p>(
    portfolio: &'p Portfolio,
    limits: &Limits,
    ready: impl FnOnce(),
) -> Result<Option<Explicit<'p>>, GaveUp> {
    guarded(Work::Engine(EngineName::Explicit), || answer(portfolio, limits, ready)).unwrap_or_else(|fault| {
        portfolio.fault(fault.clone());
        Err(GaveUp::Fault(fault))
    })
}

fn answer<'p>(portfolio: &'p Portfolio, limits: &Limits, ready: impl FnOnce()) -> Result<Option<Explicit<'p>>, GaveUp> {
    let model = &portfolio.model;
    let start = Instant::now();
    limits.board.turn_to(EngineName::Explicit, None);
    let numbers: Vec<usize> = (0..model.specifications.len()).collect();
    let limits_of_all = Limits { deadline: portfolio.common_limits(&numbers).deadline, ..limits.clone() };
    let terms = Terms { limits: limits_of_all, ..portfolio.options.terms() };
    let engine = Explicit::new(model, &terms);
    limits.board.leave(EngineName::Explicit);
    let mut engine = engine?;
    let statistics = engine.statistics();
    if statistics.initial_states == 0 {
        portfolio.void();
        portfolio.note(|checked| checked.statistics = Some(statistics));
        return Ok(None);
    }
    let findings = findings(model, &engine, &terms);
    let findings = match &portfolio.slice {
        Some(slice) => findings.into_iter().map(|finding| of_the_whole(slice, finding)).collect(),
        None => findings,
    };
    portfolio.note(|checked| {
        checked.preparation += start.elapsed();
        checked.findings = findings;
        if portfolio.slice.is_none() {
            checked.states = Some(BigUint::from(statistics.states));
            checked.statistics = Some(statistics);
        }
    });
    ready();
    for (number, &specification) in
        model.specifications.iter().enumerate().filter(|(number, _)| portfolio.is_open(*number))
    {
        let start = Instant::now();
        limits.board.turn_to(EngineName::Explicit, Some(number));
        limits.board.at(EngineName::Explicit, 0, statistics.states);
        let (turn, headway) = (limits.turn.clone(), limits.headway.clone());
        engine.set_limits(Limits { max_states: limits.max_states, turn, headway, ..portfolio.limits(number) });
        let verdict = engine.check(specification);
        portfolio.put(number, Outcome::new(verdict, EngineName::Explicit, start.elapsed()));
    }
    limits.board.leave(EngineName::Explicit);
    Ok(Some(engine))
}

/// What is found on a slice is there in the whole as well, but a run of the slice is none of the whole.
fn of_the_whole(slice: &Slice, finding: Finding) -> Finding {
    match finding {
        Finding::Deadlock(_) => Finding::DeadlockSomewhere,
        Finding::Overflow(Dropped { agent, line, .. }, _) => {
            Finding::OverflowSomewhere(agent, slice.lines[agent.index()][line])
        }
        other => other,
    }
}

fn findings(model: &Model, engine: &Explicit<'_>, terms: &Terms) -> Vec<Finding> {
    let space = engine.space();
    let mut findings = Vec::new();
    // States are numbered in the order of a breadth-first search: the first one is nearest.
    if let Some(state) = space.graph().deadlocks().iter().next() {
        findings.push(Finding::Deadlock(space.run_to(state)));
    }
    if let Some((state, dropped)) = space.first_dropped() {
        findings.push(Finding::Overflow(dropped.clone(), space.run_to(*state)));
    }
    let finite = |logic: Logic| terms.traces_of(logic) == Traces::Finite;
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
