//! Evidence for verdicts of the bounded engine.
//!
//! Where one player makes all choices, a SAT solver has shown states and steps: what an answer visits is a small system
//! by itself, on which existential formulas are evaluated and evidence is built as on any other. Where both players
//! choose, nothing is shown but who wins: then evidence needs the states of the whole system.

use qmas_encodings::bounded::{Taken, Visited};

use super::super::evidence::{self, Prepared};
use super::super::{Backing, FEW_STATES, Outcome};
use super::Diagrams;
use crate::bdd::BddEngine;
use crate::bounded::{self, Question};
use crate::engine::{GaveUp, Options, Verdict};
use crate::explicit::{Explicit, Space};
use crate::ir::{ActionId, JointAction, State};
use crate::logic::{Formula, Quantifier, Specification, Temporal};
use crate::lower::{BitLayout, Lowered};
use crate::witness::{Listed, Shown, is_existential};

/// How many nodes the whole system may take if only evidence needs it.
const NODES: usize = 1 << 22;

/// Adds what a verdict rests on.
pub(super) fn add(outcome: &mut Outcome, model: &Prepared, options: &Options, lowered: &Lowered, number: usize) {
    let added = on_what_was_shown(outcome, model, options, lowered, number).and_then(|done| match done {
        true => Ok(()),
        false => on_all_states(outcome, model, options, number),
    });
    if let Err(reason) = added {
        outcome.backing = Backing::Missing(reason.to_string());
    }
}

/// Whether what the solver shows is enough.
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
    let (true, Some(bound)) = (is_existential(model, specification, shown), outcome.bound) else { return Ok(false) };
    let Some(visited) = visited(model, options, lowered, (question, specification), bound)? else { return Ok(false) };
    let (states, steps) = decoded(model, lowered, &visited);
    let space = Space::part(&model.system, &states, &steps);
    let mut engine = Explicit::on(space, model, options)?;
    let mut sets = Listed::new(&mut engine, model, options, specification.logic).part();
    evidence::add(outcome, model, options, &mut sets, number)?;
    let enough = matches!(outcome.backing, Backing::Shown { .. } | Backing::Nothing);
    if !enough {
        outcome.backing = Backing::Nothing;
    }
    Ok(enough)
}

/// What an answer with a shortest path visits, if one player makes all choices.
fn visited(
    model: &Prepared,
    options: &Options,
    lowered: &Lowered,
    (question, specification): (Question, Specification),
    bound: usize,
) -> Result<Option<Visited>, GaveUp> {
    let mut exact = Diagrams::new(model, options, lowered);
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
            return bounded::visited(model, &lowered.system, asked, bound, options, &mut exact);
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
        let found = bounded::visited(&stepwise, &lowered.system, asked, bound, options, &mut exact)?;
        if found.is_some() {
            return Ok(found);
        }
        within = stepwise.formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Next(within)));
        within = f.map_or(within, |f| stepwise.formulas.intern(Formula::And(f, within)));
    }
    Ok(None)
}

/// On all states of the system, enumerated or as diagrams.
fn on_all_states(outcome: &mut Outcome, model: &Prepared, options: &Options, number: usize) -> Result<(), GaveUp> {
    let logic = model.specifications[number].logic;
    let mut few = options.clone();
    few.limits.max_states = FEW_STATES.min(options.limits.max_states);
    few.limits.max_nodes = NODES.min(options.limits.max_nodes);
    match Explicit::new(model, &few) {
        Ok(mut engine) => {
            let mut sets = Listed::new(&mut engine, model, options, logic);
            evidence::add(outcome, model, options, &mut sets, number)
        }
        Err(GaveUp::States(_) | GaveUp::Declined(_)) => {
            let mut engine = BddEngine::new(model, &few)?;
            engine.with_sets(logic, |sets| evidence::add(outcome, model, options, sets, number))
        }
        Err(reason) => Err(reason),
    }
}

/// States and steps of the system; bits that are no values belong to no state.
fn decoded(model: &Prepared, lowered: &Lowered, visited: &Visited) -> (Vec<State>, Vec<(State, JointAction, State)>) {
    let layout = BitLayout::new(&model.system);
    let state = |bits: &[bool]| layout.decode(&model.system, bits);
    let action = |taken: &Taken| {
        let bit = |input| taken.chosen.iter().any(|&(chosen, value)| chosen == input && value);
        let code = |inputs: &[_]| inputs.iter().enumerate().map(|(at, &input)| usize::from(bit(input)) << at).sum();
        let actions: Vec<ActionId> =
            lowered.system.agents.iter().map(|agent| ActionId::new(code(&agent.actions))).collect();
        JointAction::new(actions)
    };
    let states = visited.states.iter().filter_map(|bits| state(bits)).collect();
    let steps = visited
        .steps
        .iter()
        .filter_map(|taken| Some((state(&taken.from)?, action(taken), state(&taken.to)?)))
        .collect();
    (states, steps)
}
