//! Evidence on a slice: which model is it that evidence is executed on?
//!
//! Replay itself executes on the model that it is given, and knows nothing of slices. What a slice leaves out is found out
//! here once more, from the whole model and the variables that the evidence names, and refused if it could matter. That
//! is the word of `slice`, which whoever made the evidence has used as well: replay can disagree about every step and
//! claim of the slice, not about what a slice is. The tests compare slices with the whole.

use super::evidence::Evidence;
use super::replay::{Mismatch, Replayed, execute};
use crate::logic::Specification;
use crate::model::Model;
use crate::slice::restricted_to;

/// Executes evidence for a specification of `model`.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(evidence: &Evidence, model: &Model, specification: Specification) -> Result<Replayed, Mismatch> {
    replay_within(evidence, model, specification, 0)
}

/// Executes evidence, and looks at universal claims if there are at most so many reachable states, and at whether what
/// holds does so in all initial states.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay_within(
    evidence: &Evidence,
    model: &Model,
    specification: Specification,
    most: usize,
) -> Result<Replayed, Mismatch> {
    let Some(said) = &evidence.slice else { return execute(evidence, model, specification, most) };
    match restricted_to(model, &said.cone.variables, &said.cone.agents, specification.formula) {
        Some(slice) => execute(evidence, &slice.model, specification, most),
        None => Err(Mismatch { node: None, position: None, what: "it leaves out variables that matter".to_owned() }),
    }
}
