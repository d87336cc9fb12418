//! `qmas-rs export`: questions and systems as files for other tools.

use std::path::Path;

use super::budget::gave_up;
use super::exit::Exit;
use super::export_args::{ExportArguments, ExportFormat};
use super::export_common::{Failure, chosen, options, write};
use super::input::name;
use super::output::err;
use super::questions::{collect, one};
use super::selection::Selection;
use super::work::named_models;
use crate::engine::Limits;
use crate::export::{QuestionFormat, aiger, dot, json, smv};
use crate::options::Options;
use crate::report::to_json;

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

fn question_format(format: ExportFormat) -> Option<QuestionFormat> {
    match format {
        ExportFormat::Qdimacs => Some(QuestionFormat::Qdimacs),
        ExportFormat::Qcir => Some(QuestionFormat::Qcir),
        ExportFormat::Dimacs => Some(QuestionFormat::Dimacs),
        ExportFormat::Aiger | ExportFormat::Aig | ExportFormat::Smv | ExportFormat::Dot | ExportFormat::Json => None,
    }
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
