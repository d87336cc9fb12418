//! What can be typed for each engine, and the options that it means.

use std::path::PathBuf;

use clap::Args;

use super::choices::choices;
use super::qbf::QbfArguments;
use crate::bdd::{BddOptions, Order};
use crate::bounded::{BoundedOptions, Paths, Query, Reach, Repetition, Savings};
use crate::choice::Choice;
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::Limits;
use crate::solver::{Proof, SatChoice};

/// For the bounded engine.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounded engine")]
pub(super) struct BoundedArguments {
    /// Where the bounded engine starts
    #[arg(long, value_name = "K", default_value_t = 1, hide_short_help = true)]
    pub(super) bound_start: usize,
    /// Where the bounded engine stops; without it, it goes on until it knows
    #[arg(long, value_name = "K", hide_short_help = true)]
    pub(super) bound_max: Option<usize>,
    /// How far one bound is from the next
    #[arg(long, value_name = "N", default_value_t = 1, hide_short_help = true)]
    pub(super) bound_step: usize,
    /// Which questions the bounded engine asks
    #[arg(long, value_parser = choices::<Query>(), default_value_t, hide_short_help = true)]
    query: Query,
    /// Where the bounded engine has reachable states from
    #[arg(long, value_parser = choices::<Reach>(), default_value_t, hide_short_help = true)]
    reach: Reach,
    /// What counts as going in circles on paths of common knowledge (bounded engine)
    #[arg(long, value_parser = choices::<Repetition>(), default_value = Repetition::default().name(), hide_short_help = true)]
    repetition: Repetition,
    /// Do not prove invariants by induction (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_induction: bool,
    /// Do not prove path formulas by counting, only by the end of all paths (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_counting: bool,
    /// Count in all steps, not only in those in which nothing changes that cannot change back (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_stabilizing: bool,
    /// Do not look for paths that refute or show a formula of CTL as for those of path formulas (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_paths: bool,
    /// Encode a formula in every state of a path, not once in a chosen one (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_selectors: bool,
    /// Demand from the start that all states of a path differ, not when some are found equal (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_lazy: bool,
    /// Let runs to reachable states rest anywhere, not at their end only (bounded engine)
    #[arg(long, hide_short_help = true)]
    no_symmetry: bool,
    /// Write clauses (DIMACS) and proofs (DRAT) of unsatisfiable SAT questions to this folder (bounded engine)
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    proof: Option<PathBuf>,
    /// The SAT solver of the bounded engine
    #[arg(long, value_name = "SOLVER", default_value_t = SatChoice::Auto, hide_short_help = true)]
    sat: SatChoice,
    #[command(flatten)]
    pub(super) qbf: QbfArguments,
}

impl BoundedArguments {
    /// The options for one model: a folder for its proofs is made, and a solver outside is looked for.
    ///
    /// # Errors
    /// What cannot be done as it was asked for.
    pub(super) fn options(&self) -> Result<BoundedOptions, Box<Diagnostic>> {
        let impossible =
            |code: &'static str, message: String| Box::new(Diagnostic::error(code, Span::new(0, 0), message));
        let proofs = match &self.proof {
            None => None,
            Some(folder) => {
                let cannot = |error| format!("--proof: cannot write to `{}`: {error}", folder.display());
                Some(Proof::folder(folder).map_err(|error| impossible("io", cannot(error)))?)
            }
        };
        let qbf = self.qbf.choice().map_err(|missing| impossible("usage", format!("--qbf: {missing}")))?;
        Ok(BoundedOptions {
            start: self.bound_start,
            max: self.bound_max,
            step: self.bound_step,
            query: self.query,
            reach: self.reach,
            repetition: self.repetition,
            induction: !self.no_induction,
            counting: !self.no_counting,
            stabilizing: !self.no_stabilizing,
            paths: if self.no_paths { Paths::Not } else { Paths::Beside },
            savings: Savings { selectors: !self.no_selectors, lazy: !self.no_lazy, symmetry: !self.no_symmetry },
            sat: self.sat,
            qbf,
            proofs,
            conflicts: None,
        })
    }
}

/// For the explicit engine.
#[derive(Debug, Args)]
#[command(next_help_heading = "Explicit engine")]
pub(super) struct ExplicitArguments {
    /// Give up beyond this many reachable states (explicit engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_STATES, hide_short_help = true)]
    pub(super) max_states: usize,
}

/// For the BDD engine.
#[derive(Debug, Args)]
#[command(next_help_heading = "BDD engine")]
pub(super) struct BddArguments {
    /// Give up beyond this many nodes of decision diagrams (BDD engine)
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_NODES, hide_short_help = true)]
    pub(super) max_nodes: usize,
    /// The order of the variables of decision diagrams (BDD engine)
    #[arg(long, value_parser = choices::<Order>(), default_value_t, hide_short_help = true)]
    order: Order,
}

impl BddArguments {
    /// The options.
    pub(super) fn options(&self) -> BddOptions {
        BddOptions { order: self.order, ..BddOptions::default() }
    }
}
