//! Formulas and conditions as people write them by habit, from papers and from other tools: what to write here, as words and
//! as a fix that a program can apply.
//!
//! Only what cannot be read is looked at, and a fix is offered only if what it makes can be read.
//!
//! | file | holds |
//! |---|---|
//! | `words` | words of other notations |
//! | `brackets` | where brackets close and formulas end |
//! | `symbols` | what stands for what, token by token |
//! | `arrows` | `<->`, and `->` in conditions, which need both of their sides |
//! | `groups` | sets of agents where a group is due |

mod arrows;
mod brackets;
mod groups;
mod symbols;
mod words;

pub(super) use groups::Declared;

use super::token::{Spanned, lex};
use crate::diagnostic::{Diagnostic, Replacement, Span};
use arrows::Arrow;

/// So many agents between brackets are looked at.
const LONGEST_LIST: usize = 200;
/// A formula that is longer than this is not shown as it should be.
const LONGEST_SHOWN: usize = 100;

/// So many habits are named.
const MOST_SAID: usize = 6;

/// A stretch that is written otherwise here.
#[derive(Debug, Clone)]
struct Change {
    span: Span,
    text: String,
    /// As a person says it, unless another change says it.
    said: Option<String>,
}

/// Adds to a complaint about a formula what to write instead, if that can be guessed. `reads` says whether tokens are a
/// formula.
pub(super) fn in_formula(
    tokens: &[Spanned<'_>],
    declared: &Declared,
    reads: impl Fn(&[Spanned<'_>]) -> bool,
    diagnostic: &mut Diagnostic,
) {
    let (changes, groups) = symbols::in_formula(tokens, declared);
    let Some(mut fix) = mend(tokens, changes, Arrow::BothWays, reads, diagnostic) else { return };
    if !groups.is_empty() {
        match declared.declaring(&groups) {
            Some(declaration) => fix.insert(0, declaration),
            // Nobody knows where the model is.
            None => return,
        }
    }
    diagnostic.fix = fix;
}

/// The same for a condition or for assignments.
pub(super) fn in_condition(
    tokens: &[Spanned<'_>],
    reads: impl Fn(&[Spanned<'_>]) -> bool,
    diagnostic: &mut Diagnostic,
) {
    if let Some(fix) = mend(tokens, symbols::in_condition(tokens), Arrow::Implies, reads, diagnostic) {
        diagnostic.fix = fix;
    }
}

/// Says what to write; the fix, if it makes something that can be read.
fn mend(
    tokens: &[Spanned<'_>],
    mut changes: Vec<Change>,
    arrow: Arrow,
    reads: impl Fn(&[Spanned<'_>]) -> bool,
    diagnostic: &mut Diagnostic,
) -> Option<Vec<Replacement>> {
    // What is put in comes before what is replaced at the same place.
    changes.sort_by_key(|change| change.span);
    let mut said: Vec<String> = Vec::new();
    for words in changes.iter().filter_map(|change| change.said.as_ref()) {
        if said.len() < MOST_SAID && !said.contains(words) {
            said.push(words.clone());
        }
    }
    let once = changed(tokens, &changes);
    let twice = arrows::written_out(&lex(&once).tokens, arrow);
    if twice.is_some() {
        said.push(arrow.said().to_owned());
    }
    if said.is_empty() {
        return None;
    }
    let text = twice.as_ref().unwrap_or(&once);
    let lexed = lex(text);
    let mends = lexed.diagnostics.is_empty() && reads(&lexed.tokens);
    let shown = if mends && text.len() <= LONGEST_SHOWN { format!(": `{text}`") } else { String::new() };
    diagnostic.hint = Some(format!("write {}{shown}", said.join(", ")));
    if !mends {
        return None;
    }
    let all = tokens.first()?.1.to(tokens.last()?.1);
    Some(match twice {
        Some(text) => vec![Replacement { span: all, text }],
        None => merged(changes),
    })
}

/// One replacement per place.
fn merged(changes: Vec<Change>) -> Vec<Replacement> {
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
fn changed(tokens: &[Spanned<'_>], changes: &[Change]) -> String {
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
