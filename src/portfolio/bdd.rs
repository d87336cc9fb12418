//! Formulas by the BDD engine, part of the system by part, small parts first.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use qmas_encodings::{Cone, InputId};

use super::bounded::hunts;
use super::exchange::States;
use super::workers::{Engine, Portfolio};
use crate::bdd::{BddEngine, Part, parts};
use crate::engine::{EngineName, GaveUp, Limits, Traces, Verdict};
use crate::explain::AtHand;
use crate::ir::InitialStates;
use crate::logic::Logic;
use crate::lower::{Lowered, lower};
use crate::options::{EngineChoice, Options};
use crate::outcome::{Finding, Outcome};

/// How many values are tried to find one initial state.
const INITIAL_STATE_STEPS: u64 = 1_000_000;
/// Reachable states with more nodes than this are not handed to other engines: they are of no use in SAT questions.
const HANDED_OVER: usize = 20_000;

/// The BDD engine as a member of the portfolio.
#[derive(Default)]
pub(super) struct Bdd {
    /// How long somebody else may try alone.
    pub(super) head_start: Option<Duration>,
    /// Whether diagrams of the whole system are left for whoever explains answers.
    pub(super) leaves_diagrams: bool,
}

impl Bdd {
    /// Starts another one in the place of one that works for nobody.
    pub(super) fn relieve(portfolio: &Arc<Portfolio>) {
        portfolio.start(Self::default());
    }
}

impl Engine for Bdd {
    fn name(&self) -> EngineName {
        EngineName::Bdd
    }

    fn work(self, portfolio: &Portfolio) {
        if let Some(time) = self.head_start {
            portfolio.pause(time);
        }
        let whole = answer(portfolio, None);
        let elsewhere = portfolio.any_open() && portfolio.options.engine == EngineChoice::Auto;
        if let Some(at_hand) = whole
            && self.leaves_diagrams
            && !elsewhere
            && portfolio.options.limits.check().is_ok()
        {
            portfolio.leave_diagrams(at_hand);
        }
    }
}

/// Answers everything that is open. With at most so many nodes, if that is given. The engine of the whole system, if there
/// was one.
pub(super) fn answer(portfolio: &Portfolio, nodes: Option<usize>) -> Option<AtHand> {
    let (model, options, shift) = (&portfolio.model, &portfolio.options, portfolio.shift());
    let start = Instant::now();
    options.limits.board.turn_to(EngineName::Bdd, None);
    let lowered = lower(&model.system);
    // A part has initial states even if what is left out has none: only with an initial state in hand is it safe to look
    // at parts.
    let sure = || matches!(InitialStates::new(&model.system, INITIAL_STATE_STEPS).next(), Some(Ok(_)));
    let mut parts = parts(model, &lowered, !options.whole_system && sure());
    parts.sort_by_key(|part| part.cone.size());
    portfolio.note(|checked| checked.preparation += start.elapsed());
    let mut whole = None;
    for part in &parts {
        let open: Vec<usize> = part.formulas.iter().copied().filter(|&number| portfolio.is_open(number)).collect();
        if !open.is_empty() && portfolio.shift() == shift {
            let mut options = options.clone();
            options.limits.max_nodes = nodes.unwrap_or(usize::MAX).min(options.limits.max_nodes);
            let diagrams_only = |&number: &usize| !hunts(model, model.specifications[number], &options);
            let certain = part.formulas.iter().any(diagrams_only);
            let part = Part { cone: part.cone.clone(), formulas: open };
            let engine = answer_part(portfolio, &options, &lowered, &part, shift).filter(BddEngine::is_whole);
            whole = engine.map(|engine| AtHand { engine, certain });
        }
    }
    // What it has not answered, it cannot: nobody is held back for it.
    portfolio.headway[0].drawn(0, false);
    whole
}

/// Answers the formulas of one part of the system. The engine that did, unless nobody wants more of it.
fn answer_part(
    portfolio: &Portfolio,
    options: &Options,
    lowered: &Lowered,
    part: &Part,
    shift: usize,
) -> Option<BddEngine> {
    let (model, board) = (&portfolio.model, &options.limits.board);
    let start = Instant::now();
    board.turn_to(EngineName::Bdd, None);
    let mut options = options.clone();
    let nodes = options.limits.max_nodes;
    // In one of several turns, what was reached is the end of the turn.
    let last = nodes >= portfolio.options.limits.max_nodes;
    let name = |reason: GaveUp| if last { portfolio.options.limits.name(reason) } else { reason };
    let [headway, _] = &portfolio.headway;
    headway.drawn(0, false);
    options.limits = Limits { headway: Some(headway.clone()), ..portfolio.common_limits(&part.formulas) };
    options.limits.max_nodes = nodes;
    portfolio.bdd_works_for(Some(&options.limits.cancel));
    let engine = BddEngine::for_part(model, &options.bdd_terms(), lowered, &part.cone);
    if portfolio.shift() != shift {
        return None;
    }
    portfolio.bdd_works_for(None);
    portfolio.note(|checked| checked.preparation += start.elapsed());
    let mut engine = match engine {
        Ok(engine) => engine,
        Err(reason) => {
            let reason = name(reason);
            for &number in &part.formulas {
                portfolio.put(number, Outcome::nobody(reason.clone()));
            }
            return None;
        }
    };
    if engine.statistics().initial_states == BigUint::ZERO {
        portfolio.void();
        return None;
    }
    let finite = |logic: Logic| options.traces_of(logic) == Traces::Finite;
    let on_fair_paths = part.formulas.iter().any(|&number| !finite(model.specifications[number].logic));
    if !model.fairness.is_empty() && engine.vacuous() && on_fair_paths {
        portfolio.find(Finding::NoFairPath);
    }
    if portfolio.slice.is_none() && part.cone.size() == lowered.system.state.len() {
        let states = engine.statistics().states;
        portfolio.note(|checked| checked.states = Some(states));
    }
    let mut place = 0;
    portfolio.note(|checked| {
        place = checked.diagrams.len();
        checked.diagrams.push(engine.statistics());
    });
    for &number in part.formulas.iter().filter(|&&number| portfolio.is_open(number)) {
        hand_over(portfolio, &engine, lowered, &part.cone);
        let start = Instant::now();
        board.turn_to(EngineName::Bdd, Some(number));
        let headway = Some(headway.clone());
        let limits = Limits { max_nodes: nodes, headway, ..portfolio.limits(number) };
        portfolio.bdd_works_for(Some(&limits.cancel));
        engine.set_limits(&limits);
        let verdict = match engine.check(model.specifications[number]) {
            Verdict::GaveUp(reason) => Verdict::GaveUp(name(reason)),
            exact => exact,
        };
        if portfolio.shift() != shift {
            return None;
        }
        portfolio.bdd_works_for(None);
        // Before the answer: the last one ends the check.
        portfolio.note(|checked| {
            if let Some(statistics) = checked.diagrams.get_mut(place) {
                *statistics = engine.statistics();
            }
        });
        portfolio.put(number, Outcome::new(verdict, EngineName::Bdd, start.elapsed()));
    }
    Some(engine)
}

/// Gives reachable states to whoever wants them, if they are small.
fn hand_over(portfolio: &Portfolio, engine: &BddEngine, lowered: &Lowered, part: &Cone) {
    for wanted in portfolio.exchange.wanted(part) {
        let state = lowered.system.state.iter().zip(&wanted.bits);
        let bits: BTreeSet<InputId> = state.filter(|(_, wanted)| **wanted).map(|(bit, _)| bit.now).collect();
        let mut circuit = lowered.system.circuit.clone();
        let found = engine.reachable_bits(&mut circuit, &bits, HANDED_OVER).ok().flatten();
        portfolio.exchange.put(&wanted, found.map(|states| States { circuit, states }));
    }
}

/// Formulas on finite traces do not look at fairness, which is worth a word.
pub(super) fn note_fairness(portfolio: &Portfolio) {
    let finite = |logic: Logic| portfolio.options.traces_of(logic) == Traces::Finite;
    let model = &portfolio.model;
    if !model.fairness.is_empty() && model.specifications.iter().any(|specification| finite(specification.logic)) {
        portfolio.find(Finding::FairnessIgnored);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::super::listener::Listener;
    use super::*;
    use crate::load::{Strictness, load};

    /// An engine that does not notice that its formula is answered is relieved, and the other formula gets its answer.
    #[test]
    fn who_works_for_nobody_is_relieved() {
        let text = "Agent One Vars: x : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
            Evolution: x = true if Action = a; end Evolution end Agent
            Evaluation p if One.x = true; end Evaluation InitStates One.x = false; end InitStates
            Formulae AF p; AG p; end Formulae";
        let model = load(text, Strictness::Lenient).model.expect("it is right");
        let portfolio = Portfolio::new(Arc::new(model), Options::default(), &Listener::default());
        let (end, ended) = channel::<()>();
        portfolio.start_work(EngineName::Bdd, move |portfolio| {
            portfolio.bdd_works_for(Some(&portfolio.limits(0).cancel));
            // A long operation: it ends when the test does.
            let _ = ended.recv();
        });
        portfolio.start_work(EngineName::Bounded, |portfolio| {
            portfolio.put(0, Outcome::new(Verdict::Holds, EngineName::Bounded, Duration::ZERO));
        });
        let checked = portfolio.wait(Bdd::relieve);
        let found: Vec<_> = checked.outcomes.iter().map(|outcome| (&outcome.verdict, outcome.engine)).collect();
        let expected = [(&Verdict::Holds, Some(EngineName::Bounded)), (&Verdict::Fails, Some(EngineName::Bdd))];
        assert_eq!(found, expected);
        drop(end);
    }
}
