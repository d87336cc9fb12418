//! The whole flow for a model that has been loaded: choose an engine, ask it every formula, collect what it noticed.

mod bounds;
mod diagrams;
mod enumeration;
mod listener;

use std::time::Duration;

use num_bigint::BigUint;

use crate::bdd::BddStatistics;
use crate::bounded::BoundRow;
use crate::engine::{GaveUp, Options, Verdict};
use crate::explicit::Statistics;
use crate::ir::{Dropped, JointAction, State};
use crate::model::Model;

pub use bounds::{NamedQuestion, bounded_question};
pub use listener::Listener;

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
    /// What is known of the model although an engine gave up on it.
    pub learnt: Option<String>,
    /// What else was noticed.
    pub findings: Vec<Finding>,
    /// Time spent on the model before the first formula.
    pub preparation: Duration,
}

/// Checks every formula of `model`.
#[must_use]
pub fn check(model: &Model, engine: EngineChoice, options: &Options) -> Checked {
    check_telling(model, engine, options, &Listener::default())
}

/// The same, and `listener` hears of every formula that is proved or refuted as soon as it is. Formulas that stay open or
/// are given up are found in the result only.
#[must_use]
pub fn check_telling(model: &Model, engine: EngineChoice, options: &Options, listener: &Listener) -> Checked {
    match engine {
        EngineChoice::Auto => auto(model, options, listener),
        EngineChoice::Explicit => enumeration::explicit(model, options, listener),
        EngineChoice::Bdd => diagrams::bdd(model, options, listener),
        EngineChoice::Bounded => bounds::bounded(model, options, listener),
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

/// The explicit engine while there are few states, diagrams otherwise, and enumeration again for what diagrams decline.
fn auto(model: &Model, options: &Options, listener: &Listener) -> Checked {
    let mut few = options.clone();
    few.limits.max_states = FEW_STATES.min(options.limits.max_states);
    let first = enumeration::explicit(model, &few, listener);
    let open = |checked: &Checked| checked.outcomes.iter().any(|outcome| gave_up(&outcome.verdict));
    if !first.outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::GaveUp(GaveUp::States(_)))) {
        return first;
    }
    let mut checked = diagrams::bdd(model, options, listener);
    checked.preparation += first.preparation;
    if !open(&checked) || options.limits.check().is_err() {
        return checked;
    }
    let last = enumeration::explicit(model, options, listener);
    for (outcome, other) in checked.outcomes.iter_mut().zip(last.outcomes) {
        let declined = matches!(outcome.verdict, Verdict::GaveUp(GaveUp::Declined(_)));
        if declined || gave_up(&outcome.verdict) && !gave_up(&other.verdict) {
            *outcome = other;
        }
    }
    checked.preparation += last.preparation;
    if last.states.is_some() {
        checked.findings = last.findings;
    }
    checked
}

/// The automatic choice enumerates no more states than this before it tries diagrams.
const FEW_STATES: usize = 20_000;

fn gave_up(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::GaveUp(_))
}
