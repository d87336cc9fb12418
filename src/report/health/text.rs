//! The health of models for people.

use std::fmt::Write;

use num_bigint::BigUint;

use super::content::{HealthReport, Place};
use super::reporter::HealthReporter;
use crate::diagnostic::Diagnostic;
use crate::report::diagnostics::{Colours, Source};
use crate::report::reporter::Sink;
use crate::report::trace::trace;
use crate::report::warnings::{Detail, render_with};

/// So many pairs of rival lines are shown.
const SHOWN: usize = 5;

/// Reports the health of models to people.
pub struct TextHealthReporter {
    to: Box<dyn Sink>,
    colours: Colours,
    detail: Detail,
    /// Whether there was a model before.
    begun: bool,
}

impl TextHealthReporter {
    /// Writes to `to`; diagnostics may have colours, and warnings are told in this detail.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, colours: Colours, detail: Detail) -> Self {
        Self { to, colours, detail, begun: false }
    }
}

impl HealthReporter for TextHealthReporter {
    fn begin(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        if std::mem::replace(&mut self.begun, true) {
            self.to.out("\n");
        }
        self.to.err(&render_with(self.detail, diagnostics, source, self.colours));
    }

    fn health(&mut self, report: &HealthReport<'_>) {
        self.to.out(&health_text(report));
    }

    fn gave_up(&mut self, why: &str) {
        self.to.err(&format!("gave up: {why}\n"));
    }
}

/// The health of a model for people.
fn health_text(report: &HealthReport<'_>) -> String {
    let HealthReport { health, system, source, .. } = report;
    let mut out = String::new();
    let plural =
        |count: &BigUint, word: &str| format!("{count} {word}{}", if *count == BigUint::from(1u8) { "" } else { "s" });
    let _ = writeln!(
        out,
        "{}: {}, {} ({})",
        source.name(),
        plural(&health.states, "reachable state"),
        plural(&health.initial_states, "initial state"),
        health.engine.name()
    );
    if health.deadlocks.count == BigUint::ZERO {
        out.push_str("deadlocks: none\n");
    } else {
        let _ = writeln!(out, "deadlocks: {}; one of them:", plural(&health.deadlocks.count, "state"));
        if let Some(run) = &health.deadlocks.run {
            out.push_str(&trace(system, run));
        }
    }
    places(&mut out, "overflows", source, &report.overflowing);
    if let Some((_, run)) = &health.overflows.first {
        out.push_str("one of them is where this ends:\n");
        out.push_str(&trace(system, run));
    }
    places(&mut out, "protocol lines never used", source, &report.unused_protocol);
    places(&mut out, "evolution lines never used", source, &report.unused_evolution);
    rivals(&mut out, report);
    list(&mut out, "atoms always true", &report.atoms(&health.always));
    list(&mut out, "atoms always false", &report.atoms(&health.never));
    let unchanging = report.unchanging().map(|(variable, value)| match value {
        Some(value) => format!("{variable} = {value}"),
        None => format!("{variable} (as it was at the start)"),
    });
    let unchanging: Vec<String> = unchanging.collect();
    list(&mut out, "variables that never change", &unchanging);
    let free: Vec<String> = report.left_free().map(|(variable, domain)| format!("{variable}: {domain}")).collect();
    list(&mut out, "variables left free by InitStates", &free);
    for question in &health.unanswered {
        let _ = writeln!(out, "not answered: {question}");
    }
    if !report.wrong.is_empty() {
        let _ = writeln!(out, "wrong: {}", report.wrong.join(", "));
    }
    out
}

fn places(out: &mut String, title: &str, source: &Source, places: &[Place]) {
    if places.is_empty() {
        let _ = writeln!(out, "{title}: none");
        return;
    }
    let _ = writeln!(out, "{title}: {}", places.len());
    places.iter().for_each(|place| one(out, source, place));
}

fn one(out: &mut String, source: &Source, place: &Place) {
    let Place { agent, number, line, text } = place;
    let line = line.map_or(String::new(), |line| format!(":{line}"));
    let _ = writeln!(out, "  {}{line}: line {number} of {agent}: {text}", source.name());
}

/// Lines of which a step executes only one, and where a search for them did not look.
fn rivals(out: &mut String, report: &HealthReport<'_>) {
    let HealthReport { health, system, source, rivals, .. } = report;
    let gaps =
        if health.rivals.gaps.is_empty() { String::new() } else { format!(" ({})", health.rivals.gaps.join("; ")) };
    match rivals.len() {
        0 => writeln!(out, "rival lines: none{gaps}"),
        1 => writeln!(out, "rival lines: 1 pair{gaps}; a step executes only one of both:"),
        count => writeln!(out, "rival lines: {count} pairs{gaps}; a step executes only one of both:"),
    }
    .unwrap_or_default();
    for found in rivals.iter().take(SHOWN) {
        found.lines.iter().for_each(|place| one(out, source, place));
        let _ = writeln!(out, "     {}", found.rivals.meeting(system));
    }
    if rivals.len() > SHOWN {
        let _ = writeln!(out, "  and {} others, see --format json", rivals.len() - SHOWN);
    }
}

fn list(out: &mut String, title: &str, items: &[String]) {
    let items = if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    let _ = writeln!(out, "{title}: {items}");
}
