//! The time that evidence and remarks may take together if nobody asked for them, and how it is divided.
//!
//! Every formula gets its chance: each of n pieces of work that are still to be done may take the n-th part of what is left,
//! and leaves what it does not need to the others. What has run out of time is tried again if there is enough left for at
//! least twice as long. So cheap pieces are done whatever the expensive ones do, and one expensive piece among cheap ones
//! gets most of the time. Evidence comes before remarks.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::Limits;
use crate::options::{Allowance, Options};

/// What is done about an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Evidence.
    Evidence,
    /// Looking for empty reasons.
    Vacuity,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Purse {
    limits: Limits,
    formula_timeout: Option<Duration>,
    allowance: Allowance,
    grace: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    left: Duration,
    /// When the piece at hand must have ended.
    end: Option<Instant>,
}

/// Less time than this is none.
const NOTHING: Duration = Duration::from_millis(1);

impl Purse {
    /// What there is after verdicts that took so long.
    pub(super) fn new(options: &Options, verdicts: Duration) -> Self {
        let all = options.allowance.after(verdicts);
        // The rest is for work that does not notice at once that its time is up.
        let grace = all / 10;
        let state = State { left: all - grace, end: None };
        Self {
            limits: options.limits.clone(),
            formula_timeout: options.formula_timeout,
            allowance: options.allowance,
            grace,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_limited(&self, part: Part) -> bool {
        match part {
            Part::Evidence => self.allowance.evidence,
            Part::Vacuity => self.allowance.vacuity,
        }
    }

    /// Work that all formulas need, or one of so many pieces that share what is left.
    pub(super) fn piece(&self, part: Part, sharers: usize) -> Piece<'_> {
        let begun = Instant::now();
        let mut state = self.state();
        let time = self.is_limited(part).then(|| state.left / u32::try_from(sharers.max(1)).unwrap_or(u32::MAX));
        let end = time.and_then(|time| begun.checked_add(time));
        state.end = end;
        let mut limits = self.limits.piece(self.limits.cancel.clone(), self.formula_timeout);
        limits.deadline = limits.deadline.into_iter().chain(end).min();
        Piece { purse: self, begun, end, time, limits }
    }

    /// Whether nothing can be done any more.
    pub(super) fn is_empty(&self, part: Part) -> bool {
        self.is_limited(part) && self.state().left < NOTHING
    }

    /// Whether the work at hand goes on although its time has been up for a while.
    pub(super) fn is_overdrawn(&self) -> bool {
        self.state().end.is_some_and(|end| end.elapsed() > self.grace)
    }

    /// Does some work for each of these, see the module. What could not be done in time comes back.
    pub(super) fn share<I: Copy>(&self, part: Part, items: Vec<I>, mut work: impl FnMut(I, &Piece<'_>)) -> Vec<I> {
        let mut open = items;
        loop {
            let mut late = Vec::new();
            let mut had = Duration::ZERO;
            for (done, &item) in open.iter().enumerate() {
                let piece = self.piece(part, open.len() - done);
                if !self.is_empty(part) {
                    work(item, &piece);
                }
                if piece.ran_out() {
                    had = had.max(piece.time.unwrap_or_default());
                    late.push(item);
                }
            }
            let share = self.state().left / u32::try_from(late.len().max(1)).unwrap_or(u32::MAX);
            if late.is_empty() || share < NOTHING || share < 2 * had {
                return late;
            }
            open = late;
        }
    }
}

/// A piece of the work; what it takes is paid when it ends.
pub(super) struct Piece<'p> {
    purse: &'p Purse,
    begun: Instant,
    end: Option<Instant>,
    /// How long it may take, if that is limited.
    time: Option<Duration>,
    /// How far it may go.
    pub(super) limits: Limits,
}

impl Piece<'_> {
    /// Whether it has taken all of its share.
    pub(super) fn ran_out(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end) && self.purse.limits.check().is_ok()
    }
}

impl Drop for Piece<'_> {
    fn drop(&mut self) {
        let mut state = self.purse.state();
        if self.end.is_some() {
            state.left = state.left.saturating_sub(self.begun.elapsed());
        }
        state.end = None;
    }
}
