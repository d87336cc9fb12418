//! Slices: a model without the variables that its formulas do not depend on.
//!
//! Weiser, "Program slicing" (ICSE 1981), for interpreted systems; model checkers call it the cone of influence (Clarke,
//! Grumberg and Peled, "Model Checking", 1999, chapter 13). A variable matters if an atom reads it, if an agent of the
//! formula sees it, or if a guard or a new value of a variable that matters reads it, or the protocol of an agent whose
//! actions matter. What is left out must not be able to stop the system: agents that may have no action and choices that
//! may have no result always matter. Variables that the initial states tie together matter together. Then every run of
//! the slice is that of a run of the whole, what agents of the formula see is the same, and the reachable states of the
//! slice are those of the whole with the other variables forgotten: so the formula has the same verdict, and evidence on
//! the slice is evidence.
//!
//! Symbolic engines have cones of their own on circuits (`influence`), which know nothing of this: a slice is a model
//! like any other, whoever looks at it. All that is left out costs linear time once.
//!
//! | file | holds |
//! |---|---|
//! | `stops` | what may stop the system |
//! | `evaluate` | conditions where actions are not known |
//! | `cone` | what matters, closed under influence |
//! | `restrict` | the model that is left |
//! | `groups` | which formulas share a slice |

mod cone;
mod evaluate;
mod groups;
mod restrict;
mod stops;

pub use cone::{Cone, Dependences};
pub use groups::{Group, groups};
pub use restrict::{restricted, restricted_to};

use crate::ir::{InitialStates, InterpretedSystem};
use crate::model::Model;

/// So many variables that do not matter are shown along with the others: to leave them out is not worth a word.
pub const FEW: usize = 16;
/// How many values are tried to find one initial state, for each variable.
const TRIES: u64 = 64;

/// A model without the variables that some formulas do not depend on. Agents, groups, atoms and formulas have the ids
/// that they have in the whole, variables have not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// The model that is left. Atoms that nobody asks for are false; agents whose actions do not matter have a silent one.
    pub model: Model,
    /// What it has of the whole.
    pub cone: Cone,
    /// How many variables were left out.
    pub left_out: usize,
    /// Per agent, the numbers that its evolution lines have in the whole.
    pub lines: Vec<Vec<usize>>,
}

/// Whether there is an initial state, as far as a short search can tell. A slice has initial states even if what is left
/// out has none: only with an initial state in hand is it safe to look at one.
#[must_use]
pub fn has_initial_state(system: &InterpretedSystem) -> bool {
    let tries = TRIES.saturating_mul(system.variables.len() as u64 + 1);
    matches!(InitialStates::new(system, tries).next(), Some(Ok(_)))
}

/// The slice for all formulas of a model, if it leaves out more than `few` variables.
#[must_use]
pub fn slice(model: &Model, few: usize) -> Option<Slice> {
    if model.system.variables.len() <= few || !has_initial_state(&model.system) {
        return None;
    }
    let mut dependences = Dependences::new(&model.system);
    let cone = dependences.cone(model, model.specifications.iter().map(|specification| specification.formula));
    (cone.left_out(&model.system) > few).then(|| restricted(model, &cone))
}
