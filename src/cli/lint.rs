//! `qmas-rs lint`: the front end alone.

use std::path::PathBuf;

use clap::Args;

use super::evidence::style;
use super::examples;
use super::exit::Exit;
use super::formats::Format;
use super::input::{Input, colours, read};
use super::output::{ForPeople, Standard, tell};
use super::strictness::StrictnessArguments;
use super::work::named_models;
use crate::diagnostic::Severity;
use crate::lints::{Found, Kind, kind, words};
use crate::report::{Detail, JsonReporter, Report, Reporter, TextOptions, TextReporter};

#[derive(Debug, Args)]
#[command(after_help = examples::LINT)]
pub(super) struct LintArguments {
    /// The files, or folders with `.ispl` files somewhere below; `-` reads standard input
    #[arg(required_unless_present = "list", value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// List all kinds of warnings
    #[arg(long, conflicts_with = "models")]
    list: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

pub(super) fn run(arguments: &LintArguments) -> Exit {
    if arguments.list {
        tell(&list());
        return Exit::Success;
    }
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

/// All words for kinds of warnings, with what they mean.
fn list() -> String {
    let width = words().map(|(word, _)| word.len()).max().unwrap_or(0);
    let looks = |word: &str| match kind(word) {
        Some(Kind { found: Found::States { by, .. }, .. }) => format!(" (looked for by {})", by.name()),
        _ => String::new(),
    };
    words().map(|(word, means)| format!("{word:<width$}  {means}{}\n", looks(word))).collect()
}

/// People want to know what is wrong, and neither names nor sums.
fn reporter(format: Format, several: bool) -> Box<dyn Reporter> {
    let to = Box::new(Standard);
    let text = TextOptions {
        several: false,
        style: style(false),
        colours: colours(),
        warnings: Detail::Each,
        runs: false,
        statistics: false,
    };
    match format {
        Format::Text => Box::new(TextReporter::new(Box::new(ForPeople), text)),
        Format::Json => Box::new(JsonReporter::new(to, several)),
    }
}
