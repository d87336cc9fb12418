//! `qmas-rs lint`: the front end alone.

use super::Exit;
use super::args::{Format, LintArguments};
use super::check::{print, to_json};
use super::input::{read, show};
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
        let text = match &reports[..] {
            [report] => to_json(report),
            _ => to_json(&reports),
        };
        print(&format!("{text}\n"));
    }
    exit
}
