//! What a program takes, as a process of its own: seconds of the wall, CPU seconds of all threads, and the most memory. The
//! system counts memory of all children together, so a benchmark starts itself once more for every run, and that process
//! has one child only.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Tells a benchmark that it was started for one run.
const ONCE: &str = "--once";

/// What a run took, and what it printed.
#[derive(Debug, Clone)]
pub(crate) struct Child {
    pub(crate) wall: f64,
    pub(crate) cpu: f64,
    pub(crate) mib: u64,
    /// Whether it ended by itself.
    pub(crate) ended: bool,
    pub(crate) stdout: String,
}

impl Child {
    /// What our program printed with `--format json`, if it came so far.
    pub(crate) fn report(&self) -> Option<Report> {
        let json: Value = serde_json::from_str(&self.stdout).ok()?;
        let verdict = |formula: &Value| match formula["verdict"].as_str()? {
            "holds" => Some('T'),
            "fails" => Some('F'),
            _ => None,
        };
        let verdicts = json["formulas"].as_array()?.iter().filter_map(verdict).collect();
        let states = json["model"]["states"].to_string().parse().ok();
        Some(Report { verdicts, states })
    }
}

/// What a run of our program found out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Report {
    /// T and F, in the order of the formulas; those without a verdict are left out.
    pub(crate) verdicts: String,
    /// The number of reachable states, if somebody counted them.
    pub(crate) states: Option<f64>,
}

/// Runs a command that is ended after `limit` seconds.
pub(crate) fn measured(limit: u64, command: &[&str]) -> Child {
    let this = std::env::current_exe().expect("a running program has a path");
    let mut again = Command::new(this);
    let output = again.args([ONCE, &limit.to_string()]).args(command).output().expect("it can be run again");
    let text = String::from_utf8_lossy(&output.stdout);
    let (head, stdout) = text.split_once('\n').unwrap_or_default();
    let mut words = head.split(' ');
    let mut number = || words.next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(f64::NAN);
    let (wall, cpu, mib, ended) = (number(), number(), number(), number());
    Child { wall, cpu, mib: mib as u64, ended: ended == 1.0, stdout: stdout.to_owned() }
}

/// Does the one run that this process was started for, if it was; a benchmark asks this first.
pub(crate) fn done_once(arguments: &[String]) -> bool {
    let [mode, seconds, command @ ..] = arguments else { return false };
    if mode != ONCE {
        return false;
    }
    run(Duration::from_secs(seconds.parse().expect("a number")), command);
    true
}

fn run(limit: Duration, command: &[String]) {
    let output = tempfile::NamedTempFile::new().expect("a temporary file");
    let stdout = output.reopen().expect("it is there");
    let start = Instant::now();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", command[0]));
    let ended = loop {
        if child.try_wait().expect("it is a child of ours").is_some() {
            break true;
        }
        if start.elapsed() >= limit {
            child.kill().expect("it still runs");
            child.wait().expect("it ends");
            break false;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let wall = start.elapsed().as_secs_f64();
    let (cpu, mib) = children();
    println!("{wall:.3} {cpu:.3} {mib} {}", u8::from(ended));
    print!("{}", std::fs::read_to_string(output.path()).unwrap_or_default());
}

/// CPU seconds and the most memory, in MiB, of processes that were waited for.
#[cfg(unix)]
fn children() -> (f64, i64) {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    (micros as f64 / 1e6, usage.max_rss() / 1024)
}

#[cfg(not(unix))]
fn children() -> (f64, i64) {
    (f64::NAN, 0)
}
