//! From comments to what they say about formulas, and what is wrong with them.

use std::collections::HashMap;

use super::note::{CODE, Expected, Note};
use super::placed::Places;
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::ispl::Annotation;
use crate::ispl::ast::Name;

/// The words that are about formulas.
pub(super) const WORDS: [&str; 2] = ["name", "expect"];

/// What the annotations of a source say about its formulas, a note for each, and what is wrong with them.
pub(crate) fn notes(source: &str, annotations: &[Annotation<'_>], formulas: &[Span]) -> (Vec<Note>, Vec<Diagnostic>) {
    let mut reader =
        Reader { notes: vec![Note::default(); formulas.len()], names: HashMap::new(), diagnostics: Vec::new() };
    let mut places = Places::new(source, formulas);
    let about_formulas = annotations.iter().filter(|annotation| WORDS.contains(&annotation.word.text));
    let mut placed: Vec<_> =
        about_formulas.rev().map(|annotation| (annotation, places.formula(annotation.comment))).collect();
    placed.reverse();
    for (annotation, number) in placed {
        match number {
            Some(number) => reader.add(annotation, number),
            None => reader.misplaced(annotation),
        }
    }
    (reader.notes, reader.diagnostics)
}

struct Reader {
    notes: Vec<Note>,
    /// Where each name was given.
    names: HashMap<String, Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn add(&mut self, annotation: &Annotation<'_>, number: usize) {
        let [argument] = annotation.arguments.as_slice() else {
            let word = annotation.word.text;
            let message = format!("`@{word}` takes one word, not {}", annotation.arguments.len());
            let example = if word == "name" { "nobody_learns" } else { "fails" };
            let diagnostic = Diagnostic::warning(CODE, annotation.span(), message).here("one word");
            self.diagnostics.push(diagnostic.hint(format!("such as `-- @{word} {example}`")));
            return;
        };
        match annotation.word.text {
            "name" => self.name(*argument, number),
            _ => self.expect(*argument, number),
        }
    }

    fn name(&mut self, name: Name<'_>, number: usize) {
        let such = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if !name.text.starts_with(char::is_alphabetic) || !name.text.chars().all(such) {
            let diagnostic =
                Diagnostic::warning(CODE, name.span, format!("`{}` is no name", name.text)).here("no name");
            self.diagnostics.push(diagnostic.hint("a name begins with a letter and has letters, digits, `_` and `-`"));
        } else if let Some(&first) = self.names.get(name.text) {
            let diagnostic =
                Diagnostic::warning(CODE, name.span, format!("`{}` is the name of two formulas", name.text));
            self.diagnostics.push(diagnostic.here("again").label(first, "first here").hint("give it another name"));
        } else if let Some(other) = &self.notes[number].name {
            let diagnostic = Diagnostic::warning(CODE, name.span, format!("this formula is called `{other}` already"));
            let first = self.names[other];
            self.diagnostics
                .push(diagnostic.here("another name").label(first, "first here").hint("remove one of them"));
        } else {
            self.names.insert(name.text.to_owned(), name.span);
            self.notes[number].name = Some(name.text.to_owned());
        }
    }

    fn expect(&mut self, word: Name<'_>, number: usize) {
        let note = &mut self.notes[number];
        match (word.text.parse::<Expected>(), note.place) {
            (Ok(_), Some(first)) => {
                let diagnostic = Diagnostic::warning(CODE, word.span, "this formula has an expectation already");
                self.diagnostics
                    .push(diagnostic.here("another one").label(first, "first here").hint("remove one of them"));
            }
            (Ok(expected), None) => (note.expected, note.place) = (Some(expected), Some(word.span)),
            (Err(_), _) => {
                let hint = match did_you_mean(word.text, Expected::ALL.iter().map(|expected| expected.name())) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "write `-- @expect holds` or `-- @expect fails`".to_owned(),
                };
                let message = format!("a formula cannot be expected to be `{}`", word.text);
                self.diagnostics.push(Diagnostic::warning(CODE, word.span, message).here("unknown").hint(hint));
            }
        }
    }

    fn misplaced(&mut self, annotation: &Annotation<'_>) {
        let message = format!("`@{}` is about no formula", annotation.word.text);
        let diagnostic = Diagnostic::warning(CODE, annotation.span(), message).here("no formula here");
        self.diagnostics.push(diagnostic.hint("put it on the line above a formula, or behind one"));
    }
}
