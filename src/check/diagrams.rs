//! Formulas by the BDD engine, part of the system by part, small parts first.

use std::collections::BTreeSet;
use std::time::Instant;

use num_bigint::BigUint;
use qmas_encodings::{Cone, InputId};

use super::desk::Desk;
use super::shared::States;
use super::stretches::can_answer;
use super::{EngineChoice, EngineName, Finding, Outcome, late};
use crate::bdd::{BddEngine, Part, parts};
use crate::engine::fault::guarded;
use crate::engine::{GaveUp, Options, Traces, Verdict};
use crate::ir::InitialStates;
use crate::logic::Logic;
use crate::lower::{Lowered, lower};

/// How many values are tried to find one initial state.
const INITIAL_STATE_STEPS: u64 = 1_000_000;
/// Reachable states with more nodes than this are not handed to other engines: they are of no use in SAT questions.
const HANDED_OVER: usize = 20_000;

/// Diagrams of the whole system.
pub(super) struct AtHand<'d> {
    pub(super) engine: BddEngine<'d>,
    /// Whether they are at hand whoever was first: some formula that only diagrams answer is about the whole system.
    pub(super) certain: bool,
}

/// The same, and then what is wanted besides verdicts, if diagrams of the whole system are at hand.
pub(super) fn work_and_explain(desk: &Desk) {
    let whole = work(desk, None);
    if (desk.any_open() && desk.choice == EngineChoice::Auto) || desk.options.limits.check().is_err() {
        return;
    }
    if let Some(at_hand) = whole
        && let Some(doing) = desk.lending.job()
    {
        if let Err(fault) = guarded("evidence", || late::work(desk, &doing.0, Some(at_hand))) {
            desk.fault(fault);
        }
    }
}

/// Answers everything on the desk that is open. With at most so many nodes, if that is given. The engine of the whole
/// system, if there was one.
pub(super) fn work(desk: &Desk, nodes: Option<usize>) -> Option<AtHand<'_>> {
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
    let mut whole = None;
    for part in &parts {
        let open: Vec<usize> = part.formulas.iter().copied().filter(|&number| desk.is_open(number)).collect();
        if !open.is_empty() && desk.shift() == shift {
            let mut options = options.clone();
            options.limits.max_nodes = nodes.unwrap_or(usize::MAX).min(options.limits.max_nodes);
            let certain = part.formulas.iter().any(|&number| !can_answer(model, number));
            let part = Part { cone: part.cone.clone(), formulas: open };
            let engine = answer(desk, &options, &lowered, &part, shift).filter(BddEngine::is_whole);
            whole = engine.map(|engine| AtHand { engine, certain });
        }
    }
    whole
}

/// Answers the formulas of one part of the system. The engine that did, unless nobody wants more of it.
fn answer<'d>(
    desk: &'d Desk,
    options: &Options,
    lowered: &Lowered,
    part: &Part,
    shift: usize,
) -> Option<BddEngine<'d>> {
    let (model, board) = (&desk.model, &options.limits.board);
    let start = Instant::now();
    board.turn_to(EngineName::Bdd, None);
    let mut options = options.clone();
    let nodes = options.limits.max_nodes;
    // In one of several turns, what was reached is the end of the turn.
    let last = nodes >= desk.options.limits.max_nodes;
    let name = |reason: GaveUp| if last { desk.options.limits.name(reason) } else { reason };
    options.limits = desk.common_limits(&part.formulas);
    options.limits.max_nodes = nodes;
    desk.bdd_works_for(Some(&options.limits.cancel));
    let engine = BddEngine::for_part(model, &options, lowered, &part.cone);
    if desk.shift() != shift {
        return None;
    }
    desk.bdd_works_for(None);
    desk.note(|checked| checked.preparation += start.elapsed());
    let mut engine = match engine {
        Ok(engine) => engine,
        Err(reason) => {
            let reason = name(reason);
            for &number in &part.formulas {
                desk.put(number, Outcome::nobody(reason.clone()));
            }
            return None;
        }
    };
    if engine.statistics().initial_states == BigUint::ZERO {
        desk.void();
        return None;
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
        let verdict = match engine.check(model.specifications[number]) {
            Verdict::GaveUp(reason) => Verdict::GaveUp(name(reason)),
            exact => exact,
        };
        if desk.shift() != shift {
            return None;
        }
        desk.bdd_works_for(None);
        // Before the answer: the last one ends the check.
        desk.note(|checked| {
            if let Some(statistics) = checked.diagrams.get_mut(place) {
                *statistics = engine.statistics();
            }
        });
        desk.put(number, Outcome::new(verdict, EngineName::Bdd, start.elapsed()));
    }
    Some(engine)
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
