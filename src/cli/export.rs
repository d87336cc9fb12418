//! `qmas-rs export`: questions and systems as files for other tools.

use std::io::{ErrorKind, Write};
use std::path::Path;

use super::budget::gave_up;
use super::exit::Exit;
use super::export_args::{ExportArguments, ExportFormat};
use super::input::{name, read, show_with};
use super::output::err;
use super::questions::{collect, one};
use super::selection::{Selection, select};
use super::work::named_models;
use crate::bounded::{BoundedOptions, Savings};
use crate::diagnostic::Diagnostic;
use crate::engine::{GaveUp, Limits};
use crate::export::{QuestionFormat, aiger, dot, json, smv};
use crate::options::Options;
use crate::report::{Detail, Source, to_json};

pub(super) fn run(arguments: &ExportArguments) -> Exit {
    let watched = match arguments.limits.watched() {
        Ok(watched) => watched,
        Err(exit) => return exit,
    };
    let limits = watched.limits.clone();
    match export(arguments, &limits) {
        Ok(()) => Exit::Success,
        Err(Failure::Gave(reason)) => {
            let (why, exit) = gave_up(&reason, &limits);
            err(&format!("gave up: {why}\n"));
            exit
        }
        Err(Failure::Wrong(message)) => {
            err(&format!("error: {message}\n"));
            Exit::Wrong
        }
        Err(Failure::Said) => Exit::Wrong,
    }
}

fn export(arguments: &ExportArguments, limits: &Limits) -> Result<(), Failure> {
    let format = question_format(arguments.format);
    let (models, several) = named_models(&arguments.models).ok_or(Failure::Said)?;
    match (format, &arguments.directory) {
        (None, _) if arguments.all_bounds.is_some() => {
            return Err(Failure::Wrong("--all-bounds is for questions: qdimacs, qcir or dimacs".to_owned()));
        }
        (Some(format), Some(folder)) => return collect(arguments, (limits, format), (models, several), folder),
        (None | Some(_), None) | (None, Some(_)) => {}
    }
    let (false, [path]) = (several, arguments.models.as_slice()) else {
        let message = "several models become files in a folder: use --all-bounds and --directory";
        return Err(Failure::Wrong(message.to_owned()));
    };
    let selection = chosen(arguments, path).ok_or(Failure::Said)?;
    let bytes = match format {
        None => system(arguments, limits, (path, &selection))?,
        Some(format) => one(arguments, limits, (path, &selection), format)?,
    };
    write(&arguments.output, &bytes)
}

/// The formulas of a model that are asked about; what is wrong is said.
pub(super) fn chosen(arguments: &ExportArguments, path: &Path) -> Option<Selection> {
    let mut input = read(path, &arguments.strictness);
    let detail = arguments.strictness.detail(Detail::Counted);
    input.show(detail);
    let model = input.loaded.model.take()?;
    let say = |said: &[Diagnostic], source: &Source| show_with(detail, said, source);
    select(&arguments.formula, model, &input.loaded, say)
}

/// Why nothing was written.
pub(super) enum Failure {
    Gave(GaveUp),
    Wrong(String),
    /// What has been said already.
    Said,
}

impl From<GaveUp> for Failure {
    fn from(reason: GaveUp) -> Self {
        match reason {
            // The formula or the format is not for this.
            GaveUp::Declined(why) => {
                let why = why.to_string();
                match why.split_once("; use `--engine ") {
                    // Here engines cannot be chosen.
                    Some((why, _)) => Self::Wrong(format!("there is no question for this formula: {why}")),
                    None => Self::Wrong(why),
                }
            }
            reason => Self::Gave(reason),
        }
    }
}

fn question_format(format: ExportFormat) -> Option<QuestionFormat> {
    match format {
        ExportFormat::Qdimacs => Some(QuestionFormat::Qdimacs),
        ExportFormat::Qcir => Some(QuestionFormat::Qcir),
        ExportFormat::Dimacs => Some(QuestionFormat::Dimacs),
        ExportFormat::Aiger | ExportFormat::Aig | ExportFormat::Smv | ExportFormat::Dot | ExportFormat::Json => None,
    }
}

pub(super) fn options(arguments: &ExportArguments, limits: &Limits) -> Options {
    let bounded = BoundedOptions {
        reach: arguments.reach,
        repetition: arguments.repetition,
        savings: Savings { selectors: !arguments.no_selectors, ..Savings::default() },
        ..BoundedOptions::default()
    };
    Options { bounded, limits: limits.clone(), whole_system: arguments.no_cone, ..Options::default() }
}

/// With the limit on states for the formats that list them.
fn few_states(arguments: &ExportArguments, limits: &Limits) -> Options {
    options(arguments, &Limits { max_states: arguments.max_states, ..limits.clone() })
}

fn system(
    arguments: &ExportArguments,
    limits: &Limits,
    (path, selection): (&Path, &Selection),
) -> Result<Vec<u8>, Failure> {
    let formulas = selection.model.specifications.iter().copied().zip(selection.texts.iter().cloned());
    let formulas: Vec<_> = formulas.collect();
    let (model, title) = (&selection.model, name(path));
    Ok(match arguments.format {
        ExportFormat::Aig => aiger(model, &formulas, &options(arguments, limits))?.binary(),
        ExportFormat::Smv => smv(model, &title, &formulas)?.into_bytes(),
        ExportFormat::Dot => dot(model, &title, &few_states(arguments, limits))?.into_bytes(),
        ExportFormat::Json => to_json(&json(model, &title, &formulas, &few_states(arguments, limits))).into_bytes(),
        ExportFormat::Aiger | ExportFormat::Qdimacs | ExportFormat::Qcir | ExportFormat::Dimacs => {
            aiger(model, &formulas, &options(arguments, limits))?.ascii().into_bytes()
        }
    })
}

/// Half a file is worse than none: here even standard output can fail, unless its reader has had enough.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        return match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::Wrong(format!("cannot write to standard output: {error}")))
            }
            _ => Ok(()),
        };
    }
    std::fs::write(path, bytes).map_err(|error| cannot_write(path, &error))
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Wrong(format!("cannot write `{}`: {error}", path.display()))
}
