//! Errors of ours: a panic of a worker ends that worker, and is told to the user as what it is, a bug.
//!
//! It must not look like a limit that the user could raise, and it must not take the answers of other engines along. So
//! every engine works inside [`guarded`]. A panic's message is known to whoever catches it, its place only to the hook of
//! the process: a program that sets one calls [`remember`] in it.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use super::name::EngineName;

/// What was being done when something panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// The work of an engine.
    Engine(EngineName),
    /// Evidence and vacuity.
    Evidence,
    /// A search for defects.
    Search,
    /// Looking at a model without any formula.
    Health,
    /// Counting states.
    Counting,
}

impl Work {
    /// Its name, also of the thread that does it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Engine(engine) => engine.name(),
            Self::Evidence => "evidence",
            Self::Search => "search",
            Self::Health => "health",
            Self::Counting => "counting",
        }
    }
}

/// A panic that was caught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What was being done.
    pub work: Work,
    /// What the panic says.
    pub message: String,
    /// File, line and column, if the hook of the process remembers them.
    pub place: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a bug in qmas-rs: {} panicked", self.work.name())?;
        if let Some(place) = &self.place {
            write!(f, " at {place}")?;
        }
        write!(f, ": {}", self.message)
    }
}

thread_local! {
    /// Where this thread has panicked.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Remembers where a panic happens; for the hook of the process.
pub fn remember(info: &PanicHookInfo<'_>) {
    PLACE.set(info.location().map(ToString::to_string));
}

/// Does some work; a panic in it becomes a value. What the work had borrowed should not be used any more after one.
///
/// # Errors
/// The panic.
pub fn guarded<T>(work: Work, done: impl FnOnce() -> T) -> Result<T, Box<Fault>> {
    PLACE.set(None);
    catch_unwind(AssertUnwindSafe(|| {
        failpoint(work.name());
        done()
    }))
    .map_err(|payload| Box::new(Fault { work, message: message(payload.as_ref()), place: PLACE.take() }))
}

/// What a panic says.
#[must_use]
pub fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Panics where a test of the program asks for it. Programs for users do not have this.
fn failpoint(work: &str) {
    if cfg!(debug_assertions) && std::env::var("QMAS_FAILPOINT").is_ok_and(|wanted| wanted == work) {
        panic!("the failpoint `{work}` was reached");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_value() {
        assert_eq!(guarded(Work::Counting, || 7), Ok(7));
        let fault = guarded(Work::Counting, || -> usize { panic!("{} is too many", 8) }).expect_err("it panicked");
        assert_eq!((fault.work, fault.message.as_str()), (Work::Counting, "8 is too many"));
        assert!(fault.to_string().starts_with("a bug in qmas-rs: counting panicked"));
    }
}
