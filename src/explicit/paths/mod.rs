//! Path formulas, until their file arrives: declined.

use std::collections::HashMap;

use super::{Graph, StateSet};
use crate::engine::{GaveUp, Limits};
use crate::logic::{FormulaId, Formulas};

/// States from which some infinite path that visits each fairness set infinitely often satisfies `path`.
pub(super) fn exists_infinite(
    _graph: &Graph,
    _fairness: &[StateSet],
    _formulas: &Formulas,
    _path: FormulaId,
    _labels: &HashMap<FormulaId, StateSet>,
    _limits: &Limits,
) -> Result<StateSet, GaveUp> {
    Err(GaveUp::Declined("path formulas".to_owned()))
}

/// States from which some finite trace satisfies `path`.
pub(super) fn exists_finite(
    _graph: &Graph,
    _formulas: &Formulas,
    _path: FormulaId,
    _labels: &HashMap<FormulaId, StateSet>,
    _limits: &Limits,
) -> Result<StateSet, GaveUp> {
    Err(GaveUp::Declined("path formulas on finite traces".to_owned()))
}
