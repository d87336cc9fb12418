//! What a check finds out: the answer to each formula, what it rests on, and what was noticed besides.
//!
//! Engines do not know these types; the portfolio collects answers in them, and reports are made of them.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::bdd::BddStatistics;
use crate::bounded::BoundRow;
use crate::choice::choice;
use crate::engine::{Declined, EngineName, Fault, GaveUp, Verdict};
use crate::explicit::Statistics;
use crate::ir::{AgentId, Dropped};
use crate::logic::FormulaId;
use crate::model::Model;
use crate::run::Run;
use crate::witness::{Evidence, EvidenceFile, Mismatch, NodeId, Place, Replayed, Unknowing};

/// The answer to one formula.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What was found out.
    pub verdict: Verdict,
    /// By which engine, or which was at work when limits ended it; absent if none could.
    pub engine: Option<EngineName>,
    /// How long it took.
    pub time: Duration,
    /// Whether limits ended the work on the model, before any on the formula.
    pub in_preparation: bool,
    /// At which bound, if there was one.
    pub bound: Option<usize>,
    /// The run that the winner of the deciding game of quantifiers chose first, if it is known.
    pub run: Option<Run>,
    /// What it rests on.
    pub backing: Backing,
    /// For which empty reasons it holds, and what in it never changes.
    pub vacuity: Vec<Vacuity>,
    /// Whether there may be more of them: there was no time to look.
    pub vacuity_left_out: bool,
    /// For implications in a formula that holds: cases in which the left side is true.
    pub interesting: Vec<Interesting>,
}

/// A case in which the left side of an implication is true, in a formula that holds.
#[derive(Debug, Clone)]
pub struct Interesting {
    /// The left side.
    pub antecedent: FormulaId,
    /// Evidence against the formula that has `false` on the right side.
    pub evidence: Arc<Evidence>,
    /// The evidence, ready to be written: it names the changed formula.
    pub file: Arc<EvidenceFile>,
}

/// What a verdict rests on.
#[derive(Debug, Clone, Default)]
pub enum Backing {
    /// Nobody asked, or there is nothing to see.
    #[default]
    Nothing,
    /// Evidence that has been replayed.
    Evidence {
        /// The evidence.
        evidence: Arc<Evidence>,
        /// What the replay looked at.
        replayed: Replayed,
        /// By the part of the evidence that it is about, why an agent does not know.
        unknowing: Vec<(NodeId, Unknowing)>,
    },
    /// There is none, and why.
    Missing(String),
    /// Nobody asked, and it would have taken long: see [`crate::options::Allowance`].
    LeftOut,
    /// Evidence that does not replay: an error of ours.
    Broken {
        /// The evidence.
        evidence: Arc<Evidence>,
        /// The evidence, ready to be written: it names the formula that it is about.
        file: Arc<EvidenceFile>,
        /// What is wrong with it, or with what was to be said about it.
        mismatch: Mismatch,
    },
}

/// Why a formula says less than it seems to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vacuity {
    /// The left side of an implication is never true where it matters.
    Antecedent(FormulaId),
    /// No infinite path starts in an initial state.
    NoPath,
    /// There is no fair path.
    NoFairPath,
    /// The bounded engine was told to begin with so many steps, and no run has as many.
    NoRun(usize),
    /// Each of these sees so much that it never mistakes one state for another; several agents put what they see
    /// together.
    Knowledge(Vec<Vec<AgentId>>),
    /// An operand has the same value in all states, whether the formula holds or fails.
    Constant {
        /// The operand.
        formula: FormulaId,
        /// Its value.
        value: bool,
        /// Where it stands.
        place: Place,
        /// Whether only states with a fair path count.
        fair: bool,
    },
}

impl Outcome {
    /// An engine's answer.
    pub(crate) fn new(verdict: Verdict, engine: EngineName, time: Duration) -> Self {
        Self { engine: Some(engine), time, ..Self::implied(verdict) }
    }

    /// No answer, and no engine to name.
    pub(crate) fn nobody(reason: GaveUp) -> Self {
        Self::implied(Verdict::GaveUp(reason))
    }

    /// A verdict that follows from what is known.
    pub(crate) fn implied(verdict: Verdict) -> Self {
        Self {
            verdict,
            engine: None,
            time: Duration::ZERO,
            in_preparation: false,
            bound: None,
            run: None,
            backing: Backing::Nothing,
            vacuity: Vec::new(),
            vacuity_left_out: false,
            interesting: Vec::new(),
        }
    }
}

/// What can be wrong with a model whatever its formulas say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// A reachable state without successors.
    Deadlock,
    /// An evolution line whose result is out of range or no integer.
    Overflow,
}

choice!(Defect {
    Overflow = "overflow", "Reachable choices that leave a range or divide inexactly";
    Deadlock = "deadlock", "Reachable states without successors";
});

/// Something that a user should know although no formula asks for it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Finding {
    /// A reachable state without successors, and a shortest way to it.
    Deadlock(Run),
    /// A choice that was dropped because its result is out of range or not an integer, and a shortest way to it.
    Overflow(Dropped, Run),
    /// A state without successors can be reached; there was no room to look for a way.
    DeadlockSomewhere,
    /// The choices of this evolution line, by its number from 0, are dropped somewhere; there was no room to look where.
    OverflowSomewhere(AgentId, usize),
    /// No state has a fair path: every formula holds for an empty reason.
    NoFairPath,
    /// Formulas on finite traces do not look at Fairness.
    FairnessIgnored,
    /// No state satisfies InitStates.
    NoInitialState,
}

/// What came of a search that was asked for.
#[derive(Debug, Clone)]
pub struct Searched {
    /// What was looked for.
    pub defect: Defect,
    /// Whether it can be reached; how is among the findings. Or why that is not known.
    pub found: Result<bool, GaveUp>,
    /// Which engine looked; none if that came to nothing.
    pub engine: Option<EngineName>,
    /// How long it took all searches together, besides what was known.
    pub time: Duration,
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
    /// What was looked for besides.
    pub searched: Vec<Searched>,
    /// Which limit ended the work on evidence and empty reasons, if one did.
    pub cut_short: Option<GaveUp>,
    /// How long these may take together, if the user has said so.
    pub allowance: Option<Duration>,
    /// Time spent on the model before the first formula.
    pub preparation: Duration,
    /// Engines that panicked: errors of ours. The answers of the others count.
    pub faults: Vec<Fault>,
}

impl Finding {
    /// The defect of the model that this is, if it may have been looked for.
    #[must_use]
    pub fn defect(&self) -> Option<Defect> {
        match self {
            Self::Deadlock(_) | Self::DeadlockSomewhere => Some(Defect::Deadlock),
            Self::Overflow(..) | Self::OverflowSomewhere(..) => Some(Defect::Overflow),
            Self::NoFairPath | Self::FairnessIgnored | Self::NoInitialState => None,
        }
    }
}

impl Checked {
    /// Nothing is known of any formula, for this reason.
    pub(crate) fn gave_up(model: &Model, reason: &GaveUp) -> Self {
        let outcome = Outcome::nobody(reason.clone());
        Self { outcomes: vec![outcome; model.specifications.len()], ..Self::default() }
    }

    /// Not "true in all initial states": nobody would want to read that.
    pub(crate) fn no_initial_state(model: &Model) -> Self {
        let checked = Self::gave_up(model, &GaveUp::Declined(Declined::NoInitialState));
        Self { states: Some(BigUint::ZERO), findings: vec![Finding::NoInitialState], ..checked }
    }

    /// Whether there is nothing to check.
    pub(crate) fn is_void(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::NoInitialState))
    }
}
