//! What a check may take: time, memory, threads. And whether it may say what it is doing.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

#[derive(Debug, Args)]
pub(super) struct BudgetArguments {
    /// Give up after this time: seconds, or such as `500ms`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) timeout: Option<Duration>,
    /// What one engine may spend on one formula, and on the model before the first formula
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) formula_timeout: Option<Duration>,
    /// Give up before the process takes more memory than this, such as `4GiB` or `300MiB` (Linux only)
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) memory: Option<u64>,
    /// How many engines may work at once; one after the other with 1. By default as many as there are processors
    #[arg(long, short, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Do not show progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let unit = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong_time()),
    };
    let number: f64 = number.parse().map_err(|_| wrong_time())?;
    Duration::try_from_secs_f64(number * unit).map_err(|error| error.to_string())
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
