//! The reporter for people: diagnostics with their source, verdicts, why they are so, and a table of several models.
//!
//! A verdict has its line as soon as it and all before it are known: lines stand in the order of the file, whichever engine
//! was faster, so that the same input has the same text. Evidence comes when there are all verdicts, and sums at the end.

use std::collections::BTreeMap;

use super::content::{CheckReport, FormulaReport, Report, Said, Stated};
use super::diagnostics::{Colours, Source};
use super::evidence::{Style, capped};
use super::findings::searched;
use super::reporter::{Reporter, Sink};
use super::runs::runs;
use super::statistics::statistics;
use super::table::summary_table;
use super::verdicts::{left_out, line, reasons, summary, width};
use super::warnings::{Detail, Tally, render_with};
use crate::diagnostic::{Diagnostic, Severity};

/// How much is said to people, and how it looks.
#[derive(Debug, Clone, Copy)]
pub struct TextOptions {
    /// Whether models are named and summed up.
    pub several: bool,
    /// Of evidence.
    pub style: Style,
    /// Of diagnostics.
    pub colours: Colours,
    /// How much is said about warnings.
    pub warnings: Detail,
    /// Whether runs by which games of quantifiers were won are shown.
    pub runs: bool,
    /// Whether sizes and times are shown.
    pub statistics: bool,
}

/// Reports for people.
pub struct TextReporter {
    to: Box<dyn Sink>,
    options: TextOptions,
    /// Whether a model has been named and is not done.
    named: bool,
    /// How wide the numbers of its formulas are.
    width: usize,
    /// How many of its verdicts have been shown, and those that are known before their turn, by number.
    shown: usize,
    waiting: BTreeMap<usize, String>,
    /// Warnings that are said when all are known: before the first verdict.
    warnings: Tally,
}

impl TextReporter {
    /// Writes to `to`.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, options: TextOptions) -> Self {
        Self { to, options, named: false, width: 1, shown: 0, waiting: BTreeMap::new(), warnings: Tally::default() }
    }

    /// What was found out about a model, after its verdicts.
    fn checked(&mut self, report: &Report, check: &CheckReport) {
        self.to.out(&reasons(check, self.options.style, self.width));
        // What is about the whole model is seen best at the end.
        results(self.to.as_ref(), check, self.options.style);
        warnings(self.to.as_ref(), check, self.options.style);
        let mut text = left_out(check) + &summary(&check.formulas, report.elapsed);
        if self.options.runs {
            text.push_str(&runs(check));
        }
        if self.options.statistics {
            text.push_str(&statistics(check, self.options.style.width));
        }
        self.to.out(&text);
    }
}

impl Reporter for TextReporter {
    fn begin(&mut self, named: &str) {
        if self.options.several {
            self.to.out(&format!("{named}\n"));
            self.named = true;
        }
    }

    fn diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        let wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        match self.options.warnings {
            // Where a file is wrong, its warnings may say why.
            Detail::Counted if !wrong => self.warnings.add(diagnostics, source, self.options.colours),
            detail => self.to.err(&render_with(detail, diagnostics, source, self.options.colours)),
        }
    }

    fn formulas(&mut self, stated: &[Stated]) {
        self.to.err(&self.warnings.take());
        self.width = width(stated);
        self.shown = 0;
        self.waiting.clear();
    }

    fn verdict(&mut self, _file: &str, number: usize, formula: &FormulaReport) {
        self.waiting.insert(number, line(formula, self.width, self.options.style.paint));
        while let Some(line) = self.waiting.remove(&self.shown) {
            self.to.out(&line);
            self.shown += 1;
        }
    }

    fn model(&mut self, report: &Report) {
        self.to.err(&self.warnings.take());
        if let Some(check) = &report.check {
            self.checked(report, check);
        }
        if std::mem::take(&mut self.named) {
            self.to.out("\n");
        }
    }

    fn finish(&mut self, reports: &[Report], _exit_status: u8) {
        if self.options.several {
            self.to.out(&summary_table(reports, self.options.style.width));
        }
    }
}

/// What was looked for, which is a result.
pub(super) fn results(to: &dyn Sink, check: &CheckReport, style: Style) {
    let found = check.findings.iter().filter(|said| said.asked);
    let found = found.map(|said| format!("{}: {}\n{}", said.code, said.message, way(said, style)));
    let searched = check.searched.iter().filter_map(searched).map(|said| said + "\n");
    let text: String = found.chain(searched).collect();
    to.out(&text);
}

/// Warnings about the model, which are no results.
pub(super) fn warnings(to: &dyn Sink, check: &CheckReport, style: Style) {
    for said in check.findings.iter().filter(|said| !said.asked) {
        let (code, message, trace) = (said.code, &said.message, way(said, style));
        to.err(&format!("{} [{code}]: {message}\n{trace}", said.severity.name()));
    }
}

/// The way to what was found, as much of it as fits on a screen.
fn way(said: &Said, style: Style) -> String {
    let way = said.hint.as_deref().unwrap_or_default();
    capped(way.to_owned(), style)
}
