//! The limits of a search as solvers take them, and what they stopped for as engines say it.

use std::sync::{Arc, Mutex, PoisonError};

use qmas_encodings::{Interrupt, Stop};

use crate::engine::{Declined, GaveUp, Limits};

/// The limits of a search, which may change from one stretch of it to the next.
#[derive(Clone)]
pub(super) struct SharedLimits(Arc<Mutex<Limits>>);

impl SharedLimits {
    pub(super) fn new(limits: &Limits) -> Self {
        Self(Arc::new(Mutex::new(limits.clone())))
    }

    pub(super) fn get(&self) -> Limits {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set(&self, limits: &Limits) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = limits.clone();
    }

    pub(super) fn check(&self) -> Result<(), GaveUp> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).check()
    }

    pub(super) fn interrupt(&self) -> Interrupt {
        let limits = self.clone();
        Interrupt::new(move || limits.check().is_err())
    }

    pub(super) fn gave_up(&self, stop: Stop) -> GaveUp {
        gave_up(stop, &self.get())
    }
}

pub(super) fn interrupt(limits: &Limits) -> Interrupt {
    let limits = limits.clone();
    Interrupt::new(move || limits.check().is_err())
}

pub(super) fn gave_up(stop: Stop, limits: &Limits) -> GaveUp {
    match stop {
        Stop::Interrupted | Stop::Conflicts => limits.check().err().unwrap_or(GaveUp::Interrupted),
        Stop::Instantiations | Stop::Gates => GaveUp::Memory,
        Stop::Blocks | Stop::Broken(_) => Declined::Question(stop.to_string()).into(),
        Stop::Slow(why) | Stop::Failed(why) => GaveUp::Solver(why),
    }
}
