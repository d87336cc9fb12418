//! Evidence, and empty reasons, when all is answered: the same whoever was first.
//!
//! Where few states have been listed, they are looked at. Where the diagrams of all states are small, they are: whether they
//! are at hand or have to be made. Uniform strategies are looked for with them however few states there are: one by one
//! they are too many. Where more states have been listed and diagrams are not small, states are listed again.
//!
//! Otherwise what has paths and states of its own is looked for by SAT: where one player makes all choices, a solver shows
//! states and steps. What an answer visits is a small system by itself, on which existential formulas are evaluated and
//! evidence is built as on any other. Everything else needs the states of the whole system, enumerated or as diagrams.
//! Large diagrams that are at hand come first with `--engine bdd`; and with the automatic choice, if they are at hand whoever
//! was first. Otherwise they are asked for evidence that there is no other way to, and not for remarks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::desk::Desk;
use super::diagrams::AtHand;
use super::job::{Doing, Explanation, Item, Job, shown};
use super::solver::{by_solver, too_far};
use super::source::Source;
use super::{AllListed, Backing, Checked, Emptiness, EngineChoice, EngineName, FEW_STATES, Finding, Outcome};
use crate::bdd::BddEngine;
use crate::engine::fault::guarded;
use crate::engine::{GaveUp, Limits, Options, Strategies, Traces, Verdict};
use crate::explicit::Explicit;
use crate::logic::{Formula, Specification};

/// More states than this are not looked at one by one if diagrams of them are small.
const FEWER_STATES: usize = 1_000;
/// What enumeration may take, and how many nodes the whole system, if there is no evidence without them.
const EFFORT: u64 = 10_000_000;
const NODES: usize = 1 << 22;
/// The same if they are needed for remarks only: a few tenths of a second.
const LITTLE_EFFORT: u64 = 500_000;
const FEW_NODES: usize = 1 << 17;
/// Up to which bound a solver is asked first.
const MOST_BOUND: usize = 30;
/// How long an engine that may have diagrams of the whole system may take to say so.
const MOMENT: Duration = Duration::from_millis(50);
/// How often whether it still may is looked at.
const GLANCE: Duration = Duration::from_millis(2);

/// Adds evidence and empty reasons to all verdicts that should have them. `listed` knows all states, if anybody does.
pub(super) fn explain<'d>(desk: &'d Arc<Desk>, listed: Option<AllListed<'d>>, checked: &mut Checked) {
    if checked.findings.iter().any(|finding| matches!(finding, Finding::NoInitialState)) {
        return;
    }
    let empty = without_fair_paths(desk, checked);
    let outcomes = checked.outcomes.iter().enumerate();
    let wanted: Vec<_> = outcomes.filter(|(number, _)| desk.is_first(*number) && !empty[*number]).collect();
    let job = match Job::new(&desk.model, &desk.options, wanted) {
        Ok(None) => return,
        Ok(Some(mut job)) => {
            job.listed = listed.as_ref().is_some_and(|listed| listed.soon);
            Arc::new(job)
        }
        Err(reason) => {
            for (outcome, _) in checked.outcomes.iter_mut().zip(empty).filter(|(_, empty)| !empty) {
                if shown(&outcome.verdict, &desk.options).is_some() {
                    outcome.backing = Backing::Missing(reason.to_string());
                }
            }
            checked.cut_short = Some(reason);
            return;
        }
    };
    let cut_short = match listed {
        Some(listed) if !job.listed || !for_diagrams(&job, listed.engine.statistics().states) => {
            let explain = || Source::Listed(Box::new(listed.engine)).explain(&job, &job.items);
            if let Err(fault) = guarded("evidence", explain) {
                desk.fault(fault);
            }
            desk.options.limits.check().err()
        }
        _ => {
            if !lent(desk, &job) {
                let doing = Doing(Arc::clone(&job));
                desk.start(EngineName::Bdd, move |desk| {
                    if let Err(fault) = guarded("evidence", || work(desk, &doing.0, None)) {
                        desk.fault(fault);
                    }
                });
            }
            job.wait()
        }
    };
    let fault = desk.faults().pop().map(|fault| GaveUp::Fault(Box::new(fault)));
    let explanations = job.explanations(cut_short.as_ref().or(fault.as_ref()));
    for number in 0..checked.outcomes.len() {
        let Some(found) = explanations.get(&desk.first(number)) else { continue };
        let Explanation { emptiness, backing, interesting } = found.clone();
        let outcome = &mut checked.outcomes[number];
        (outcome.emptiness, outcome.backing, outcome.interesting) = (emptiness, backing, interesting);
    }
    checked.cut_short = cut_short;
}

/// Whether diagrams should be asked although so many states have been listed.
fn for_diagrams(job: &Job, states: usize) -> bool {
    let (model, options) = (&job.model, &job.options);
    let strategic = |item: &Item| {
        let mut below = model.formulas.below(item.specification.formula).into_iter();
        below.any(|id| matches!(model.formulas.get(id), Formula::Strategic(..)))
    };
    let uniform = || options.strategies == Strategies::Uniform && job.items.iter().any(strategic);
    options.engine == EngineChoice::Auto && (states > FEWER_STATES || uniform())
}

/// Whether an engine that has diagrams of the whole system at hand has taken a job.
fn lent(desk: &Desk, job: &Arc<Job>) -> bool {
    let begun = Instant::now();
    loop {
        let busy = desk.is_busy();
        if desk.lending.give(job, if busy { GLANCE } else { Duration::ZERO }) {
            return true;
        }
        // With one engine only, it either comes or ends soon.
        let wait = match desk.choice {
            EngineChoice::Bdd => desk.options.limits.check().is_ok(),
            EngineChoice::Auto | EngineChoice::Explicit | EngineChoice::Bounded => begun.elapsed() < MOMENT,
        };
        if !busy || !wait {
            return false;
        }
    }
}

/// Without any fair path all formulas about infinite paths hold, and that is all that there is to say about them. Which
/// ones these are.
fn without_fair_paths(desk: &Desk, checked: &mut Checked) -> Vec<bool> {
    let unfair = checked.findings.iter().any(|finding| matches!(finding, Finding::NoFairPath));
    let outcomes = checked.outcomes.iter_mut().zip(&desk.model.specifications);
    let mut is_empty = |(outcome, specification): (&mut Outcome, &Specification)| {
        let infinite = desk.options.traces_of(specification.logic) == Traces::Infinite;
        let empty = unfair && infinite && outcome.verdict == Verdict::Holds;
        if empty && desk.options.vacuity {
            outcome.emptiness = vec![Emptiness::NoFairPath];
        }
        empty
    };
    outcomes.map(&mut is_empty).collect()
}

/// Does a job where nobody has listed all states, with these diagrams of the whole system if they are at hand.
pub(super) fn work<'j>(desk: &'j Desk, job: &'j Job, at_hand: Option<AtHand<'j>>) {
    too_far(job);
    let mut at_hand = at_hand;
    if desk.choice == EngineChoice::Auto {
        let small = match at_hand.take_if(|at_hand| at_hand.engine.is_small()) {
            Some(at_hand) => Ok(Some(at_hand.engine)),
            None if at_hand.is_some() => Ok(None),
            None => BddEngine::if_small(&job.model, &job.options),
        };
        match small {
            Ok(None) => {}
            Ok(Some(engine)) => {
                return Source::Diagrams(Box::new(engine), job.options.limits.max_nodes).explain(job, &job.items);
            }
            Err(reason) => return job.miss(&job.items, &reason),
        }
    }
    let certain = at_hand.as_ref().is_some_and(|at_hand| at_hand.certain);
    let mut left: Vec<&Item> = job.items.iter().collect();
    let solver_first = match desk.choice {
        EngineChoice::Auto => !job.listed && !certain,
        EngineChoice::Bdd => at_hand.is_none(),
        EngineChoice::Explicit | EngineChoice::Bounded => true,
    };
    if solver_first {
        by_solver(job, &mut left, |item| match desk.choice {
            EngineChoice::Bounded => item.bound.unwrap_or(0).max(MOST_BOUND),
            EngineChoice::Auto | EngineChoice::Explicit | EngineChoice::Bdd => MOST_BOUND,
        });
    }
    left.retain(|item| item.shown.is_some() || !item.questions.is_empty());
    if left.is_empty() {
        return;
    }
    let Err(reason) = on_all_states(desk, job, &left, at_hand) else { return };
    // Nobody else can: then with the bound at which the bounded engine has its answer.
    left.retain(|item| job.found(item).is_nothing() && item.bound.is_some_and(|bound| bound > MOST_BOUND));
    by_solver(job, &mut left, |item| item.bound.unwrap_or(0));
    job.miss(&job.items, &reason);
}

/// On all states of the system, enumerated or as diagrams.
fn on_all_states<'j>(desk: &'j Desk, job: &'j Job, items: &[&Item], at_hand: Option<AtHand<'j>>) -> Result<(), GaveUp> {
    let certain = at_hand.as_ref().is_some_and(|at_hand| at_hand.certain);
    let needed = items.iter().any(|item| item.shown.is_some() && job.found(item).is_nothing());
    let diagrams_first = match desk.choice {
        // Remarks alone are not worth large diagrams; nor should it be seen whether they happen to be there.
        EngineChoice::Auto if !needed && !certain && !job.listed => return Ok(()),
        EngineChoice::Auto => certain,
        EngineChoice::Bdd => at_hand.is_some(),
        EngineChoice::Explicit | EngineChoice::Bounded => false,
    };
    let (effort, nodes) = if needed { (EFFORT, NODES) } else { (LITTLE_EFFORT, FEW_NODES) };
    let enumerated = || {
        let max_states = FEW_STATES.min(job.options.limits.max_states);
        let limits = Limits { max_states, max_effort: Some(effort), ..job.options.limits.clone() };
        let engine = Explicit::new(&job.model, &Options { limits, ..job.options.clone() })?;
        Ok(Source::Listed(Box::new(engine)))
    };
    let diagrams = || {
        let most = job.options.limits.max_nodes;
        if let Some(AtHand { engine, .. }) = at_hand {
            return Ok(Source::Diagrams(Box::new(engine), most));
        }
        let limits = Limits { max_nodes: nodes.min(most), ..job.options.limits.clone() };
        let engine = BddEngine::new(&job.model, &Options { limits, ..job.options.clone() })?;
        Ok(Source::Diagrams(Box::new(engine), nodes.min(most)))
    };
    let too_many = |reason: &GaveUp| matches!(reason, GaveUp::States(_) | GaveUp::Declined(_) | GaveUp::Memory);
    let source = if diagrams_first {
        diagrams().or_else(|reason| if too_many(&reason) { enumerated() } else { Err(reason) })
    } else {
        enumerated().or_else(|reason| if too_many(&reason) { diagrams() } else { Err(reason) })
    };
    source?.explain(job, items.iter().copied());
    Ok(())
}
