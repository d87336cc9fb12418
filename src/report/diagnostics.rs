//! Diagnostics with the lines that they are about, drawn by ariadne.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};

use crate::diagnostic::{Diagnostic, Severity, Span};

/// A named text that diagnostics refer to.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: ariadne::Source<String>,
    /// The byte at which each line starts.
    lines: Vec<usize>,
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
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.into(), text: ariadne::Source::from(text), lines }
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
        let byte = byte.min(self.text().len());
        let line = self.lines.partition_point(|&start| start <= byte);
        let before = &self.text().as_bytes()[self.lines[line - 1]..byte];
        // Continuation bytes of UTF-8 are not counted.
        let column = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        Position { line, column }
    }
}

impl Source {
    /// Whether a place stands on a line that is too long to draw.
    fn has_long_line(&self, span: Span) -> bool {
        let (first, last) = (self.position(span.start).line, self.position(span.end).line);
        let start = self.lines[first - 1];
        let end = self.lines.get(last).copied().unwrap_or(self.text().len());
        end - start > LONGEST_LINE * (last - first + 1)
    }

    /// A stretch of the line around a place.
    fn around(&self, byte: usize) -> String {
        let text = self.text();
        let line = self.position(byte).line;
        let end = self.lines.get(line).map_or(text.len(), |next| next - 1);
        let byte = byte.min(end);
        let before: String = text[self.lines[line - 1]..byte].chars().rev().take(QUOTED).collect();
        let after: String = text[byte..end].chars().take(QUOTED).collect();
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
    if source.text().is_empty() || diagnostic.labels.iter().any(|label| source.has_long_line(label.span)) {
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
