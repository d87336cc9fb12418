//! Warnings in few words: generated models have the same thing to be warned of a hundred times, and verdicts come first. A kind
//! that occurs once is shown with its place; otherwise it has one line with its number.

use super::diagnostics::{Colours, Position, Source, render, render_all};
use crate::diagnostic::{Diagnostic, Severity};
use crate::lints::{Found, Kind, Shown, kind};

/// How much is said about warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Each with its place.
    Each,
    /// A line per kind.
    Counted,
    /// Nothing: errors only.
    Errors,
}

/// Diagnostics as text, and how many there are if the file cannot be used.
#[must_use]
pub fn render_with(detail: Detail, diagnostics: &[Diagnostic], source: &Source, colours: Colours) -> String {
    let wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match detail {
        Detail::Each => render_all(diagnostics, source, colours),
        // Where the file is wrong, warnings may say why.
        Detail::Counted if wrong => render_all(diagnostics, source, colours),
        Detail::Counted => {
            let mut tally = Tally::default();
            tally.add(diagnostics, source, colours);
            tally.take()
        }
        Detail::Errors => {
            let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
            render_all(&errors.cloned().collect::<Vec<_>>(), source, colours)
        }
    }
}

/// Warnings that wait until all are known, by their kinds, in the order in which these occurred first.
#[derive(Debug, Default)]
pub(super) struct Tally {
    kinds: Vec<Counted>,
}

#[derive(Debug)]
struct Counted {
    code: &'static str,
    count: usize,
    /// The first one: its words, its place, and how it is drawn.
    message: String,
    place: String,
    drawn: String,
}

impl Tally {
    pub(super) fn add(&mut self, warnings: &[Diagnostic], source: &Source, colours: Colours) {
        for warning in warnings {
            let code = warning.code.0;
            if let Some(counted) = self.kinds.iter_mut().find(|counted| counted.code == code) {
                counted.count += 1;
                continue;
            }
            let Position { line, column } = source.position(warning.span().start);
            self.kinds.push(Counted {
                code,
                count: 1,
                message: warning.message.clone(),
                place: format!("{}:{line}:{column}", source.name()),
                drawn: render(warning, source, colours),
            });
        }
    }

    /// What there is to say, once.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.kinds).into_iter().map(Counted::text).collect()
    }
}

impl Counted {
    fn text(self) -> String {
        let Self { code, count, message, place, drawn } = self;
        let (many, shown) = match kind(code) {
            Some(Kind { found: Found::Text { many, shown, .. }, .. }) => (*many, *shown),
            _ => ("warnings", Shown::Alone),
        };
        match (count, shown) {
            (1, Shown::Alone) => drawn,
            (1, Shown::Never) => format!("warning [{code}]: {message}, at {place} (-W shows it)\n"),
            _ => format!("warning [{code}]: {count} {many}, the first at {place} (-W shows them)\n"),
        }
    }
}
