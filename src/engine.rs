//! Where engines meet: verdicts, limits and the readings that a user can choose.

mod cancel;
pub mod fault;
mod memory;
mod progress;
pub(crate) mod supervise;

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::logic::Logic;

pub use cancel::Cancel;
pub use fault::Fault;
pub(crate) use memory::Watched;
pub use memory::{Memory, Unsupported};
pub use progress::{Activity, Board};

/// What an engine found out about a formula. There is no `bool`: an exhausted bound proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// True in all initial states.
    Holds,
    /// False in some initial state.
    Fails,
    /// Neither proved nor refuted up to this bound.
    OpenUpTo(usize),
    /// No answer, and why.
    GaveUp(GaveUp),
}

/// Why an engine stopped without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GaveUp {
    /// More than this many reachable states.
    States(usize),
    /// The time limit.
    Time,
    /// More than this many nodes of decision diagrams.
    Nodes(usize),
    /// The memory limit.
    Memory,
    /// The user interrupted.
    Interrupted,
    /// The engine does not do this; the text says what.
    Declined(String),
    /// A solver outside gave no answer; the text says which and why.
    Solver(String),
    /// The engine panicked: an error of ours.
    Fault(Box<Fault>),
}

impl From<Box<Fault>> for GaveUp {
    fn from(fault: Box<Fault>) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States(limit) => write!(f, "more than {limit} states"),
            Self::Nodes(limit) => write!(f, "more than {limit} nodes"),
            Self::Time => f.write_str("time limit"),
            Self::Memory => f.write_str("memory limit"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Declined(why) | Self::Solver(why) => f.write_str(why),
            Self::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

impl GaveUp {
    /// Whether a limit that the user could raise has ended the work.
    pub(crate) fn is_limit(&self) -> bool {
        match self {
            Self::States(_) | Self::Time | Self::Nodes(_) | Self::Memory | Self::Interrupted | Self::Solver(_) => true,
            Self::Declined(_) | Self::Fault(_) => false,
        }
    }
}

impl std::error::Error for GaveUp {}

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

/// How LDL and CDL* formulas are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Traces {
    /// Over infinite (fair) paths.
    #[default]
    Infinite,
    /// Over a path and a last position.
    Finite,
}

/// Which strategies `<g>` quantifies over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategies {
    /// A choice per global state.
    #[default]
    PerfectInformation,
    /// One action per local state of each member.
    Uniform,
}

/// The order of the variables of decision diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The static orders take turns and are sifted when they run out of nodes.
    #[default]
    Auto,
    /// The static orders take turns.
    Static,
    /// What protocols and new values look at stands together.
    Supports,
    /// Single values and single actions stand together that protocols and new values look at.
    Values,
}

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

/// What can be wrong with a model whatever its formulas say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// A reachable state without successors.
    Deadlock,
    /// An evolution line whose result is out of range or no integer.
    Overflow,
}

impl Defect {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Deadlock => "deadlock",
            Self::Overflow => "overflow",
        }
    }
}

/// What an engine has found out so far, in words, for the case that it has to give up. The last word counts.
#[derive(Debug, Clone, Default)]
pub struct Learnt(Arc<Mutex<Option<String>>>);

impl Learnt {
    /// Says something; it replaces what was said before.
    pub fn say(&self, text: String) {
        if let Ok(mut said) = self.0.lock() {
            *said = Some(text);
        }
    }

    /// Nothing is known any more.
    pub fn forget(&self) {
        if let Ok(mut said) = self.0.lock() {
            *said = None;
        }
    }

    /// What was said last.
    #[must_use]
    pub fn said(&self) -> Option<String> {
        self.0.lock().ok().and_then(|said| said.clone())
    }
}

/// How far a check may go.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Reachable states of the explicit engine.
    pub max_states: usize,
    /// What the explicit engine may spend on listing steps, in lines and variables looked at; see
    /// [`crate::explicit::Space::explore`].
    pub max_effort: Option<u64>,
    /// Nodes of the BDD engine.
    pub max_nodes: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Who may interrupt.
    pub cancel: Cancel,
    /// How much memory there is, if that is limited.
    pub memory: Memory,
    /// Where engines say what they know when they are cut short.
    pub learnt: Learnt,
    /// Where engines say what they are doing.
    pub board: Board,
}

impl Limits {
    /// The default of `--max-states`.
    pub const MAX_STATES: usize = 2_000_000;
    /// The default of `--max-nodes`: about 2 GiB with everything around them.
    pub const MAX_NODES: usize = 1 << 26;

    /// Time, memory and interrupt; call it at least every few milliseconds.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), GaveUp> {
        if self.cancel.is_cancelled() {
            return Err(GaveUp::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(GaveUp::Time);
        }
        if self.memory.is_exceeded() {
            return Err(GaveUp::Memory);
        }
        Ok(())
    }

    /// The name of a limit that diagrams have reached: to them memory is nodes, whoever counts those.
    pub(crate) fn name(&self, reason: GaveUp) -> GaveUp {
        match reason {
            GaveUp::Memory if self.max_nodes < self.memory.nodes() && !self.memory.is_exceeded() => {
                GaveUp::Nodes(self.max_nodes)
            }
            reason => reason,
        }
    }

    /// The limits for a piece of the work, which can be cancelled alone and may take so long; all others stay as they are.
    #[must_use]
    pub fn piece(&self, cancel: Cancel, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = self.deadline.into_iter().chain(until).min();
        Self { deadline, cancel, ..self.clone() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_states: Self::MAX_STATES,
            max_effort: None,
            max_nodes: Self::MAX_NODES,
            deadline: None,
            cancel: Cancel::default(),
            memory: Memory::default(),
            learnt: Learnt::default(),
            board: Board::default(),
        }
    }
}

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
    /// The order of the variables of decision diagrams.
    pub order: Order,
    /// How large an automaton of a path formula may be listed; larger ones are diagrams.
    pub automata: crate::automata::Size,
    /// For which verdicts evidence is built and replayed.
    pub evidence: Shows,
    /// Whether formulas that hold are asked for an empty reason.
    pub vacuity: bool,
    /// What to look for in the model besides, until it is found or certainly not there.
    pub defects: Vec<Defect>,
    /// How the bounded engine goes about it.
    pub bounded: crate::bounded::BoundedOptions,
    /// Who answers the bounded engine's questions with alternations.
    pub qbf: crate::solver::qbf::QbfChoice,
    /// Where the bounded engine writes proofs that SAT questions have the answer no, if anywhere.
    pub proofs: Option<crate::solver::Proof>,
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
    pub const FEW_STATES: usize = 20_000;

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

impl Options {
    /// On what paths formulas of a logic are read.
    #[must_use]
    pub fn traces_of(&self, logic: Logic) -> Traces {
        match logic {
            Logic::Ldl | Logic::CdlStar => self.traces,
            _ => Traces::Infinite,
        }
    }
}
