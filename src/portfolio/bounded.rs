//! Formulas by the bounded engine, one after the other or for a while each.
//!
//! A formula that has no answer at any bound that can be reached must not keep the others waiting. So next to another
//! engine every search goes on for a short stretch, then the next one; the stretches grow. Nothing is done twice: a search
//! goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::{Duration, Instant};

use qmas_encodings::{Circuit, Cone, InputId, Lit, SymbolicSystem};

use super::workers::{Engine, Portfolio};
use crate::bounded::{self, ExactStates, Search, can_answer, plays_on_paths, state_literal};
use crate::engine::{EngineName, GaveUp, Traces, Turn, Verdict};
use crate::exact::Diagrams;
use crate::influence::cone;
use crate::logic::{Formula, FormulaId, Specification};
use crate::lower::{Lowered, lower};
use crate::model::Model;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::run::Run;
use crate::witness::winning_run;

/// How long the search for the answer to one formula goes on before the next formula has its turn, at first; twice as
/// long in every further round.
const FIRST_STRETCH: Duration = Duration::from_millis(30);

/// For so long path quantifiers that players answer are left to the other engines in a race: these answer most of them sooner, and
/// where they do not, it is little beside what they have taken.
const HEAD_START: Duration = Duration::from_secs(1);
/// How often somebody who waits for that looks whether there is anything left to do.
const WATCH: Duration = Duration::from_millis(10);

/// From whom the bounded engine has reachable states.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum States {
    /// Its own diagrams.
    Own,
    /// Whoever else works on the model.
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
    search: Search,
    spent: Duration,
}

/// The bounded engine as a member of the portfolio.
pub(super) struct Bounded {
    pub(super) options: Options,
    pub(super) states: States,
    pub(super) pace: Pace,
}

impl Engine for Bounded {
    fn name(&self) -> EngineName {
        EngineName::Bounded
    }

    fn work(self, portfolio: &Portfolio) {
        let _taken = self.options.limits.turn.as_ref().map(Turn::taken);
        answer(portfolio, &self.options, self.states, self.pace);
    }
}

/// Answers everything that is open and of this engine's logic.
pub(super) fn answer(portfolio: &Portfolio, options: &Options, states: States, pace: Pace) {
    let model = &portfolio.model;
    options.limits.board.turn_to(EngineName::Bounded, None);
    let lowered = lower(&model.system);
    match bounded::has_initial_state(&lowered.system, &options.bounded_terms()) {
        Ok(true) => {}
        Ok(false) => return portfolio.void(),
        Err(reason) => return portfolio.give_up(&reason),
    }
    let diagrams = (states == States::Own).then(|| Diagrams::new(model, options.bdd_terms(), &lowered));
    let mut searches = Searches { portfolio, options, lowered: &lowered, diagrams, stretch: None };
    let mut numbers: Vec<usize> = (0..model.specifications.len()).collect();
    if pace == Pace::Backwards {
        numbers.reverse();
        searches.stretch = Some(FIRST_STRETCH);
    }
    // What another engine will answer needs no word from this one.
    let ours = |number: usize| states == States::Own || hunts(model, model.specifications[number], options);
    let later = |number: &usize| {
        let specification = model.specifications[*number];
        pace == Pace::Backwards && plays_on_paths(model, specification, options.traces_of(specification.logic))
    };
    let begun = Instant::now();
    let (mut waiting, now): (Vec<usize>, Vec<usize>) =
        numbers.into_iter().filter(|&number| ours(number)).partition(later);
    let mut left = searches.begin(now);
    loop {
        waiting.retain(|&number| portfolio.is_open(number));
        if begun.elapsed() >= HEAD_START {
            left.append(&mut searches.begin(std::mem::take(&mut waiting)));
        }
        if left.is_empty() && (waiting.is_empty() || options.limits.check().is_err()) {
            return;
        }
        if left.is_empty() {
            options.limits.turn.iter().for_each(Turn::pass);
            thread::sleep(WATCH);
            continue;
        }
        searches.stretch = searches.stretch.map(|stretch| stretch.saturating_mul(2));
        let still = left.into_iter().filter(|open| portfolio.is_open(open.number));
        left = still.filter_map(|open| searches.go_on(open)).collect();
    }
}

/// Whether the bounded engine looks for the answer to a formula beside other engines. Games are left to those: whoever has
/// listed states, or draws diagrams, goes through rounds once and not in every play.
pub(super) fn hunts(model: &Model, specification: Specification, options: &Options) -> bool {
    let strategic = |formula: Formula| matches!(formula, Formula::Strategic(..));
    can_answer(model, specification, options.traces_of(specification.logic), options.strategies)
        && !model.formulas.any_below(specification.formula, strategic)
}

/// What all searches share.
struct Searches<'p> {
    portfolio: &'p Portfolio,
    options: &'p Options,
    lowered: &'p Lowered,
    /// For reachable states, if they come from diagrams of its own.
    diagrams: Option<Diagrams<'p>>,
    /// How long each search goes on before the next one has its turn.
    stretch: Option<Duration>,
}

impl Searches<'_> {
    /// The first stretch of each of these; what is left of them.
    fn begin(&mut self, numbers: Vec<usize>) -> Vec<Open> {
        let mut left = Vec::new();
        for number in numbers {
            if self.portfolio.is_open(number) {
                let begun = self.open(number);
                left.extend(begun.and_then(|open| self.go_on(open)));
            }
        }
        left
    }

    /// A search that has not begun.
    fn open(&self, number: usize) -> Option<Open> {
        let (model, start) = (&self.portfolio.model, Instant::now());
        let specification = model.specifications[number];
        let whole = || Cone::whole(&self.lowered.system);
        let part = || cone(model, self.lowered, specification.formula);
        let cone = if self.options.whole_system { whole() } else { part() };
        let mut system = self.lowered.system.restricted(&cone);
        // With Fairness an invariant is one of the states with a fair path: finite traces visit others.
        if model.fairness.is_empty() || self.options.traces_of(specification.logic) == Traces::Infinite {
            assume(model, &mut system, &self.portfolio.invariants());
        }
        match Search::new(model, &system, (number, specification), &self.options.bounded_terms()) {
            Ok(search) => Some(Open { number, cone, search, spent: start.elapsed() }),
            Err(reason) => {
                let outcome = Outcome::new(Verdict::GaveUp(reason), EngineName::Bounded, start.elapsed());
                self.portfolio.put(number, outcome);
                None
            }
        }
    }

    /// Goes on with a search for a while; what is left of it.
    fn go_on(&mut self, mut open: Open) -> Option<Open> {
        let (portfolio, options, start) = (self.portfolio, self.options, Instant::now());
        options.limits.board.turn_to(EngineName::Bounded, Some(open.number));
        let mut limits = portfolio.limits(open.number);
        limits.memory = options.limits.memory.clone();
        limits.turn = options.limits.turn.clone();
        let left = options.formula_timeout.map(|most| most.saturating_sub(open.spent));
        let formula_limits = limits.piece(limits.cancel.clone(), left);
        let limits = formula_limits.piece(limits.cancel.clone(), self.stretch);
        let answered = match &mut self.diagrams {
            Some(diagrams) => {
                diagrams.turn_to(open.cone.clone());
                diagrams.limits = limits.clone();
                let answered = open.search.answer(&limits, diagrams);
                portfolio.note(|checked| checked.diagrams.append(&mut diagrams.made));
                answered
            }
            None => open.search.answer(&limits, &mut Shared { portfolio, cone: &open.cone }),
        };
        open.spent += start.elapsed();
        portfolio.put_rows(open.number, answered.rows);
        let cut_short = matches!(answered.verdict, Verdict::GaveUp(GaveUp::Time));
        if cut_short && formula_limits.check().is_ok() {
            return Some(open);
        }
        // Who only had a turn has not given up.
        let turn = options.bounded.conflicts.is_some() && portfolio.options.bounded.conflicts.is_none();
        if turn && !matches!(answered.verdict, Verdict::Holds | Verdict::Fails) {
            return None;
        }
        let outcome = Outcome::new(answered.verdict, EngineName::Bounded, open.spent);
        let run = self.winning_run(&open.cone, &answered.shown);
        portfolio.put(open.number, Outcome { bound: answered.bound, run, ..outcome });
        None
    }

    /// The run that the winner of a game of quantifiers has chosen, if it is known.
    fn winning_run(&self, cone: &Cone, shown: &[Vec<bool>]) -> Option<Run> {
        // A run of a slice is none of the whole.
        if shown.is_empty() || self.portfolio.slice.is_some() {
            return None;
        }
        let system = self.lowered.system.restricted(cone);
        let numbers: BTreeMap<InputId, usize> = system.state.iter().map(|bit| bit.now).zip(0..).collect();
        let state = self.lowered.system.state.iter();
        let bits: Vec<Option<usize>> = state.map(|bit| numbers.get(&bit.now).copied()).collect();
        winning_run(&self.portfolio.model.system, self.lowered, &bits, shown)
    }
}

/// Reachable states from whoever else works on the model.
struct Shared<'p> {
    portfolio: &'p Portfolio,
    cone: &'p Cone,
}

impl ExactStates for Shared<'_> {
    fn reachable(&mut self, circuit: &mut Circuit, _: usize) -> Result<Lit, GaveUp> {
        self.portfolio.exchange.get(self.cone).map(|states| states.copy_to(circuit)).ok_or(GaveUp::Memory)
    }

    fn known(&self) -> bool {
        self.portfolio.exchange.has(self.cone)
    }
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
