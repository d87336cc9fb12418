//! The whole flow for a model that has been loaded: choose an engine, ask it every formula, collect what it noticed.

use std::time::{Duration, Instant};

use num_bigint::BigUint;
use qmas_encodings::{Circuit, Cone, Lit};

use crate::bdd::{BddEngine, BddStatistics, Part, parts};
use crate::bounded::{self, BoundRow};
use crate::engine::{GaveUp, Options, Traces, Verdict};
use crate::explicit::{Explicit, Statistics, Trace};
use crate::influence::cone;
use crate::ir::{Dropped, InitialStates, JointAction, State};
use crate::logic::Logic;
use crate::lower::{Lowered, lower};
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
    /// Bounded semantics, SAT and QBF.
    Bounded,
}

impl EngineName {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Bdd => "bdd",
            Self::Bounded => "bounded",
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
    /// At which bound, if there was one.
    pub bound: Option<usize>,
}

impl Outcome {
    fn new(verdict: Verdict, engine: EngineName, time: Duration) -> Self {
        Self { verdict, engine: Some(engine), time, bound: None }
    }

    fn nobody(reason: GaveUp) -> Self {
        Self { verdict: Verdict::GaveUp(reason), engine: None, time: Duration::ZERO, bound: None }
    }
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
    /// What the BDD engine says of its work, for every part of the system that it looked at.
    pub diagrams: Vec<BddStatistics>,
    /// What the bounded engine asked, by the number of the formula.
    pub bounds: Vec<(usize, Vec<BoundRow>)>,
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
        EngineChoice::Bounded => bounded(model, options),
    }
}

fn declined(model: &Model, why: &str) -> Checked {
    give_up(model, &GaveUp::Declined(why.to_owned()))
}

fn give_up(model: &Model, reason: &GaveUp) -> Checked {
    let outcome = Outcome::nobody(reason.clone());
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

/// How many values are tried to find one initial state.
const INITIAL_STATE_STEPS: u64 = 1_000_000;

fn bdd(model: &Model, options: &Options) -> Checked {
    let start = Instant::now();
    let lowered = lower(&model.system);
    // A part has initial states even if what is left out has none: only with an initial state in hand is it safe to look
    // at parts.
    let sure = || matches!(InitialStates::new(&model.system, INITIAL_STATE_STEPS).next(), Some(Ok(_)));
    let parts = parts(model, &lowered, !options.whole_system && sure());
    let nothing = Outcome::nobody(GaveUp::Memory);
    let mut checked = Checked { preparation: start.elapsed(), ..Checked::default() };
    checked.outcomes = vec![nothing; model.specifications.len()];
    for part in parts {
        bdd_part(model, options, &lowered, &part, &mut checked);
        if checked.findings.iter().any(|finding| matches!(finding, Finding::NoInitialState)) {
            return Checked { preparation: checked.preparation, ..no_initial_state(model) };
        }
    }
    checked
}

/// Answers the formulas of one part of the system.
fn bdd_part(model: &Model, options: &Options, lowered: &Lowered, part: &Part, checked: &mut Checked) {
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
    let vacuous = !model.fairness.is_empty() && engine.vacuous();
    if vacuous && !checked.findings.iter().any(|finding| matches!(finding, Finding::NoFairPath)) {
        checked.findings.push(Finding::NoFairPath);
    }
    for &number in &part.formulas {
        let start = Instant::now();
        let verdict = engine.check(model.specifications[number]);
        checked.outcomes[number] = Outcome::new(verdict, EngineName::Bdd, start.elapsed());
    }
    let statistics = engine.statistics();
    if part.cone.size() == lowered.system.state.len() {
        checked.states = Some(statistics.states.clone());
    }
    checked.diagrams.push(statistics);
}

fn bounded(model: &Model, options: &Options) -> Checked {
    let start = Instant::now();
    let lowered = lower(&model.system);
    match bounded::has_initial_state(&lowered.system, options) {
        Ok(true) => {}
        Ok(false) => return Checked { preparation: start.elapsed(), ..no_initial_state(model) },
        Err(reason) => return Checked { preparation: start.elapsed(), ..give_up(model, &reason) },
    }
    let mut checked = Checked { preparation: start.elapsed(), ..Checked::default() };
    let mut diagrams = Diagrams {
        model,
        options,
        lowered: &lowered,
        cone: Cone::whole(&lowered.system),
        engine: None,
        made: Vec::new(),
    };
    for (number, &specification) in model.specifications.iter().enumerate() {
        let start = Instant::now();
        if !options.whole_system {
            diagrams.turn_to(cone(model, &lowered, specification.formula));
        }
        let system = lowered.system.restricted(&diagrams.cone);
        let answered = bounded::check(model, &system, specification, options, &mut diagrams);
        let outcome = Outcome::new(answered.verdict, EngineName::Bounded, start.elapsed());
        checked.outcomes.push(Outcome { bound: answered.bound, ..outcome });
        checked.bounds.push((number, answered.rows));
    }
    checked.diagrams = diagrams.made;
    checked
}

/// Reachable states for the bounded engine, from the BDD engine.
struct Diagrams<'m> {
    model: &'m Model,
    options: &'m Options,
    lowered: &'m Lowered,
    cone: Cone,
    engine: Option<BddEngine<'m>>,
    made: Vec<BddStatistics>,
}

impl Diagrams<'_> {
    fn turn_to(&mut self, cone: Cone) {
        if self.cone != cone {
            self.cone = cone;
            self.engine = None;
        }
    }
}

impl bounded::ExactStates for Diagrams<'_> {
    fn reachable(&mut self, circuit: &mut Circuit, nodes: usize) -> Result<Lit, GaveUp> {
        if self.engine.is_none() {
            let mut options = self.options.clone();
            options.limits.max_nodes = nodes;
            let engine = BddEngine::for_part(self.model, &options, self.lowered, &self.cone)?;
            self.made.push(engine.statistics());
            self.engine = Some(engine);
        }
        self.engine.as_ref().map_or(Err(GaveUp::Memory), |engine| engine.reachable(circuit))
    }
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
        outcomes.push(Outcome::new(verdict, EngineName::Explicit, start.elapsed()));
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
