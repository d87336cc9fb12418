//! A whole file, or one more formula for a model that has been resolved.

use super::resolver::Resolver;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ispl::ast;
use crate::logic::Specification;
use crate::model::Model;

/// A model, if there were no errors, and everything there is to say.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// Absent if there was an error.
    pub model: Option<Model>,
    /// Errors and warnings, in no particular order; those of code [`super::TACIT_EXTENSION`] are for `--strict` alone.
    pub diagnostics: Vec<Diagnostic>,
}

/// Looks up everything in `file`.
#[must_use]
pub fn resolve(file: &ast::File<'_>) -> Resolved {
    let mut resolver = Resolver { gaps: file.gaps, ..Resolver::default() };
    let system = resolver.system(file);
    let fairness: Vec<_> = file.fairness.iter().filter_map(|formula| resolver.fairness(formula)).collect();
    let specifications: Vec<_> = file.formulae.iter().filter_map(|formula| resolver.specification(formula)).collect();
    resolver.lint(file, system.as_ref());
    let failed = resolver.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let model = system.filter(|_| !failed).map(|mut system| {
        system.atoms = resolver.atoms;
        system.groups = resolver.groups;
        system.exprs = resolver.exprs;
        system.symbols = resolver.symbols;
        Model {
            system,
            formulas: resolver.formulas,
            fairness: fairness.iter().map(|specification| specification.formula).collect(),
            specifications,
        }
    });
    Resolved { model, diagnostics: resolver.diagnostics }
}

/// Looks up one more formula in a model that has been resolved; the model grows by what the formula needs.
///
/// # Errors
/// What is wrong with the formula. Warnings come with success.
pub fn resolve_formula(
    model: &mut Model,
    formula: &ast::Specification<'_>,
) -> Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut resolver = Resolver::reopen(model);
    let specification = resolver.specification(formula);
    let diagnostics = resolver.close(model);
    match specification {
        Some(specification) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            Ok((specification, diagnostics))
        }
        _ => Err(diagnostics),
    }
}
