//! Work in a thread of its own, watched from outside.
//!
//! A single operation on large diagrams recurses deeply, can take long, and cannot be stopped from inside. So engines
//! work in threads with room on their stacks. When a limit is reached they get a moment to notice; then they are left
//! behind with what they have said so far, and end after their current operation.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::{Work, guarded};
use super::limits::Limits;
use super::verdict::GaveUp;

/// Operations on diagrams recurse once per level.
const STACK: usize = 256 << 20;
/// How often limits are looked at from outside.
pub(crate) const WATCH: Duration = Duration::from_millis(50);
/// How long work may take to notice a limit by itself, or that nobody wants it any more.
pub(crate) const GRACE: Duration = Duration::from_millis(300);

/// Whether work that does not notice its limits should be left behind. Whoever waits for it looks every [`WATCH`].
pub(crate) struct Watch<'l> {
    limits: &'l Limits,
    late: Option<(GaveUp, Instant)>,
}

impl<'l> Watch<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        Self { limits, late: None }
    }

    /// The limit that work has had time enough to notice.
    pub(crate) fn over(&mut self) -> Option<GaveUp> {
        match (&self.late, self.limits.check()) {
            (Some((reason, since)), _) if since.elapsed() > GRACE => return Some(reason.clone()),
            (None, Err(reason)) => self.late = Some((reason, Instant::now())),
            _ => {}
        }
        None
    }

    /// Whether a limit has been reached, noticed or not.
    pub(crate) fn is_late(&self) -> bool {
        self.late.is_some()
    }

    /// The limit that was reached.
    pub(crate) fn reached(self) -> Option<GaveUp> {
        self.late.map(|(reason, _)| reason).or_else(|| self.limits.check().err())
    }
}

/// Starts a thread with room on its stack; whether there was one to be had.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work).is_ok()
}

/// Does some work in a thread of its own, for as long as limits allow.
///
/// # Errors
/// The limit that was reached, or a panic.
pub(crate) fn supervise<T: Send + 'static>(
    work: Work,
    limits: &Limits,
    done: impl FnOnce() -> T + Send + 'static,
) -> Result<T, GaveUp> {
    supervise_until(work, limits, || false, done)
}

/// The same, but at the latest until somebody says that it is `overdue`; then nobody waits for it to notice.
///
/// # Errors
/// The limit that was reached, or a panic.
pub(crate) fn supervise_until<T: Send + 'static>(
    work: Work,
    limits: &Limits,
    overdue: impl Fn() -> bool,
    done: impl FnOnce() -> T + Send + 'static,
) -> Result<T, GaveUp> {
    let (sender, receiver) = channel();
    start(work.name(), move || {
        // Nobody listens any more if the time was up.
        let _ = sender.send(guarded(work, done));
    });
    let mut watch = Watch::new(limits);
    loop {
        match receiver.recv_timeout(WATCH / 5) {
            Ok(done) => return done.map_err(GaveUp::Fault),
            // There was no thread to be had.
            Err(RecvTimeoutError::Disconnected) => return Err(GaveUp::Memory),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(reason) = watch.over() {
            return Err(reason);
        }
        if overdue() {
            return Err(GaveUp::Time);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::engine::Cancel;

    #[test]
    fn work_that_notices_nothing_is_left_behind() {
        let limits = Limits { cancel: Cancel::default(), ..Limits::default() };
        assert_eq!(supervise(Work::Search, &limits, || 7), Ok(7));
        limits.cancel.cancel();
        let (end, ended) = channel::<()>();
        let stuck = supervise(Work::Search, &limits, move || ended.recv().is_ok());
        assert_eq!(stuck, Err(GaveUp::Interrupted));
        drop(end);
    }

    #[test]
    fn a_panic_is_no_limit() {
        let panicked = supervise(Work::Search, &Limits::default(), || -> usize { panic!("on purpose") });
        assert!(matches!(panicked, Err(GaveUp::Fault(fault)) if fault.message == "on purpose"));
    }
}
