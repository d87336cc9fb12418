//! Evidence when all is answered, the same whoever was first.
//!
//! What has paths and states of its own is looked for by SAT: where one player makes all choices, a solver shows states and
//! steps. What an answer visits is a small system by itself, on which existential formulas are evaluated and evidence is
//! built as on any other. Everything else needs the states of the whole system, enumerated or as diagrams.

use qmas_encodings::bounded::Visited;

use super::evidence::{self, Prepared};
use super::stretches::can_answer;
use super::{Backing, Checked, FEW_STATES, Listed, Outcome};
use crate::bdd::BddEngine;
use crate::bounded::{self, Question};
use crate::engine::{GaveUp, Options, Verdict};
use crate::explicit::{Explicit, Space};
use crate::logic::{Formula, Quantifier, Specification, Temporal};
use crate::lower::{Lowered, lower};
use crate::witness::{Shown, decoded, is_existential};

/// How many nodes the whole system may take if only evidence needs it.
const NODES: usize = 1 << 22;
/// How many conflicts a solver may have on the way to evidence, per question.
const CONFLICTS: u64 = 20_000;
/// Up to which bound a solver is asked if nobody has found one.
const MOST_BOUND: usize = 30;

/// Adds evidence to all verdicts that have none and should.
pub(super) fn explain(model: &Prepared, options: &Options, checked: &mut Checked) {
    let wanted = |number: &usize| evidence::is_wanted(&checked.outcomes[*number], options);
    let mut numbers: Vec<usize> = (0..checked.outcomes.len()).filter(wanted).collect();
    if numbers.is_empty() {
        return;
    }
    // Where all states have been listed, their list is used whoever answered.
    if checked.statistics.is_none() {
        let lowered = lower(&model.system);
        let mut little = options.clone();
        little.bounded.conflicts = Some(CONFLICTS);
        numbers.retain(|&number| {
            let outcome = &mut checked.outcomes[number];
            !on_what_was_shown(outcome, model, &little, &lowered, number).unwrap_or(false)
        });
    }
    if numbers.is_empty() {
        return;
    }
    if let Err(reason) = on_all_states(model, options, &numbers, checked) {
        for number in numbers {
            let outcome = &mut checked.outcomes[number];
            if evidence::is_wanted(outcome, options) {
                outcome.backing = Backing::Missing(reason.to_string());
            }
        }
    }
}

/// Whether what a solver shows is enough.
fn on_what_was_shown(
    outcome: &mut Outcome,
    model: &Prepared,
    options: &Options,
    lowered: &Lowered,
    number: usize,
) -> Result<bool, GaveUp> {
    let specification = model.specifications[number];
    let (question, shown) = match outcome.verdict {
        Verdict::Holds => (Question::Prove, Shown::Holds),
        _ => (Question::Refute, Shown::Fails),
    };
    if !can_answer(model, number) || !is_existential(model, specification, shown) {
        return Ok(false);
    }
    let Some(visited) = first(outcome, model, options, lowered, (question, specification))? else { return Ok(false) };
    let (states, steps) = decoded(&model.system, lowered, &visited);
    let space = Space::part(&model.system, &states, &steps);
    let mut engine = Explicit::on(space, model, options)?;
    let mut sets = Listed::new(&mut engine, model, options, specification.logic).part();
    evidence::add(outcome, model, options, &mut sets, number)?;
    let enough = matches!(outcome.backing, Backing::Shown { .. } | Backing::Broken { .. });
    if !enough {
        outcome.backing = Backing::Nothing;
    }
    Ok(enough)
}

/// What the answer at the least bound visits.
fn first(
    outcome: &Outcome,
    model: &Prepared,
    options: &Options,
    lowered: &Lowered,
    asked: (Question, Specification),
) -> Result<Option<Visited>, GaveUp> {
    let most = outcome.bound.unwrap_or(0).max(MOST_BOUND);
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
    model: &Prepared,
    options: &Options,
    lowered: &Lowered,
    (question, specification): (Question, Specification),
    bound: usize,
) -> Result<Option<Visited>, GaveUp> {
    let mut stepwise = model.model.clone();
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

/// On all states of the system, enumerated or as diagrams.
fn on_all_states(model: &Prepared, options: &Options, numbers: &[usize], checked: &mut Checked) -> Result<(), GaveUp> {
    let mut few = options.clone();
    few.limits.max_states = FEW_STATES.min(options.limits.max_states);
    few.limits.max_nodes = NODES.min(options.limits.max_nodes);
    match Explicit::new(model, &few) {
        Ok(mut engine) => {
            for &number in numbers {
                let logic = model.specifications[number].logic;
                let mut sets = Listed::new(&mut engine, model, options, logic);
                evidence::add(&mut checked.outcomes[number], model, options, &mut sets, number)?;
            }
        }
        Err(GaveUp::States(_) | GaveUp::Declined(_)) => {
            let mut engine = BddEngine::new(model, &few)?;
            for &number in numbers {
                let (logic, outcome) = (model.specifications[number].logic, &mut checked.outcomes[number]);
                engine.with_sets(logic, |sets| evidence::add(outcome, model, options, sets, number))?;
            }
        }
        Err(reason) => return Err(reason),
    }
    Ok(())
}
