//! The search for an accepting lasso of a product, and for a reason why there is none.
//!
//! Both sides take turns that are counted in conflicts and questions, not in seconds, and double from round to round: so
//! neither waits long for the other, and the same formula has the same answer at the same bound every time.

use std::time::Instant;

use qmas_encodings::bounded::Question;
use qmas_encodings::linear::{Counted, Counter, Lasso, Lassos, Product};
use qmas_encodings::{SatLimits, Stop};

use crate::bounded::asker::{Asker, Cost};
use crate::bounded::limits::SharedLimits;
use crate::bounded::options::{BoundedOptions, Query};
use crate::bounded::row::{Asked, BoundRow};
use crate::engine::{EngineName, GaveUp};

/// In the first round: conflicts per question, bounds, and questions of IC3. A question of IC3 is a small one.
const CONFLICTS: u64 = 1_000;
const BOUNDS: usize = 4;
const QUESTIONS: u64 = 1_000;
/// Rounds double until they are this many times as large.
const MOST_DOUBLINGS: u32 = 20;
/// How many gates an unrolling may have.
const MOST_GATES: usize = 20_000_000;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hunted {
    /// An accepting lasso.
    Lasso(Lasso),
    /// That there is none.
    Nothing,
    /// Neither, up to this bound.
    Open(usize),
    /// A round is over, and somebody else has a turn.
    Paused,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::bounded) enum Stretch {
    /// Until there is an answer.
    Whole,
    /// Until a round is over: each side has had its turn.
    Round,
}

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Bounds that are left of it.
    Lassos(usize),
    Counting,
}

/// Lassos from bound to bound.
struct Unrolling {
    lassos: Lassos,
    asker: Asker,
    bound: usize,
    /// Whether there is no shorter lasso, but perhaps one of this length.
    asked: bool,
}

/// See the module.
pub(super) struct Hunt {
    product: Product,
    /// What a lasso is the answer yes to; that there is none is the answer yes to the other question.
    shows: Question,
    options: BoundedOptions,
    limits: SharedLimits,
    sat: SatLimits,
    unrolling: Option<Unrolling>,
    counter: Option<Counter>,
    turn: Turn,
    round: u32,
    /// Why a side is closed.
    closed: [Option<GaveUp>; 2],
    pub(super) rows: Vec<BoundRow>,
}

impl Hunt {
    /// A search that has not begun. With one question, the other answer is not looked for.
    pub(super) fn new(
        product: Product,
        shows: Question,
        options: &BoundedOptions,
        limits: &SharedLimits,
        sat: &SatLimits,
    ) -> Self {
        Self {
            unrolling: Some(Unrolling {
                lassos: Lassos::new(product.clone()),
                asker: Asker::new(options.sat, sat.clone()),
                bound: options.start.max(1),
                asked: false,
            }),
            product,
            shows,
            options: options.clone(),
            limits: limits.clone(),
            sat: sat.clone(),
            counter: None,
            turn: Turn::Lassos(BOUNDS),
            round: 0,
            closed: [None, None],
            rows: Vec::new(),
        }
    }

    /// Searches, from where it was last, until there is an answer, a limit is reached or the stretch is over.
    pub(super) fn go_on(&mut self, stretch: Stretch) -> Result<Hunted, GaveUp> {
        loop {
            self.limits.check()?;
            let found = match self.turn {
                Turn::Lassos(0) => None,
                Turn::Lassos(left) => self.one_bound(left)?,
                Turn::Counting => self.count()?,
            };
            if let Some(found) = found {
                return Ok(found);
            }
            if self.all_closed() {
                let reason = self.closed.iter_mut().find_map(Option::take);
                let reached = self.options.max.unwrap_or(0);
                return reason.map_or(Ok(Hunted::Open(reached)), Err);
            }
            if self.next_turn() && stretch == Stretch::Round {
                return Ok(Hunted::Paused);
            }
        }
    }

    /// Whether a round is over.
    fn next_turn(&mut self) -> bool {
        let counting = self.counts();
        let mut over = false;
        self.turn = match self.turn {
            Turn::Lassos(left) if left > 0 && self.unrolls() => Turn::Lassos(left),
            Turn::Lassos(_) if counting => Turn::Counting,
            Turn::Lassos(_) | Turn::Counting => {
                self.round = (self.round + 1).min(MOST_DOUBLINGS);
                over = true;
                if self.unrolls() { Turn::Lassos(BOUNDS << self.round) } else { Turn::Counting }
            }
        };
        over
    }

    fn asks(&self, question: Question) -> bool {
        match question {
            Question::Prove => self.options.query != Query::Refute,
            Question::Refute => self.options.query != Query::Prove,
        }
    }

    fn unrolls(&self) -> bool {
        let within = |unrolling: &Unrolling| self.options.max.is_none_or(|max| unrolling.bound <= max);
        self.closed[0].is_none() && self.unrolling.as_ref().is_some_and(within)
    }

    fn counts(&self) -> bool {
        let wanted = self.options.counting && self.asks(other(self.shows));
        let depth = self.counter.as_ref().map_or(0, |counter| counter.ic3().depth());
        self.closed[1].is_none() && wanted && self.options.max.is_none_or(|max| depth <= max)
    }

    fn all_closed(&self) -> bool {
        !self.unrolls() && !self.counts()
    }

    /// The limits of one question in this round; whether a user or a turn allows no more.
    fn in_this_round(&self) -> (SatLimits, bool) {
        let round = CONFLICTS << self.round;
        let most = self.options.conflicts.filter(|&most| most <= round);
        (SatLimits { conflicts: Some(most.unwrap_or(round)), ..self.sat.clone() }, most.is_some())
    }

    /// Both questions at one bound.
    fn one_bound(&mut self, left: usize) -> Result<Option<Hunted>, GaveUp> {
        let (limits, last) = self.in_this_round();
        let asked = [self.asks(self.shows), self.asks(other(self.shows))];
        let Some(unrolling) = &mut self.unrolling else { return Ok(None) };
        let start = Instant::now();
        let bound = unrolling.bound;
        let answer = unrolling.ask(bound, asked, limits);
        self.limits.get().board.at(EngineName::Bounded, bound, unrolling.lassos.circuit().len());
        let cost = unrolling.asker.cost();
        let mut row = |question, yes| {
            let asked = Asked::Formula(question);
            self.rows.push(BoundRow { bound, asked, exact: false, cost, time: start.elapsed(), yes });
        };
        match answer {
            Ok(Some(found)) => {
                let lasso = found != Hunted::Nothing;
                row(if lasso { self.shows } else { other(self.shows) }, true);
                Ok(Some(found))
            }
            Ok(None) => {
                let questions = [self.shows, other(self.shows)].into_iter().zip(asked);
                questions.filter(|&(_, asked)| asked).for_each(|(question, _)| row(question, false));
                unrolling.bound = bound.saturating_add(self.options.step.max(1));
                unrolling.asked = false;
                self.turn = Turn::Lassos(left - 1);
                Ok(None)
            }
            Err(Stop::Conflicts) if !last => {
                self.turn = Turn::Lassos(0);
                Ok(None)
            }
            Err(stop @ (Stop::Conflicts | Stop::Gates)) => {
                self.limits.check()?;
                self.unrolling = None;
                self.closed[0] = Some(self.limits.gave_up(stop));
                Ok(None)
            }
            Err(stop) => Err(self.limits.gave_up(stop)),
        }
    }

    /// A turn of counting.
    fn count(&mut self) -> Result<Option<Hunted>, GaveUp> {
        let start = Instant::now();
        let (limits, last) = self.in_this_round();
        let stopped = self.limits.clone();
        let counter = match &mut self.counter {
            Some(counter) => counter,
            None => {
                let (product, stabilizing) = (self.product.clone(), self.options.stabilizing);
                let made = Counter::new(product, stabilizing, Box::new(self.options.sat.for_cores()), &self.sat);
                self.counter.insert(made.map_err(|stop| stopped.gave_up(stop))?)
            }
        };
        let most = self.options.max.unwrap_or(usize::MAX);
        let answer = counter.search(QUESTIONS << self.round, most, &limits);
        let bound = counter.ic3().depth();
        let cost = Cost { clauses: counter.ic3().clauses(), rounds: counter.rounds() + 1, ..Cost::default() };
        let yes = answer == Ok(Counted::Bounded);
        self.rows.push(BoundRow { bound, asked: Asked::Counting, exact: false, cost, time: start.elapsed(), yes });
        match answer {
            Ok(Counted::Bounded) => Ok(Some(Hunted::Nothing)),
            Ok(Counted::Unfinished) => Ok(None),
            Err(Stop::Conflicts) if !last => Ok(None),
            Err(stop @ Stop::Conflicts) => {
                self.limits.check()?;
                self.counter = None;
                self.closed[1] = Some(self.limits.gave_up(stop));
                Ok(None)
            }
            Err(stop) => Err(self.limits.gave_up(stop)),
        }
    }
}

fn other(question: Question) -> Question {
    match question {
        Question::Prove => Question::Refute,
        Question::Refute => Question::Prove,
    }
}

impl Unrolling {
    /// Whether there is a lasso of so many steps, or no path of so many, as far as that is asked.
    fn ask(&mut self, bound: usize, asked: [bool; 2], limits: SatLimits) -> Result<Option<Hunted>, Stop> {
        self.asker.limit(limits);
        if self.lassos.circuit().len() > MOST_GATES {
            return Err(Stop::Gates);
        }
        if asked[0] && !self.asked {
            let lasso = self.lassos.lasso(bound);
            if let Some(found) = self.asker.satisfiable(self.lassos.circuit(), lasso)? {
                return Ok(Some(Hunted::Lasso(self.lassos.shown(bound, &found))));
            }
            self.asked = true;
        }
        if !asked[1] {
            return Ok(None);
        }
        let path = self.lassos.path(bound);
        let some = self.asker.satisfiable(self.lassos.circuit(), path)?;
        Ok(some.is_none().then_some(Hunted::Nothing))
    }
}
