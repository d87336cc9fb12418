//! What is to be done: which models, which formulas, once or again and again.

use std::path::{Path, PathBuf};

use clap::Args;

use super::input::{name, read_text};
use super::output::err;
use super::selection::Wanted;
use crate::annotations::{Note, about_formulas};
use crate::diagnostic::{Diagnostic, Severity, Span, did_you_mean};
use crate::ispl::annotations_of;
use crate::report::Source;

#[derive(Debug, Args)]
pub(super) struct WorkArguments {
    /// Check the formulas of this file, one per line, as `--formula` takes them (may be repeated)
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Formulas")]
    pub(super) formulas: Vec<PathBuf>,
    /// Check again whenever a model or a file of formulas is saved; Ctrl-C ends it
    #[arg(long, help_heading = "Report")]
    pub(super) watch: bool,
    /// Write the verdicts into the models, as comments `-- @expect`
    #[arg(long, conflicts_with = "watch", help_heading = "Report")]
    pub(super) bless: bool,
}

/// What is wrong with what was asked, and the text that shows it.
pub(super) type Complaint = Box<(Diagnostic, Source)>;

/// A model, or why there is none where one was named.
pub(super) type Found = Result<PathBuf, Complaint>;

/// The models among files and folders, in the order in which they were named; those of a folder by name. A folder that
/// cannot be read or has no models in it is an error in its place.
///
/// # Errors
/// A command where a model should be.
pub(super) fn models(named: &[PathBuf], commands: &[&str]) -> Result<Vec<Found>, Complaint> {
    let mut found = Vec::new();
    for (number, path) in named.iter().enumerate() {
        if path.is_dir() {
            let before = found.len();
            below(path, &mut found);
            if found.len() == before {
                let message = format!("there is no `.ispl` file below `{}`", path.display());
                found.push(Err(complaint(path, message)));
            }
        } else if !path.exists()
            && let Some(mistake) = command_as_model(number, &path.to_string_lossy(), commands)
        {
            let message = format!("there is neither a file nor a command `{}`", path.display());
            let mut complaint = complaint(path, if number == 0 { message } else { no_file(path) });
            complaint.0.hint = Some(mistake);
            return Err(complaint);
        } else {
            found.push(Ok(path.clone()));
        }
    }
    Ok(found)
}

/// Whether reports on these models are a list: a folder is one even if it has one model only.
pub(super) fn is_list(named: &[PathBuf], models: &[Found]) -> bool {
    match models {
        [one] => one.is_ok() && named.iter().any(|path| path.is_dir()),
        _ => true,
    }
}

/// The models of a command, and whether they are a list; none, and why is said, if that cannot be meant.
pub(super) fn named_models(named: &[PathBuf]) -> Option<(Vec<Found>, bool)> {
    if read_twice(named) {
        err(&format!("error: {READ_TWICE}\n"));
        return None;
    }
    // There are no commands after a command.
    let models = models(named, &[]).unwrap_or_default();
    let several = is_list(named, &models);
    Some((models, several))
}

fn no_file(path: &Path) -> String {
    format!("there is no file `{}`", path.display())
}

/// What somebody meant who wrote the name of a command, or nearly one, where models stand.
fn command_as_model(number: usize, text: &str, commands: &[&str]) -> Option<String> {
    match number {
        0 => did_you_mean(text, commands.iter().copied()).map(|near| format!("did you mean `qmas-rs {near}`?")),
        _ if commands.contains(&text) => Some(format!("commands come first: `qmas-rs {text} …`")),
        _ => None,
    }
}

/// What to say then.
pub(super) const READ_TWICE: &str = "standard input can be read once only";

/// Whether standard input is named more than once.
pub(super) fn read_twice<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> bool {
    paths.into_iter().filter(|path| path.as_path() == Path::new("-")).count() > 1
}

/// Adds the models of a folder and of the folders in it; hidden ones are left alone.
fn below(folder: &Path, found: &mut Vec<Found>) {
    let cannot = |error: std::io::Error| complaint(folder, format!("cannot read `{}`: {error}", folder.display()));
    let listed = match std::fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) => {
            found.push(Err(cannot(error)));
            return;
        }
    };
    let mut entries = Vec::new();
    for entry in listed {
        match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?, entry.file_name()))) {
            Ok(entry) => entries.push(entry),
            Err(error) => found.push(Err(cannot(error))),
        }
    }
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    for (path, kind, name) in entries {
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        // A link to a folder may lead back here; a link to a file is a file.
        if kind.is_dir() {
            below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "ispl") && path.is_file() {
            found.push(Ok(path));
        }
    }
}

fn complaint(path: &Path, message: String) -> Complaint {
    Box::new((Diagnostic::error("io", Span::new(0, 0), message), Source::new(path.display().to_string(), "")))
}

/// The formulas of the command line, then those of files.
///
/// # Errors
/// The first file that cannot be read.
pub(super) fn formulas(typed: &[String], files: &[PathBuf]) -> Result<Vec<Wanted>, Complaint> {
    let mut wanted: Vec<Wanted> = typed.iter().map(|text| Wanted::typed(text)).collect();
    for file in files {
        let text = read_text(file)?;
        let found = formulas_of(file, &text)?;
        if found.is_empty() {
            return Err(complaint(file, format!("there is no formula in `{}`", file.display())));
        }
        wanted.extend(found);
    }
    Ok(wanted)
}

/// The formulas of a text, one per line, with what comments say about them.
///
/// # Errors
/// What is wrong with the comments: nobody but us reads such files.
fn formulas_of(file: &Path, text: &str) -> Result<Vec<Wanted>, Complaint> {
    let (mut wanted, mut places, mut comments) = (Vec::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let whole = line.trim_end();
        let formula = whole.split("--").next().unwrap_or_default().trim_end();
        if !formula.trim().is_empty() {
            places.push(Span::new(start, start + formula.len()));
            // Line breaks in front keep the places of what is wrong where they are in the file.
            wanted.push(Wanted { from: name(file), text: "\n".repeat(number) + formula, note: Note::default() });
        }
        if let Some(comment) = whole.find("--") {
            comments.push(Span::new(start + comment, start + whole.len()));
        }
        start += line.len();
    }
    let annotations = annotations_of(text, comments);
    let (notes, wrong) = about_formulas(text, &annotations, &places);
    if let Some(first) = wrong.into_iter().next() {
        let diagnostic = Diagnostic { severity: Severity::Error, ..first };
        return Err(Box::new((diagnostic, Source::new(name(file), text))));
    }
    wanted.iter_mut().zip(notes).for_each(|(wanted, note)| wanted.note = note);
    Ok(wanted)
}
