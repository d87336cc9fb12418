//! A program in a process group of its own. The whole group ends when the program has ended, when its time is up, when
//! the user interrupts, and when we panic: whoever holds a [`Group`] takes it along.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use qmas_encodings::Interrupt;

/// How often we look, at most and at first.
const SLOWEST_LOOK: Duration = Duration::from_millis(20);
const FIRST_LOOK: Duration = Duration::from_micros(200);
/// How long output may be on its way after the end of the group. Who has left the group keeps nobody waiting.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// What is kept of standard output, and of the end of standard error.
const MOST_OUTPUT: usize = 16 << 20;
const MOST_ERRORS: usize = 8 << 10;

/// What a program that ended has said.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) status: ExitStatus,
    pub(super) stdout: String,
    /// The end of it.
    pub(super) stderr: String,
}

/// Why there is nothing to be said.
#[derive(Debug)]
pub(super) enum Halt {
    /// It could not be started, or not be waited for.
    System(io::Error),
    /// It was still running when its time was up.
    Late,
    /// Somebody asked to stop.
    Interrupted,
}

/// A process and all its descendants that have not left its group.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let _ = self.0.wait();
    }
}

impl Group {
    /// Not politely: solvers have nothing to save, and some do not listen.
    #[cfg(unix)]
    fn kill(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        if let Ok(id) = i32::try_from(self.0.id()) {
            // An error means that nobody is left.
            let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
        }
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        let _ = self.0.kill();
    }
}

/// Runs a program to its end, with `input` on its standard input.
pub(super) fn run(
    command: &mut Command,
    input: Option<String>,
    limit: Option<Duration>,
    interrupt: &Interrupt,
) -> Result<Finished, Halt> {
    let start = Instant::now();
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut group = Group(command.spawn().map_err(Halt::System)?);
    if let (Some(mut pipe), Some(input)) = (group.0.stdin.take(), input) {
        // Who ends before all is read may do so.
        thread::spawn(move || {
            let _ = pipe.write_all(input.as_bytes());
        });
    }
    let stdout = group.0.stdout.take().map(|pipe| collect(pipe, MOST_OUTPUT, Keep::First));
    let stderr = group.0.stderr.take().map(|pipe| collect(pipe, MOST_ERRORS, Keep::Last));
    let mut look = FIRST_LOOK;
    let status = loop {
        if let Some(status) = group.0.try_wait().map_err(Halt::System)? {
            break status;
        }
        if interrupt.asked() {
            return Err(Halt::Interrupted);
        }
        if limit.is_some_and(|limit| start.elapsed() >= limit) {
            return Err(Halt::Late);
        }
        thread::sleep(look);
        look = (look * 2).min(SLOWEST_LOOK);
    };
    drop(group);
    let text = |output: Option<Receiver<Vec<u8>>>| {
        let bytes = output.and_then(|output| output.recv_timeout(LAST_WORDS).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Finished { status, stdout: text(stdout), stderr: text(stderr) })
}

/// Which part of too much output is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    First,
    Last,
}

/// Reads all of it, so that nobody waits for us, and keeps a part.
fn collect(mut pipe: impl Read + Send + 'static, most: usize, keep: Keep) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), [0; 4096]);
        loop {
            match pipe.read(&mut piece) {
                Ok(0) => break,
                Ok(count) => kept.extend_from_slice(&piece[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
            match keep {
                Keep::First => kept.truncate(most),
                Keep::Last if kept.len() > 2 * most => drop(kept.drain(..kept.len() - most)),
                Keep::Last => {}
            }
        }
        // Who does not wait any longer does not want it.
        let _ = sender.send(kept);
    });
    receiver
}
