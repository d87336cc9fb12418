//! What an ISPL file says, resolved: the system, its fairness and the formulas to check.

use std::sync::Arc;

use crate::ir::InterpretedSystem;
use crate::logic::{FormulaId, Formulas, Specification};

/// A checked model: the last thing that a user can be wrong about has been looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Agents, states, moves.
    pub system: InterpretedSystem,
    /// Every formula of the model.
    pub formulas: Formulas,
    /// A path is fair if it meets each of these state formulas infinitely often.
    pub fairness: Vec<FormulaId>,
    /// The formulas to check, in file order.
    pub specifications: Vec<Specification>,
}

/// A copy that an engine can keep.
impl From<&Model> for Arc<Model> {
    fn from(model: &Model) -> Self {
        Self::new(model.clone())
    }
}
