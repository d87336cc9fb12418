//! `AG p` with a p that speaks of atoms only: the one kind of formula that formats for transition systems know.

use crate::engine::GaveUp;
use crate::logic::{Formula, FormulaId, Quantifier, Specification, Temporal};
use crate::model::Model;

/// The formulas as pairs of p of `AG p` and a text in one line; `format` is the name of the format.
///
/// # Errors
/// If some formula is something else, or if the model has fairness.
pub(super) fn invariants(
    model: &Model,
    format: &str,
    formulas: &[(Specification, String)],
) -> Result<Vec<(FormulaId, String)>, GaveUp> {
    if !model.fairness.is_empty() {
        let why = format!("invariants in {format} know no fairness; remove the Fairness section");
        return Err(GaveUp::Declined(why));
    }
    formulas.iter().map(|formula| Ok((invariant(model, format, formula)?, one_line(&formula.1)))).collect()
}

fn invariant(
    model: &Model,
    format: &str,
    (specification, text): &(Specification, String),
) -> Result<FormulaId, GaveUp> {
    match model.formulas.get(specification.formula) {
        Formula::Branching(Quantifier::Forall, Temporal::Globally(inner)) if model.formulas.is_propositional(inner) => {
            Ok(inner)
        }
        _ => {
            let why = format!("{format} takes `AG p` with a p that speaks of atoms only, not `{}`", one_line(text));
            Err(GaveUp::Declined(format!("{why}; choose formulas with --formula")))
        }
    }
}

/// A text without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
