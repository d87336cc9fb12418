//! Evidence from what a SAT solver shows, where one player makes all choices: the states and steps that an answer visits
//! are a small system by themselves.

use qmas_encodings::bounded::Visited;

use super::evidence;
use super::listed::Listed;
use super::purse::Part;
use super::wanted::{Explanation, Item, Job};
use crate::bounded::{self, BoundedOptions, Question, can_answer};
use crate::engine::{GaveUp, Limits, Terms};
use crate::explicit::{Explicit, Space};
use crate::logic::{Formula, Logic, Quantifier, Specification, Temporal};
use crate::lower::{Lowered, lower};
use crate::model::Model;
use crate::options::Options;
use crate::outcome::{Backing, Vacuity};
use crate::witness::{Conclusion, Decoded, decoded, is_existential};

/// How many conflicts a solver may have on the way to evidence, per question.
const CONFLICTS: u64 = 20_000;

/// A proof with runs of so many steps says little of them if there are none.
pub(super) fn too_far(job: &Job) {
    let Some(bound) = job.items.iter().find_map(|item| item.far) else { return };
    let mut model = job.model.as_ref().clone();
    let mut formula = model.formulas.intern(Formula::False);
    for _ in 0..bound {
        formula = model.formulas.intern(Formula::Branching(Quantifier::Forall, Temporal::Next(formula)));
    }
    let piece = job.purse.piece(Part::Vacuity, 1);
    let mut options = Options { limits: piece.limits.clone(), ..job.options.clone() };
    options.bounded.conflicts = Some(CONFLICTS);
    let asked = (Question::Refute, Specification { logic: Logic::Ctl, formula });
    let run = bounded::visited(&model, &lower(&model.system).system, asked, 1, &options.bounded_terms());
    if matches!(run, Ok(None)) {
        for item in job.items.iter().filter(|item| item.far.is_some()) {
            job.put(item, Explanation { vacuity: vec![Vacuity::NoRun(bound)], ..Explanation::default() });
        }
    }
}

/// Evidence from what a solver shows. What is left is all that wants more.
pub(super) fn by_solver(job: &Job, items: &mut Vec<&Item>, most: impl Fn(&Item) -> usize) {
    let mut lowered: Option<Lowered> = None;
    // Each gets its chance, and so does what comes after.
    let mut sharers = items.len() + 1;
    items.retain(|item| {
        sharers -= 1;
        let traces = job.options.traces_of(item.specification.logic);
        let Some(shown) =
            item.shown.filter(|_| can_answer(&job.model, item.specification, traces, job.options.strategies))
        else {
            return true;
        };
        if !is_existential(&job.model, item.specification, shown) {
            return true;
        }
        let lowered = lowered.get_or_insert_with(|| lower(&job.model.system));
        let mut explanation = job.found(item);
        let piece = job.purse.piece(Part::Evidence, sharers + 1);
        let shown = on_what_was_shown(&mut explanation, (job, item), lowered, (most(item), &piece.limits));
        if !shown.unwrap_or(false) {
            return true;
        }
        let partial = evidence::is_partial(&explanation);
        explanation.done.insert(Part::Evidence);
        job.put(item, explanation);
        partial || item.is_doubted()
    });
}

/// Whether what a solver shows is enough.
fn on_what_was_shown(
    explanation: &mut Explanation,
    (job, item): (&Job, &Item),
    lowered: &Lowered,
    (most, limits): (usize, &Limits),
) -> Result<bool, GaveUp> {
    let (model, specification) = (&job.model, item.specification);
    let mut options = Options { limits: limits.clone(), ..job.options.clone() };
    options.bounded.conflicts = Some(CONFLICTS);
    let question = match item.shown {
        Some(Conclusion::Holds) => Question::Prove,
        _ => Question::Refute,
    };
    let terms = options.bounded_terms();
    let visited = match model.formulas.is_atlk(specification.formula) {
        true => first(model, &terms, lowered, (question, specification), most)?,
        false => bounded::lasso(model, &lowered.system, specification, most, &terms)?,
    };
    let Some(visited) = visited else {
        return Ok(false);
    };
    let Decoded { states, steps } = decoded(&model.system, lowered, &visited);
    let space = Space::part(&model.system, &states, &steps);
    let mut engine = Explicit::on(space, model, &options.terms())?;
    let mut sets = Listed::new(&mut engine, &options, specification.logic).part();
    evidence::add(explanation, (job, item), &options, &mut sets)?;
    Ok(matches!(explanation.backing, Backing::Evidence { .. } | Backing::Broken { .. }))
}

/// What the answer at the least bound visits.
fn first(
    model: &Model,
    options: &Terms<BoundedOptions>,
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
    options: &Terms<BoundedOptions>,
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
