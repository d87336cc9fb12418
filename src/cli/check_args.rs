//! What can be typed to check models, and the options that it means.

use std::path::PathBuf;

use clap::Args;

use super::budget::BudgetArguments;
use super::choices::choices;
use super::engines::{BddArguments, BoundedArguments, ExplicitArguments};
use super::evidence::EvidenceArguments;
use super::formats::ReportFormat;
use super::strictness::StrictnessArguments;
use super::work::WorkArguments;
use crate::engine::{Cancel, Limits, Strategies, Traces, Unsupported};
use crate::options::{AutoOptions, EngineChoice, Options, Shows};
use crate::outcome::Defect;

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// The models: files, folders with `.ispl` files somewhere below, or `-` for standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<PathBuf>,
    /// Check this formula instead of those of the file: a number, a name, or a formula (may be repeated)
    #[arg(long, short, value_name = "N|NAME|FORMULA", help_heading = "Formulas")]
    pub(super) formula: Vec<String>,
    /// Who answers
    #[arg(long, value_parser = choices::<EngineChoice>(), default_value_t, help_heading = "Engines")]
    pub(super) engine: EngineChoice,
    #[command(flatten)]
    pub(super) evidence: EvidenceArguments,
    #[command(flatten)]
    pub(super) bounded: BoundedArguments,
    #[command(flatten)]
    pub(super) explicit: ExplicitArguments,
    #[command(flatten)]
    pub(super) bdd: BddArguments,
    /// Answer every formula on the whole system, not on the part that it depends on
    #[arg(long, hide_short_help = true, help_heading = "Engines")]
    pub(super) no_cone: bool,
    #[command(flatten)]
    pub(super) budget: BudgetArguments,
    /// Read LDL and CDL* formulas on finite traces
    #[arg(long, visible_alias = "ldlf", hide_short_help = true, help_heading = "Formulas")]
    pub(super) finite_traces: bool,
    /// Which strategies `<g>` speaks of
    #[arg(long, value_parser = choices::<Strategies>(), default_value_t, hide_short_help = true, help_heading = "Formulas")]
    pub(super) atl: Strategies,
    /// Look for this as well, and show how it is reached (may be repeated)
    #[arg(long, value_parser = choices::<Defect>(), value_name = "WHAT", help_heading = "Report")]
    pub(super) check: Vec<Defect>,
    /// How to report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text, help_heading = "Report")]
    pub(super) format: ReportFormat,
    /// Show sizes and times
    #[arg(long, help_heading = "Report", hide_short_help = true)]
    pub(super) stats: bool,
    #[command(flatten)]
    pub(super) work: WorkArguments,
    #[command(flatten)]
    pub(super) strictness: StrictnessArguments,
}

impl CheckArguments {
    /// Whether anybody will see why verdicts are so: MCMAS's lines do not say it.
    fn shows_reasons(&self) -> bool {
        self.format != ReportFormat::Mcmas || self.evidence.is_written()
    }

    /// The options that hold for all models; `cancel` ends the work.
    ///
    /// # Errors
    /// If memory cannot be watched here.
    pub(super) fn options(&self, cancel: &Cancel) -> Result<Options, Unsupported> {
        let limits = Limits {
            max_states: self.explicit.max_states,
            max_nodes: self.bdd.max_nodes,
            ..self.budget.limits.limits(cancel)?
        };
        Ok(Options {
            engine: self.engine,
            auto: AutoOptions { jobs: self.budget.jobs, ..AutoOptions::default() },
            formula_timeout: self.budget.formula_timeout,
            traces: if self.finite_traces { Traces::Finite } else { Traces::Infinite },
            strategies: self.atl,
            limits,
            whole_system: self.no_cone,
            bdd: self.bdd.options(),
            evidence: if self.shows_reasons() { self.evidence.shows() } else { Shows::Nothing },
            all_values: self.evidence.full,
            vacuity: self.shows_reasons() && self.evidence.vacuity(),
            allowance: self.evidence.allowance(),
            defects: self.check.clone(),
            ..Options::default()
        })
    }
}
