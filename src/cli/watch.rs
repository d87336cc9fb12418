//! `--watch`: checks again whenever a file is saved, also while a check is running.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use super::check_args::CheckArguments;
use super::exit::Exit;
use super::output::err;
use super::work::models;
use crate::engine::Cancel;

/// How often files are looked at.
const LOOK: Duration = Duration::from_millis(200);

/// Checks everything by `round`, which a token ends, and again whenever a file has changed, until the user interrupts.
pub(super) fn watch(arguments: &CheckArguments, user: &Cancel, round: impl Fn(&Cancel) -> Exit) -> Exit {
    for round_number in 1usize.. {
        let seen = look(arguments);
        if round_number > 1 {
            err(&format!("---------------- check {round_number} ----------------\n"));
        }
        let current = user.child();
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if look(arguments) != seen {
                        current.cancel();
                        return;
                    }
                    thread::park_timeout(LOOK);
                }
            });
            round(&current);
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
        });
        if !current.is_cancelled() {
            err("watching; Ctrl-C ends this\n");
        }
        while !user.is_cancelled() && !current.is_cancelled() && look(arguments) == seen {
            thread::sleep(LOOK);
        }
        if user.is_cancelled() {
            return Exit::Interrupted;
        }
        if current.is_cancelled() {
            err("a file was saved during the check; checking again\n");
        }
    }
    Exit::Interrupted
}

/// The files that matter, with the time and size of each as it is now.
fn look(arguments: &CheckArguments) -> Vec<(PathBuf, Option<(SystemTime, u64)>)> {
    // A folder that cannot be read now may be there again later.
    let files = models(&arguments.models, &[]).unwrap_or_default().into_iter().filter_map(Result::ok);
    let files = files.chain(arguments.work.formulas.iter().cloned());
    let state = |path: &PathBuf| {
        let metadata = std::fs::metadata(path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.map(|path| (path.clone(), state(&path))).collect()
}
