//! Formulas by the bounded engine, one after the other or for a while each.
//!
//! A formula that has no answer at any bound that can be reached must not keep the others waiting. So next to another
//! engine every search goes on for a short stretch, then the next one; the stretches grow. Nothing is done twice: a search
//! goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use qmas_encodings::{Cone, InputId, Lit, SymbolicSystem};

use super::bounds::{Diagrams, Shared};
use super::desk::Desk;
use super::{EngineName, Outcome, winning};
use crate::bounded::{self, BoundedEngine};
use crate::engine::{GaveUp, Options, Verdict};
use crate::influence::cone;
use crate::logic::{Formula, FormulaId};
use crate::lower::{Lowered, lower};
use crate::model::Model;
use crate::run::Run;

/// How long the search for the answer to one formula goes on before the next formula has its turn, at first; twice as
/// long in every further round.
const FIRST_STRETCH: Duration = Duration::from_millis(30);

/// From whom the bounded engine has reachable states.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum States {
    /// Its own diagrams.
    Own,
    /// Whoever else works at the desk.
    Shared,
}

/// How formulas follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// One after the other, each until it is answered.
    Straight,
    /// The last one first, and each for a while: another engine comes from the other end.
    Backwards,
}

/// A search that may go on.
struct Open {
    number: usize,
    cone: Cone,
    search: BoundedEngine,
    spent: Duration,
}

/// Answers everything on the desk that is open, in this engine's logic.
pub(super) fn work(desk: &Desk, options: &Options, states: States, pace: Pace) {
    let model = &desk.model;
    options.limits.board.turn_to(EngineName::Bounded, None);
    let lowered = lower(&model.system);
    match bounded::has_initial_state(&lowered.system, options) {
        Ok(true) => {}
        Ok(false) => return desk.void(),
        Err(reason) => return desk.give_up(&reason),
    }
    let mut diagrams = (states == States::Own).then(|| Diagrams::new(model, options, &lowered));
    let mut numbers: Vec<usize> = (0..model.specifications.len()).collect();
    let mut stretch = None;
    if pace == Pace::Backwards {
        numbers.reverse();
        stretch = Some(FIRST_STRETCH);
    }
    let mut left: Vec<Open> = Vec::new();
    // What another engine will answer needs no word from this one.
    let ours = |number: &usize| desk.is_open(*number) && (states == States::Own || can_answer(model, *number));
    for number in numbers.into_iter().filter(ours) {
        let begun = open(desk, options, &lowered, number);
        left.extend(begun.and_then(|open| go_on((desk, &lowered), options, open, diagrams.as_mut(), stretch)));
    }
    while !left.is_empty() {
        stretch = stretch.map(|stretch| stretch.saturating_mul(2));
        let still = left.into_iter().filter(|open| desk.is_open(open.number));
        left = still.filter_map(|open| go_on((desk, &lowered), options, open, diagrams.as_mut(), stretch)).collect();
    }
}

/// Whether a formula is of this engine's logic.
pub(super) fn can_answer(model: &Model, number: usize) -> bool {
    let other = |formula| matches!(formula, Formula::Strategic(..) | Formula::Quantified(..));
    let below = model.formulas.below(model.specifications[number].formula);
    model.fairness.is_empty() && !below.into_iter().any(|id| other(model.formulas.get(id)))
}

/// A search that has not begun.
fn open(desk: &Desk, options: &Options, lowered: &Lowered, number: usize) -> Option<Open> {
    let (model, start) = (&desk.model, Instant::now());
    let specification = model.specifications[number];
    let whole = || Cone::whole(&lowered.system);
    let cone = if options.whole_system { whole() } else { cone(model, lowered, specification.formula) };
    let mut system = lowered.system.restricted(&cone);
    assume(model, &mut system, &desk.invariants());
    match BoundedEngine::new(model, &system, (number, specification), options) {
        Ok(search) => Some(Open { number, cone, search, spent: start.elapsed() }),
        Err(reason) => {
            desk.put(number, Outcome::new(Verdict::GaveUp(reason), EngineName::Bounded, start.elapsed()));
            None
        }
    }
}

/// The run that the winner of a game of quantifiers has chosen, if it is known.
fn winning_run(desk: &Desk, lowered: &Lowered, cone: &Cone, shown: &[Vec<bool>]) -> Option<Run> {
    let system = lowered.system.restricted(cone);
    let numbers: BTreeMap<InputId, usize> = system.state.iter().map(|bit| bit.now).zip(0..).collect();
    let bits: Vec<Option<usize>> = lowered.system.state.iter().map(|bit| numbers.get(&bit.now).copied()).collect();
    winning::run(&desk.model.system, lowered, &bits, shown)
}

/// Goes on with a search for a while; what is left of it.
fn go_on(
    (desk, lowered): (&Desk, &Lowered),
    options: &Options,
    mut open: Open,
    diagrams: Option<&mut Diagrams<'_>>,
    stretch: Option<Duration>,
) -> Option<Open> {
    let start = Instant::now();
    options.limits.board.turn_to(EngineName::Bounded, Some(open.number));
    let mut limits = desk.limits(open.number);
    limits.memory = options.limits.memory.clone();
    let left = options.formula_timeout.map(|most| most.saturating_sub(open.spent));
    let formula_limits = limits.piece(limits.cancel.clone(), left);
    let limits = formula_limits.piece(limits.cancel.clone(), stretch);
    let answered = match diagrams {
        Some(diagrams) => {
            diagrams.turn_to(open.cone.clone());
            diagrams.limits = limits.clone();
            let answered = open.search.answer(&limits, diagrams);
            desk.note(|checked| checked.diagrams.append(&mut diagrams.made));
            answered
        }
        None => open.search.answer(&limits, &mut Shared { desk, cone: &open.cone }),
    };
    open.spent += start.elapsed();
    desk.put_rows(open.number, answered.rows);
    let cut_short = matches!(answered.verdict, Verdict::GaveUp(GaveUp::Time));
    if cut_short && formula_limits.check().is_ok() {
        return Some(open);
    }
    // Who only had a turn has not given up.
    let turn = options.bounded.conflicts.is_some() && desk.options.bounded.conflicts.is_none();
    if turn && !matches!(answered.verdict, Verdict::Holds | Verdict::Fails) {
        return None;
    }
    let outcome = Outcome::new(answered.verdict, EngineName::Bounded, open.spent);
    let run = winning_run(desk, lowered, &open.cone, &answered.shown);
    desk.put(open.number, Outcome { bound: answered.bound, run, ..outcome });
    None
}

/// Tells a system what is true in all reachable states, as far as it can say that.
///
/// Sound since no question looks at states that are not reachable but to show that something is so in all of a superset.
fn assume(model: &Model, system: &mut SymbolicSystem, invariants: &[FormulaId]) {
    let bits: BTreeSet<InputId> = system.state.iter().map(|bit| bit.now).collect();
    for &invariant in invariants {
        if let Some(lit) = state_literal(model, system, invariant)
            && system.circuit.support([lit]).iter().all(|input| bits.contains(input))
        {
            system.domain.push(lit);
        }
    }
}

/// A formula over atoms and Boolean connectives as a literal over the state.
fn state_literal(model: &Model, system: &mut SymbolicSystem, formula: FormulaId) -> Option<Lit> {
    let mut lits: BTreeMap<FormulaId, Lit> = BTreeMap::new();
    for id in model.formulas.below(formula) {
        let circuit = &mut system.circuit;
        let lit = match model.formulas.get(id) {
            Formula::True => Lit::TRUE,
            Formula::False => Lit::FALSE,
            Formula::Atom(atom) => system.atoms[atom.index()],
            Formula::Not(f) => !*lits.get(&f)?,
            Formula::And(f, g) => circuit.and(*lits.get(&f)?, *lits.get(&g)?),
            Formula::Or(f, g) => circuit.or(*lits.get(&f)?, *lits.get(&g)?),
            Formula::Implies(f, g) => circuit.implies(*lits.get(&f)?, *lits.get(&g)?),
            _ => return None,
        };
        lits.insert(id, lit);
    }
    lits.get(&formula).copied()
}
