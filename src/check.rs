//! The whole flow for a model that has been loaded: choose an engine, ask it every formula, collect what it noticed.

use std::time::{Duration, Instant};

use num_bigint::BigUint;

use crate::bdd::{BddEngine, BddStatistics};
use crate::engine::{GaveUp, Options, Traces, Verdict};
use crate::explicit::{Explicit, Statistics, Trace};
use crate::ir::{Dropped, JointAction, State};
use crate::logic::Logic;
use crate::model::Model;

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// The best one that there is.
    #[default]
    Auto,
    /// Enumerated states.
    Explicit,
    /// Decision diagrams.
    Bdd,
    /// Bounded semantics, SAT and QBF.
    Bounded,
}

/// The engine that gave an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineName {
    /// Enumerated states.
    Explicit,
    /// Decision diagrams.
    Bdd,
}

impl EngineName {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Bdd => "bdd",
        }
    }
}

/// The answer to one formula.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What was found out.
    pub verdict: Verdict,
    /// By whom; absent if nobody could.
    pub engine: Option<EngineName>,
    /// How long it took.
    pub time: Duration,
}

/// A way through the model: an initial state, then actions and states in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The initial state.
    pub start: State,
    /// What was done, and where it led.
    pub steps: Vec<(JointAction, State)>,
}

/// Something that a user should know although no formula asks for it.
#[derive(Debug, Clone)]
pub enum Finding {
    /// A reachable state without successors, and a shortest way to it.
    Deadlock(Run),
    /// A choice that was dropped because its result is out of range or not an integer, and a shortest way to it.
    Overflow(Dropped, Run),
    /// No state has a fair path: every formula holds for an empty reason.
    NoFairPath,
    /// Formulas on finite traces do not look at Fairness.
    FairnessIgnored,
    /// No state satisfies InitStates.
    NoInitialState,
}

/// What a check found out.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// One per formula, in order.
    pub outcomes: Vec<Outcome>,
    /// The number of reachable states, if known.
    pub states: Option<BigUint>,
    /// What enumeration counted, if there was one.
    pub statistics: Option<Statistics>,
    /// What the BDD engine says of its work, if it was asked.
    pub diagrams: Option<BddStatistics>,
    /// What else was noticed.
    pub findings: Vec<Finding>,
    /// Time spent on the model before the first formula.
    pub preparation: Duration,
}

/// Checks every formula of `model`.
#[must_use]
pub fn check(model: &Model, engine: EngineChoice, options: &Options) -> Checked {
    match engine {
        EngineChoice::Auto => auto(model, options),
        EngineChoice::Explicit => explicit(model, options),
        EngineChoice::Bdd => bdd(model, options),
        EngineChoice::Bounded => declined(model, "the bounded engine is not built yet; use `--engine explicit`"),
    }
}

fn declined(model: &Model, why: &str) -> Checked {
    give_up(model, &GaveUp::Declined(why.to_owned()))
}

fn give_up(model: &Model, reason: &GaveUp) -> Checked {
    let outcome = Outcome { verdict: Verdict::GaveUp(reason.clone()), engine: None, time: Duration::ZERO };
    Checked { outcomes: vec![outcome; model.specifications.len()], ..Checked::default() }
}

/// Not "true in all initial states": nobody would want to read that.
fn no_initial_state(model: &Model) -> Checked {
    let checked = declined(model, "there is no initial state");
    Checked { states: Some(BigUint::ZERO), findings: vec![Finding::NoInitialState], ..checked }
}

/// The explicit engine, and diagrams where there are too many states for it.
fn auto(model: &Model, options: &Options) -> Checked {
    let checked = explicit(model, options);
    let too_many = |outcome: &Outcome| matches!(outcome.verdict, Verdict::GaveUp(GaveUp::States(_)));
    if !checked.outcomes.iter().any(too_many) {
        return checked;
    }
    let mut symbolic = bdd(model, options);
    for (better, old) in symbolic.outcomes.iter_mut().zip(checked.outcomes) {
        if matches!(better.verdict, Verdict::GaveUp(_)) {
            *better = old;
        }
    }
    symbolic.preparation += checked.preparation;
    symbolic
}

fn bdd(model: &Model, options: &Options) -> Checked {
    let start = Instant::now();
    let mut engine = match BddEngine::new(model, options) {
        Ok(engine) => engine,
        Err(reason) => return Checked { preparation: start.elapsed(), ..give_up(model, &reason) },
    };
    let preparation = start.elapsed();
    let mut findings = Vec::new();
    if engine.statistics().initial_states == BigUint::ZERO {
        return Checked { preparation, ..no_initial_state(model) };
    }
    if !model.fairness.is_empty() && engine.vacuous() {
        findings.push(Finding::NoFairPath);
    }
    let mut outcomes = Vec::with_capacity(model.specifications.len());
    for &specification in &model.specifications {
        let start = Instant::now();
        let verdict = engine.check(specification);
        outcomes.push(Outcome { verdict, engine: Some(EngineName::Bdd), time: start.elapsed() });
    }
    let statistics = engine.statistics();
    let states = Some(statistics.states.clone());
    Checked { outcomes, states, statistics: None, diagrams: Some(statistics), findings, preparation }
}

fn explicit(model: &Model, options: &Options) -> Checked {
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
    for &specification in &model.specifications {
        let start = Instant::now();
        let verdict = engine.check(specification);
        outcomes.push(Outcome { verdict, engine: Some(EngineName::Explicit), time: start.elapsed() });
    }
    let states = Some(BigUint::from(statistics.states));
    Checked { outcomes, states, statistics: Some(statistics), diagrams: None, findings, preparation }
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
    let finite = |logic: Logic| options.traces == Traces::Finite && matches!(logic, Logic::Ldl | Logic::CdlStar);
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
