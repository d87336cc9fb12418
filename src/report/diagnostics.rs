//! Diagnostics with the lines that they are about, drawn by ariadne.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};

use crate::diagnostic::{Diagnostic, Severity, Span};

/// A named text that diagnostics refer to.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: ariadne::Source<String>,
}

/// A place as people count: from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Source {
    /// The text of the file `name`.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: ariadne::Source::from(text.into()) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Where a byte stands.
    #[must_use]
    pub fn position(&self, byte: usize) -> Position {
        let (index, before, _) = self.split_line(byte);
        Position { line: index + 1, column: before.chars().count() + 1 }
    }

    /// The number of the line of a byte, counted from 0, and what stands on it before and from there on.
    fn split_line(&self, byte: usize) -> (usize, &str, &str) {
        let found = self.text.get_byte_line(byte.min(self.text().len()));
        let (index, column) = found.map_or((0, 0), |(_, index, column)| (index, column));
        let line = self.text.line(index).and_then(|line| self.text.get_line_text(line)).unwrap_or_default();
        let (before, after) = line.split_at_checked(column).unwrap_or((line, ""));
        (index, before, after)
    }

    /// Whether a place stands on a line that is too long to draw, or that would upset a terminal.
    fn cannot_be_drawn(&self, span: Span) -> bool {
        let lines = self.split_line(span.start).0..=self.split_line(span.end).0;
        lines.filter_map(|index| self.text.line(index)).any(|line| {
            let text = self.text.get_line_text(line).unwrap_or_default().trim_end();
            line.len() > LONGEST_LINE || text.chars().any(|c| c.is_control() && c != '\t')
        })
    }

    /// A stretch of the line around a place.
    fn around(&self, byte: usize) -> String {
        let (_, before, after) = self.split_line(byte);
        let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let before: String = before.chars().rev().take(QUOTED).map(printable).collect();
        let after: String = after.trim_end().chars().take(QUOTED).map(printable).collect();
        format!("… {}{after} …", before.chars().rev().collect::<String>())
    }
}

/// Whether output has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// For terminals.
    On,
    /// For files and pipes.
    Off,
}

/// Lines longer than this are not drawn, but quoted around the place.
const LONGEST_LINE: usize = 500;
/// How much of a long line is quoted on either side of the place.
const QUOTED: usize = 60;

/// A diagnostic as text, with its source.
#[must_use]
pub fn render(diagnostic: &Diagnostic, source: &Source, colours: Colours) -> String {
    if source.text().is_empty() || diagnostic.labels.iter().any(|label| source.cannot_be_drawn(label.span)) {
        return quote(diagnostic, source);
    }
    let (kind, colour) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::default()
        .with_color(colours == Colours::On)
        .with_char_set(CharSet::Unicode)
        .with_index_type(IndexType::Byte);
    let name = source.name();
    let end = source.text().len();
    let at = |span: Span| (name, span.start.min(end)..span.end.min(end));
    let mut report = Report::build(kind, at(diagnostic.span()))
        .with_config(config)
        .with_code(diagnostic.code.0)
        .with_message(&diagnostic.message);
    // In the order of the file: ariadne starts a new picture where lines go backwards.
    let mut labels: Vec<_> = diagnostic.labels.iter().enumerate().collect();
    labels.sort_by_key(|(_, label)| label.span);
    for (order, (index, label)) in (0..).zip(labels) {
        let colour = if index == 0 { colour } else { Color::Blue };
        let message = if label.message.is_empty() { "here" } else { &label.message };
        let drawn = Label::new(at(label.span)).with_color(colour).with_message(message);
        report = report.with_label(drawn.with_order(order));
    }
    if let Some(hint) = &diagnostic.hint {
        report = report.with_help(hint);
    }
    let mut out = Vec::new();
    match report.finish().write((name, &source.text), &mut out) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        // Writing to memory does not fail; should it, the words matter more than the picture.
        Err(_) => quote(diagnostic, source),
    }
}

/// Diagnostics as text, and how many there are if the file cannot be used.
#[must_use]
pub fn render_all(diagnostics: &[Diagnostic], source: &Source, colours: Colours) -> String {
    let mut text: String = diagnostics.iter().map(|diagnostic| render(diagnostic, source, colours)).collect();
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    if errors > 0 {
        text.push_str(&format!("{}: {}\n", source.name(), counted(errors, warnings)));
    }
    text
}

fn counted(errors: usize, warnings: usize) -> String {
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    match warnings {
        0 => plural(errors, "error"),
        _ => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
    }
}

/// A diagnostic in one to three lines, for places that cannot be drawn.
fn quote(diagnostic: &Diagnostic, source: &Source) -> String {
    let Diagnostic { severity, code, message, hint, .. } = diagnostic;
    let mut out = format!("[{}] {}: {message}\n", code.0, capitalised(severity.name()));
    if !source.text().is_empty() {
        let Position { line, column } = source.position(diagnostic.span().start);
        out.push_str(&format!("   at {}:{line}:{column}: {}\n", source.name(), source.around(diagnostic.span().start)));
    }
    if let Some(hint) = hint {
        out.push_str(&format!("   Help: {hint}\n"));
    }
    out
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
