//! What can be typed: the commands, whose arguments stand with each.

use clap::{Parser, Subcommand};

use super::automaton::AutomatonArguments;
use super::check_args::CheckArguments;
use super::config::{ConfigArguments, ShowConfigArguments};
use super::examples;
use super::explain::ExplainArguments;
use super::export_args::ExportArguments;
use super::format::FormatArguments;
use super::generate::GenerateArguments;
use super::health::HealthArguments;
use super::lint::LintArguments;
use super::replay::ReplayArguments;
use super::shell::{CompletionArguments, ManArguments, SchemaArguments};
use super::simulate::SimulateArguments;
use super::terminal::TerminalArguments;

/// Checks multi-agent systems: who knows what, and when.
#[derive(Debug, Parser)]
#[command(
    name = "qmas-rs",
    version,
    about,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = examples::MORE,
    after_long_help = examples::CHECK
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) check: CheckArguments,
    #[command(flatten)]
    pub(super) config: ConfigArguments,
    #[command(flatten)]
    pub(super) terminal: TerminalArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Format ISPL files in place; comments are kept
    Fmt(FormatArguments),
    /// Read ISPL files and say what is wrong with them, without checking formulas
    Lint(LintArguments),
    /// Print a model of the library
    Gen(GenerateArguments),
    /// Print the automaton of a path formula
    Automaton(AutomatonArguments),
    /// Say why somebody does not know something
    Explain(ExplainArguments),
    /// Execute evidence on a model and say whether it is right
    Replay(ReplayArguments),
    /// Write questions of the bounded engine, or the system, as files for other tools
    Export(ExportArguments),
    /// List the solvers that there are
    #[command(after_help = examples::SOLVERS)]
    Solvers,
    /// Look at a model without any formula: deadlocks, overflows, lines never used, what never changes
    Health(HealthArguments),
    /// Walk through a model step by step, by hand or at random
    Simulate(SimulateArguments),
    /// Show the settings that hold here, and where each comes from
    Config(ShowConfigArguments),
    /// Print the completions for a shell
    Completions(CompletionArguments),
    /// Print the manual page, or write the pages of all commands to a folder
    Man(ManArguments),
    /// Print the JSON Schema of machine-readable output
    Schema(SchemaArguments),
}
