//! Who wants to hear of verdicts as soon as there are any, from whatever thread they come.

use std::fmt;
use std::sync::Arc;

use crate::engine::Verdict;
use crate::outcome::Outcome;

/// Hears of formulas, by their numbers from 0, that have been proved or refuted; perhaps more than once.
#[derive(Clone, Default)]
pub struct Listener(Option<Arc<Hear>>);

type Hear = dyn Fn(usize, &Outcome) + Send + Sync;

impl Listener {
    /// Calls `hear`.
    pub fn new(hear: impl Fn(usize, &Outcome) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hear)))
    }

    /// Passes a verdict on, if it is one.
    pub(super) fn tell(&self, number: usize, outcome: &Outcome) {
        if let (Some(hear), Verdict::Holds | Verdict::Fails) = (&self.0, &outcome.verdict) {
            hear(number, outcome);
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Listener" } else { "nobody" })
    }
}
