//! Evidence, and empty reasons, when all is answered: the same whoever was first.
//!
//! Where all states have been listed, they are looked at. Where the diagrams of all states are small, they are: whether they
//! are at hand or have to be made. Uniform strategies are always looked for with them first: one by one they are too many.
//!
//! Otherwise what has paths and states of its own is looked for by SAT: where one player makes all choices, a solver shows
//! states and steps. What an answer visits is a small system by itself, on which existential formulas are evaluated and
//! evidence is built as on any other. Everything else needs the states of the whole system, enumerated or as diagrams.
//! With `--engine bdd` diagrams that are at hand come first, with `--engine bounded` the solver.

use std::sync::Arc;
use std::time::{Duration, Instant};

use qmas_encodings::bounded::Visited;

use super::desk::Desk;
use super::evidence;
use super::job::{Doing, Explanation, Item, Job, shown};
use super::source::Source;
use super::stretches::{can_answer, for_the_bounded_engine_alone};
use super::{Backing, Checked, Emptiness, EngineChoice, EngineName, FEW_STATES, Finding, Listed, Outcome};
use crate::bdd::BddEngine;
use crate::bounded::{self, Question};
use crate::engine::{GaveUp, Limits, Options, Strategies, Traces, Verdict};
use crate::explicit::{Explicit, Space};
use crate::logic::{Formula, Logic, Quantifier, Specification, Temporal};
use crate::lower::{Lowered, lower};
use crate::model::Model;
use crate::witness::{Shown, decoded, is_existential};

/// What enumeration may take, and how many nodes the whole system, if there is no evidence without them.
const EFFORT: u64 = 10_000_000;
const NODES: usize = 1 << 22;
/// The same if they are needed for remarks only: a few tenths of a second.
const LITTLE_EFFORT: u64 = 500_000;
const FEW_NODES: usize = 1 << 17;
/// How many conflicts a solver may have on the way to evidence, per question; and at first, since where a solver is the
/// best to ask, answers come without many.
const CONFLICTS: u64 = 20_000;
const FEW_CONFLICTS: u64 = 1_000;
/// Up to which bound a solver is asked first.
const MOST_BOUND: usize = 30;
/// How long an engine that may have diagrams of the whole system may take to say so.
const MOMENT: Duration = Duration::from_millis(50);
/// How often whether it still may is looked at.
const GLANCE: Duration = Duration::from_millis(2);

/// Adds evidence and empty reasons to all verdicts that should have them. `listed` knows all states, if anybody does.
pub(super) fn explain<'d>(desk: &'d Arc<Desk>, listed: Option<Explicit<'d>>, checked: &mut Checked) {
    if checked.findings.iter().any(|finding| matches!(finding, Finding::NoInitialState)) {
        return;
    }
    let empty = without_fair_paths(desk, checked);
    let outcomes = checked.outcomes.iter().enumerate();
    let wanted: Vec<_> = outcomes.filter(|(number, _)| desk.is_first(*number) && !empty[*number]).collect();
    let job = match Job::new(&desk.model, &desk.options, wanted) {
        Ok(None) => return,
        Ok(Some(job)) => Arc::new(job),
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
        Some(engine) if !for_diagrams(&job) => {
            Source::Listed(Box::new(engine)).explain(&job, &job.items);
            desk.options.limits.check().err()
        }
        _ => {
            if !lent(desk, &job) {
                let doing = Doing(Arc::clone(&job));
                desk.start(EngineName::Bdd, move |desk| work(desk, &doing.0, None));
            }
            job.wait()
        }
    };
    let explanations = job.explanations(cut_short.as_ref());
    for number in 0..checked.outcomes.len() {
        let Some(found) = explanations.get(&desk.first(number)) else { continue };
        let Explanation { emptiness, backing, interesting } = found.clone();
        let outcome = &mut checked.outcomes[number];
        (outcome.emptiness, outcome.backing, outcome.interesting) = (emptiness, backing, interesting);
    }
    checked.cut_short = cut_short;
}

/// Whether a job is about uniform strategies, for which diagrams are asked whatever else there is.
fn for_diagrams(job: &Job) -> bool {
    let (model, options) = (&job.model, &job.options);
    let strategic = |item: &Item| {
        let mut below = model.formulas.below(item.specification.formula).into_iter();
        below.any(|id| matches!(model.formulas.get(id), Formula::Strategic(..)))
    };
    options.engine == EngineChoice::Auto && options.strategies == Strategies::Uniform && job.items.iter().any(strategic)
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
pub(super) fn work<'j>(desk: &'j Desk, job: &'j Job, at_hand: Option<BddEngine<'j>>) {
    too_far(job);
    let at_hand = match small(job, at_hand) {
        Ok(Smallness::Small(engine)) => {
            return Source::Diagrams(engine, job.options.limits.max_nodes).explain(job, &job.items);
        }
        Ok(Smallness::Other(at_hand)) => at_hand,
        Err(reason) => return job.miss(&job.items, &reason),
    };
    let mut left: Vec<&Item> = job.items.iter().collect();
    if desk.choice != EngineChoice::Bdd || at_hand.is_none() {
        match desk.choice {
            EngineChoice::Auto => by_solver(job, &mut left, FEW_CONFLICTS, |_| MOST_BOUND),
            EngineChoice::Bounded => {
                by_solver(job, &mut left, CONFLICTS, |item| item.bound.unwrap_or(0).max(MOST_BOUND))
            }
            EngineChoice::Explicit | EngineChoice::Bdd => by_solver(job, &mut left, CONFLICTS, |_| MOST_BOUND),
        }
    }
    left.retain(|item| item.shown.is_some() || !item.questions.is_empty());
    if left.is_empty() {
        return;
    }
    let Err(reason) = on_all_states(desk, job, &left, at_hand) else { return };
    // Nobody else can: then with more conflicts, and the bound at which the bounded engine has its answer.
    left.retain(|item| job.found(item).is_nothing());
    by_solver(job, &mut left, CONFLICTS, |item| item.bound.unwrap_or(0).max(MOST_BOUND));
    job.miss(&job.items, &reason);
}

/// Diagrams of a small system, or what is at hand.
enum Smallness<'j> {
    Small(Box<BddEngine<'j>>),
    Other(Option<BddEngine<'j>>),
}

/// Which of the two it is, with the automatic choice.
fn small<'j>(job: &'j Job, at_hand: Option<BddEngine<'j>>) -> Result<Smallness<'j>, GaveUp> {
    let engine = match at_hand {
        _ if job.options.engine != EngineChoice::Auto => return Ok(Smallness::Other(at_hand)),
        Some(engine) if engine.is_small() => Some(engine),
        Some(_) => return Ok(Smallness::Other(at_hand)),
        None => BddEngine::if_small(&job.model, &job.options)?,
    };
    Ok(engine.map_or(Smallness::Other(None), |engine| Smallness::Small(Box::new(engine))))
}

/// A proof with runs of so many steps says little of them if there are none.
fn too_far(job: &Job) {
    let Some(bound) = job.items.iter().find_map(|item| item.far) else { return };
    let mut model = job.model.clone();
    let mut formula = model.formulas.intern(Formula::False);
    for _ in 0..bound {
        formula = model.formulas.intern(Formula::Branching(Quantifier::Forall, Temporal::Next(formula)));
    }
    let mut options = Options { limits: job.limits(), ..job.options.clone() };
    options.bounded.conflicts = Some(CONFLICTS);
    let asked = (Question::Refute, Specification { logic: Logic::Ctl, formula });
    let run = bounded::visited(&model, &lower(&model.system).system, asked, 1, &options);
    if matches!(run, Ok(None)) {
        for item in job.items.iter().filter(|item| item.far.is_some()) {
            job.put(item, Explanation { emptiness: vec![Emptiness::NoRun(bound)], ..Explanation::default() });
        }
    }
}

/// On all states of the system, enumerated or as diagrams.
fn on_all_states<'j>(
    desk: &'j Desk,
    job: &'j Job,
    items: &[&Item],
    at_hand: Option<BddEngine<'j>>,
) -> Result<(), GaveUp> {
    let needed = items.iter().any(|item| item.shown.is_some() && job.found(item).is_nothing());
    let diagrams_first = match desk.choice {
        // Remarks alone are not worth large diagrams; nor should it be seen whether they happen to be there.
        EngineChoice::Auto if !needed && (at_hand.is_none() || for_the_bounded_engine_alone(&job.model)) => {
            return Ok(());
        }
        EngineChoice::Auto => true,
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
        if let Some(engine) = at_hand {
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

/// Evidence from what a solver shows. What is left is all that wants more.
fn by_solver(job: &Job, items: &mut Vec<&Item>, conflicts: u64, most: impl Fn(&Item) -> usize) {
    let mut lowered: Option<Lowered> = None;
    items.retain(|item| {
        let Some(shown) = item.shown.filter(|_| can_answer(&job.model, item.number)) else { return true };
        if !is_existential(&job.model, item.specification, shown) {
            return true;
        }
        let lowered = lowered.get_or_insert_with(|| lower(&job.model.system));
        let mut explanation = job.found(item);
        if !on_what_was_shown(&mut explanation, (job, item), lowered, (conflicts, most(item))).unwrap_or(false) {
            return true;
        }
        let partial = evidence::is_partial(&explanation);
        job.put(item, explanation);
        partial || !item.questions.is_empty()
    });
}

/// Whether what a solver shows is enough.
fn on_what_was_shown(
    explanation: &mut Explanation,
    (job, item): (&Job, &Item),
    lowered: &Lowered,
    (conflicts, most): (u64, usize),
) -> Result<bool, GaveUp> {
    let (model, specification) = (&job.model, item.specification);
    let mut options = Options { limits: job.limits(), ..job.options.clone() };
    options.bounded.conflicts = Some(conflicts);
    let question = match item.shown {
        Some(Shown::Holds) => Question::Prove,
        _ => Question::Refute,
    };
    let Some(visited) = first(model, &options, lowered, (question, specification), most)? else { return Ok(false) };
    let (states, steps) = decoded(&model.system, lowered, &visited);
    let space = Space::part(&model.system, &states, &steps);
    let mut engine = Explicit::on(space, model, &options)?;
    let mut sets = Listed::new(&mut engine, model, &options, specification.logic).part();
    evidence::add(explanation, (job, item), &options, &mut sets)?;
    Ok(matches!(explanation.backing, Backing::Shown { .. } | Backing::Broken { .. }))
}

/// What the answer at the least bound visits.
fn first(
    model: &Model,
    options: &Options,
    lowered: &Lowered,
    asked: (Question, Specification),
    most: usize,
) -> Result<Option<Visited>, GaveUp> {
    for bound in 0..=most {
        options.limits.check()?;
        if bounded::visited(model, &lowered.system, asked, bound, options)?.is_some() {
            return visited(model, options, lowered, asked, bound);
        }
    }
    Ok(None)
}

/// What an answer with a shortest path visits, if one player makes all choices.
fn visited(
    model: &Model,
    options: &Options,
    lowered: &Lowered,
    (question, specification): (Question, Specification),
    bound: usize,
) -> Result<Option<Visited>, GaveUp> {
    let mut stepwise = model.clone();
    let goal = match question {
        Question::Prove => stepwise.formulas.negation_normal_form(specification.formula),
        Question::Refute => stepwise.formulas.negated_normal_form(specification.formula),
    };
    let (f, g) = match stepwise.formulas.get(goal) {
        Formula::Branching(Quantifier::Exists, Temporal::Finally(g)) => (None, g),
        Formula::Branching(Quantifier::Exists, Temporal::Until(f, g)) => (Some(f), g),
        _ => {
            let asked = (question, specification);
            return bounded::visited(model, &lowered.system, asked, bound, options);
        }
    };
    // g at once, after one step, after two: `g`, `f and EX g`, `f and EX (f and EX g)`, ...
    let mut within = g;
    for _ in 0..=bound {
        let formula = match question {
            Question::Prove => within,
            Question::Refute => stepwise.formulas.intern(Formula::Not(within)),
        };
        let asked = (question, Specification { formula, ..specification });
        let found = bounded::visited(&stepwise, &lowered.system, asked, bound, options)?;
        if found.is_some() {
            return Ok(found);
        }
        within = stepwise.formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Next(within)));
        within = f.map_or(within, |f| stepwise.formulas.intern(Formula::And(f, within)));
    }
    Ok(None)
}
