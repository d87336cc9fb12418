//! The reporter for people: diagnostics with their source, verdicts with why they are so, and a table of several models.

use super::content::{CheckReport, Report};
use super::diagnostics::{Colours, Source, render_all};
use super::evidence::Style;
use super::findings::searched;
use super::reporter::{Reporter, Sink};
use super::runs::runs;
use super::statistics::statistics;
use super::table::summary_table;
use super::verdicts::verdicts;
use crate::diagnostic::Diagnostic;

/// How much is said to people, and how it looks.
#[derive(Debug, Clone, Copy)]
pub struct TextOptions {
    /// Whether models are named and summed up.
    pub several: bool,
    /// Of evidence.
    pub style: Style,
    /// Of diagnostics.
    pub colours: Colours,
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
}

impl TextReporter {
    /// Writes to `to`.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, options: TextOptions) -> Self {
        Self { to, options, named: false }
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
        self.to.err(&render_all(diagnostics, source, self.options.colours));
    }

    fn model(&mut self, report: &Report) {
        if let Some(check) = &report.check {
            findings(self.to.as_ref(), check);
            let mut text = verdicts(check, self.options.style);
            if self.options.runs {
                text.push_str(&runs(check));
            }
            if self.options.statistics {
                text.push_str(&statistics(check));
            }
            self.to.out(&text);
        }
        if std::mem::take(&mut self.named) {
            self.to.out("\n");
        }
    }

    fn finish(&mut self, reports: &[Report], _exit_status: u8) {
        if self.options.several {
            self.to.out(&summary_table(reports));
        }
    }
}

/// Warnings about the model are no results; what was looked for is.
pub(super) fn findings(to: &dyn Sink, check: &CheckReport) {
    for said in &check.findings {
        let (code, message, trace) = (said.code, &said.message, said.hint.as_deref().unwrap_or_default());
        if said.asked {
            to.out(&format!("{code}: {message}\n{trace}"));
        } else {
            to.err(&format!("{} [{code}]: {message}\n{trace}", said.severity.name()));
        }
    }
    check.searched.iter().filter_map(searched).for_each(|said| to.out(&(said + "\n")));
}
