//! Stretches of a formula that are written otherwise here, and the text that comes of it.

use crate::diagnostic::{Replacement, Span};
use crate::ispl::token::Spanned;

/// A stretch that is written otherwise here.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) span: Span,
    pub(super) text: String,
    /// As a person says it, unless another change says it.
    pub(super) said: Option<String>,
}

/// One replacement per place.
pub(super) fn merged(changes: Vec<Change>) -> Vec<Replacement> {
    let mut merged: Vec<Replacement> = Vec::new();
    for Change { span, text, .. } in changes {
        match merged.last_mut().filter(|last| last.span == span) {
            Some(last) => last.text.push_str(&text),
            None => merged.push(Replacement { span, text }),
        }
    }
    merged
}

/// Tokens as one line, with changes, which are in their order.
pub(super) fn changed(tokens: &[Spanned<'_>], changes: &[Change]) -> String {
    let mut out = String::new();
    let mut changes = changes.iter().peekable();
    let mut done = tokens.first().map_or(0, |(_, span)| span.start);
    for (token, span) in tokens {
        while let Some(change) = changes.next_if(|change| change.span.start <= span.start) {
            blank(&mut out, done, change.span.start);
            out.push_str(&change.text);
            done = done.max(change.span.end);
        }
        if span.start >= done {
            blank(&mut out, done, span.start);
            out.push_str(token.text());
            done = span.end;
        }
    }
    changes.for_each(|change| out.push_str(&change.text));
    out
}

/// A blank for whatever stands between two places.
fn blank(out: &mut String, from: usize, to: usize) {
    if from < to && !out.is_empty() {
        out.push(' ');
    }
}
