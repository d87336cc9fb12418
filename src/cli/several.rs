//! `qmas-rs MODEL…`: all models of a command line, a summary and one exit status for them.

use clap::CommandFactory;

use super::Exit;
use super::args::{Arguments, CheckArguments};
use super::bug::told;
use super::check::{Plan, complain, line, run, to_json};
use super::evidence::Shelf;
use super::interrupt::interruptible;
use super::output::out;
use super::watch::watch;
use super::work::{READ_TWICE, ReportFormat, formulas, is_list, models, read_twice};
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::Cancel;
use crate::report::{JsonLine, JsonOutput, JsonReport, JsonSummary, ModelSummary, Source, junit, summary_table};

pub(super) fn check(arguments: &CheckArguments) -> Exit {
    if let Some(message) = contradiction(arguments) {
        return refuse(arguments, &Diagnostic::error("usage", Span::new(0, 0), message), &command_line());
    }
    let cancel = interruptible();
    if arguments.work.watch { watch(arguments, &cancel) } else { round(arguments, &cancel, &cancel) }
}

/// What cannot be meant, although each part of it can.
fn contradiction(arguments: &CheckArguments) -> Option<String> {
    let readers = || arguments.models.iter().chain(&arguments.work.formulas);
    let (start, max) = (arguments.bound_start, arguments.bound_max);
    if read_twice(readers()) {
        Some(READ_TWICE.to_owned())
    } else if arguments.work.watch && readers().any(|path| path.as_os_str() == "-") {
        Some("--watch needs files; standard input cannot be read again".to_owned())
    } else if arguments.bound_step == 0 {
        Some("--bound-step 0 never comes to another bound; use 1 or more".to_owned())
    } else {
        let max = max.filter(|&max| max < start)?;
        Some(format!("--bound-max {max} is less than --bound-start {start}: there is no bound to try"))
    }
}

fn command_line() -> Source {
    Source::new("the command line", "")
}

/// Checks everything once. `cancel` ends this round, `user` everything.
pub(super) fn round(arguments: &CheckArguments, cancel: &Cancel, user: &Cancel) -> Exit {
    let plan = match Plan::new(arguments, cancel, user) {
        Ok(plan) => plan,
        Err(unsupported) => {
            let message = format!("--memory: {unsupported}");
            return refuse(arguments, &Diagnostic::error("usage", Span::new(0, 0), message), &command_line());
        }
    };
    let command = Arguments::command();
    let commands: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let work = models(&arguments.models, &commands)
        .and_then(|models| Ok((models, formulas(&arguments.formula, &arguments.work.formulas)?)));
    let (models, wanted) = match work {
        Ok(work) => work,
        Err(complaint) => return refuse(arguments, &complaint.0, &complaint.1),
    };
    let several = is_list(&arguments.models, &models);
    let mut shelf = Shelf::new(several);
    let mut done = Vec::new();
    for found in models {
        done.push(match found {
            Err(complaint) => (complained(arguments, &complaint.0, &complaint.1), Exit::Wrong),
            Ok(path) => {
                let titled = several && arguments.format == ReportFormat::Text;
                if titled {
                    out(&format!("{}\n", path.display()));
                }
                let done = run(&path, &wanted, &plan, arguments, &mut shelf);
                if plan.superseded() {
                    return Exit::Interrupted;
                }
                if titled {
                    out("\n");
                }
                done
            }
        });
    }
    if let (Err(failure), Some((report, exit))) = (shelf.finish(&arguments.evidence), done.last_mut()) {
        complain(arguments, &[failure.diagnostic], &Source::new(report.file.clone(), ""), report);
        *exit = exit.worse(failure.exit);
    }
    told(finish(arguments, several, done))
}

fn finish(arguments: &CheckArguments, several: bool, done: Vec<(JsonReport, Exit)>) -> Exit {
    let exit = done.iter().fold(Exit::Success, |worst, (_, exit)| worst.worse(*exit));
    let models: Vec<_> = done.iter().map(|(report, exit)| ModelSummary::new(report, exit.code())).collect();
    let mut reports: Vec<_> = done.into_iter().map(|(report, _)| report).collect();
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
    exit
}

/// A report with nothing but what is wrong.
fn complained(arguments: &CheckArguments, diagnostic: &Diagnostic, source: &Source) -> JsonReport {
    let mut report = JsonReport::new(source.name());
    complain(arguments, std::slice::from_ref(diagnostic), source, &mut report);
    report
}

/// What was asked cannot be done at all.
fn refuse(arguments: &CheckArguments, diagnostic: &Diagnostic, source: &Source) -> Exit {
    finish(arguments, false, vec![(complained(arguments, diagnostic, source), Exit::Wrong)])
}
