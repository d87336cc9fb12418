//! `qmas-rs MODEL…`: all models of a command line, a summary and one exit status for them; with `--watch`, again and
//! again.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use clap::CommandFactory;

use super::Exit;
use super::args::{Arguments, CheckArguments};
use super::check::{Plan, line, run, to_json};
use super::input::show;
use super::interrupt::listen;
use super::output::{err, out};
use super::work::{ReportFormat, formulas, models};
use crate::engine::Cancel;
use crate::report::{JsonLine, JsonOutput, JsonReport, JsonSummary, ModelSummary, junit, summary_table};

/// How often `--watch` looks at the files.
const LOOK: Duration = Duration::from_millis(200);

pub(super) fn check(arguments: &CheckArguments) -> Exit {
    let standard_input = PathBuf::from("-");
    let readers = arguments.models.iter().chain(&arguments.work.formulas);
    let readers = readers.filter(|path| **path == standard_input).count();
    if readers > 1 {
        err("error: standard input can be read once only\n");
        return Exit::Wrong;
    }
    if readers > 0 && arguments.work.watch {
        err("error: --watch needs files; standard input cannot be read again\n");
        return Exit::Wrong;
    }
    let cancel = interruptible();
    if arguments.work.watch { watch(arguments, &cancel) } else { round(arguments, &cancel) }
}

/// A token that Ctrl-C cancels; a second Ctrl-C ends the process.
pub(super) fn interruptible() -> Cancel {
    let cancel = Cancel::default();
    listen(&cancel);
    cancel
}

/// Checks everything once.
fn round(arguments: &CheckArguments, cancel: &Cancel) -> Exit {
    let plan = match Plan::new(arguments, cancel) {
        Ok(plan) => plan,
        Err(unsupported) => {
            err(&format!("error: --memory: {unsupported}\n"));
            return Exit::Wrong;
        }
    };
    let command = Arguments::command();
    let commands: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let work = models(&arguments.models, &commands)
        .and_then(|models| Ok((models, formulas(&arguments.formula, &arguments.work.formulas)?)));
    let (models, wanted) = match work {
        Ok(work) => work,
        Err(complaint) => return refuse(arguments, *complaint),
    };
    // A folder is a list of models even if there is one only.
    let several = models.len() > 1 || arguments.models.iter().any(|path| path.is_dir());
    let mut reports = Vec::new();
    let mut summaries = Vec::new();
    let mut exit = Exit::Success;
    for path in &models {
        if several && arguments.format == ReportFormat::Text {
            out(&format!("{}\n", path.display()));
        }
        let (report, one) = run(path, &wanted, &plan, arguments);
        summaries.push(ModelSummary::new(&report, one.code()));
        reports.push(report);
        exit = exit.worse(one);
        if several && arguments.format == ReportFormat::Text {
            out("\n");
        }
    }
    finish(arguments, several, reports, summaries, exit);
    exit
}

fn finish(
    arguments: &CheckArguments,
    several: bool,
    mut reports: Vec<JsonReport>,
    models: Vec<ModelSummary>,
    exit: Exit,
) {
    match arguments.format {
        ReportFormat::Text if several => out(&summary_table(&models)),
        ReportFormat::Text | ReportFormat::Mcmas => {}
        ReportFormat::Json => out(&to_json(&match (several, reports.pop()) {
            (false, Some(report)) => JsonOutput::One(Box::new(report)),
            (_, last) => JsonOutput::Several(reports.into_iter().chain(last).collect()),
        })),
        ReportFormat::Jsonl => {
            let version = JsonReport::VERSION;
            line(&JsonLine::Summary(JsonSummary { version, models, exit_status: exit.code() }));
        }
        ReportFormat::Junit => out(&junit(&reports)),
    }
}

/// What was asked cannot be done at all.
fn refuse(
    arguments: &CheckArguments,
    (diagnostic, source): (crate::diagnostic::Diagnostic, crate::report::Source),
) -> Exit {
    let mut report = JsonReport::new(source.name());
    report.add_diagnostics(std::slice::from_ref(&diagnostic), &source);
    match arguments.format {
        ReportFormat::Text | ReportFormat::Mcmas => show(&[diagnostic], &source),
        ReportFormat::Jsonl => line(&JsonLine::Diagnostic(report.diagnostics[0].clone())),
        ReportFormat::Json | ReportFormat::Junit => {}
    }
    let summary = ModelSummary::new(&report, Exit::Wrong.code());
    finish(arguments, false, vec![report], vec![summary], Exit::Wrong);
    Exit::Wrong
}

/// Checks everything, and again whenever a file has changed, until somebody interrupts.
fn watch(arguments: &CheckArguments, cancel: &Cancel) -> Exit {
    loop {
        let seen = look(arguments);
        round(arguments, cancel);
        err("watching; Ctrl-C ends this\n");
        while look(arguments) == seen {
            if cancel.is_cancelled() {
                return Exit::Interrupted;
            }
            thread::sleep(LOOK);
        }
        if cancel.is_cancelled() {
            return Exit::Interrupted;
        }
    }
}

/// The files that matter, with the time and size of each as it is now.
fn look(arguments: &CheckArguments) -> Vec<(PathBuf, Option<(SystemTime, u64)>)> {
    // A folder that cannot be read now may be there again later.
    let files = models(&arguments.models, &[]).unwrap_or_default();
    let files = files.into_iter().chain(arguments.work.formulas.iter().cloned());
    let state = |path: &PathBuf| {
        let metadata = std::fs::metadata(path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.map(|path| (path.clone(), state(&path))).collect()
}
