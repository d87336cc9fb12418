//! Evidence on slices: where many variables do not matter to a formula, what is shown is what matters, and it is found
//! there too, if the states of the slice are soon listed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::source;
use super::wanted::{Explanation, Job};
use crate::engine::fault::{Work, guarded};
use crate::engine::{Fault, Limits, Terms};
use crate::explicit::Explicit;
use crate::options::Options;
use crate::slice::{FEW, Group, groups, has_initial_state, restricted};

/// What enumeration of a slice may take.
const EFFORT: u64 = 6_000_000;
/// After so many slices whose states are not soon listed, no more are tried.
const MOST_FAILURES: usize = 2;

/// Does what it can of a job that is about the whole model; that is no part of the job any more. What was found out, by the
/// number of the formula.
pub(super) fn explain(job: &mut Job) -> Result<BTreeMap<usize, Explanation>, Box<Fault>> {
    let mut found = BTreeMap::new();
    let model = Arc::clone(&job.model);
    if !is_wanted(&job.options) || model.system.variables.len() <= FEW || !has_initial_state(&model.system) {
        return Ok(found);
    }
    // For what never changes alone, no states are listed.
    let worth = job.items.iter().filter(|item| item.shown.is_some() || !item.questions.is_empty());
    let formulas: Vec<_> = worth.map(|item| (item.number, item.specification.formula)).collect();
    let many = |system: &_, cone: &crate::slice::Cone| cone.left_out(system) > FEW;
    let mut failures = 0;
    for Group { cone, formulas } in groups(&model, &formulas, many) {
        if failures == MOST_FAILURES || job.options.limits.check().is_err() {
            break;
        }
        let slice = Arc::new(restricted(&model, &cone));
        let limits = &job.options.limits;
        let limits = Limits { max_effort: Some(EFFORT), ..limits.clone() };
        let terms = Terms { limits, ..job.options.terms() };
        let explained = guarded(Work::Evidence, || {
            let mut engine = Explicit::new(&slice.model, &terms).ok()?;
            let part = job.part(&slice, &formulas);
            source::explain(&mut engine, &part, &part.items);
            Some(part.explanations(job.options.limits.check().err().as_ref()))
        })?;
        match explained {
            Some(explained) => found.extend(explained),
            None => failures += 1,
        }
    }
    job.items.retain(|item| !found.contains_key(&item.number));
    Ok(found)
}

/// Whether slices are to be looked at.
fn is_wanted(options: &Options) -> bool {
    !options.whole_system && !options.all_values
}
