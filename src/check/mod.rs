//! The whole flow for a model that has been loaded: choose an engine, ask it every formula, collect what it noticed.
//!
//! | file | holds |
//! |---|---|
//! | `auto` | the automatic choice, and what it rests on |
//! | `desk` | where engines that work at the same time meet |
//! | `settled`, `shared` | what they tell each other: answers, reachable states |
//! | `enumeration`, `diagrams`, `stretches` | the explicit, the BDD and the bounded engine at the desk |
//! | `bounds` | questions of the bounded engine, and its reachable states |
//! | `troubles` | deadlocks and overflows, if they are looked for |
//! | `job`, `late` | what is wanted besides verdicts when all is answered: evidence, empty reasons; and who is asked for it |
//! | `solver` | evidence from what a SAT solver shows |
//! | `source`, `evidence` | all states of a system as a source of these; evidence for one verdict |
//! | `explain` | why somebody does not know, asked apart |
//! | `listed` | the explicit engine as a source of evidence |

mod auto;
mod bounds;
mod desk;
mod diagrams;
mod enumeration;
mod evidence;
mod explain;
mod job;
mod late;
mod listed;
mod listener;
mod settled;
mod shared;
mod solver;
mod source;
mod stretches;
mod troubles;
mod winning;

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::bdd::BddStatistics;
use crate::bounded::BoundRow;
pub use crate::engine::{EngineChoice, EngineName};
use crate::engine::{Fault, GaveUp, Options, Trouble, Verdict};
use crate::explicit::{Explicit, Statistics};
use crate::ir::{AgentId, Dropped};
use crate::logic::FormulaId;
use crate::model::Model;
use crate::run::Run;
use crate::witness::{Evidence, EvidenceFile, Mismatch, NodeId, Replayed, Unknowing};

use desk::Desk;

pub use bounds::{NamedQuestion, bounded_question};
pub use explain::{Explained, explain};
pub use listed::Listed;
pub use listener::Listener;

/// The answer to one formula.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What was found out.
    pub verdict: Verdict,
    /// By whom, or who was at work when limits ended it; absent if nobody could.
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
    /// For which empty reasons it holds.
    pub emptiness: Vec<Emptiness>,
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
    /// The same, ready to be written: it names the changed formula.
    pub file: Arc<EvidenceFile>,
}

/// What a verdict rests on.
#[derive(Debug, Clone, Default)]
pub enum Backing {
    /// Nobody asked, or there is nothing to see.
    #[default]
    Nothing,
    /// Evidence that has been replayed.
    Shown {
        /// The evidence.
        evidence: Arc<Evidence>,
        /// What the replay looked at.
        replayed: Replayed,
        /// By the part of the evidence that it is about, why somebody does not know.
        unknowing: Vec<(NodeId, Unknowing)>,
    },
    /// There is none, and why.
    Missing(String),
    /// Evidence that does not replay: an error of ours.
    Broken {
        /// The evidence.
        evidence: Arc<Evidence>,
        /// The same, ready to be written: it names the formula that it is about.
        file: Arc<EvidenceFile>,
        /// What is wrong with it, or with what was to be said about it.
        mismatch: Mismatch,
    },
}

/// Why a formula that holds says less than it seems to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Emptiness {
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
}

impl Outcome {
    fn new(verdict: Verdict, engine: EngineName, time: Duration) -> Self {
        Self {
            verdict,
            engine: Some(engine),
            time,
            in_preparation: false,
            bound: None,
            run: None,
            backing: Backing::Nothing,
            emptiness: Vec::new(),
            interesting: Vec::new(),
        }
    }

    fn nobody(reason: GaveUp) -> Self {
        Self::settled(Verdict::GaveUp(reason))
    }

    /// A verdict that follows from what is known.
    fn settled(verdict: Verdict) -> Self {
        Self {
            verdict,
            engine: None,
            time: Duration::ZERO,
            in_preparation: false,
            bound: None,
            run: None,
            backing: Backing::Nothing,
            emptiness: Vec::new(),
            interesting: Vec::new(),
        }
    }
}

/// Something that a user should know although no formula asks for it.
#[derive(Debug, Clone)]
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
    pub trouble: Trouble,
    /// Whether it can be reached; how is among the findings. Or why that is not known.
    pub found: Result<bool, GaveUp>,
    /// Who looked; nobody if that came to nothing.
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
    /// Time spent on the model before the first formula.
    pub preparation: Duration,
    /// Engines that panicked: errors of ours. The answers of the others count.
    pub faults: Vec<Fault>,
}

/// Checks every formula of `model`, with this engine instead of the one that the options name.
#[must_use]
pub fn check(model: &Model, engine: EngineChoice, options: &Options) -> Checked {
    check_telling(model, engine, options, &Listener::default())
}

/// The same, and `listener` hears of every formula that is proved or refuted as soon as it is. Formulas that stay open or
/// are given up are found in the result only, and so is evidence.
#[must_use]
pub fn check_telling(model: &Model, engine: EngineChoice, options: &Options, listener: &Listener) -> Checked {
    let watched = options.limits.memory.watched();
    let mut options = options.clone();
    options.engine = engine;
    options.limits.max_nodes = options.limits.max_nodes.min(watched.memory.nodes());
    options.limits.memory = match engine {
        EngineChoice::Auto => watched.memory.patient(),
        _ => watched.memory.clone(),
    };
    // Whoever is left behind works for nobody: see the end.
    options.limits.cancel = options.limits.cancel.child();
    let desk = Desk::new(model.clone(), &options, engine, listener);
    let (mut checked, listed) = match engine {
        EngineChoice::Auto => auto::auto(&desk),
        EngineChoice::Explicit => explicit(&desk),
        EngineChoice::Bdd => {
            diagrams::note_fairness(&desk);
            desk.start(EngineName::Bdd, diagrams::work_and_explain);
            (desk.wait(), None)
        }
        EngineChoice::Bounded => {
            desk.start(EngineName::Bounded, |desk| {
                stretches::work(desk, &desk.options, stretches::States::Own, stretches::Pace::Straight);
            });
            (desk.wait(), None)
        }
    };
    // Verdicts first, then what else decides the exit status, then why.
    troubles::search(&desk, &mut checked);
    late::explain(&desk, listed, &mut checked);
    desk.lending.close();
    options.limits.cancel.cancel();
    checked.faults = desk.faults();
    checked
}

/// An engine that has listed all states.
struct AllListed<'d> {
    engine: Explicit<'d>,
    /// Whether that took next to no time.
    soon: bool,
}

fn explicit(desk: &Arc<Desk>) -> (Checked, Option<AllListed<'_>>) {
    let listed = enumeration::all(desk);
    (desk.wait(), listed.map(|engine| AllListed { engine, soon: false }))
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

/// Evidence and explanations enumerate no more states than this before they turn to diagrams.
const FEW_STATES: usize = 20_000;
