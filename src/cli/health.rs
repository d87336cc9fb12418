//! `qmas-rs health`: what can be said of models without any formula.

use std::path::PathBuf;

use clap::Args;

use super::budget::{LimitArguments, gave_up};
use super::choices::among;
use super::exit::Exit;
use super::formats::Format;
use super::input::{Input, colours, read_with};
use super::output::{ForPeople, Standard};
use super::progress::{Line, Progress};
use super::strictness::StrictnessArguments;
use super::work::{Found, named_models};
use crate::engine::{Learnt, Limits};
use crate::health::health;
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::report::{Detail, HealthReport, HealthReporter, JsonHealthReporter, RIVAL_LINES, TextHealthReporter};

/// The engines that know reachable states.
const ENGINES: [(EngineChoice, &str); 3] = [
    (EngineChoice::Auto, "Enumeration up to 20,000 states, decision diagrams beyond"),
    (EngineChoice::Explicit, "Enumerated states"),
    (EngineChoice::Bdd, "Decision diagrams"),
];

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct HealthArguments {
    /// The models: files, folders with `.ispl` files somewhere below, or `-` for standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Who looks
    #[arg(long, value_parser = among(ENGINES), default_value_t)]
    engine: EngineChoice,
    /// Give up beyond this many reachable states (explicit engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_STATES, hide_short_help = true, help_heading = "Limits")]
    max_states: usize,
    /// Give up beyond this many nodes of decision diagrams (BDD engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_NODES, hide_short_help = true, help_heading = "Limits")]
    max_nodes: usize,
    #[command(flatten)]
    limits: LimitArguments,
    /// Do not show progress
    #[arg(long, short)]
    quiet: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Report")]
    format: Format,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

const AFTER_HELP: &str = "\
Exit status: 0 nothing is wrong, 1 there are deadlocks, overflows or lines never used,
or something else that is denied, 2 the model cannot be read, 3 something was not found
out, 130 interrupted. What never changes is no mistake, unless --deny constants says so;
nor are lines of which a step executes only one, unless --deny rival-lines says so.

Examples:
  qmas-rs health model.ispl
  qmas-rs health models/ --timeout 2m
  qmas-rs health model.ispl --deny constants --allow unused-lines
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
    let mut reporter = reporter(arguments, several);
    let one = |found| one(arguments, found, &limits, reporter.as_mut());
    let worst = models.into_iter().map(one).fold(Exit::Success, Exit::worse);
    reporter.finish();
    worst
}

fn reporter(arguments: &HealthArguments, several: bool) -> Box<dyn HealthReporter> {
    let to = Box::new(Standard);
    match arguments.format {
        Format::Text => Box::new(TextHealthReporter::new(
            Box::new(ForPeople),
            colours(),
            arguments.strictness.detail(Detail::Errors),
        )),
        Format::Json => Box::new(JsonHealthReporter::new(to, several)),
    }
}

fn one(arguments: &HealthArguments, found: Found, limits: &Limits, reporter: &mut dyn HealthReporter) -> Exit {
    let mut levels = arguments.strictness.levels().clone();
    levels.look_elsewhere(RIVAL_LINES);
    let mut input = match found {
        Ok(path) => read_with(&path, arguments.strictness.strictness(), &levels),
        Err(complaint) => Input::unreadable(*complaint),
    };
    reporter.begin(&input.loaded.diagnostics, &input.source);
    match input.loaded.model.take() {
        Some(model) => look(arguments, &model, &input, limits, reporter),
        None => Exit::Wrong,
    }
}

fn look(
    arguments: &HealthArguments,
    model: &Model,
    input: &Input,
    limits: &Limits,
    reporter: &mut dyn HealthReporter,
) -> Exit {
    let limits = Limits { learnt: Learnt::default(), ..limits.clone() };
    let options = Options { limits, ..Options::default() };
    let line = Line::new(arguments.limits.timeout, &options.limits, &[], "");
    let progress = Progress::start(arguments.quiet, false, line);
    let found = health(model, arguments.engine, &options);
    progress.end();
    match found {
        Ok(health) => {
            let report = HealthReport::new(&health, &model.system, &input.source, &input.loaded.levels);
            reporter.health(&report);
            match (report.wrong.is_empty(), report.is_open) {
                (false, _) => Exit::Fails,
                (true, true) => Exit::Open,
                (true, false) => Exit::Success,
            }
        }
        Err(reason) => {
            let (why, exit) = gave_up(&reason, &options.limits);
            reporter.gave_up(&why);
            exit
        }
    }
}
