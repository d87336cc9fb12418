//! Errors of ours, told as such: where, what to send us, and exit status 70.
//!
//! The hook of the process keeps every panic, whichever thread it ends; the library goes on with the engines that are
//! left. At the end the user is told, and what we need to find the error is put into a folder: version, command line,
//! place, message and backtrace of the panic, and the models that were read.

use std::backtrace::Backtrace;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::exit::Exit;
use super::output::err;
use crate::engine::fault::remember;

/// A process has one hook, so what it has seen is kept in one place.
static SEEN: Mutex<Seen> = Mutex::new(Seen { panics: Vec::new(), read: Vec::new() });

#[derive(Default)]
struct Seen {
    panics: Vec<Panic>,
    /// The names and texts of the models.
    read: Vec<(String, String)>,
}

struct Panic {
    thread: String,
    place: String,
    message: String,
    backtrace: String,
}

fn seen() -> MutexGuard<'static, Seen> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the work of the process. A panic, in whichever thread, makes it an error of ours.
pub(super) fn watched(work: impl FnOnce() -> Exit) -> Exit {
    set_hook(Box::new(note));
    let exit = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Exit::Internal);
    told(exit)
}

fn note(info: &PanicHookInfo<'_>) {
    remember(info);
    let panic = Panic {
        thread: std::thread::current().name().unwrap_or("unnamed").to_owned(),
        place: info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string),
        message: info.payload_as_str().unwrap_or("no message").to_owned(),
        backtrace: Backtrace::force_capture().to_string(),
    };
    seen().panics.push(panic);
}

/// A model has been read: whoever looks for an error needs it.
pub(super) fn keep(name: &str, text: &str) {
    seen().read.push((name.to_owned(), text.to_owned()));
}

/// The exit status of work that would end with `exit`; if something panicked meanwhile, that is said.
pub(super) fn told(exit: Exit) -> Exit {
    // The models as well: with `--watch` there will be others.
    let Seen { panics, read } = std::mem::take(&mut *seen());
    let Some(first) = panics.first() else { return exit };
    let mut text = format!("error: this is a bug in qmas-rs, not in your model: panic at {}\n", first.place);
    for panic in &panics {
        let _ = writeln!(text, "  {} ({}): {}", panic.thread, panic.place, panic.message);
    }
    text.push_str("What the other engines answered counts, and so does what this one had answered before.\n");
    match bundle(&panics, &read) {
        Ok(folder) => {
            let _ = writeln!(text, "Please report it with the files in {} (they contain the model).", folder.display());
        }
        Err(error) => {
            let _ = writeln!(text, "Please report it with the model and this text; no files were written: {error}");
        }
    }
    err(&text);
    exit.worse(Exit::Internal)
}

/// The folder for what we need to find an error of ours.
pub(super) fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("qmas-rs-bug-{}", std::process::id()))
}

fn bundle(panics: &[Panic], read: &[(String, String)]) -> std::io::Result<PathBuf> {
    let folder = folder();
    std::fs::create_dir_all(&folder)?;
    let mut report = format!("qmas-rs {}\n", env!("CARGO_PKG_VERSION"));
    let arguments: Vec<_> = std::env::args_os().collect();
    let _ = writeln!(report, "command line: {arguments:?}");
    for panic in panics {
        let Panic { thread, place, message, backtrace } = panic;
        let _ = writeln!(report, "\nthread {thread} panicked at {place}: {message}\n{backtrace}");
    }
    for (number, (name, text)) in read.iter().enumerate() {
        let file = format!("model-{}.ispl", number + 1);
        let _ = writeln!(report, "{file}: {name}");
        std::fs::write(folder.join(file), text)?;
    }
    std::fs::write(folder.join("panic.txt"), report)?;
    Ok(folder)
}
