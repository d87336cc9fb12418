//! The runs by which games of quantifiers were won, for people.

use std::fmt::Write;

use super::text::trace;
use crate::engine::Verdict;
use crate::ir::InterpretedSystem;
use crate::outcome::{Backing, Checked};

/// For every formula that was decided by such a run, the run.
#[must_use]
pub fn runs(system: &InterpretedSystem, indices: &[usize], checked: &Checked) -> String {
    let mut out = String::new();
    for (outcome, index) in checked.outcomes.iter().zip(indices) {
        // Evidence says more.
        if !matches!(outcome.backing, Backing::Nothing | Backing::Missing(_)) {
            continue;
        }
        let Some(run) = &outcome.run else { continue };
        let what = match outcome.verdict {
            Verdict::Holds => "is made true",
            Verdict::Fails => "is made false",
            Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => continue,
        };
        let _ = writeln!(out, "formula {index} {what} by choices that begin with");
        out.push_str(&trace(system, run));
    }
    out
}
