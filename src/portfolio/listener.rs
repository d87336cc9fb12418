//! Who wants to hear of verdicts as soon as there are any, from whatever thread they come.

use std::fmt;
use std::sync::Arc;

use crate::engine::Verdict;
use crate::outcome::{Checked, Outcome};

/// What a listener hears.
#[derive(Debug, Clone, Copy)]
pub enum Told<'c> {
    /// The formula with this number, from 0, has been proved or refuted; perhaps that is said more than once.
    Verdict(usize, &'c Outcome),
    /// There will be no more verdicts: what is open stays open. Evidence is still to come.
    Answered(&'c Checked),
}

/// Hears of verdicts before there is evidence.
#[derive(Clone, Default)]
pub struct Listener(Option<Arc<Hear>>);

type Hear = dyn Fn(Told<'_>) + Send + Sync;

impl Listener {
    /// Calls `hear`.
    pub fn new(hear: impl Fn(Told<'_>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hear)))
    }

    /// Passes a verdict on, if it is one.
    pub(super) fn tell(&self, number: usize, outcome: &Outcome) {
        if let (Some(hear), Verdict::Holds | Verdict::Fails) = (&self.0, &outcome.verdict) {
            hear(Told::Verdict(number, outcome));
        }
    }

    /// Engines have said what they had to say.
    pub(super) fn answered(&self, checked: &Checked) {
        if let Some(hear) = &self.0 {
            hear(Told::Answered(checked));
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Listener" } else { "nobody" })
    }
}
