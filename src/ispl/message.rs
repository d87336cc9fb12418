//! chumsky's errors in our words: what was expected, where it is missing, and what the writer may have meant.

use chumsky::error::{Rich, RichPattern, RichReason};

use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};

/// chumsky's error in our words.
pub(super) fn diagnostic(error: &Rich<'_, Token<'_>, Span>, tokens: &[Spanned<'_>], source: &str) -> Diagnostic {
    let span = *error.span();
    let RichReason::ExpectedFound { expected, found } = error.reason() else {
        return Diagnostic::error("syntax", span, error.reason().to_string());
    };
    let mut wanted: Vec<String> = expected.iter().filter_map(pattern).collect();
    wanted.sort();
    wanted.dedup();
    let list = match &wanted[..] {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    };
    let found_text = found.as_ref().map_or_else(|| "the end of the file".to_owned(), |token| token.to_string());
    // What is missing at the end of a line is shown there, not on the next line.
    let previous = tokens.partition_point(|(_, place)| place.end <= span.start).checked_sub(1).map(|at| tokens[at].1);
    let behind = previous.filter(|place| found.is_none() || source[place.end..span.start].contains('\n'));
    let shown = behind.map_or(span, Span::after);
    let mut diagnostic = Diagnostic::error("syntax", shown, format!("expected {list}, found {found_text}"))
        .here(format!("expected {list}"));
    if let Some(token) = found.as_deref() {
        diagnostic = diagnostic.maybe_hint(hint(*token, &wanted));
    }
    diagnostic
}

fn pattern(pattern: &RichPattern<'_, Token<'_>>) -> Option<String> {
    match pattern {
        RichPattern::Token(token) => Some(token.to_string()),
        RichPattern::Label(label) => Some(label.to_string()),
        RichPattern::Identifier(text) => Some(format!("`{text}`")),
        RichPattern::EndOfInput => Some("the end of the file".to_owned()),
        _ => None,
    }
}

fn hint(found: Token<'_>, wanted: &[String]) -> Option<String> {
    if let Token::Identifier(text) = found {
        let keywords = wanted.iter().filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'));
        return did_you_mean(text, keywords).map(|keyword| format!("did you mean `{keyword}`?"));
    }
    let word = found.to_string();
    let reserved = word.trim_matches('`').chars().all(|c| c.is_ascii_alphabetic());
    (reserved && wanted == ["a name"]).then(|| format!("{word} is a reserved word; choose another name"))
}
