//! What can be typed. Nothing is interpreted here.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::budget::{BudgetArguments, LimitArguments};
use super::config::{ConfigArguments, ShowConfigArguments};
use super::evidence::EvidenceArguments;
use super::examples;
use super::explain::ExplainArguments;
use super::export_args::ExportArguments;
use super::health::HealthArguments;
use super::qbf::QbfArguments;
use super::replay::ReplayArguments;
use super::shell::{CompletionArguments, ManArguments, SchemaArguments};
use super::simulate::SimulateArguments;
use super::work::{ReportFormat, WorkArguments};
use crate::solver::SatChoice;

/// Checks multi-agent systems: who knows what, and when.
#[derive(Debug, Parser)]
#[command(
    name = "qmas-rs",
    version,
    about,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = examples::CHECK
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) check: CheckArguments,
    #[command(flatten)]
    pub(super) config: ConfigArguments,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Engine {
    /// The best one for the model
    Auto,
    /// Enumerated states: every logic, small models
    Explicit,
    /// Decision diagrams: every logic, large models
    Bdd,
    /// Bounded semantics by SAT and QBF: CTLK, obligation; bugs at small depth in models of any size
    Bounded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum QueryChoice {
    /// Whether the formula is proved
    Prove,
    /// Whether it is refuted
    Refute,
    /// One after the other at each bound
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReachChoice {
    /// Runs first, decision diagrams where these do not do
    Auto,
    /// Runs only
    Unroll,
    /// Decision diagrams from the start
    Bdd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RepetitionChoice {
    /// Some agent cannot tell two states of the path apart that are not neighbours
    Class,
    /// A state occurs twice, as in the qMAS paper
    State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OrderChoice {
    /// Two static orders take turns and are sifted when they run out of nodes
    Auto,
    /// Two static orders take turns
    Static,
    /// What protocols and new values look at stands together
    Supports,
    /// The same for single values of variables and single actions
    Values,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Atl {
    /// Strategies see the whole state
    Perfect,
    /// One action per local state of each member
    Uniform,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// Warnings about the file count as errors
    Warnings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ModelCheck {
    /// Reachable choices that leave a range or divide inexactly
    Overflow,
    /// Reachable states without successors
    Deadlock,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// The models: files, folders with `.ispl` files somewhere below, or `-` for standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<PathBuf>,
    /// Check this formula instead of those of the file: a number, or a formula (may be repeated)
    #[arg(long, short, value_name = "N|FORMULA")]
    pub(super) formula: Vec<String>,
    /// Who answers
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub(super) engine: Engine,
    #[command(flatten)]
    pub(super) evidence: EvidenceArguments,
    /// Where the bounded engine starts
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(super) bound_start: usize,
    /// Where the bounded engine stops; without it, it goes on until it knows
    #[arg(long, value_name = "K")]
    pub(super) bound_max: Option<usize>,
    /// How far one bound is from the next
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) bound_step: usize,
    /// Which questions the bounded engine asks
    #[arg(long, value_enum, default_value_t = QueryChoice::Both)]
    pub(super) query: QueryChoice,
    /// Where the bounded engine has reachable states from
    #[arg(long, value_enum, default_value_t = ReachChoice::Auto)]
    pub(super) reach: ReachChoice,
    /// What counts as going in circles on paths of common knowledge (bounded engine)
    #[arg(long, value_enum, default_value_t = RepetitionChoice::Class)]
    pub(super) repetition: RepetitionChoice,
    /// Do not prove invariants by induction (bounded engine)
    #[arg(long)]
    pub(super) no_induction: bool,
    /// Encode a formula in every state of a path, not once in a chosen one (bounded engine)
    #[arg(long)]
    pub(super) no_selectors: bool,
    /// Demand from the start that all states of a path differ, not when some are found equal (bounded engine)
    #[arg(long)]
    pub(super) no_lazy: bool,
    /// Let runs to reachable states rest anywhere, not at their end only (bounded engine)
    #[arg(long)]
    pub(super) no_symmetry: bool,
    /// Write clauses (DIMACS) and proofs (DRAT) of unsatisfiable SAT questions to this folder (bounded engine)
    #[arg(long, value_name = "FOLDER")]
    pub(super) proof: Option<PathBuf>,
    /// The SAT solver of the bounded engine
    #[arg(long, value_name = "SOLVER", default_value_t = SatChoice::Auto)]
    pub(super) sat: SatChoice,
    #[command(flatten)]
    pub(super) qbf: QbfArguments,
    /// Give up beyond this many reachable states (explicit engine)
    #[arg(long, value_name = "N", default_value_t = crate::engine::Limits::MAX_STATES)]
    pub(super) max_states: usize,
    /// Give up beyond this many nodes of decision diagrams (BDD engine)
    #[arg(long, value_name = "N", default_value_t = crate::engine::Limits::MAX_NODES)]
    pub(super) max_nodes: usize,
    /// The order of the variables of decision diagrams (BDD engine)
    #[arg(long, value_enum, default_value_t = OrderChoice::Auto)]
    pub(super) order: OrderChoice,
    /// Answer every formula on the whole system, not on the part that it depends on
    #[arg(long)]
    pub(super) no_cone: bool,
    #[command(flatten)]
    pub(super) budget: BudgetArguments,
    /// Read LDL and CDL* formulas on finite traces
    #[arg(long, visible_alias = "ldlf")]
    pub(super) finite_traces: bool,
    /// Which strategies `<g>` speaks of
    #[arg(long, value_enum, default_value_t = Atl::Perfect)]
    pub(super) atl: Atl,
    /// Look for this as well, and show how it is reached (may be repeated)
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) check: Vec<ModelCheck>,
    /// How to report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(super) format: ReportFormat,
    /// Show sizes and times
    #[arg(long)]
    pub(super) stats: bool,
    #[command(flatten)]
    pub(super) work: WorkArguments,
    #[command(flatten)]
    pub(super) strictness: StrictnessArguments,
}

#[derive(Debug, Args)]
pub(super) struct StrictnessArguments {
    /// Refuse what MCMAS does not accept
    #[arg(long)]
    pub(super) strict: bool,
    /// Treat these as errors
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) deny: Vec<Deny>,
}

#[derive(Debug, Args)]
#[command(after_help = examples::FMT)]
pub(super) struct FormatArguments {
    /// The files, or folders with `.ispl` files somewhere below; `-` formats standard input to standard output
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<PathBuf>,
    /// Change nothing; exit with 1 if something would change
    #[arg(long)]
    pub(super) check: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::LINT)]
pub(super) struct LintArguments {
    /// The files, or folders with `.ispl` files somewhere below; `-` reads standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) strictness: StrictnessArguments,
}

#[derive(Debug, Args)]
#[command(after_help = examples::GEN)]
pub(super) struct GenerateArguments {
    /// A model of the library; without it, all are listed
    #[arg(value_name = "FAMILY")]
    pub(super) family: Option<String>,
    /// The size, for a family
    #[arg(short, value_name = "N")]
    pub(super) n: Option<usize>,
    /// Where the family makes random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,
}

#[derive(Debug, Args)]
#[command(after_help = examples::AUTOMATON)]
pub(super) struct AutomatonArguments {
    /// `LTL` or `LDL` and a formula, or `CTL*` or `CDL*` and a formula that begins with A or E
    #[arg(value_name = "FORMULA")]
    pub(super) formula: String,
    /// The model that the formula speaks of; without it, every identifier is an atom
    #[arg(long, short, value_name = "MODEL")]
    pub(super) model: Option<PathBuf>,
    /// The automaton of the negation
    #[arg(long)]
    pub(super) negate: bool,
    /// Read the formula on finite traces
    #[arg(long, visible_alias = "ldlf")]
    pub(super) finite_traces: bool,
    /// The Hanoi omega-automata format; the default
    #[arg(long, conflicts_with = "dot")]
    pub(super) hoa: bool,
    /// A drawing for Graphviz
    #[arg(long)]
    pub(super) dot: bool,
    /// Give up beyond this many states
    #[arg(long, value_name = "N", default_value_t = crate::automata::Size::default().states)]
    pub(super) max_states: usize,
    #[command(flatten)]
    pub(super) limits: LimitArguments,
    #[command(flatten)]
    pub(super) strictness: StrictnessArguments,
}
