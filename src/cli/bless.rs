//! `--bless`: verdicts become expectations, written into the model as comments.

use std::path::Path;

use super::format::replace;
use super::output::err;
use crate::annotations::{Expected, Verdict as Blessed, bless};
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::Verdict;
use crate::load::Loaded;
use crate::report::CheckReport;

/// Writes what was found out about formulas of the file into it. Those without a verdict are left as they are, and so are
/// formulas that are not in the file.
///
/// # Errors
/// Why the file cannot be written.
pub(super) fn write(path: &Path, text: &str, loaded: &Loaded, check: &CheckReport) -> Result<(), Box<Diagnostic>> {
    let mut verdicts = Vec::new();
    let mut open = 0;
    for formula in &check.formulas {
        let Some(number) = formula.stated.index.checked_sub(1).filter(|&number| number < loaded.places.len()) else {
            continue;
        };
        let expected = match formula.outcome.verdict {
            Verdict::Holds => Expected::Holds,
            Verdict::Fails => Expected::Fails,
            Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => {
                open += 1;
                continue;
            }
        };
        verdicts.push(Blessed { formula: loaded.places[number], place: loaded.notes[number].place, expected });
    }
    verdicts.sort_by_key(|verdict| verdict.formula);
    verdicts.dedup();
    let blessed = bless(text, &verdicts);
    if blessed != text {
        let cannot = |error| {
            let message = format!("cannot write `{}`: {error}", path.display());
            Box::new(Diagnostic::error("io", Span::new(0, 0), message))
        };
        replace(path, &blessed).map_err(cannot)?;
    }
    let left = if open == 0 { String::new() } else { format!("; {open} without a verdict are left as they are") };
    err(&format!("note: {}: expectations of {} formulas are written{left}\n", path.display(), verdicts.len()));
    Ok(())
}
