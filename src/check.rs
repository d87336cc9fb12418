//! The whole flow for a model that has been loaded: choose an engine, ask it every formula, collect what it noticed.

use std::time::{Duration, Instant};

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
}

impl EngineName {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
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
    pub states: Option<u64>,
    /// What enumeration counted, if there was one.
    pub statistics: Option<Statistics>,
    /// What else was noticed.
    pub findings: Vec<Finding>,
    /// Time spent on the model before the first formula.
    pub preparation: Duration,
}

/// Checks every formula of `model`.
#[must_use]
pub fn check(model: &Model, engine: EngineChoice, options: &Options) -> Checked {
    match engine {
        EngineChoice::Auto | EngineChoice::Explicit => explicit(model, options),
        EngineChoice::Bdd => declined(model, "the BDD engine is not built yet; use `--engine explicit`"),
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

fn explicit(model: &Model, options: &Options) -> Checked {
    let start = Instant::now();
    let mut engine = match Explicit::new(model, options) {
        Ok(engine) => engine,
        Err(reason) => return Checked { preparation: start.elapsed(), ..give_up(model, &reason) },
    };
    let preparation = start.elapsed();
    let statistics = engine.statistics();
    let mut findings = findings(model, &engine, options);
    if statistics.initial_states == 0 {
        // Not "true in all initial states": nobody would want to read that.
        findings.push(Finding::NoInitialState);
        let checked = give_up(model, &GaveUp::Declined("there is no initial state".to_owned()));
        return Checked { states: Some(0), statistics: Some(statistics), findings, preparation, ..checked };
    }
    let mut outcomes = Vec::with_capacity(model.specifications.len());
    for &specification in &model.specifications {
        let start = Instant::now();
        let verdict = engine.check(specification);
        outcomes.push(Outcome { verdict, engine: Some(EngineName::Explicit), time: start.elapsed() });
    }
    Checked { outcomes, states: Some(statistics.states as u64), statistics: Some(statistics), findings, preparation }
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
