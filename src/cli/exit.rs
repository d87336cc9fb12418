//! What the process tells its caller, as a number.

use std::process::ExitCode;

/// What the process tells its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All formulas hold; nothing was wrong.
    Success,
    /// Some formula fails, or a check found something.
    Fails,
    /// Some formula is not as it was expected to be.
    Unexpected,
    /// The input or the command line is wrong.
    Wrong,
    /// Something stayed open or gave up.
    Open,
    /// The user interrupted.
    Interrupted,
    /// We are wrong: an engine panicked, or evidence of ours does not replay.
    Internal,
}

impl Exit {
    /// As a number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Fails => 1,
            Self::Wrong => 2,
            Self::Open => 3,
            Self::Unexpected => 4,
            Self::Interrupted => 130,
            Self::Internal => 70,
        }
    }

    /// The one that says more of a run in which both happened.
    pub(crate) fn worse(self, other: Self) -> Self {
        let order = [Self::Internal, Self::Interrupted, Self::Wrong, Self::Unexpected, Self::Fails, Self::Open];
        order.into_iter().find(|&exit| exit == self || exit == other).unwrap_or(Self::Success)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
