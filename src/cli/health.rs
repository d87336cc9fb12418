//! `qmas-rs health`: what can be said of models without any formula.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Exit;
use super::args::{Format, StrictnessArguments};
use super::budget::{LimitArguments, gave_up};
use super::input::{read, show};
use super::output::{err, out};
use super::progress::Progress;
use super::work::{Found, named_models};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{EngineChoice, Learnt, Limits, Options};
use crate::health::health;
use crate::model::Model;
use crate::report::{JsonDiagnostic, JsonFindings, JsonHealth, JsonHealthOutput, Said, Source, health_text, to_json};

/// Who can look: the bounded engine knows no reachable states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HealthEngine {
    /// Enumeration up to 20,000 states, decision diagrams beyond
    Auto,
    /// Enumerated states
    Explicit,
    /// Decision diagrams
    Bdd,
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct HealthArguments {
    /// The models: files, folders with `.ispl` files somewhere below, or `-` for standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Who looks
    #[arg(long, value_enum, default_value_t = HealthEngine::Auto)]
    engine: HealthEngine,
    /// Give up beyond this many reachable states (explicit engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_STATES)]
    max_states: usize,
    /// Give up beyond this many nodes of decision diagrams (BDD engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_NODES)]
    max_nodes: usize,
    #[command(flatten)]
    limits: LimitArguments,
    /// Do not show progress
    #[arg(long, short)]
    quiet: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

const AFTER_HELP: &str = "\
Exit status: 0 nothing to see, 1 something to look at, 2 the model is wrong,
3 something was not found out, 130 interrupted.

Examples:
  qmas-rs health model.ispl
  qmas-rs health models/ --timeout 2m
  qmas-rs health model.ispl --format json
  qmas-rs gen deadlock | qmas-rs health -";

pub(super) fn run(arguments: &HealthArguments) -> Exit {
    let watched = match arguments.limits.watched() {
        Ok(watched) => watched,
        Err(exit) => return exit,
    };
    let limits = watched.limits.clone();
    let Some((models, several)) = named_models(&arguments.models) else { return Exit::Wrong };
    let max_nodes = arguments.max_nodes.min(limits.max_nodes);
    let limits = Limits { max_states: arguments.max_states, max_nodes, ..limits };
    let mut worst = Exit::Success;
    let mut reports = Vec::new();
    for (number, found) in models.into_iter().enumerate() {
        if number > 0 && arguments.format == Format::Text {
            out("\n");
        }
        let (report, exit) = one(arguments, found, &limits);
        worst = worst.worse(exit);
        reports.push(report);
    }
    if arguments.format == Format::Json {
        out(&to_json(&match (several, reports.pop()) {
            (false, Some(report)) => JsonHealthOutput::One(Box::new(report)),
            (_, last) => JsonHealthOutput::Several(reports.into_iter().chain(last).collect()),
        }));
    }
    worst
}

fn one(arguments: &HealthArguments, found: Found, limits: &Limits) -> (JsonHealth, Exit) {
    let path = match found {
        Ok(path) => path,
        Err(complaint) => return (report(arguments, &[complaint.0], &complaint.1), Exit::Wrong),
    };
    let mut input = read(&path, &arguments.strictness);
    let report = report(arguments, &input.loaded.diagnostics, &input.source);
    match input.loaded.model.take() {
        Some(model) => look(arguments, &model, &input.source, limits, report),
        None => (report, Exit::Wrong),
    }
}

/// A report with nothing but what is said of the file.
fn report(arguments: &HealthArguments, said: &[Diagnostic], source: &Source) -> JsonHealth {
    let diagnostics = said.iter().map(|said| JsonDiagnostic::from(&Said::new(said, source))).collect();
    if arguments.format == Format::Text {
        // Warnings are for `lint`; here they would hide what is found.
        let errors = said.iter().filter(|said| said.severity == Severity::Error);
        show(&errors.cloned().collect::<Vec<_>>(), source);
    }
    JsonHealth { diagnostics, ..JsonHealth::new(source.name()) }
}

fn look(
    arguments: &HealthArguments,
    model: &Model,
    source: &Source,
    limits: &Limits,
    mut report: JsonHealth,
) -> (JsonHealth, Exit) {
    let engine = match arguments.engine {
        HealthEngine::Auto => EngineChoice::Auto,
        HealthEngine::Explicit => EngineChoice::Explicit,
        HealthEngine::Bdd => EngineChoice::Bdd,
    };
    let limits = Limits { learnt: Learnt::default(), ..limits.clone() };
    let options = Options { limits, ..Options::default() };
    let progress = Progress::start(arguments.quiet, arguments.limits.timeout, &options.limits, &[]);
    let found = health(model, engine, &options);
    progress.end();
    let exit = match found {
        Ok(health) => {
            let findings = JsonFindings::new(&health, &model.system, source);
            let (any, open) = (findings.any(), !findings.unanswered.is_empty());
            if arguments.format == Format::Text {
                out(&health_text(&health, &model.system, source));
            }
            report.findings = Some(findings);
            match (any, open) {
                (true, _) => Exit::Fails,
                (false, true) => Exit::Open,
                (false, false) => Exit::Success,
            }
        }
        Err(reason) => {
            let (why, exit) = gave_up(&reason, &options.limits);
            if arguments.format == Format::Text {
                err(&format!("gave up: {why}\n"));
            }
            report.gave_up = Some(why);
            exit
        }
    };
    (report, exit)
}
