//! `qmas-rs lint`: the front end alone.

use super::Exit;
use super::args::{Format, LintArguments};
use super::check::to_json;
use super::input::{Input, read, show};
use super::output::out;
use super::work::named_models;
use crate::diagnostic::Severity;
use crate::report::{JsonOutput, JsonReport};

pub(super) fn run(arguments: &LintArguments) -> Exit {
    let Some((models, several)) = named_models(&arguments.models) else { return Exit::Wrong };
    let mut exit = Exit::Success;
    let mut reports = Vec::new();
    for found in models {
        let input = match found {
            Ok(path) => read(&path, &arguments.strictness),
            Err(complaint) => Input::unreadable(*complaint),
        };
        if input.loaded.has(Severity::Error) {
            exit = Exit::Wrong;
        }
        match arguments.format {
            Format::Text => show(&input.loaded.diagnostics, &input.source),
            Format::Json => {
                let mut report = JsonReport::new(input.source.name());
                report.add_diagnostics(&input.loaded.diagnostics, &input.source);
                reports.push(report);
            }
        }
    }
    if arguments.format == Format::Json {
        // One file is an object, several are a list of them.
        out(&to_json(&match (several, reports.pop()) {
            (false, Some(report)) => JsonOutput::One(Box::new(report)),
            (_, last) => JsonOutput::Several(reports.into_iter().chain(last).collect()),
        }));
    }
    exit
}
