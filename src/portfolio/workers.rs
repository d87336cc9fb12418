//! Engines that work at the same time: they take open formulas, and put answers back.
//!
//! Every engine works in a thread of its own (`supervise`). When time is up, the user interrupts or all is answered,
//! engines get a moment to notice; then they are left behind with what they have said so far.
//!
//! If the BDD engine does not notice that nobody wants what it is working on, while something else is still wanted of it, it
//! is left behind as well, and another thread goes on in its place.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answers::{Answers, Asked, Questions};
use super::exchange::Exchange;
use super::listener::Listener;
use crate::bounded::BoundRow;
use crate::engine::fault::{Fault, Work, guarded};
use crate::engine::supervise::{self, GRACE, WATCH, Watch};
use crate::engine::{Cancel, EngineName, GaveUp, Headway, Limits, Verdict};
use crate::explain::AtHand;
use crate::logic::FormulaId;
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::{Checked, Finding, Outcome};
use crate::slice::Slice;

/// An engine as a member of the portfolio.
pub(super) trait Engine {
    /// Its name in reports.
    fn name(&self) -> EngineName;

    /// Answers what is open and of its logic, until nothing is or limits are reached.
    fn work(self, portfolio: &Portfolio);
}

/// A model, what is asked about it, and what is known: all that engines share.
pub(super) struct Portfolio {
    pub(super) model: Arc<Model>,
    /// The slice of another model that the model is, if it is one.
    pub(super) slice: Option<Arc<Slice>>,
    pub(super) options: Options,
    pub(super) questions: Questions,
    /// Reachable states that the bounded engine wants and the BDD engine has.
    pub(super) exchange: Exchange,
    /// How far the BDD engine and enumeration are, in a race.
    pub(super) headway: [Headway; 2],
    begun: Instant,
    /// Who hears of answers at once.
    listener: Listener,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    answers: Answers,
    /// What else is known.
    known: Checked,
    faults: Vec<Fault>,
    /// Engines at work.
    workers: usize,
    /// How many of them were left behind, all of the BDD engine; and how often that has happened.
    left_behind: usize,
    shift: usize,
    /// What the BDD engine is working on.
    bdd_work: Option<Cancel>,
    /// Diagrams of the whole system that the BDD engine has left.
    at_hand: Option<AtHand>,
    /// Somebody has tried to list all states as far as limits allow.
    enumerated_in_vain: bool,
    /// There is nothing to check.
    void: bool,
}

impl State {
    fn is_done(&self) -> bool {
        self.void || !self.answers.any_open()
    }

    /// Whether an engine is at work that was not left behind.
    fn is_busy(&self) -> bool {
        self.workers > self.left_behind
    }
}

impl Portfolio {
    pub(super) fn new(model: Arc<Model>, options: Options, listener: &Listener) -> Arc<Self> {
        Arc::new(Self::about(model, None, options, listener))
    }

    /// The same about a slice of the model, with nothing known.
    pub(super) fn on(&self, slice: Slice) -> Arc<Self> {
        let (model, slice) = (Arc::new(slice.model.clone()), Some(Arc::new(slice)));
        Arc::new(Self::about(model, slice, self.options.clone(), &self.listener))
    }

    fn about(model: Arc<Model>, slice: Option<Arc<Slice>>, options: Options, listener: &Listener) -> Self {
        let questions = Questions::new(&model, &options);
        let state = State {
            answers: Answers::new(&questions),
            known: Checked::default(),
            faults: Vec::new(),
            workers: 0,
            left_behind: 0,
            shift: 0,
            bdd_work: None,
            at_hand: None,
            enumerated_in_vain: false,
            void: false,
        };
        Self {
            model,
            slice,
            options,
            questions,
            exchange: Exchange::default(),
            headway: Headway::of_a_race(),
            begun: Instant::now(),
            listener: listener.clone(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn asked(&self) -> Asked<'_> {
        Asked { model: &self.model, options: &self.options, questions: &self.questions, listener: &self.listener }
    }

    /// Lets an engine work in a thread of its own.
    pub(super) fn start(self: &Arc<Self>, engine: impl Engine + Send + 'static) {
        let name = engine.name();
        self.start_work(name, move |portfolio| engine.work(portfolio));
    }

    /// Lets somebody do the work of an engine in a thread of its own.
    pub(super) fn start_work(self: &Arc<Self>, engine: EngineName, work: impl FnOnce(&Self) + Send + 'static) {
        let mut state = self.state();
        state.workers += 1;
        let worker = Worker { portfolio: Arc::clone(self), engine, shift: state.shift };
        drop(state);
        // Without a thread the worker is dropped, and gone.
        supervise::start(engine.name(), move || {
            if let Err(fault) = guarded(Work::Engine(engine), || work(&worker.portfolio)) {
                worker.portfolio.fault(fault);
            }
        });
    }

    /// Waits so long, unless everything is answered before.
    pub(super) fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        let mut state = self.state();
        while !state.is_done() && self.options.limits.check().is_ok() {
            let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else {
                return;
            };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Says what the BDD engine is working on, if on anything.
    pub(super) fn bdd_works_for(&self, token: Option<&Cancel>) {
        self.state().bdd_work = token.cloned();
    }

    /// In which shift the BDD engine works: who belongs to an earlier one should go.
    pub(super) fn shift(&self) -> usize {
        self.state().shift
    }

    /// Leaves a thread of the BDD engine behind that works for nobody.
    fn leave_behind(state: &mut State) {
        state.shift += 1;
        state.left_behind += 1;
        state.bdd_work = None;
    }

    /// Whether an answer is still wanted.
    pub(super) fn is_open(&self, number: usize) -> bool {
        let state = self.state();
        state.answers.is_open(number) && !state.void
    }

    /// Whether any is.
    pub(super) fn any_open(&self) -> bool {
        !self.state().is_done()
    }

    /// The limits for work on one formula.
    pub(super) fn limits(&self, number: usize) -> Limits {
        self.options.limits.piece(self.questions.token(number).clone(), self.options.formula_timeout)
    }

    /// The limits for work that serves several formulas.
    pub(super) fn common_limits(&self, numbers: &[usize]) -> Limits {
        let wanted = numbers.iter().map(|&number| self.questions.token(number));
        self.options.limits.piece(self.options.limits.cancel.for_all(wanted), self.options.formula_timeout)
    }

    /// An engine has looked at a formula. The first exact answer counts; without one, the best reason.
    pub(super) fn put(&self, number: usize, outcome: Outcome) {
        let mut state = self.state();
        if !state.void {
            state.answers.put(&self.asked(), number, outcome);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// An engine gives up on everything that is open.
    pub(super) fn give_up(&self, reason: &GaveUp) {
        for number in 0..self.questions.len() {
            self.put(number, Outcome::nobody(reason.clone()));
        }
    }

    /// A worker panicked. That is no answer, and nothing that more time or memory would change.
    pub(super) fn fault(&self, fault: Box<Fault>) {
        self.state().faults.push(fault.as_ref().clone());
        self.give_up(&GaveUp::Fault(fault));
    }

    /// The panics of workers so far.
    pub(super) fn faults(&self) -> Vec<Fault> {
        self.state().faults.clone()
    }

    /// What is true in all reachable states, as far as answers say so.
    pub(super) fn invariants(&self) -> Vec<FormulaId> {
        self.state().answers.invariants().to_vec()
    }

    /// What the bounded engine asked about a formula so far.
    pub(super) fn put_rows(&self, number: usize, rows: Vec<BoundRow>) {
        let mut state = self.state();
        let bounds = &mut state.known.bounds;
        match bounds.binary_search_by_key(&number, |(number, _)| *number) {
            Ok(place) => bounds[place].1 = rows,
            Err(place) => bounds.insert(place, (number, rows)),
        }
    }

    /// Notes something besides answers.
    pub(super) fn note(&self, note: impl FnOnce(&mut Checked)) {
        note(&mut self.state().known);
    }

    /// Something that a user should know; once.
    pub(super) fn find(&self, finding: Finding) {
        let mut state = self.state();
        let same = |other: &Finding| std::mem::discriminant(other) == std::mem::discriminant(&finding);
        if !state.known.findings.iter().any(same) {
            state.known.findings.push(finding);
        }
    }

    /// There is no initial state: nothing is wanted any more.
    pub(super) fn void(&self) {
        let mut state = self.state();
        if !state.void {
            let preparation = state.known.preparation;
            state.known = Checked { preparation, ..Checked::no_initial_state(&self.model) };
            state.void = true;
            self.questions.cancel();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// There are too many states to list, whoever does it.
    pub(super) fn enumerates_in_vain(&self) {
        self.state().enumerated_in_vain = true;
    }

    /// Whether there are.
    pub(super) fn enumerated_in_vain(&self) -> bool {
        self.state().enumerated_in_vain
    }

    /// The BDD engine has answered what it could: diagrams of the whole system may be of use.
    pub(super) fn leave_diagrams(&self, at_hand: AtHand) {
        self.state().at_hand = Some(at_hand);
        self.changed.notify_all();
    }

    /// Diagrams of the whole system, if the BDD engine leaves some within this time, or before it ends if no time is given.
    pub(super) fn take_diagrams(&self, time: Option<Duration>) -> Option<AtHand> {
        let until = time.map(|time| Instant::now() + time);
        let mut state = self.state();
        while state.at_hand.is_none() && state.is_busy() && self.options.limits.check().is_ok() {
            let left = until.map_or(WATCH, |until| until.saturating_duration_since(Instant::now()).min(WATCH));
            if left.is_zero() {
                break;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.at_hand.take()
    }

    /// What is known when everything is answered, nobody works any more, or limits are reached. If the BDD engine works for
    /// nobody, `relief` starts another one.
    pub(super) fn wait(self: &Arc<Self>, relief: impl Fn(&Arc<Self>)) -> Checked {
        let mut watch = Watch::new(&self.options.limits);
        let mut idle: Option<Instant> = None;
        let mut busy = None;
        let mut state = self.state();
        while !state.is_done() && state.is_busy() {
            busy = self.busy().or(busy);
            let useless = state.bdd_work.as_ref().is_some_and(Cancel::is_cancelled);
            idle = if useless { idle.or_else(|| Some(Instant::now())) } else { None };
            if !watch.is_late() && idle.is_some_and(|since| since.elapsed() > GRACE) {
                Self::leave_behind(&mut state);
                drop(state);
                relief(self);
                idle = None;
                state = self.state();
            }
            if watch.over().is_some() {
                break;
            }
            state = self.changed.wait_timeout(state, WATCH).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.void {
            return state.known.clone();
        }
        let outcomes = state.answers.outcomes(&self.questions, watch.reached().as_ref());
        let known = Checked { outcomes, ..state.known.clone() };
        drop(state);
        self.naming_who_worked(known, busy)
    }

    /// Of formulas that limits have left without an answer, who was at work on the model.
    fn naming_who_worked(&self, mut known: Checked, busy: Option<EngineName>) -> Checked {
        if known.outcomes.iter().any(|outcome| outcome.engine.is_none()) {
            known.learnt = self.options.limits.learnt.said();
        }
        let who = self.busy().or(busy).unwrap_or(match self.options.engine {
            EngineChoice::Explicit => EngineName::Explicit,
            EngineChoice::Bounded => EngineName::Bounded,
            EngineChoice::Auto | EngineChoice::Bdd => EngineName::Bdd,
        });
        for outcome in known.outcomes.iter_mut().filter(|outcome| outcome.engine.is_none()) {
            if matches!(&outcome.verdict, Verdict::GaveUp(reason) if reason.is_limit()) {
                (outcome.engine, outcome.time, outcome.in_preparation) = (Some(who), self.begun.elapsed(), true);
            }
        }
        known
    }

    /// Who is at work.
    fn busy(&self) -> Option<EngineName> {
        let busy = self.options.limits.board.activities();
        let bdd = busy.iter().find(|activity| activity.engine == EngineName::Bdd);
        bdd.or(busy.first()).map(|activity| activity.engine)
    }
}

/// An engine at work; dropped when it ends, however it does.
struct Worker {
    portfolio: Arc<Portfolio>,
    engine: EngineName,
    shift: usize,
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut state = self.portfolio.state();
        state.workers -= 1;
        if self.engine == EngineName::Bdd && self.shift < state.shift {
            state.left_behind -= 1;
        } else {
            self.portfolio.options.limits.board.leave(self.engine);
            if self.engine == EngineName::Bdd {
                state.bdd_work = None;
            }
        }
        drop(state);
        self.portfolio.changed.notify_all();
    }
}
