//! What is asked for evidence and vacuity where no engine has listed all states: a SAT solver, enumeration, or diagrams.
//!
//! Where the diagrams of all states are small, they are looked at: whether they are at hand or have to be made.
//!
//! Otherwise what has paths and states of its own is looked for by SAT: where one player makes all choices, a solver shows
//! states and steps. What an answer visits is a small system by itself, on which existential formulas are evaluated and
//! evidence is built as on any other. Everything else needs the states of the whole system, enumerated or as diagrams.
//! Large diagrams that are at hand come first with `--engine bdd`; and with the automatic choice, if they are at hand whoever
//! was first. Otherwise they are asked for evidence that there is no other way to, and not for vacuity.

use std::sync::Arc;

use super::purse::Part;
use super::solver::{by_solver, too_far};
use super::source::{AtHand, Diagrams, FEW_STATES, explain};
use super::wanted::{Item, Job};
use crate::bdd::BddEngine;
use crate::engine::{GaveUp, Limits, Terms};
use crate::explicit::Explicit;
use crate::options::EngineChoice;

/// What enumeration may take, and how many nodes the whole system, if there is no evidence without them.
const EFFORT: u64 = 100_000_000;
const NODES: usize = 1 << 22;
/// What enumeration and the whole system may take if only remarks need them: a few tenths of a second.
const LITTLE_EFFORT: u64 = 1_500_000;
const FEW_NODES: usize = 1 << 17;
/// Up to which bound a solver is asked first.
const MOST_BOUND: usize = 30;

/// Does a job where no engine has listed all states, with these diagrams of the whole system if they are at hand.
pub(super) fn work(job: &Job, at_hand: Option<AtHand>) {
    let choice = job.options.engine;
    too_far(job);
    let mut at_hand = at_hand;
    if choice == EngineChoice::Auto {
        // Which states are shown must not depend on what formulas have done to it.
        drop(at_hand.take_if(|at_hand| at_hand.engine.is_small() && !at_hand.engine.is_as_made()));
        let small = match at_hand.take_if(|at_hand| at_hand.engine.is_small()) {
            Some(at_hand) => Ok(Some(at_hand.engine)),
            None if at_hand.is_some() => Ok(None),
            None => {
                let items: Vec<&Item> = job.items.iter().collect();
                prepared(job, &items, |limits| {
                    BddEngine::if_small(&job.model, &Terms { limits, ..job.options.bdd_terms() })
                })
            }
        };
        match small {
            Ok(None) => {}
            Ok(Some(engine)) => {
                let nodes = job.options.limits.max_nodes;
                return explain(&mut Diagrams { engine, nodes }, job, &job.items);
            }
            Err(reason) => return job.miss(&job.items, &reason),
        }
    }
    let certain = at_hand.as_ref().is_some_and(|at_hand| at_hand.certain);
    let mut left: Vec<&Item> = job.items.iter().collect();
    let solver_first = match choice {
        EngineChoice::Auto => !job.listed && !certain,
        EngineChoice::Bdd => at_hand.is_none(),
        EngineChoice::Explicit | EngineChoice::Bounded => true,
    };
    if solver_first {
        by_solver(job, &mut left, |item| match choice {
            EngineChoice::Bounded => item.bound.unwrap_or(0).max(MOST_BOUND),
            EngineChoice::Auto | EngineChoice::Explicit | EngineChoice::Bdd => MOST_BOUND,
        });
    }
    left.retain(|item| item.shown.is_some() || item.is_doubted());
    if left.is_empty() {
        return;
    }
    let Err(reason) = on_all_states(job, &left, at_hand) else { return };
    // Nothing else can: then with the bound at which the bounded engine has its answer.
    left.retain(|item| job.found(item).is_nothing() && item.bound.is_some_and(|bound| bound > MOST_BOUND));
    by_solver(job, &mut left, |item| item.bound.unwrap_or(0));
    job.miss(&job.items, &reason);
}

/// Prepares what these items need, within the time that there is for them.
fn prepared<T>(job: &Job, items: &[&Item], prepare: impl FnOnce(Limits) -> Result<T, GaveUp>) -> Result<T, GaveUp> {
    let wanted = items.iter().any(|item| item.shown.is_some() && job.found(item).is_nothing());
    let piece = job.purse.piece(if wanted { Part::Evidence } else { Part::Vacuity }, 1);
    let prepared = prepare(piece.limits.clone());
    if prepared.is_err() && piece.ran_out() {
        job.leave_out_rest(items.iter().copied());
    }
    prepared
}

/// On all states of the system, enumerated or as diagrams.
fn on_all_states(job: &Job, items: &[&Item], at_hand: Option<AtHand>) -> Result<(), GaveUp> {
    let certain = at_hand.as_ref().is_some_and(|at_hand| at_hand.certain);
    let needed = items.iter().any(|item| item.shown.is_some() && job.found(item).is_nothing());
    let diagrams_first = match job.options.engine {
        // Remarks alone are not worth large diagrams; nor should it be seen whether they happen to be there.
        EngineChoice::Auto if !needed && !certain && !job.listed => return Ok(()),
        EngineChoice::Auto => certain,
        EngineChoice::Bdd => at_hand.is_some(),
        EngineChoice::Explicit | EngineChoice::Bounded => false,
    };
    let (effort, nodes) = if needed { (EFFORT, NODES) } else { (LITTLE_EFFORT, FEW_NODES) };
    let enumerated = || {
        let max_states = FEW_STATES.min(job.options.limits.max_states);
        let mut engine = prepared(job, items, |limits| {
            let limits = Limits { max_states, max_effort: Some(effort), ..limits };
            Explicit::new(&job.model, &Terms { limits, ..job.options.terms() })
        })?;
        explain(&mut engine, job, items.iter().copied());
        Ok(())
    };
    let diagrams = || {
        let most = job.options.limits.max_nodes;
        let mut diagrams = match at_hand {
            Some(AtHand { engine, .. }) => Diagrams { engine, nodes: most },
            None => {
                let engine = prepared(job, items, |limits| {
                    let limits = Limits { max_nodes: nodes.min(most), ..limits };
                    BddEngine::new(Arc::clone(&job.model), &Terms { limits, ..job.options.bdd_terms() })
                })?;
                Diagrams { engine, nodes: nodes.min(most) }
            }
        };
        explain(&mut diagrams, job, items.iter().copied());
        Ok(())
    };
    let too_many = |reason: &GaveUp| {
        matches!(reason, GaveUp::States(_) | GaveUp::Effort { .. } | GaveUp::Declined(_) | GaveUp::Memory)
    };
    if diagrams_first {
        diagrams().or_else(|reason| if too_many(&reason) { enumerated() } else { Err(reason) })
    } else {
        enumerated().or_else(|reason| if too_many(&reason) { diagrams() } else { Err(reason) })
    }
}
