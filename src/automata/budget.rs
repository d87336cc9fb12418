//! How much may be spent on an explicit automaton before the alternating one is the better answer.

use super::TooLarge;
use crate::engine::{GaveUp, Limits};

/// How large an explicit automaton may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// States.
    pub states: usize,
    /// Edges.
    pub edges: usize,
}

impl Default for Size {
    /// Enough for a chain of some thousand steps; what explodes is noticed within a fraction of a second.
    fn default() -> Self {
        Self { states: 20_000, edges: 100_000 }
    }
}

/// Why there is no explicit automaton.
#[derive(Debug)]
pub(super) enum Stop {
    TooLarge,
    GaveUp(GaveUp),
}

impl From<TooLarge> for Stop {
    fn from(TooLarge: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl From<GaveUp> for Stop {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

/// What is left to spend.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    size: Size,
    limits: &'a Limits,
    /// Numbers copied and compared.
    work: usize,
    until_check: usize,
}

impl<'a> Budget<'a> {
    /// The clock is looked at once in so many steps of work.
    const CHECK: usize = 4096;

    pub(super) fn new(size: Size, limits: &'a Limits) -> Self {
        let work = size.edges.saturating_add(size.states).saturating_mul(64);
        Self { size, limits, work, until_check: 0 }
    }

    pub(super) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        if self.until_check < work {
            self.limits.check()?;
            self.until_check = Self::CHECK;
        }
        self.until_check = self.until_check.saturating_sub(work);
        self.work = self.work.checked_sub(work).ok_or(TooLarge)?;
        Ok(())
    }

    pub(super) fn allows(&self, states: usize, edges: usize) -> Result<(), Stop> {
        if states > self.size.states || edges > self.size.edges { Err(Stop::TooLarge) } else { Ok(()) }
    }
}
