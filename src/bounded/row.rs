//! What was asked: one row per question and bound.

use std::time::Duration;

use qmas_encodings::bounded::{FormulaId, Question};

use super::asker::Cost;

/// A kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// Whether the formula is proved, or refuted.
    Formula(Question),
    /// Whether the step of an induction for a part of it is.
    Step(FormulaId),
    /// Whether all longer runs repeat a state.
    Runs,
    /// Whether IC3 finds an invariant that bounds how often a path can be accepting; the bound is its number of frames.
    Counting,
}

impl Asked {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Formula(question) => question.name(),
            Self::Step(_) => "induction",
            Self::Runs => "runs",
            Self::Counting => "counting",
        }
    }

    /// What tells it apart from all other questions about the formula at its bound.
    pub(super) fn file_name(self) -> String {
        match self {
            Self::Step(part) => format!("{}-{}", self.name(), part.index()),
            Self::Formula(_) | Self::Runs | Self::Counting => self.name().to_owned(),
        }
    }
}

/// One question at one bound.
#[derive(Debug, Clone)]
pub struct BoundRow {
    /// The bound.
    pub bound: usize,
    /// The question.
    pub asked: Asked,
    /// Whether the reachable states were known exactly, if that matters.
    pub exact: bool,
    /// What it cost.
    pub cost: Cost,
    /// How long encoding and solving took.
    pub time: Duration,
    /// Whether the answer was yes.
    pub yes: bool,
}

/// The largest bound at which a question was answered with no.
#[must_use]
pub fn answered_no(rows: &[BoundRow], question: Question) -> Option<usize> {
    let no = rows.iter().filter(|row| row.asked == Asked::Formula(question) && !row.yes);
    no.map(|row| row.bound).max()
}
