//! What an engine answers: a verdict, or why there is none.

use std::fmt;

use super::declined::{Declined, EvidenceGap, FormatGap};
use super::fault::Fault;

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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds => f.write_str("holds"),
            Self::Fails => f.write_str("fails"),
            Self::OpenUpTo(bound) => write!(f, "open up to bound {bound}"),
            Self::GaveUp(reason) => write!(f, "gave up: {reason}"),
        }
    }
}

/// Why an engine stopped without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GaveUp {
    /// More than this many reachable states.
    States(usize),
    /// The effort that an enumeration may take before others are asked.
    Effort {
        /// How many states it has found.
        states: usize,
        /// Whether the search still found many more states with each step.
        growing: bool,
    },
    /// The time limit.
    Time,
    /// More than this many nodes of decision diagrams.
    Nodes(usize),
    /// The memory limit.
    Memory,
    /// The user interrupted.
    Interrupted,
    /// This is not done.
    Declined(Declined),
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

impl From<Declined> for GaveUp {
    fn from(declined: Declined) -> Self {
        Self::Declined(declined)
    }
}

impl From<EvidenceGap> for GaveUp {
    fn from(gap: EvidenceGap) -> Self {
        Self::Declined(gap.into())
    }
}

impl From<FormatGap> for GaveUp {
    fn from(gap: FormatGap) -> Self {
        Self::Declined(gap.into())
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States(limit) | Self::Effort { states: limit, .. } => write!(f, "more than {limit} states"),
            Self::Nodes(limit) => write!(f, "more than {limit} nodes"),
            Self::Time => f.write_str("time limit"),
            Self::Memory => f.write_str("memory limit"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Declined(why) => write!(f, "{why}"),
            Self::Solver(why) => f.write_str(why),
            Self::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

impl GaveUp {
    /// Whether a limit that the user could raise has ended the work.
    pub(crate) fn is_limit(&self) -> bool {
        match self {
            Self::States(_)
            | Self::Effort { .. }
            | Self::Time
            | Self::Nodes(_)
            | Self::Memory
            | Self::Interrupted
            | Self::Solver(_) => true,
            Self::Declined(_) | Self::Fault(_) => false,
        }
    }
}

impl std::error::Error for GaveUp {}
