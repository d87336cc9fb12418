//! What a check depends on besides the model: who answers, on which terms, and what is looked for.
//!
//! Engines do not know this type. Each has options of its own and is told those, with what all are told: see
//! [`Terms`].

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::bdd::BddOptions;
use crate::bounded::BoundedOptions;
use crate::choice::choice;
use crate::engine::{Limits, Strategies, Terms, Traces};
use crate::logic::Logic;
use crate::outcome::Defect;

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

choice!(EngineChoice {
    Auto = "auto", "The best one for the model";
    Explicit = "explicit", "Enumerated states: every logic, small models";
    Bdd = "bdd", "Decision diagrams: every logic, large models";
    Bounded = "bounded",
        "Bounded semantics by SAT and QBF: bugs at small depth in models of any size; the README says for which logics";
});

/// For which verdicts evidence is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shows {
    /// For none.
    #[default]
    Nothing,
    /// For formulas that fail.
    Failures,
    /// For formulas that hold as well, where there is something to see.
    Everything,
}

choice!(Shows {
    Nothing = "none", "For no formula";
    Failures = "fails", "For formulas that fail";
    Everything = "all", "For formulas that hold as well, where there is something to see";
});

/// What a check depends on besides the model.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Who answers.
    pub engine: EngineChoice,
    /// How the automatic choice goes about it.
    pub auto: AutoOptions,
    /// What one engine may spend on one formula, and on the model before its first formula.
    pub formula_timeout: Option<Duration>,
    /// How LDL and CDL* formulas are read.
    pub traces: Traces,
    /// Which strategies `<g>` quantifies over.
    pub strategies: Strategies,
    /// How far to go.
    pub limits: Limits,
    /// Answer every formula on all of the system, not only on the part that it depends on.
    pub whole_system: bool,
    /// How the BDD engine goes about it.
    pub bdd: BddOptions,
    /// How the bounded engine goes about it.
    pub bounded: BoundedOptions,
    /// For which verdicts evidence is built and replayed.
    pub evidence: Shows,
    /// Whether evidence has the values of all variables, not only of those that matter to its formula.
    pub all_values: bool,
    /// Whether formulas that hold are asked for an empty reason.
    pub vacuity: bool,
    /// Which of these two may not take long.
    pub allowance: Allowance,
    /// What to look for in the model besides, until it is found or certainly not there.
    pub defects: Vec<Defect>,
}

impl Options {
    /// On what paths formulas of a logic are read.
    #[must_use]
    pub fn traces_of(&self, logic: Logic) -> Traces {
        self.traces.of(logic)
    }

    /// What every engine is told.
    #[must_use]
    pub fn terms(&self) -> Terms {
        self.terms_with(())
    }

    /// What the BDD engine is told.
    #[must_use]
    pub fn bdd_terms(&self) -> Terms<BddOptions> {
        self.terms_with(self.bdd)
    }

    /// What the bounded engine is told.
    #[must_use]
    pub fn bounded_terms(&self) -> Terms<BoundedOptions> {
        self.terms_with(self.bounded.clone())
    }

    fn terms_with<O>(&self, own: O) -> Terms<O> {
        Terms { traces: self.traces, strategies: self.strategies, limits: self.limits.clone(), own }
    }
}

/// What is done about answers although nobody asked for it, and so has to be done soon. What does not fit is said to be left
/// out. By default nothing is limited but by [`Limits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Allowance {
    /// Whether evidence has a limited time.
    pub evidence: bool,
    /// Whether looking for empty reasons has.
    pub vacuity: bool,
    /// How long what is limited may take together; if nothing is said, half of the verdicts' time and 0.2 seconds.
    pub time: Option<Duration>,
}

impl Allowance {
    /// The shortest time, however fast the verdicts were.
    const LEAST: Duration = Duration::from_millis(200);
    /// Unoptimised builds are slower by so much at most: what is shown should not depend on the build.
    const SLOW: u32 = if cfg!(debug_assertions) { 20 } else { 1 };

    /// How long what is limited may take together, after verdicts that took so long.
    #[must_use]
    pub fn after(self, verdicts: Duration) -> Duration {
        self.time.unwrap_or_else(|| (verdicts / 2 + Self::LEAST).saturating_mul(Self::SLOW))
    }
}

/// How the automatic choice goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutoOptions {
    /// How many threads may work at once; `None` for as many as there are processors. With one, engines take turns that
    /// are counted in nodes and conflicts, not in seconds.
    pub jobs: Option<NonZeroUsize>,
    /// With more states than this, enumeration is not tried first. 0 leaves everything to the other engines.
    pub few_states: usize,
}

impl AutoOptions {
    /// See `few_states`; measured, see [`crate::portfolio`].
    pub const FEW_STATES: usize = 500_000;

    /// How many threads may work at once.
    #[must_use]
    pub fn jobs(self) -> usize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

impl Default for AutoOptions {
    fn default() -> Self {
        Self { jobs: None, few_states: Self::FEW_STATES }
    }
}
