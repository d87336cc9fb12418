//! How many random cases a test draws: as many as somebody waits for, or with `QMAS_TESTS=long` as many as are promised.
//! A number instead of `long` means so many times as many as that: for a night, or for new code.
//!
//! Tests name the seeds of a long run. A short one takes the first of them.

use std::ops::Range;

/// The variable of the environment that asks for long runs; `.ci/run` sets it.
const VARIABLE: &str = "QMAS_TESTS";

/// A short run takes one of so many seeds, ...
const PART: u64 = 8;
/// ... but no fewer than this, if there are.
const LEAST: u64 = 100;

/// How many times a long run; 0 is a short one.
///
/// # Panics
/// If the variable says anything else: a slip of the pen must not look like a long run.
fn times() -> u64 {
    match std::env::var(VARIABLE).as_deref() {
        Err(_) | Ok("") => 0,
        Ok("long") => 1,
        Ok(number) => number.parse().unwrap_or_else(|_| panic!("{VARIABLE} is `long` or a number, and not {number:?}")),
    }
}

/// Whether this is a long run: what grows with the size of a system, and not with the number of systems, asks this.
#[must_use]
pub fn long() -> bool {
    times() > 0
}

/// The seeds of this run, of those of a long one.
#[must_use]
pub fn seeds(long: Range<u64>) -> Range<u64> {
    let all = long.end - long.start;
    let count = match times() {
        0 => (all / PART).max(LEAST).min(all),
        times => all * times,
    };
    long.start..long.start + count
}

/// What must be seen of something in this run, if a long one of these seeds must see `often`.
#[must_use]
pub fn share(often: usize, long: Range<u64>) -> usize {
    let all = long.end - long.start;
    let drawn = seeds(long);
    let part = (drawn.end - drawn.start) as f64 / all as f64;
    let expected = often as f64 * part;
    // What is rare is not spread evenly: as many fewer as chance may well take away.
    if part < 1.0 { (expected - 2.0 * expected.sqrt()).max(0.0) as usize } else { often }
}
