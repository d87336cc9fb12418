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
//! | `quiet` | the model in which some agents do only what nobody notices |

mod cone;
mod evaluate;
mod groups;
mod quiet;
mod restrict;
mod stops;

pub use cone::{Cone, Dependences};
pub use groups::{Group, groups};
pub use quiet::quiet;
pub use restrict::{Slice, has_initial_state, restricted, restricted_to};

use crate::model::Model;

/// So many variables that do not matter are shown along with the others: to leave them out is not worth a word.
pub const FEW: usize = 16;

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
