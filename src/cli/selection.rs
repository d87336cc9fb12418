//! `--formula` and `--formulas`: which formulas a command is about.

use super::mistakes::Mistakes;
use crate::annotations::Note;
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::load::Loaded;
use crate::model::Model;
use crate::report::Source;

/// A model with the formulas that were chosen, and no others.
pub(super) struct Selection {
    pub(super) model: Model,
    /// As they were written.
    pub(super) texts: Vec<String>,
    /// What is said about them.
    pub(super) notes: Vec<Note>,
    /// Their places in the file, from 1; those of the command line come after them.
    pub(super) indices: Vec<usize>,
}

/// A formula that somebody asked for: a number, or a text.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// Where it was written.
    pub(super) from: String,
    /// What was written.
    pub(super) text: String,
    /// What is said about it there.
    pub(super) note: Note,
}

impl Wanted {
    /// From the command line.
    pub(super) fn typed(text: &str) -> Self {
        Self { from: "--formula".to_owned(), text: text.to_owned(), note: Note::default() }
    }
}

/// Takes the formulas that the command line names; all of the file if there is none.
pub(super) fn select(
    typed: &[String],
    model: Model,
    loaded: &Loaded,
    say: impl FnMut(&[Diagnostic], &Source),
) -> Option<Selection> {
    let wanted: Vec<Wanted> = typed.iter().map(|text| Wanted::typed(text)).collect();
    select_wanted(&wanted, model, loaded, say)
}

/// Takes the formulas of a file by their numbers and reads others; all of the file if none is `wanted`. What is wrong is
/// said for all of them.
pub(super) fn select_wanted(
    wanted: &[Wanted],
    mut model: Model,
    loaded: &Loaded,
    mut say: impl FnMut(&[Diagnostic], &Source),
) -> Option<Selection> {
    let texts = &loaded.texts;
    if wanted.is_empty() {
        let indices = (1..=texts.len()).collect();
        return Some(Selection { model, texts: texts.clone(), notes: loaded.notes.clone(), indices });
    }
    let available = std::mem::take(&mut model.specifications);
    let mut selection = Selection { model, texts: Vec::new(), notes: Vec::new(), indices: Vec::new() };
    let (mut mistakes, mut read) = (Mistakes::default(), 0);
    for Wanted { from, text: wanted, note } in wanted {
        if let Some(number) = number(wanted.trim(), loaded) {
            let Some(&specification) = number.checked_sub(1).and_then(|index| available.get(index)) else {
                let message = format!("there is no formula {number}; the file has {}", available.len());
                let span = Span::new(wanted.len() - wanted.trim_start().len(), wanted.len());
                mistakes.add(from, wanted, vec![Diagnostic::error("unknown-formula", span, message)]);
                continue;
            };
            selection.model.specifications.push(specification);
            selection.texts.push(texts[number - 1].clone());
            selection.notes.push(note.or(&loaded.notes[number - 1]));
            selection.indices.push(number);
            continue;
        }
        match loaded.formula(wanted, &mut selection.model) {
            Ok((specification, warnings)) => {
                say(&warnings, &Source::new(from.clone(), wanted.clone()));
                selection.model.specifications.push(specification);
                selection.texts.push(wanted.trim().trim_end_matches(';').to_owned());
                selection.notes.push(note.clone());
                read += 1;
                selection.indices.push(available.len() + read);
            }
            Err(mut errors) => {
                meant_name(wanted, loaded, &mut errors);
                mistakes.add(from, wanted, errors);
            }
        }
    }
    (!mistakes.told(say)).then_some(selection)
}

/// The number of a formula of the file, from 1, if it is chosen by that or by its name.
pub(super) fn number(wanted: &str, loaded: &Loaded) -> Option<usize> {
    let named = || loaded.notes.iter().position(|note| note.name.as_deref() == Some(wanted)).map(|at| at + 1);
    wanted.parse().ok().or_else(named)
}

/// Adds to what is wrong with a formula that it may be a name of one, mistyped.
pub(super) fn meant_name(wanted: &str, loaded: &Loaded, errors: &mut [Diagnostic]) {
    let names = loaded.notes.iter().filter_map(|note| note.name.as_deref());
    let near = did_you_mean(wanted.trim(), names).map(|name| format!("did you mean the formula called `{name}`?"));
    if let (Some(hint), Some(first)) = (near, errors.first_mut()) {
        first.fix.clear();
        first.hint = Some(match first.hint.take().filter(|said| said.starts_with("did you mean")) {
            Some(said) => format!("{said} Or {hint}"),
            None => hint,
        });
    }
}
