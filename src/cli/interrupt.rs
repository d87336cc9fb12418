//! Ctrl-C and SIGTERM: the first one ends the check, which says what it knows so far; the second one ends the process.

use std::time::Duration;

use crate::engine::Cancel;

/// Whoever runs a solver outside looks more often than this: it ends with us, and so do its files.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// Listens from now on; call it before there are other threads.
pub(super) fn listen(cancel: &Cancel) {
    terminated(cancel);
    let handle = cancel.clone();
    // Without a handler Ctrl-C still ends the process; it only says less.
    let _ = ctrlc::set_handler(move || stop(&handle));
}

fn stop(cancel: &Cancel) {
    if cancel.is_cancelled() {
        std::thread::sleep(LAST_MOMENT);
        std::process::exit(130);
    }
    cancel.cancel();
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
