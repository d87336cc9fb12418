//! `qmas-rs export`: questions and systems as files for other tools.

use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;

use super::budget::gave_up;
use super::exit::Exit;
use super::export_args::{ExportArguments, ExportFormat};
use super::input::{name, read, show_with};
use super::output::err;
use super::selection::{Selection, select};
use crate::bounded::{BoundedOptions, Savings};
use crate::diagnostic::Diagnostic;
use crate::engine::{GaveUp, Limits};
use crate::export::{QuestionFormat, Written, aiger, dot, json, question, smv};
use crate::options::Options;
use crate::report::{Detail, Source, to_json};

/// What the manifest says of a file.
#[derive(Serialize)]
struct Entry<'a> {
    file: String,
    model: String,
    formula: &'a str,
    bound: usize,
    query: &'static str,
    alternations: usize,
    variables: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gates: Option<usize>,
    /// Whether the question has the answer yes, if that was easy to find out.
    answer: Option<bool>,
    /// What a solver for this file must exit with, then.
    exit_status: Option<u8>,
}

pub(super) fn run(arguments: &ExportArguments) -> Exit {
    let watched = match arguments.limits.watched() {
        Ok(watched) => watched,
        Err(exit) => return exit,
    };
    let limits = watched.limits.clone();
    let mut input = read(&arguments.model, &arguments.strictness);
    let detail = arguments.strictness.detail(Detail::Counted);
    input.show(detail);
    let Some(model) = input.loaded.model.take() else { return Exit::Wrong };
    let say = |said: &[Diagnostic], source: &Source| show_with(detail, said, source);
    let Some(selection) = select(&arguments.formula, model, &input.loaded, say) else {
        return Exit::Wrong;
    };
    let done = match question_format(arguments.format) {
        None if arguments.all_bounds.is_some() => {
            Err(Failure::Wrong("--all-bounds is for questions: qdimacs, qcir or dimacs".to_owned()))
        }
        None => system(arguments, &limits, &selection),
        Some(format) => questions(arguments, &limits, &selection, format),
    };
    match done {
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
    }
}

/// Why nothing was written.
enum Failure {
    Gave(GaveUp),
    Wrong(String),
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

fn options(arguments: &ExportArguments, limits: &Limits) -> Options {
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

fn system(arguments: &ExportArguments, limits: &Limits, selection: &Selection) -> Result<(), Failure> {
    let formulas = selection.model.specifications.iter().copied().zip(selection.texts.iter().cloned());
    let formulas: Vec<_> = formulas.collect();
    let (model, title) = (&selection.model, name(&arguments.model));
    let bytes = match arguments.format {
        ExportFormat::Aig => aiger(model, &formulas, &options(arguments, limits))?.binary(),
        ExportFormat::Smv => smv(model, &title, &formulas)?.into_bytes(),
        ExportFormat::Dot => dot(model, &title, &few_states(arguments, limits))?.into_bytes(),
        ExportFormat::Json => to_json(&json(model, &title, &formulas, &few_states(arguments, limits))).into_bytes(),
        ExportFormat::Aiger | ExportFormat::Qdimacs | ExportFormat::Qcir | ExportFormat::Dimacs => {
            aiger(model, &formulas, &options(arguments, limits))?.ascii().into_bytes()
        }
    };
    write(&arguments.output, &bytes)
}

fn questions(
    arguments: &ExportArguments,
    limits: &Limits,
    selection: &Selection,
    format: QuestionFormat,
) -> Result<(), Failure> {
    let ([specification], [text], [index]) =
        (selection.model.specifications.as_slice(), selection.texts.as_slice(), selection.indices.as_slice())
    else {
        let count = selection.texts.len();
        return Err(Failure::Wrong(format!(
            "a question is about one formula, not {count}; choose one with --formula N"
        )));
    };
    let asked = arguments.query;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let model = name(&arguments.model);
    let title = format!("{model}, formula {index}: {text}");
    let options = options(arguments, limits);
    let ask = |bound: usize| -> Result<Written, GaveUp> {
        question(&selection.model, (*specification, asked), bound, (format, &title), &options)
    };
    let (Some((first, last)), Some(folder)) = (arguments.all_bounds, &arguments.directory) else {
        return write(&arguments.output, ask(arguments.bound)?.text.as_bytes());
    };
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let mut manifest = Vec::new();
    let mut end = Ok(());
    for bound in first..=last {
        let written = match ask(bound) {
            Ok(written) => written,
            Err(reason) => {
                // What is there is right, and the manifest says what is there.
                err(&format!("the files end before bound {bound}\n"));
                end = Err(reason.into());
                break;
            }
        };
        let file = format!("formula-{index}-{}-{bound}.{}", asked.name(), ending(format));
        write(&folder.join(&file), written.text.as_bytes())?;
        let truth = written.truth();
        manifest.push(Entry {
            file,
            model: model.clone(),
            formula: &text,
            bound,
            query: asked.name(),
            alternations: written.alternations,
            variables: written.variables,
            clauses: written.clauses,
            gates: written.gates,
            answer: truth.map(|truth| written.answer(truth)),
            exit_status: truth.map(|truth| if truth { 10 } else { 20 }),
        });
    }
    write(&folder.join("manifest.json"), to_json(&manifest).as_bytes()).and(end)
}

fn ending(format: QuestionFormat) -> &'static str {
    match format {
        QuestionFormat::Qdimacs => "qdimacs",
        QuestionFormat::Qcir => "qcir",
        QuestionFormat::Dimacs => "cnf",
    }
}

/// Half a file is worse than none: here even standard output can fail, unless its reader has had enough.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
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

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Wrong(format!("cannot write `{}`: {error}", path.display()))
}
