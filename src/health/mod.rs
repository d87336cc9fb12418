//! Is this the model that its author meant? What can be seen of a model without any formula: how many states can be
//! reached, where it gets stuck, which of its lines never matter, what never changes.
//!
//! Enumerated states answer everything. For models with too many of them, decision diagrams answer what is a question
//! about sets of reachable states; what they leave open is said.

mod explicit;
mod symbolic;

use num_bigint::BigUint;

use crate::engine::{EngineName, GaveUp, Limits};
use crate::ir::{AgentId, AtomId, Dropped, VarId};
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::Defect;
use crate::run::Run;

/// A line of a protocol or of an evolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Whose line it is.
    pub agent: AgentId,
    /// Which line, from 0. In a protocol, `Other` comes after all lines.
    pub number: usize,
}

/// States without successors.
#[derive(Debug, Clone)]
pub struct Deadlocks {
    /// How many can be reached.
    pub count: BigUint,
    /// A way to one of them.
    pub run: Option<Run>,
}

/// Choices of evolution lines that have no result.
#[derive(Debug, Clone)]
pub struct Overflows {
    /// The lines whose result can be out of range or no integer.
    pub lines: Vec<Line>,
    /// One of them, and a way to it; a shortest one if states were enumerated.
    pub first: Option<(Dropped, Run)>,
}

/// A variable that keeps its value on every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unchanging {
    /// The variable.
    pub variable: VarId,
    /// Its value, if all runs agree on it.
    pub value: Option<i64>,
}

/// What was found out.
#[derive(Debug, Clone)]
pub struct Health {
    /// Who looked.
    pub engine: EngineName,
    /// Reachable states.
    pub states: BigUint,
    /// Initial states.
    pub initial_states: BigUint,
    /// States without successors.
    pub deadlocks: Deadlocks,
    /// Choices without a result.
    pub overflows: Overflows,
    /// Protocol lines that apply in no reachable state.
    pub idle_protocol: Vec<Line>,
    /// Evolution lines that no move of a reachable state enables.
    pub idle_evolution: Vec<Line>,
    /// Atoms of Evaluation that are true in all reachable states.
    pub always: Vec<AtomId>,
    /// Atoms of Evaluation that are true in none.
    pub never: Vec<AtomId>,
    /// Variables that never change.
    pub unchanging: Vec<Unchanging>,
    /// Questions that the engine left open, in words.
    pub unanswered: Vec<String>,
}

impl Health {
    /// Whether there is nothing to look at.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.deadlocks.count == BigUint::ZERO
            && self.overflows.lines.is_empty()
            && self.idle_protocol.is_empty()
            && self.idle_evolution.is_empty()
            && self.always.is_empty()
            && self.never.is_empty()
            && self.unchanging.is_empty()
    }
}

/// What is wrong with a model, of what was looked for.
#[derive(Debug, Clone)]
pub struct Defects {
    /// Who looked.
    pub engine: EngineName,
    /// A deadlock can be reached; a way to one.
    pub deadlock: Option<Option<Run>>,
    /// A line can be without a result; where, and a way there.
    pub overflow: Option<(Line, Option<(Dropped, Run)>)>,
}

impl Defects {
    fn nothing(engine: EngineName) -> Self {
        Self { engine, deadlock: None, overflow: None }
    }
}

/// The automatic choice enumerates no more states than this before it turns to diagrams.
const FEW_STATES: usize = 20_000;
/// Where these are looked for and nothing else, enumeration may take a few hundredths of a second.
const EFFORT: u64 = 500_000;

/// Looks for deadlocks or overflows in `model` and for nothing else: on few states, which are enumerated, or else on
/// diagrams.
///
/// # Errors
/// The limit that was reached.
pub fn defects(model: &Model, wanted: &[Defect], options: &Options) -> Result<Defects, GaveUp> {
    if options.engine != EngineChoice::Bdd {
        let max_states = FEW_STATES.min(options.limits.max_states);
        let limits = Limits { max_states, max_effort: Some(EFFORT), ..options.limits.clone() };
        match explicit::defects(model, wanted, &Options { limits, ..options.clone() }) {
            Err(GaveUp::States(_) | GaveUp::Declined(_)) => {}
            done => return done,
        }
    }
    symbolic::defects(model, wanted, options)
}

/// Looks at `model`; its formulas and its fairness play no part.
///
/// # Errors
/// The limit that was reached.
pub fn health(model: &Model, engine: EngineChoice, options: &Options) -> Result<Health, GaveUp> {
    match engine {
        EngineChoice::Explicit => explicit::health(model, options),
        EngineChoice::Bdd => symbolic::health(model, options),
        EngineChoice::Bounded => Err(GaveUp::Declined("the bounded engine knows no reachable states".to_owned())),
        EngineChoice::Auto => {
            let mut few = options.clone();
            few.limits.max_states = FEW_STATES.min(options.limits.max_states);
            match explicit::health(model, &few) {
                Err(GaveUp::States(_) | GaveUp::Declined(_)) => symbolic::health(model, options),
                done => done,
            }
        }
    }
}
