//! `--strict` and `--deny`: what is an error in a model or a formula.

use clap::{Args, ValueEnum};

use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{Strictness, load_formula};
use crate::logic::Specification;
use crate::model::Model;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings about the file count as errors
    Warnings,
}

#[derive(Debug, Args)]
pub(super) struct StrictnessArguments {
    /// Refuse what MCMAS does not accept
    #[arg(long)]
    strict: bool,
    /// Treat these as errors
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Vec<Deny>,
}

impl StrictnessArguments {
    /// How the front end reads.
    pub(super) fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }

    /// Whether warnings count as errors.
    pub(super) fn denies_warnings(&self) -> bool {
        self.deny.contains(&Deny::Warnings)
    }

    /// Reads a formula that is not in the file, with its warnings.
    ///
    /// # Errors
    /// What is wrong with it; warnings as well if they count as errors.
    pub(super) fn formula(
        &self,
        text: &str,
        model: &mut Model,
    ) -> Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (specification, mut warnings) = load_formula(text, model, self.strictness())?;
        if self.denies_warnings() && !warnings.is_empty() {
            warnings.iter_mut().for_each(|warning| warning.severity = Severity::Error);
            return Err(warnings);
        }
        Ok((specification, warnings))
    }
}
