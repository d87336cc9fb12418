//! `qmas-rs lint`: the front end alone.

use super::Exit;
use super::args::{Format, LintArguments};
use super::input::{read, show};
use super::output::out;
use crate::diagnostic::Severity;
use crate::report::JsonReport;

pub(super) fn run(arguments: &LintArguments) -> Exit {
    let mut exit = Exit::Success;
    let mut reports = Vec::new();
    for path in &arguments.models {
        let input = read(path, &arguments.strictness);
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
        match &reports[..] {
            [report] => out(&super::check::to_json(report)),
            _ => out(&super::check::to_json(&reports)),
        }
    }
    exit
}
