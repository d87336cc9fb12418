//! Ctrl-C and SIGTERM: the first one ends the work, which says what it knows so far; the second one ends the process.
//! Who waits for standard input cannot be woken: then the first one ends the process.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::exit::Exit;
use super::output::ends_with_reader;
use crate::engine::Cancel;

/// Whoever runs a solver outside looks more often than this: it ends with us, and so do its files.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// Whether somebody waits for standard input.
static READING: AtomicBool = AtomicBool::new(false);

/// What ends the process whatever it is doing: only `main` exits.
static ABANDON: OnceLock<fn(u8) -> !> = OnceLock::new();

/// Says how the process is ended when there is nobody to return to.
pub(super) fn abandoned_by(abandon: fn(u8) -> !) {
    ABANDON.get_or_init(|| abandon);
}

/// A token that Ctrl-C cancels, and that is cancelled when nobody reads what is printed; a second Ctrl-C ends the
/// process. Call it before there are other threads.
pub(super) fn interruptible() -> Cancel {
    let cancel = Cancel::default();
    terminated(&cancel);
    let handle = cancel.clone();
    // Without a handler Ctrl-C still ends the process; it only says less.
    let _ = ctrlc::set_handler(move || stop(&handle));
    ends_with_reader(&cancel);
    cancel
}

/// Reads standard input, which may take for ever.
pub(super) fn reading<T>(read: impl FnOnce() -> T) -> T {
    READING.store(true, Ordering::Relaxed);
    let done = read();
    READING.store(false, Ordering::Relaxed);
    done
}

fn stop(cancel: &Cancel) {
    let again = cancel.is_cancelled();
    cancel.cancel();
    // What has come is read to its end; whoever waits after that waits for more.
    std::thread::sleep(LAST_MOMENT);
    if again || READING.load(Ordering::Relaxed) {
        // Without a way to end the process, the work ends as it would after the first one.
        if let Some(abandon) = ABANDON.get() {
            abandon(Exit::Interrupted.code());
        }
    }
}

/// SIGTERM, as `timeout` and batch systems send it, is blocked for all threads but one that waits for it. Not SIGHUP:
/// `nohup` must be able to do its work.
#[cfg(unix)]
fn terminated(cancel: &Cancel) {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    if signals.thread_block().is_err() {
        return;
    }
    let handle = cancel.clone();
    std::thread::spawn(move || {
        while signals.wait().is_ok() {
            stop(&handle);
        }
    });
}

#[cfg(not(unix))]
fn terminated(_: &Cancel) {}
