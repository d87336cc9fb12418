//! What can be typed after `qmas-rs export`. Nothing is interpreted here.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::budget::LimitArguments;
use super::choices::{among, choices};
use super::examples;
use super::strictness::StrictnessArguments;
use crate::bounded::{Question, Reach, Repetition};
use crate::choice::Choice;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ExportFormat {
    /// A quantified formula as clauses
    Qdimacs,
    /// A quantified formula as a circuit: QCIR-G14, cleansed
    Qcir,
    /// Clauses, where the question has one quantifier only
    Dimacs,
    /// The system with its invariants (AG of atoms): AIGER 1.9, ASCII
    #[value(alias = "aag")]
    Aiger,
    /// The same, binary
    Aig,
    /// The system with its invariants for NuSMV and nuXmv
    Smv,
    /// The reachable states and the steps between them, for Graphviz
    Dot,
    /// The system for programs, with the reachable states if they are few
    Json,
}

/// Where a question that is written down once can have reachable states from.
const REACH: [(Reach, &str); 2] = [
    (Reach::Bdd, "The exact set, from decision diagrams, is part of the formula"),
    (Reach::Unroll, "Runs of the formula itself; then not every answer can be no"),
];

#[derive(Debug, Args)]
#[command(after_help = examples::EXPORT)]
pub(super) struct ExportArguments {
    /// The model; `-` reads standard input. For `--directory` several, or folders
    #[arg(value_name = "MODEL", required = true)]
    pub(super) models: Vec<PathBuf>,
    /// A number, a name, or a formula; all of the file for `--directory`
    #[arg(long, short, value_name = "N|NAME|FORMULA")]
    pub(super) formula: Vec<String>,
    /// The bound
    #[arg(long, value_name = "K", default_value_t = 1, conflicts_with = "all_bounds")]
    pub(super) bound: usize,
    /// A file per bound, such as `1..10`, and a manifest; needs `--directory`
    #[arg(long, value_name = "FIRST..LAST", value_parser = bounds, requires = "directory")]
    pub(super) all_bounds: Option<(usize, usize)>,
    /// Which question; `prove`, or both of several formulas
    #[arg(long, value_parser = choices::<Question>())]
    pub(super) query: Option<Question>,
    /// What to write
    #[arg(long, value_enum, default_value_t = ExportFormat::Qdimacs)]
    pub(super) format: ExportFormat,
    /// Where to; `-` is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-", conflicts_with = "all_bounds")]
    pub(super) output: PathBuf,
    /// Where the files of `--all-bounds` go
    #[arg(long, short, value_name = "FOLDER", requires = "all_bounds")]
    pub(super) directory: Option<PathBuf>,
    /// Where questions have reachable states from
    #[arg(long, value_parser = among(REACH), default_value_t = Reach::Bdd, hide_short_help = true)]
    pub(super) reach: Reach,
    /// What counts as going in circles on paths of common knowledge
    #[arg(long, value_parser = choices::<Repetition>(), default_value = Repetition::default().name(), hide_short_help = true)]
    pub(super) repetition: Repetition,
    /// Write the question about the whole system, not about the part that the formula depends on
    #[arg(long, hide_short_help = true)]
    pub(super) no_cone: bool,
    /// Encode a formula in every state of a path, not once in a chosen one
    #[arg(long, hide_short_help = true)]
    pub(super) no_selectors: bool,
    /// How many reachable states `dot` draws, and `json` lists
    #[arg(long, value_name = "N", default_value_t = 1_000, hide_short_help = true)]
    pub(super) max_states: usize,
    #[command(flatten)]
    pub(super) limits: LimitArguments,
    #[command(flatten)]
    pub(super) strictness: StrictnessArguments,
}

fn bounds(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "expected two bounds, such as `1..10`".to_owned();
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim_start_matches('=').parse::<usize>().map_err(|_| wrong());
    match (number(first)?, number(last)?) {
        (first, last) if first <= last => Ok((first, last)),
        _ => Err("the first bound must not be larger than the last".to_owned()),
    }
}
