//! Verdicts for people: a line per formula with why it is so, and a summary.

use std::fmt::Write;

use super::content::{CheckReport, FormulaReport, Stated};
use super::evidence::{Style, backing, emptiness, interesting};
use crate::bounded::{Question, answered_no};
use crate::engine::Verdict;

/// The longest formula that is shown whole.
const LONGEST: usize = 160;

/// One line per formula, aligned, and a summary.
#[must_use]
pub fn verdicts(check: &CheckReport, style: Style) -> String {
    let mut out = String::new();
    let model = &check.model;
    let width =
        check.formulas.iter().map(|formula| formula.stated.index).max().map_or(1, |most| most.to_string().len());
    for formula in &check.formulas {
        let FormulaReport { stated: Stated { index, text, .. }, outcome, .. } = formula;
        let (verdict, note) = match &outcome.verdict {
            Verdict::Holds => ("holds", outcome.bound.map(|bound| format!("proved at bound {bound}"))),
            Verdict::Fails => ("fails", outcome.bound.map(|bound| format!("refuted at bound {bound}"))),
            Verdict::OpenUpTo(bound) => ("open", Some(format!("neither proved nor refuted up to bound {bound}"))),
            Verdict::GaveUp(reason) => ("gave up", Some(format!("{reason}{}", learnt(check, formula)))),
        };
        let engine = outcome.engine.map_or("-", |engine| engine.name());
        let seconds = outcome.time.as_secs_f64();
        let _ = writeln!(out, "{index:>width$}  {verdict:<7}  {engine:<8}  {seconds:>7.3} s  {}", shorten(text));
        if let Some(note) = note {
            let _ = writeln!(out, "{:width$}  ({note})", "");
        }
        let why = emptiness(model, &outcome.vacuity)
            + &backing(model, &outcome.backing, style)
            + &interesting(model, &outcome.interesting, style);
        for line in why.lines() {
            let _ = writeln!(out, "{:width$}{line}", "");
        }
    }
    out.push_str(&summary(&check.formulas));
    out
}

/// What was found out about a formula, or about the model, before an engine gave up.
fn learnt(check: &CheckReport, formula: &FormulaReport) -> String {
    let mut text = String::new();
    let outcome = &formula.outcome;
    if let Some(learnt) = check.learnt.as_ref().filter(|_| outcome.in_preparation || outcome.engine.is_none()) {
        let _ = write!(text, "; {learnt}");
    }
    let rows = formula.bounds.as_deref().unwrap_or_default();
    for (question, word) in [(Question::Prove, "proved"), (Question::Refute, "refuted")] {
        if let Some(bound) = answered_no(rows, question) {
            let _ = write!(text, "; not {word} up to bound {bound}");
        }
    }
    text
}

fn summary(formulas: &[FormulaReport]) -> String {
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
    format!("{total} {noun}{separator}{}\n", parts.join(", "))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… ({} characters)", &text[..at], text.chars().count()),
        None => text.to_owned(),
    }
}
