//! What work may take: time, memory, threads. And whether it may say what it is doing.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args;

use super::exit::Exit;
use super::interrupt::interruptible;
use super::output::err;
use crate::engine::{Cancel, GaveUp, Limits, Memory, Unsupported, Watched};

/// The limits of every command that may take long.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArguments {
    /// Give up after this time: seconds, or such as `500ms`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) timeout: Option<Duration>,
    /// Give up before the process takes more memory than this, such as `4GiB` or `300MiB` (Linux only)
    #[arg(long, value_name = "SIZE", value_parser = size, hide_short_help = true)]
    memory: Option<u64>,
}

impl LimitArguments {
    /// What they mean from now on.
    ///
    /// # Errors
    /// If memory cannot be watched here.
    pub(super) fn limits(&self, cancel: &Cancel) -> Result<Limits, Unsupported> {
        Ok(Limits {
            deadline: self.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            cancel: cancel.clone(),
            memory: self.memory.map_or_else(|| Ok(Memory::default()), Memory::at_most)?,
            ..Limits::default()
        })
    }

    /// The same for a command that Ctrl-C may end, and that has no report to complain in. Memory is watched meanwhile.
    pub(super) fn watched(&self) -> Result<WatchedLimits, Exit> {
        match self.limits(&interruptible()) {
            Ok(limits) => {
                let watched = limits.memory.watched();
                let max_nodes = limits.max_nodes.min(watched.memory.nodes());
                let limits = Limits { max_nodes, memory: watched.memory.clone(), ..limits };
                Ok(WatchedLimits { limits, _watched: watched })
            }
            Err(unsupported) => {
                err(&format!("error: --memory: {unsupported}\n"));
                Err(Exit::Wrong)
            }
        }
    }
}

/// Limits of work that goes on as long as this lives.
pub(super) struct WatchedLimits {
    pub(super) limits: Limits,
    _watched: Watched,
}

/// What there is to say about work that was not finished, and the exit status.
pub(super) fn gave_up(reason: &GaveUp, limits: &Limits) -> (String, Exit) {
    let learnt = limits.learnt.said().map_or_else(String::new, |learnt| format!("; {learnt}"));
    let exit = match reason {
        GaveUp::Interrupted => Exit::Interrupted,
        GaveUp::Fault(_) => Exit::Internal,
        _ => Exit::Open,
    };
    (format!("{reason}{learnt}"), exit)
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct BudgetArguments {
    #[command(flatten)]
    pub(super) limits: LimitArguments,
    /// What one engine may spend on one formula, and on the model before the first formula
    #[arg(long, value_name = "TIME", value_parser = time, hide_short_help = true)]
    pub(super) formula_timeout: Option<Duration>,
    /// How many engines may work at once; one after the other with 1. By default as many as there are processors
    #[arg(long, short, value_name = "N", value_parser = jobs, hide_short_help = true)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Do not show progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number from 1 on".to_owned())
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let unit = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong_time()),
    };
    let number: f64 = number.parse().map_err(|_| wrong_time())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| wrong_time())
}

fn wrong_time() -> String {
    "expected a time, such as `30`, `0.5s`, `500ms`, `2m` or `1h`".to_owned()
}

fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let wrong = || "expected an amount of memory, such as `4GiB`, `300MiB` or `2G`".to_owned();
    let unit: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "kb" => 1_000,
        "m" | "mib" => 1 << 20,
        "mb" => 1_000_000,
        "g" | "gib" => 1 << 30,
        "gb" => 1_000_000_000,
        "t" | "tib" => 1 << 40,
        "tb" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    // Whole units exactly; fractions as well as they can be said.
    if let Ok(number) = number.parse::<u64>() {
        return number.checked_mul(unit).ok_or_else(wrong);
    }
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let bytes = number * unit as f64;
    if (0.0..u64::MAX as f64).contains(&bytes) { Ok(bytes as u64) } else { Err(wrong()) }
}

/// A number and its unit.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..at].trim(), text[at..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let millis = |text| time(text).map(|time| time.as_millis());
        for (text, expected) in [("30", 30_000), ("0.5s", 500), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000)] {
            assert_eq!(millis(text), Ok(expected), "{text}");
        }
        for text in ["", "s", "5 days", "-1", "nan", "inf"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, expected) in [("4GiB", 4 << 30), ("300MiB", 300 << 20), ("2G", 2 << 30), ("1kB", 1000), ("12", 12)] {
            assert_eq!(size(text), Ok(expected), "{text}");
        }
        assert_eq!(size("1.5 GiB"), Ok(3 << 29));
        for text in ["", "GiB", "4 parsecs", "-1G", "nan", "99999999999999999999T"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
