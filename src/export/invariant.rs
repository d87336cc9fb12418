//! `AG p` with a p that speaks of atoms only: the one kind of formula that formats for transition systems know.

use crate::engine::{FormatGap, GaveUp};
use crate::logic::{Formula, FormulaId, Quantifier, Specification, Temporal};
use crate::model::Model;

/// The formulas as pairs of p of `AG p` and a text in one line; `format` is the name of the format.
///
/// # Errors
/// If some formula is something else, or if the model has fairness.
pub(super) fn invariants(
    model: &Model,
    format: &'static str,
    formulas: &[(Specification, String)],
) -> Result<Vec<(FormulaId, String)>, GaveUp> {
    if !model.fairness.is_empty() {
        return Err(FormatGap::Fairness(format).into());
    }
    formulas.iter().map(|formula| Ok((invariant(model, format, formula)?, one_line(&formula.1)))).collect()
}

fn invariant(
    model: &Model,
    format: &'static str,
    (specification, text): &(Specification, String),
) -> Result<FormulaId, GaveUp> {
    match model.formulas.get(specification.formula) {
        Formula::Branching(Quantifier::Forall, Temporal::Globally(inner)) if model.formulas.is_propositional(inner) => {
            Ok(inner)
        }
        _ => Err(FormatGap::NotInvariant(format, one_line(text)).into()),
    }
}

/// A text without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
