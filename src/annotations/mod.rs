//! What comments say to us: see [`crate::ispl::Annotation`].
//!
//! `-- @allow KIND…`, `@warn` and `@deny` say what is made of kinds of warnings in this file, wherever they stand in it.
//! `-- @name NAME` and `-- @expect holds|fails` are about a formula: the one on whose line they stand, or the next one below.
//! Whoever misspells a word means something, so that is a warning; words that are like none of ours are for somebody else.
//!
//! | file | holds |
//! |---|---|
//! | `note` | what is said about a formula, as data |
//! | `notes` | from comments to the notes of formulas |
//! | `placed` | which formula a comment is about |
//! | `bless` | writing expectations into a text |

mod bless;
mod note;
mod notes;
mod placed;

pub use bless::{Verdict, bless};
use note::CODE;
pub use note::{Expected, Note};
pub(crate) use notes::notes;

use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::ispl::Annotation;
use crate::lints::{Level, Levels, Origin, named, words};

/// Adds what the file says about kinds of warnings, and returns what is wrong with its annotations, but for those about
/// formulas.
pub(crate) fn read(annotations: &[Annotation<'_>], levels: &mut Levels) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for annotation in annotations {
        match annotation.word.text.parse::<Level>() {
            Ok(level) => set(annotation, level, levels, &mut diagnostics),
            Err(_) => diagnostics.extend(misspelt(annotation)),
        }
    }
    diagnostics
}

fn set(annotation: &Annotation<'_>, level: Level, levels: &mut Levels, diagnostics: &mut Vec<Diagnostic>) {
    if annotation.arguments.is_empty() {
        let message = format!("`@{level}` does not say what");
        let hint = format!("such as `-- @{level} unused-atoms`; `qmas-rs lint --list` names all kinds");
        diagnostics.push(Diagnostic::warning(CODE, annotation.span(), message).here("of which kind?").hint(hint));
    }
    for argument in &annotation.arguments {
        match named(argument.text) {
            Some(kinds) => levels.set(Origin::Comment, &kinds, level),
            None => {
                let message = format!("there is no kind of warnings `{}`", argument.text);
                let hint = match did_you_mean(argument.text, words().map(|(word, _)| word)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`qmas-rs lint --list` names all kinds".to_owned(),
                };
                diagnostics.push(Diagnostic::warning(CODE, argument.span, message).here("unknown").hint(hint));
            }
        }
    }
}

/// What comments say about formulas that stand in no model, a note for each, and all that is wrong with the comments.
pub(crate) fn about_formulas(
    source: &str,
    annotations: &[Annotation<'_>],
    formulas: &[Span],
) -> (Vec<Note>, Vec<Diagnostic>) {
    let (notes, mut wrong) = notes(source, annotations, formulas);
    wrong.extend(annotations.iter().filter_map(misspelt));
    (notes, wrong)
}

fn misspelt(annotation: &Annotation<'_>) -> Option<Diagnostic> {
    let word = annotation.word.text;
    let known = || Level::ALL.iter().map(|level| level.name()).chain(notes::WORDS);
    if known().any(|known| known == word) {
        return None;
    }
    let near = did_you_mean(word, known())?;
    let diagnostic = Diagnostic::warning(CODE, annotation.span(), format!("`@{word}` says nothing"));
    Some(diagnostic.here("an unknown word").hint(format!("did you mean `@{near}`?")))
}
