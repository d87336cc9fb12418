//! What a user is told about a file: errors and warnings with their place, as data. Printing is `report`'s work.

use std::fmt;
use std::ops::Range;

/// A range of bytes of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// From `start` up to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The place just behind this span.
    #[must_use]
    pub fn after(self) -> Self {
        Self { start: self.end, end: self.end }
    }

    /// As a range.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// Whether the file can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file is wrong.
    Error,
    /// The file can be used, but look here.
    Warning,
}

impl Severity {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// The kind of a diagnostic; its name is stable and appears in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

/// Something said about a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to see there.
    pub message: String,
}

/// Text that would stand better in a place; with an empty place it is put in, with an empty text the place is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The place.
    pub span: Span,
    /// What to write there.
    pub text: String,
}

/// What to do about the word in the reported place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    hint: String,
    instead: Option<String>,
}

impl Advice {
    /// Another word may have been meant.
    #[must_use]
    pub fn meant(word: &str) -> Self {
        Self { hint: format!("did you mean `{word}`?"), instead: Some(word.to_owned()) }
    }

    /// It is written so.
    #[must_use]
    pub fn written(word: &str) -> Self {
        Self { hint: format!("write `{word}`"), instead: Some(word.to_owned()) }
    }
}

impl From<String> for Advice {
    fn from(hint: String) -> Self {
        Self { hint, instead: None }
    }
}

/// One thing that is wrong or suspicious.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Its kind.
    pub code: Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place that it is about. The first label is the position that is reported.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub hint: Option<String>,
    /// What a program may do about it: all of these together, in the order of the file, and none overlaps another. Empty
    /// if it takes a person.
    pub fix: Vec<Replacement>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let labels = vec![Label { span, message: String::new() }];
        Self { severity, code: Code(code), message: message.into(), labels, hint: None, fix: Vec::new() }
    }

    /// Says what to see at the reported place.
    #[must_use]
    pub fn here(mut self, message: impl Into<String>) -> Self {
        self.labels[0].message = message.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds advice if there is any.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint.or(self.hint);
        self
    }

    /// Adds advice on the word in the reported place, if there is any.
    #[must_use]
    pub fn advised(mut self, advice: Option<Advice>) -> Self {
        let Some(Advice { hint, instead }) = advice else { return self };
        self.hint = Some(hint);
        let span = self.span();
        self.fix.extend(instead.map(|text| Replacement { span, text }));
        self
    }

    /// Says what a program may write in a place instead.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix.push(Replacement { span, text: text.into() });
        self
    }

    /// The reported place.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}

/// In one line, without its place, which only the source can name: `error [range]: 3 is outside … (a hint)`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]: {}", self.severity.name(), self.code.0, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// The candidate nearest to `word`, if one is near enough to be meant.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| {
            let same = candidate.eq_ignore_ascii_case(word);
            (if same { 0 } else { strsim::damerau_levenshtein(word, candidate) }, candidate)
        })
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

/// A text with the replacements of some fixes made. Of two that overlap the first is made; the same one is made once.
#[must_use]
pub fn mended<'a>(text: &str, fixes: impl IntoIterator<Item = &'a [Replacement]>) -> String {
    let mut all: Vec<&Replacement> = fixes.into_iter().flatten().collect();
    // What is put in comes before what is replaced at the same place.
    all.sort_by_key(|replacement| replacement.span);
    let (mut out, mut done, mut last) = (String::new(), 0, None);
    for replacement in all {
        let Span { start, end } = replacement.span;
        let Some(between) = text.get(done..start).filter(|_| last != Some(replacement)) else { continue };
        out.push_str(between);
        out.push_str(&replacement.text);
        (done, last) = (end.max(done), Some(replacement));
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_one_line() {
        let diagnostic = Diagnostic::warning("unused", Span::new(3, 4), "nobody reads `x`");
        assert_eq!(diagnostic.to_string(), "warning [unused]: nobody reads `x`");
        assert_eq!(diagnostic.hint("remove it").to_string(), "warning [unused]: nobody reads `x` (remove it)");
    }

    #[test]
    fn fixes_are_made_once_and_do_not_overlap() {
        let replace = |start, end, text: &str| Replacement { span: Span::new(start, end), text: text.to_owned() };
        let fixes = [
            vec![replace(4, 7, "two"), replace(0, 0, "> ")],
            vec![replace(0, 0, "> "), replace(8, 8, "and "), replace(8, 11, "three")],
            vec![replace(6, 9, "overlaps")],
        ];
        let mended = mended("one deu tre.", fixes.iter().map(Vec::as_slice));
        assert_eq!(mended, "> one two and three.");
    }
}
