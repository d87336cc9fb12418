//! What comments say to us: see [`crate::ispl::Annotation`].
//!
//! `-- @allow KIND…`, `@warn` and `@deny` say what is made of kinds of warnings in this file, wherever they stand in it.
//! Whoever misspells a word means something, so that is a warning; words that are like none of ours are for somebody else.

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::ispl::Annotation;
use crate::lints::{Level, Levels, Origin, named, words};

/// The code of what is wrong with them.
pub(crate) const CODE: &str = "annotations";

/// Adds what the file says about kinds of warnings, and returns what is wrong with its annotations.
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

fn misspelt(annotation: &Annotation<'_>) -> Option<Diagnostic> {
    let word = annotation.word.text;
    let near = did_you_mean(word, Level::ALL.iter().map(|level| level.name()))?;
    let message = format!("`@{word}` says nothing");
    Some(
        Diagnostic::warning(CODE, annotation.span(), message)
            .here("an unknown word")
            .hint(format!("did you mean `@{near}`?")),
    )
}
