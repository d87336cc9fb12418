//! Limits, looked at now and then: to ask for the time takes longer than most loops take for one round.

use crate::engine::{GaveUp, Limits};

/// Rounds between two looks: far below a millisecond.
const ROUNDS: u32 = 256;

/// Counts the rounds of a loop.
pub(super) struct Pulse<'a> {
    limits: &'a Limits,
    left: u32,
}

impl<'a> Pulse<'a> {
    /// The first round looks.
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self { limits, left: 0 }
    }

    /// Another round.
    pub(super) fn check(&mut self) -> Result<(), GaveUp> {
        if self.left == 0 {
            self.left = ROUNDS;
            self.limits.check()?;
        }
        self.left -= 1;
        Ok(())
    }
}
