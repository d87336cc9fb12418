//! `qmas-rs health`: what can be said of models without any formula.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::Exit;
use super::args::{Engine, Format, StrictnessArguments};
use super::check::{engine, to_json};
use super::input::{read, show};
use super::output::{err, out};
use super::several::interruptible;
use crate::diagnostic::Severity;
use crate::engine::{Cancel, GaveUp, Limits, Options};
use crate::health::health;
use crate::report::{JsonFindings, JsonHealth, JsonReport, health_text};

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct HealthArguments {
    /// The model; `-` reads standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Who looks; `auto` enumerates up to 20,000 states and turns to decision diagrams beyond
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    engine: Engine,
    /// Give up beyond this many reachable states (explicit engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_STATES)]
    max_states: usize,
    /// Give up beyond this many nodes of decision diagrams (BDD engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_NODES)]
    max_nodes: usize,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = super::args::seconds)]
    timeout: Option<std::time::Duration>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

const AFTER_HELP: &str = "\
Exit status: 0 nothing to see, 1 something to look at, 2 the model is wrong, 3 something was not found out.

Examples:
  qmas-rs health model.ispl
  qmas-rs health model.ispl --format json
  qmas-rs gen deadlock | qmas-rs health -";

pub(super) fn run(arguments: &HealthArguments) -> Exit {
    let mut input = read(&arguments.model, &arguments.strictness);
    let mut report = JsonHealth::new(input.source.name());
    let mut said = JsonReport::new(input.source.name());
    said.add_diagnostics(&input.loaded.diagnostics, &input.source);
    report.diagnostics = said.diagnostics;
    if arguments.format == Format::Text {
        // Warnings are for `lint`; here they would hide what is found.
        let errors = input.loaded.diagnostics.iter().filter(|said| said.severity == Severity::Error);
        show(&errors.cloned().collect::<Vec<_>>(), &input.source);
    }
    let Some(model) = input.loaded.model.take() else {
        return finish(arguments, &report, Exit::Wrong);
    };
    let exit = match health(&model, engine(arguments.engine), &options(arguments, interruptible())) {
        Ok(health) => {
            let findings = JsonFindings::new(&health, &model.system, &input.source);
            let (any, open) = (findings.any(), !findings.unanswered.is_empty());
            if arguments.format == Format::Text {
                out(&health_text(&health, &model.system, &input.source));
            }
            report.findings = Some(findings);
            match (any, open) {
                (true, _) => Exit::Fails,
                (false, true) => Exit::Open,
                (false, false) => Exit::Success,
            }
        }
        Err(reason) => {
            if arguments.format == Format::Text {
                err(&format!("gave up: {reason}\n"));
            }
            report.gave_up = Some(reason.to_string());
            if reason == GaveUp::Interrupted { Exit::Interrupted } else { Exit::Open }
        }
    };
    finish(arguments, &report, exit)
}

fn options(arguments: &HealthArguments, cancel: Cancel) -> Options {
    let limits = Limits {
        max_states: arguments.max_states,
        max_nodes: arguments.max_nodes,
        deadline: arguments.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        cancel,
        ..Limits::default()
    };
    Options { limits, ..Options::default() }
}

fn finish(arguments: &HealthArguments, report: &JsonHealth, exit: Exit) -> Exit {
    if arguments.format == Format::Json {
        out(&to_json(report));
    }
    exit
}
