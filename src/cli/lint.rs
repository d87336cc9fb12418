//! `qmas-rs lint`: the front end alone.

use super::Exit;
use super::args::{Format, LintArguments};
use super::evidence::style;
use super::input::{Input, colours, read};
use super::output::Standard;
use super::work::named_models;
use crate::diagnostic::Severity;
use crate::report::{JsonReporter, Report, Reporter, TextOptions, TextReporter};

pub(super) fn run(arguments: &LintArguments) -> Exit {
    let Some((models, several)) = named_models(&arguments.models) else { return Exit::Wrong };
    let mut reporter = reporter(arguments.format, several);
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
        reporter.diagnostics(&input.loaded.diagnostics, &input.source);
        let mut report = Report::new(input.source.name());
        report.add_diagnostics(&input.loaded.diagnostics, &input.source);
        reports.push(report);
    }
    reporter.finish(&reports, exit.code());
    exit
}

/// People want to know what is wrong, and neither names nor sums.
fn reporter(format: Format, several: bool) -> Box<dyn Reporter> {
    let to = Box::new(Standard);
    let text = TextOptions { several: false, style: style(false), colours: colours(), runs: false, statistics: false };
    match format {
        Format::Text => Box::new(TextReporter::new(to, text)),
        Format::Json => Box::new(JsonReporter::new(to, several)),
    }
}
