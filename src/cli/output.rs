//! Where everything that is printed goes, and what becomes of it.
//!
//! A reader that stops early, such as `head`, is no error, but work that nobody will read is ended. A disk that is full
//! is an error: the results are lost. A process has one standard output, so what became of it is kept in one place.

use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;

use super::exit::Exit;
use super::terminal::{Stream, ascii};
use crate::engine::Cancel;
use crate::report::{Sink, fit};

/// The one standard output of the process.
static STANDARD_OUTPUT: Mutex<StandardOutput> = Mutex::new(StandardOutput { error: None, work: None, progress: None });

/// What became of standard output.
struct StandardOutput {
    /// The first thing that went wrong, unless the reader had had enough.
    error: Option<String>,
    /// What is done for whoever reads.
    work: Option<Cancel>,
    /// A line of progress on the same terminal, perhaps: it must not stand in what is printed.
    progress: Option<ProgressBar>,
}

fn standard_output() -> MutexGuard<'static, StandardOutput> {
    STANDARD_OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Results, as they are.
pub(super) fn out(text: &str) {
    out_bytes(text.as_bytes());
}

/// Results for people: as wide as there is room, and in signs that are known there.
pub(super) fn tell(text: &str) {
    out(&readable(text, Stream::Out));
}

fn readable(text: &str, stream: Stream) -> String {
    let text = if stream.is_ascii() { ascii(text) } else { text.to_owned() };
    match stream.width() {
        Some(width) => fit(&text, width),
        None => text,
    }
}

/// Results that are no text. They are written at once: a prompt has no end of line, and an error is noticed here.
pub(super) fn out_bytes(bytes: &[u8]) {
    let write = || {
        let mut stdout = io::stdout().lock();
        note(stdout.write_all(bytes).and_then(|()| stdout.flush()));
    };
    let progress = standard_output().progress.clone();
    match progress {
        Some(progress) => progress.suspend(write),
        None => write(),
    }
}

/// A line of progress appears, or is gone.
pub(super) fn beside_progress(progress: Option<ProgressBar>) {
    standard_output().progress = progress;
}

fn note(written: io::Result<()>) {
    let Err(error) = written else { return };
    let mut output = standard_output();
    if error.kind() != ErrorKind::BrokenPipe && output.error.is_none() {
        output.error = Some(error.to_string());
    }
    if let Some(work) = &output.work {
        work.cancel();
    }
}

/// Ends this work as soon as what it prints can no longer be read, even before it prints anything.
pub(super) fn ends_with_reader(work: &Cancel) {
    standard_output().work = Some(work.clone());
    watch_reader(work);
}

/// A pipe without reader is in error, for whoever asks; files and terminals never are.
#[cfg(unix)]
fn watch_reader(work: &Cancel) {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let work = work.clone();
    let wait = move || {
        let stdout = io::stdout();
        loop {
            let mut pipe = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
            match poll(&mut pipe, PollTimeout::NONE) {
                Err(Errno::EINTR) => {}
                Err(_) => return,
                Ok(_) => {
                    if pipe[0].revents().is_some_and(|events| events.contains(PollFlags::POLLERR)) {
                        work.cancel();
                    }
                    return;
                }
            }
        }
    };
    // Without it the next thing that is printed finds out.
    let _ = std::thread::Builder::new().name("reader".to_owned()).spawn(wait);
}

#[cfg(not(unix))]
fn watch_reader(_: &Cancel) {}

/// The exit status of a run that would end with `exit`, if its results can be read.
pub(super) fn finish(exit: Exit) -> Exit {
    note(io::stdout().lock().flush());
    match (&standard_output().error, exit) {
        (None, exit) => exit,
        (Some(error), exit) => {
            err(&format!("error: cannot write to standard output: {error}\n"));
            if exit == Exit::Internal { exit } else { Exit::Wrong }
        }
    }
}

/// Errors and warnings. If these cannot be written, there is nobody to tell.
pub(super) fn err(text: &str) {
    let _ = io::stderr().lock().write_all(readable(text, Stream::Err).as_bytes());
}

/// Standard output and standard error, for reporters.
pub(super) struct Standard;

impl Sink for Standard {
    fn out(&self, text: &str) {
        out(text);
    }

    fn err(&self, text: &str) {
        err(text);
    }
}

/// The same, for reports that people read.
pub(super) struct ForPeople;

impl Sink for ForPeople {
    fn out(&self, text: &str) {
        tell(text);
    }

    fn err(&self, text: &str) {
        err(text);
    }
}
