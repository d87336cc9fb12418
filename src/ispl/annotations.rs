//! Annotations: comments that begin with `@` and a word, such as `-- @name nobody_learns`. MCMAS reads them as comments. What
//! the words mean is no matter of syntax.

use super::ast::Name;
use crate::diagnostic::Span;

/// A word behind `@`, and what follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation<'s> {
    /// The word, without `@`.
    pub word: Name<'s>,
    /// The words behind it; commas between them do not matter.
    pub arguments: Vec<Name<'s>>,
    /// The whole comment.
    pub comment: Span,
}

impl Annotation<'_> {
    /// From `@` to the last argument.
    #[must_use]
    pub fn span(&self) -> Span {
        let start = Span::new(self.word.span.start - 1, self.word.span.end);
        self.arguments.last().map_or(start, |last| start.to(last.span))
    }
}

/// The annotations among comments, in order.
#[must_use]
pub fn annotations(source: &str, comments: impl IntoIterator<Item = Span>) -> Vec<Annotation<'_>> {
    comments.into_iter().flat_map(|span| of_comment(source, span)).collect()
}

/// The annotations of one comment: none, unless `@` is the first thing in it.
fn of_comment(source: &str, comment: Span) -> Vec<Annotation<'_>> {
    let text = source[comment.range()].trim_start_matches('-');
    if !text.trim_start().starts_with('@') {
        return Vec::new();
    }
    let mut found: Vec<Annotation<'_>> = Vec::new();
    let mut at = comment.end - text.len();
    for piece in text.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
        let word = piece.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
        let span = Span::new(at, at + word.len());
        at += piece.len();
        match (word.strip_prefix('@'), found.last_mut()) {
            (Some(text), _) => {
                let word = Name { text, span: Span::new(span.start + 1, span.end) };
                found.push(Annotation { word, arguments: Vec::new(), comment });
            }
            (None, Some(last)) if !word.is_empty() => last.arguments.push(Name { text: word, span }),
            (None, _) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::ispl::{annotations_of, lex};

    fn read(source: &str) -> Vec<String> {
        let lexed = lex(source);
        let shown =
            annotations_of(source, lexed.comments.iter().map(|(_, span)| *span)).into_iter().map(|annotation| {
                let arguments: Vec<&str> = annotation.arguments.iter().map(|argument| argument.text).collect();
                assert_eq!(&source[annotation.word.span.range()], annotation.word.text);
                format!("{}({}) `{}`", annotation.word.text, arguments.join(" "), &source[annotation.span().range()])
            });
        shown.collect()
    }

    #[test]
    fn words_and_what_follows() {
        assert_eq!(read("-- @name a\n"), ["name(a) `@name a`"]);
        assert_eq!(read("--@expect   fails \r\n"), ["expect(fails) `@expect   fails`"]);
        assert_eq!(read("p; -- @name a @expect holds"), ["name(a) `@name a`", "expect(holds) `@expect holds`"]);
        assert_eq!(read("-- @allow x, y,z"), ["allow(x y z) `@allow x, y,z`"]);
    }

    #[test]
    fn other_comments() {
        assert_eq!(read("-- mail to a@b.org\n-- see @name\n--\n--- - @name x"), [""; 0]);
        assert_eq!(read("-- @"), ["() `@`"]);
    }
}
