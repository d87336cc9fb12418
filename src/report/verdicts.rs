//! Verdicts for people: a line per formula, then why they are so, and a summary.

use std::fmt::Write;
use std::time::Duration;

use super::content::{CheckReport, FormulaReport, Stated};
use super::evidence::{Known, Paint, Style, backing_after, capped, emptiness, interesting_after};
use crate::annotations::Expected;
use crate::bounded::{Question, answered_no};
use crate::engine::Verdict;
use crate::outcome::{Backing, Outcome};

/// The longest formula that is shown whole.
const LONGEST: usize = 160;
/// More formulas than this are not listed one by one.
const MOST_LISTED: usize = 10;

/// Everything there is to say about the formulas of a model, as [`TextReporter`](super::TextReporter) says it bit by bit.
#[must_use]
pub fn verdicts(check: &CheckReport, style: Style) -> String {
    let width = width(check.formulas.iter().map(|formula| &formula.stated));
    let lines: String = check.formulas.iter().map(|formula| line(formula, width, style.paint)).collect();
    lines + &reasons(check, style, width) + &left_out(check) + &summary(&check.formulas, None)
}

/// How wide the numbers of formulas are.
pub(super) fn width<'s>(stated: impl IntoIterator<Item = &'s Stated>) -> usize {
    stated.into_iter().map(|stated| stated.index).max().map_or(1, |most| most.to_string().len())
}

/// The line of a verdict, and what there is to note about it.
pub(super) fn line(formula: &FormulaReport, width: usize, paint: Paint) -> String {
    let FormulaReport { stated, outcome, .. } = formula;
    let index = stated.index;
    let note = match &outcome.verdict {
        Verdict::Holds => outcome.bound.map(|bound| format!("proved at bound {bound}")),
        Verdict::Fails => outcome.bound.map(|bound| format!("refuted at bound {bound}")),
        Verdict::OpenUpTo(bound) => Some(format!("neither proved nor refuted up to bound {bound}")),
        Verdict::GaveUp(reason) => Some(format!("{reason}{}", learnt(formula))),
    };
    let notes: Vec<String> = note.into_iter().chain(expectation(formula).map(str::to_owned)).collect();
    let padding = " ".repeat(7 - Paint::default().verdict(&outcome.verdict).len());
    let verdict = paint.verdict(&outcome.verdict) + &padding;
    let engine = outcome.engine.map_or("-", |engine| engine.name());
    let seconds = outcome.time.as_secs_f64();
    let mut out = format!("{index:>width$}  {verdict}  {engine:<8}  {seconds:>7.3} s  {}\n", shorten(&stated.title()));
    if !notes.is_empty() {
        let _ = writeln!(out, "{:width$}  ({})", "", notes.join("; "));
    }
    out
}

/// What there is to say of a verdict that is not as it was expected to be, or that would be bad news if it were not expected.
fn expectation(formula: &FormulaReport) -> Option<&'static str> {
    match (formula.as_expected()?, formula.stated.note.expected?) {
        (true, Expected::Holds) => None,
        (true, Expected::Fails) => Some("as expected"),
        (false, Expected::Holds) => Some("expected to hold"),
        (false, Expected::Fails) => Some("expected to fail"),
    }
}

/// Why verdicts are so, formula by formula, each under its number and text. Directly below the last verdict, what is said
/// about that needs no heading.
pub(super) fn reasons(check: &CheckReport, style: Style, width: usize) -> String {
    let mut out = String::new();
    let (style, mut known) = (style.indented(width), Known::default());
    for (number, FormulaReport { stated, outcome, .. }) in (1..).zip(&check.formulas) {
        known.formula(stated.index);
        let why = emptiness(&check.model, &outcome.vacuity)
            + &backing_after(&check.model, &outcome.backing, style, &mut known)
            + &interesting_after(&check.model, &outcome.interesting, style, &mut known);
        let why = capped(why, style);
        if why.is_empty() {
            continue;
        }
        if !(out.is_empty() && number == check.formulas.len()) {
            let _ = writeln!(out, "\n{:>width$}  {}", stated.index, shorten(&stated.title()));
        }
        for line in why.lines() {
            let _ = writeln!(out, "{:width$}{line}", "");
        }
    }
    if out.starts_with('\n') {
        out.push('\n');
    }
    out
}

/// What was found out about a formula, or about the model, before an engine gave up.
fn learnt(formula: &FormulaReport) -> String {
    let mut text = formula.learnt.as_ref().map_or_else(String::new, |learnt| format!("; {learnt}"));
    let rows = formula.bounds.as_deref().unwrap_or_default();
    for (question, word) in [(Question::Prove, "proved"), (Question::Refute, "refuted")] {
        if let Some(bound) = answered_no(rows, question) {
            let _ = write!(text, "; not {word} up to bound {bound}");
        }
    }
    text
}

/// What there was no time for, in one line, with the flag that gives it its time.
pub(super) fn left_out(check: &CheckReport) -> String {
    let without = |such: fn(&Outcome) -> bool| -> Vec<usize> {
        let formulas = check.formulas.iter().filter(|formula| such(&formula.outcome));
        formulas.map(|formula| formula.stated.index).collect()
    };
    let parts = [
        ("evidence for", without(|outcome| matches!(outcome.backing, Backing::LeftOut)), "--evidence fails"),
        ("empty reasons of", without(|outcome| outcome.vacuity_left_out), "--vacuity"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, formulas, _)| !formulas.is_empty())
        .map(|(what, formulas, flag)| match check.allowance {
            None => format!("{what} {} ({flag})", listed(&formulas)),
            Some(_) => format!("{what} {}", listed(&formulas)),
        })
        .collect();
    match (parts.as_slice(), check.allowance) {
        ([], _) => String::new(),
        (_, None) => format!("left out to save time: {}\n", parts.join(", ")),
        (_, Some(time)) => {
            format!("left out after {} s (--evidence-timeout): {}\n", time.as_secs_f64(), parts.join(", "))
        }
    }
}

/// The numbers of some formulas; how many there are, if they are many.
fn listed(formulas: &[usize]) -> String {
    match formulas {
        [one] => format!("formula {one}"),
        few if few.len() <= MOST_LISTED => {
            format!("formulas {}", few.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        many => format!("{} formulas", many.len()),
    }
}

/// How many formulas have which verdict, and how long everything took.
pub(super) fn summary(formulas: &[FormulaReport], elapsed: Option<Duration>) -> String {
    let count = |wanted: fn(&Verdict) -> bool| formulas.iter().filter(|one| wanted(&one.outcome.verdict)).count();
    let counts = [
        (count(|verdict| matches!(verdict, Verdict::Holds)), "holds", "hold"),
        (count(|verdict| matches!(verdict, Verdict::Fails)), "fails", "fail"),
        (count(|verdict| matches!(verdict, Verdict::OpenUpTo(_))), "open", "open"),
        (count(|verdict| matches!(verdict, Verdict::GaveUp(_))), "gave up", "gave up"),
    ];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    let total = formulas.len();
    let noun = if total == 1 { "formula" } else { "formulas" };
    let separator = if parts.is_empty() { "" } else { ": " };
    let time = elapsed.map_or_else(String::new, |elapsed| format!("; {:.3} s in all", elapsed.as_secs_f64()));
    format!("{total} {noun}{separator}{}{}{time}\n", parts.join(", "), expectations(formulas))
}

/// How many formulas are not as they were expected to be; nothing if nothing is expected.
fn expectations(formulas: &[FormulaReport]) -> String {
    let met = |met: bool| formulas.iter().filter(|formula| formula.as_expected() == Some(met)).count();
    match (met(true), met(false)) {
        (0, 0) => String::new(),
        (met, 0) => format!("; {met} as expected"),
        (_, unmet) => format!("; {unmet} not as expected"),
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… ({} characters)", &text[..at], text.chars().count()),
        None => text.to_owned(),
    }
}
