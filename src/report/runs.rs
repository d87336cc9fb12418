//! The runs by which games of quantifiers were won, for people.

use std::fmt::Write;

use super::content::CheckReport;
use super::trace::trace;
use crate::engine::Verdict;
use crate::outcome::Backing;

/// For every formula that was decided by such a run, the run.
pub(super) fn runs(check: &CheckReport) -> String {
    let mut out = String::new();
    for formula in &check.formulas {
        let (outcome, index) = (&formula.outcome, formula.stated.index);
        // Evidence says more.
        if !matches!(outcome.backing, Backing::Nothing | Backing::Missing(_) | Backing::LeftOut) {
            continue;
        }
        let Some(run) = &outcome.run else { continue };
        let what = match outcome.verdict {
            Verdict::Holds => "is made true",
            Verdict::Fails => "is made false",
            Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => continue,
        };
        let _ = writeln!(out, "formula {index} {what} by choices that begin with");
        out.push_str(&trace(&check.model.system, run));
    }
    out
}
