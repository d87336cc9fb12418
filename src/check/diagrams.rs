//! Formulas by the BDD engine, part of the system by part, small parts first.

use std::collections::BTreeSet;
use std::time::Instant;

use num_bigint::BigUint;
use qmas_encodings::{Cone, InputId};

use super::desk::Desk;
use super::shared::States;
use super::{Backing, EngineChoice, EngineName, Finding, Outcome, evidence};
use crate::bdd::{BddEngine, Part, parts};
use crate::engine::{Options, Traces, Verdict};
use crate::ir::{AgentId, InitialStates};
use crate::logic::{Logic, Specification};
use crate::lower::{Lowered, lower};

/// How many values are tried to find one initial state.
const INITIAL_STATE_STEPS: u64 = 1_000_000;
/// Reachable states with more nodes than this are not handed to other engines: they are of no use in SAT questions.
const HANDED_OVER: usize = 20_000;

/// Answers everything on the desk that is open. With at most so many nodes, if that is given.
pub(super) fn work(desk: &Desk, nodes: Option<usize>) {
    let (model, options, shift) = (&desk.model, &desk.options, desk.shift());
    let start = Instant::now();
    options.limits.board.turn_to(EngineName::Bdd, None);
    let lowered = lower(&model.system);
    // A part has initial states even if what is left out has none: only with an initial state in hand is it safe to look
    // at parts.
    let sure = || matches!(InitialStates::new(&model.system, INITIAL_STATE_STEPS).next(), Some(Ok(_)));
    let mut parts = parts(model, &lowered, !options.whole_system && sure());
    parts.sort_by_key(|part| part.cone.size());
    desk.note(|checked| checked.preparation += start.elapsed());
    for part in &parts {
        let open: Vec<usize> = part.formulas.iter().copied().filter(|&number| desk.is_open(number)).collect();
        if !open.is_empty() && desk.shift() == shift {
            let mut options = options.clone();
            options.limits.max_nodes = nodes.unwrap_or(usize::MAX).min(options.limits.max_nodes);
            answer(desk, &options, &lowered, &Part { cone: part.cone.clone(), formulas: open }, shift);
        }
    }
}

/// Answers the formulas of one part of the system.
fn answer(desk: &Desk, options: &Options, lowered: &Lowered, part: &Part, shift: usize) {
    let (model, board) = (&desk.model, &options.limits.board);
    let start = Instant::now();
    board.turn_to(EngineName::Bdd, None);
    let mut options = options.clone();
    let nodes = options.limits.max_nodes;
    options.limits = desk.common_limits(&part.formulas);
    options.limits.max_nodes = nodes;
    desk.bdd_works_for(Some(&options.limits.cancel));
    let engine = BddEngine::for_part(model, &options, lowered, &part.cone);
    if desk.shift() != shift {
        return;
    }
    desk.bdd_works_for(None);
    desk.note(|checked| checked.preparation += start.elapsed());
    let mut engine = match engine {
        Ok(engine) => engine,
        Err(reason) => {
            for &number in &part.formulas {
                desk.put(number, Outcome::nobody(reason.clone()));
            }
            return;
        }
    };
    if engine.statistics().initial_states == BigUint::ZERO {
        desk.void();
        return;
    }
    let finite = |logic: Logic| options.traces_of(logic) == Traces::Finite;
    let on_fair_paths = part.formulas.iter().any(|&number| !finite(model.specifications[number].logic));
    if !model.fairness.is_empty() && engine.vacuous() && on_fair_paths {
        desk.find(Finding::NoFairPath);
    }
    if part.cone.size() == lowered.system.state.len() {
        let states = engine.statistics().states;
        desk.note(|checked| checked.states = Some(states));
    }
    let mut place = 0;
    desk.note(|checked| {
        place = checked.diagrams.len();
        checked.diagrams.push(engine.statistics());
    });
    for &number in part.formulas.iter().filter(|&&number| desk.is_open(number)) {
        hand_over(desk, &engine, lowered, &part.cone);
        let start = Instant::now();
        board.turn_to(EngineName::Bdd, Some(number));
        let mut limits = desk.limits(number);
        limits.max_nodes = nodes;
        desk.bdd_works_for(Some(&limits.cancel));
        engine.set_limits(&limits);
        let verdict = engine.check(model.specifications[number]);
        if desk.shift() != shift {
            return;
        }
        desk.bdd_works_for(None);
        // Before the answer: the last one ends the check.
        desk.note(|checked| {
            if let Some(statistics) = checked.diagrams.get_mut(place) {
                *statistics = engine.statistics();
            }
        });
        let mut outcome = Outcome::new(verdict, EngineName::Bdd, start.elapsed());
        // In a race the answer comes first: see `late`.
        if desk.choice == EngineChoice::Bdd {
            explain(desk, &options, &mut engine, number, &mut outcome);
        }
        desk.put(number, outcome);
    }
}

/// Adds what a verdict rests on, if the engine sees all of the system, and for which empty reasons it holds.
fn explain<'d>(desk: &'d Desk, options: &Options, engine: &mut BddEngine<'d>, number: usize, outcome: &mut Outcome) {
    let model = &desk.model;
    let specification = model.specifications[number];
    if outcome.verdict == Verdict::Holds {
        let holds = |formula| engine.check(Specification { formula, ..specification }) == Verdict::Holds;
        outcome.emptiness = model.idle_antecedents(number, holds);
        let apart = |agents: &[AgentId]| engine.tell_all_apart(specification.logic, agents);
        outcome.emptiness.extend(model.all_seeing(number, apart));
    }
    if engine.is_whole() && evidence::is_wanted(outcome, options) {
        let logic = specification.logic;
        let added = engine.with_sets(logic, |sets| evidence::add(outcome, model, options, sets, number));
        if let Err(reason) = added {
            outcome.backing = Backing::Missing(reason.to_string());
        }
    }
}

/// Gives reachable states to whoever wants them, if they are small.
fn hand_over(desk: &Desk, engine: &BddEngine<'_>, lowered: &Lowered, part: &Cone) {
    for wanted in desk.sets.wanted(part) {
        let state = lowered.system.state.iter().zip(&wanted.bits);
        let bits: BTreeSet<InputId> = state.filter(|(_, wanted)| **wanted).map(|(bit, _)| bit.now).collect();
        let mut circuit = lowered.system.circuit.clone();
        let found = engine.reachable_bits(&mut circuit, &bits, HANDED_OVER).ok().flatten();
        desk.sets.put(&wanted, found.map(|states| States { circuit, states }));
    }
}

/// Formulas on finite traces do not look at fairness, which is worth a word.
pub(super) fn note_fairness(desk: &Desk) {
    let finite = |logic: Logic| desk.options.traces_of(logic) == Traces::Finite;
    let model = &desk.model;
    if !model.fairness.is_empty() && model.specifications.iter().any(|specification| finite(specification.logic)) {
        desk.find(Finding::FairnessIgnored);
    }
}
