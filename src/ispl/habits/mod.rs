//! Formulas and conditions as people write them by habit, from papers and from other tools: what to write here, as words and
//! as a fix that a program can apply.
//!
//! Only what cannot be read is looked at, and a fix is offered only if what it makes can be read.
//!
//! | file | holds |
//! |---|---|
//! | `words` | words of other notations |
//! | `brackets` | where brackets close and formulas end |
//! | `change` | a stretch that is written otherwise |
//! | `symbols` | what stands for what, token by token |
//! | `arrows` | `<->`, and `->` in conditions, which need both of their sides |
//! | `groups` | sets of agents where a group is due |

mod arrows;
mod brackets;
mod change;
mod groups;
mod symbols;
mod words;

pub(super) use groups::Declared;

use super::token::{Spanned, lex};
use crate::diagnostic::{Diagnostic, Replacement};
use arrows::Arrow;
use change::{Change, changed, merged};

/// A formula that is longer than this is not shown as it should be.
const LONGEST_SHOWN: usize = 100;

/// So many habits are named.
const MOST_SAID: usize = 6;

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
