//! `qmas-rs MODEL…`: all models of a command line, a summary and one exit status for them.

use std::time::Instant;

use clap::CommandFactory;

use super::args::Arguments;
use super::bug::told;
use super::check::{Plan, nowhere, run};
use super::check_args::CheckArguments;
use super::evidence::EvidenceWriter;
use super::exit::Exit;
use super::interrupt::interruptible;
use super::reporting::Reporting;
use super::watch::watch;
use super::work::{READ_TWICE, formulas, is_list, models, read_twice};
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::Cancel;
use crate::report::{Report, Source};

pub(super) fn check(arguments: &CheckArguments) -> Exit {
    if let Some(message) = contradiction(arguments) {
        return refuse(arguments, &Diagnostic::error("usage", Span::new(0, 0), message), &command_line());
    }
    let cancel = interruptible();
    let round = |end: &Cancel| round(arguments, end, &cancel);
    if arguments.work.watch { watch(arguments, &cancel, round) } else { round(&cancel) }
}

/// What cannot be meant, although each part of it can.
fn contradiction(arguments: &CheckArguments) -> Option<String> {
    let readers = || arguments.models.iter().chain(&arguments.work.formulas);
    let (start, max) = (arguments.bounded.bound_start, arguments.bounded.bound_max);
    if read_twice(readers()) {
        Some(READ_TWICE.to_owned())
    } else if arguments.work.watch && readers().any(|path| path.as_os_str() == "-") {
        Some("--watch needs files; standard input cannot be read again".to_owned())
    } else if arguments.work.bless && arguments.models.iter().any(|path| path.as_os_str() == "-") {
        Some("--bless needs files; nothing can be written into standard input".to_owned())
    } else if arguments.bounded.bound_step == 0 {
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
fn round(arguments: &CheckArguments, cancel: &Cancel, user: &Cancel) -> Exit {
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
    let reporting = Reporting::new(arguments, several);
    let mut evidence = EvidenceWriter::new(several);
    let mut done = Vec::new();
    for found in models {
        let (report, exit) = match found {
            Err(complaint) => complained(&reporting, &complaint.0, &complaint.1),
            Ok(path) => {
                reporting.reporter().begin(&path.display().to_string());
                let begun = Instant::now();
                let mut done = run(&path, &wanted, &plan, &reporting, &mut evidence);
                if plan.superseded() {
                    return Exit::Interrupted;
                }
                done.0.elapsed = Some(begun.elapsed());
                done
            }
        };
        reporting.reporter().model(&report);
        done.push((report, exit));
    }
    if let (Err(failure), Some((report, exit))) = (evidence.finish(&arguments.evidence), done.last_mut()) {
        reporting.complain(&[*failure.diagnostic], &nowhere(report), report);
        *exit = exit.worse(failure.exit);
    }
    told(finish(&reporting, done))
}

/// All models are done.
fn finish(reporting: &Reporting, done: Vec<(Report, Exit)>) -> Exit {
    let worst = done.iter().fold(Exit::Success, |worst, (_, exit)| worst.worse(*exit));
    let with_status = |(report, exit): (Report, Exit)| Report { exit_status: exit.code(), ..report };
    let reports: Vec<Report> = done.into_iter().map(with_status).collect();
    reporting.reporter().finish(&reports, worst.code());
    worst
}

/// A report with nothing but what is wrong.
fn complained(reporting: &Reporting, diagnostic: &Diagnostic, source: &Source) -> (Report, Exit) {
    let mut report = Report::new(source.name());
    reporting.complain(std::slice::from_ref(diagnostic), source, &mut report);
    (report, Exit::Wrong)
}

/// What was asked cannot be done at all.
fn refuse(arguments: &CheckArguments, diagnostic: &Diagnostic, source: &Source) -> Exit {
    let reporting = Reporting::new(arguments, false);
    let done = complained(&reporting, diagnostic, source);
    finish(&reporting, vec![done])
}
