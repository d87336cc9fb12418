//! Why the answer is what it is: evidence and vacuity when all is answered, from any engine that has the states, and the same
//! whichever engine was first.
//!
//! | file | holds |
//! |---|---|
//! | `wanted` | which verdicts want evidence, which formulas are asked for an empty reason |
//! | `purse` | how long that may take, and how formulas share it |
//! | `source` | engines that have all states, and what is asked of them |
//! | `constants` | what in a formula has the same value in all states |
//! | `slices` | evidence on what matters to a formula |
//! | `listed` | the explicit engine's sets of states |
//! | `choice` | which engine is asked where none has listed all states |
//! | `solver` | evidence from what a SAT solver shows |
//! | `evidence` | evidence for one verdict, replayed |
//! | `doubt` | why an agent does not know, asked apart from any verdict |
//!
//! Where all states have been listed, they are looked at. Uniform strategies are looked for with diagrams however few
//! states there are: one by one they are too many.

mod choice;
mod constants;
mod doubt;
mod evidence;
mod listed;
mod purse;
mod slices;
mod solver;
mod source;
mod wanted;

use std::sync::Arc;
use std::time::Duration;

use crate::engine::fault::{Work, guarded};
use crate::engine::supervise::supervise_until;
use crate::engine::{Fault, GaveUp, Strategies, Traces, Verdict};
use crate::explicit::Explicit;
use crate::logic::{FormulaKind, Specification};
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::{Backing, Checked, Finding, Outcome, Vacuity};
use crate::slice::Slice;

pub use doubt::{Explained, explain_doubt};
pub use listed::Listed;
pub(crate) use source::AtHand;

use purse::Purse;
use wanted::{Explanation, Item, Job, shown};

/// The explicit engine with all states.
pub(crate) struct AllListed<'m> {
    pub(crate) engine: Explicit<'m>,
    /// Whether that took next to no time.
    pub(crate) soon: bool,
}

/// The engine that has all states when all is answered.
pub(crate) struct States<'m, D> {
    pub(crate) listed: Option<AllListed<'m>>,
    /// Asked only if it matters: it may have to wait.
    pub(crate) diagrams: D,
}

/// A model, and the slice of it that engines have looked at instead, if they have.
#[derive(Clone, Copy)]
pub(crate) struct Looked<'a> {
    pub(crate) model: &'a Model,
    pub(crate) slice: Option<&'a Arc<Slice>>,
}

/// Adds evidence and vacuity to all verdicts that should have them. For each formula, `first` has the first that is equal to
/// it; `verdicts` is how long they took. What panicked is returned.
pub(crate) fn explain<'m>(
    Looked { model, slice }: Looked<'_>,
    options: &Options,
    first: &[usize],
    states: States<'m, impl FnOnce() -> Option<AtHand>>,
    (checked, verdicts): (&mut Checked, Duration),
) -> Option<Box<Fault>> {
    checked.allowance = options.allowance.time;
    if checked.is_void() {
        return None;
    }
    let vacuous = without_fair_paths(model, options, checked);
    let outcomes = checked.outcomes.iter().enumerate();
    let wanted: Vec<_> = outcomes.filter(|(number, _)| first[*number] == *number && !vacuous[*number]).collect();
    let explained;
    let job = match Job::new(model, options, Purse::new(options, verdicts), wanted) {
        Ok(None) => return None,
        Ok(Some(mut job)) => {
            match slices::explain(&mut job) {
                Ok(found) => explained = found,
                Err(fault) => return Some(fault),
            }
            job.listed = states.listed.as_ref().is_some_and(|listed| listed.soon);
            Arc::new(match slice {
                Some(slice) => job.on(slice),
                None => job,
            })
        }
        Err(reason) => {
            for (outcome, _) in checked.outcomes.iter_mut().zip(vacuous).filter(|(_, vacuous)| !vacuous) {
                if shown(&outcome.verdict, options).is_some() {
                    outcome.backing = Backing::Missing(reason.to_string());
                }
            }
            checked.cut_short = Some(reason);
            return None;
        }
    };
    let mut ended = if job.items.is_empty() { Ok(()) } else { ask(&job, states) };
    ended = ended.and_then(|()| options.limits.check());
    if ended == Err(GaveUp::Time) && options.limits.check().is_ok() {
        job.leave_out_rest(&job.items);
        ended = Ok(());
    }
    let mut explanations = job.explanations(ended.as_ref().err());
    explanations.extend(explained);
    for (outcome, first) in checked.outcomes.iter_mut().zip(first) {
        let Some(found) = explanations.get(first) else { continue };
        let Explanation { vacuity, vacuity_left_out, backing, interesting, .. } = found.clone();
        (outcome.vacuity, outcome.vacuity_left_out) = (vacuity, vacuity_left_out);
        (outcome.backing, outcome.interesting) = (backing, interesting);
    }
    match ended {
        Ok(()) => None,
        Err(GaveUp::Fault(fault)) => Some(fault),
        Err(limit) => {
            checked.cut_short = Some(limit);
            None
        }
    }
}

/// Does a job with the engine that has all states, or finds them.
fn ask<'m>(job: &Arc<Job>, states: States<'m, impl FnOnce() -> Option<AtHand>>) -> Result<(), GaveUp> {
    match states.listed {
        Some(mut listed) if !job.listed || !for_diagrams(job) => {
            guarded(Work::Evidence, || source::explain(&mut listed.engine, job, &job.items)).map_err(GaveUp::Fault)
        }
        _ => {
            let (shared, at_hand) = (Arc::clone(job), (states.diagrams)());
            let work = move || choice::work(&shared, at_hand);
            supervise_until(Work::Evidence, &job.options.limits, || job.purse.is_overdrawn(), work)
        }
    }
}

/// Whether diagrams should be asked although all states have been listed.
fn for_diagrams(job: &Job) -> bool {
    let (model, options) = (&job.model, &job.options);
    let strategic = |item: &Item| {
        model.formulas.any_below(item.specification.formula, |formula| formula.kind() == FormulaKind::Strategic)
    };
    let uniform = || options.strategies == Strategies::Uniform && job.items.iter().any(strategic);
    options.engine == EngineChoice::Auto && uniform()
}

/// Without any fair path all formulas about infinite paths hold, and that is all that there is to say about them. Which
/// ones these are.
fn without_fair_paths(model: &Model, options: &Options, checked: &mut Checked) -> Vec<bool> {
    let unfair = checked.findings.iter().any(|finding| matches!(finding, Finding::NoFairPath));
    let outcomes = checked.outcomes.iter_mut().zip(&model.specifications);
    let mut is_vacuous = |(outcome, specification): (&mut Outcome, &Specification)| {
        let infinite = options.traces_of(specification.logic) == Traces::Infinite;
        let vacuous = unfair && infinite && outcome.verdict == Verdict::Holds;
        if vacuous && options.vacuity {
            outcome.vacuity = vec![Vacuity::NoFairPath];
        }
        vacuous
    };
    outcomes.map(&mut is_vacuous).collect()
}
