//! Where engines that work at the same time meet: they take formulas from a desk and put answers back.
//!
//! Every engine works in a thread of its own. A single operation on large diagrams can take long and cannot be stopped
//! from inside: when time is up, the user interrupts or all is answered, engines get a moment to notice; then they are
//! left behind with what they have said so far. They end after their current operation.
//!
//! If the BDD engine does not notice that nobody wants what it is working on, while something else is still wanted of it, it
//! is left behind as well, and another thread goes on in its place.
//!
//! Every formula has a token that is cancelled with its first exact answer, so that whoever else works on it stops. Equal
//! formulas are asked once. With the automatic choice, what follows from an answer is not asked at all: see `settled`.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::job::Lending;
use super::settled::Settled;
use super::shared::Sets;
use super::{Checked, Finding, Listener, Outcome, diagrams, give_up, no_initial_state};
use crate::bounded::BoundRow;
use crate::engine::fault::{Fault, guarded};
use crate::engine::{Cancel, EngineChoice, EngineName, GaveUp, Limits, Options, Traces, Verdict};
use crate::logic::FormulaId;
use crate::model::Model;

/// Operations on diagrams recurse once per level.
const STACK: usize = 256 << 20;
/// How often limits are looked at from outside.
const WATCH: Duration = Duration::from_millis(50);
/// How long an engine may take to notice a limit by itself.
const GRACE: Duration = Duration::from_millis(300);

/// See the module.
pub(super) struct Desk {
    pub(super) model: Model,
    pub(super) options: Options,
    begun: Instant,
    /// Who hears of answers at once.
    listener: Listener,
    /// Who was chosen to answer.
    pub(super) choice: EngineChoice,
    /// What the bounded engine wants to know of reachable states, and what the BDD engine does.
    pub(super) sets: Sets,
    /// Who has diagrams of the whole system when all is answered.
    pub(super) lending: Lending,
    tokens: Vec<Cancel>,
    /// For each formula the first that is equal to it.
    first: Vec<usize>,
    state: Mutex<State>,
    faults: Mutex<Vec<Fault>>,
    changed: Condvar,
}

struct State {
    known: Checked,
    /// Whether a formula has its answer, or will get that of another.
    answered: Vec<bool>,
    /// Whether any engine has had something to say about it.
    heard: Vec<bool>,
    settled: Settled,
    /// Engines at work.
    workers: usize,
    /// How many of them were left behind, all of the BDD engine; and how often that has happened.
    left_behind: usize,
    shift: usize,
    /// What the BDD engine is working on.
    bdd_work: Option<Cancel>,
    /// There is nothing to check.
    void: bool,
}

impl Desk {
    pub(super) fn new(model: Model, options: &Options, choice: EngineChoice, listener: &Listener) -> Arc<Self> {
        let specifications = &model.specifications;
        let reading = |number: usize| {
            let specification = specifications[number];
            (specification.formula, options.traces_of(specification.logic))
        };
        let first = |number: usize| (0..number).find(|&other| reading(other) == reading(number)).unwrap_or(number);
        let first: Vec<usize> = (0..specifications.len()).map(first).collect();
        let state = State {
            known: give_up(&model, &GaveUp::Memory),
            answered: first.iter().enumerate().map(|(number, &first)| number != first).collect(),
            heard: vec![false; specifications.len()],
            settled: Settled::default(),
            workers: 0,
            left_behind: 0,
            shift: 0,
            bdd_work: None,
            void: false,
        };
        let tokens = specifications.iter().map(|_| options.limits.cancel.child()).collect();
        Arc::new(Self {
            model,
            options: options.clone(),
            begun: Instant::now(),
            choice,
            listener: listener.clone(),
            sets: Sets::default(),
            lending: Lending::default(),
            tokens,
            first,
            state: Mutex::new(state),
            faults: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets an engine work in a thread of its own.
    pub(super) fn start(self: &Arc<Self>, engine: EngineName, work: impl FnOnce(&Self) + Send + 'static) {
        let mut state = self.state();
        state.workers += 1;
        let worker = Worker { desk: Arc::clone(self), engine, shift: state.shift };
        drop(state);
        let run = move || {
            if let Err(fault) = guarded(engine.name(), || work(&worker.desk)) {
                worker.desk.fault(fault);
            }
        };
        // Without a thread the worker is dropped, and gone.
        let _ = thread::Builder::new().name(engine.name().to_owned()).stack_size(STACK).spawn(run);
    }

    /// Waits so long, unless everything is answered before.
    pub(super) fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        let mut state = self.state();
        while !state.done() && self.options.limits.check().is_ok() {
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

    /// Leaves a thread of the BDD engine behind that works for nobody, and starts another one.
    fn relieve(self: &Arc<Self>, mut state: MutexGuard<'_, State>) {
        state.shift += 1;
        state.left_behind += 1;
        state.bdd_work = None;
        drop(state);
        self.start(EngineName::Bdd, |desk| {
            diagrams::work(desk, None);
        });
    }

    /// Whether an answer is still wanted.
    pub(super) fn is_open(&self, number: usize) -> bool {
        let state = self.state();
        !state.answered[number] && !state.void
    }

    /// Whether any is.
    pub(super) fn any_open(&self) -> bool {
        !self.state().done()
    }

    /// The first formula that is equal to this one.
    pub(super) fn first(&self, number: usize) -> usize {
        self.first[number]
    }

    /// Whether there is none before it.
    pub(super) fn is_first(&self, number: usize) -> bool {
        self.first(number) == number
    }

    /// Whether somebody is at work who was not left behind.
    pub(super) fn is_busy(&self) -> bool {
        let state = self.state();
        state.workers > state.left_behind
    }

    /// The limits for work on one formula.
    pub(super) fn limits(&self, number: usize) -> Limits {
        self.options.limits.piece(self.tokens[number].clone(), self.options.formula_timeout)
    }

    /// The limits for work that serves several formulas.
    pub(super) fn common_limits(&self, numbers: &[usize]) -> Limits {
        let wanted: Vec<&Cancel> = numbers.iter().map(|&number| &self.tokens[number]).collect();
        self.options.limits.piece(self.options.limits.cancel.for_all(wanted), self.options.formula_timeout)
    }

    /// An engine has looked at a formula. The first exact answer counts; without one, the best reason.
    pub(super) fn put(&self, number: usize, outcome: Outcome) {
        let mut state = self.state();
        if state.answered[number] || state.void {
            return;
        }
        let exact = exact(&outcome.verdict);
        let first = !std::mem::replace(&mut state.heard[number], true);
        if first || exact.is_some() || better(&outcome, &state.known.outcomes[number]) {
            self.tell(number, &outcome);
            state.known.outcomes[number] = outcome;
        }
        if let Some(holds) = exact {
            self.settle(&mut state, number, holds);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// An engine gives up on everything that is open.
    pub(super) fn give_up(&self, reason: &GaveUp) {
        for number in 0..self.first.len() {
            self.put(number, Outcome::nobody(reason.clone()));
        }
    }

    /// A worker panicked. That is no answer, and nothing that more time or memory would change.
    pub(super) fn fault(&self, fault: Box<Fault>) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault.as_ref().clone());
        self.give_up(&GaveUp::Fault(fault));
    }

    /// The panics of workers so far.
    pub(super) fn faults(&self) -> Vec<Fault> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Passes an outcome on, for all formulas that are equal.
    fn tell(&self, number: usize, outcome: &Outcome) {
        self.listener.tell(number, outcome);
        for equal in (number + 1..self.first.len()).filter(|&other| self.first[other] == number) {
            self.listener.tell(equal, &Outcome { time: Duration::ZERO, ..outcome.clone() });
        }
    }

    fn settle(&self, state: &mut State, number: usize, holds: bool) {
        state.answered[number] = true;
        self.tokens[number].cancel();
        let on_infinite = |number: usize| {
            let specification = self.model.specifications[number];
            (self.options.traces_of(specification.logic) == Traces::Infinite).then_some(specification.formula)
        };
        // Who asks for one engine wants to hear that engine.
        let Some(formula) = on_infinite(number).filter(|_| self.options.engine == EngineChoice::Auto) else { return };
        let formulas = &self.model.formulas;
        state.settled.insert(formulas, formula, holds);
        for other in 0..self.first.len() {
            let Some(formula) = on_infinite(other).filter(|_| !state.answered[other]) else { continue };
            let verdict = state.settled.verdict(formulas, formula, self.model.fairness.is_empty());
            if let Some(verdict) = verdict {
                let from = &state.known.outcomes[number];
                let outcome = Outcome { engine: from.engine, ..Outcome::settled(verdict) };
                let holds = outcome.verdict == Verdict::Holds;
                self.tell(other, &outcome);
                state.known.outcomes[other] = outcome;
                state.answered[other] = true;
                self.tokens[other].cancel();
                state.settled.insert(formulas, formula, holds);
            }
        }
    }

    /// What is true in all reachable states, as far as answers say so.
    pub(super) fn invariants(&self) -> Vec<FormulaId> {
        self.state().settled.invariants().to_vec()
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
            state.known = Checked { preparation, ..no_initial_state(&self.model) };
            state.void = true;
            self.tokens.iter().for_each(Cancel::cancel);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// What is known when everything is answered, nobody works any more, or limits are reached.
    pub(super) fn wait(self: &Arc<Self>) -> Checked {
        let mut late: Option<(GaveUp, Instant)> = None;
        let mut idle: Option<Instant> = None;
        let mut busy = None;
        let mut state = self.state();
        while !state.done() && state.workers > state.left_behind + self.lending.waiting() {
            busy = self.busy().or(busy);
            let useless = state.bdd_work.as_ref().is_some_and(Cancel::is_cancelled);
            idle = if useless { idle.or_else(|| Some(Instant::now())) } else { None };
            if late.is_none() && idle.is_some_and(|since| since.elapsed() > GRACE) {
                self.relieve(state);
                idle = None;
                state = self.state();
            }
            match (&late, self.options.limits.check()) {
                (Some((_, since)), _) if since.elapsed() > GRACE => break,
                (None, Err(reason)) => late = Some((reason, Instant::now())),
                _ => {}
            }
            state = self.changed.wait_timeout(state, WATCH).unwrap_or_else(PoisonError::into_inner).0;
        }
        let reason = late.map(|(reason, _)| reason).or_else(|| self.options.limits.check().err());
        let State { known, answered, void, .. } = &mut *state;
        if let (Some(reason), false) = (reason, *void) {
            let open = known.outcomes.iter_mut().zip(answered).filter(|(outcome, answered)| {
                !**answered
                    && (outcome.engine.is_none() || rank(&outcome.verdict) < rank(&Verdict::GaveUp(reason.clone())))
            });
            open.for_each(|(outcome, _)| *outcome = Outcome::nobody(reason.clone()));
        }
        let mut known = known.clone();
        for (number, &first) in self.first.iter().enumerate() {
            if first != number {
                known.outcomes[number] = Outcome { time: Duration::ZERO, ..known.outcomes[first].clone() };
            }
        }
        if known.outcomes.iter().any(|outcome| outcome.engine.is_none()) {
            known.learnt = self.options.limits.learnt.said();
        }
        let who = self.busy().or(busy).unwrap_or(match self.choice {
            EngineChoice::Explicit => EngineName::Explicit,
            EngineChoice::Bounded => EngineName::Bounded,
            EngineChoice::Auto | EngineChoice::Bdd => EngineName::Bdd,
        });
        let cut_short = |outcome: &&mut Outcome| {
            let limit = matches!(&outcome.verdict, Verdict::GaveUp(reason) if !matches!(reason, GaveUp::Declined(_) | GaveUp::Fault(_)));
            limit && outcome.engine.is_none()
        };
        for outcome in known.outcomes.iter_mut().filter(cut_short) {
            (outcome.engine, outcome.time, outcome.in_preparation) = (Some(who), self.begun.elapsed(), true);
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

impl State {
    fn done(&self) -> bool {
        self.void || self.answered.iter().all(|&answered| answered)
    }
}

/// Whether it holds, if that is known.
fn exact(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Holds => Some(true),
        Verdict::Fails => Some(false),
        Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => None,
    }
}

/// Of two engines without an answer, whether the new one has more to say.
fn better(new: &Outcome, old: &Outcome) -> bool {
    let key = |outcome: &Outcome| (rank(&outcome.verdict), outcome.engine != Some(EngineName::Bounded));
    key(new) >= key(old)
}

fn rank(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::GaveUp(GaveUp::Declined(_)) => 1,
        Verdict::GaveUp(GaveUp::States(_)) => 2,
        Verdict::GaveUp(GaveUp::Fault(_)) => 4,
        Verdict::GaveUp(_) => 3,
        Verdict::OpenUpTo(_) => 5,
        Verdict::Holds | Verdict::Fails => 6,
    }
}

/// An engine at work; dropped when it ends, however it does.
struct Worker {
    desk: Arc<Desk>,
    engine: EngineName,
    shift: usize,
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut state = self.desk.state();
        state.workers -= 1;
        if self.engine == EngineName::Bdd && self.shift < state.shift {
            state.left_behind -= 1;
        } else {
            self.desk.options.limits.board.leave(self.engine);
            if self.engine == EngineName::Bdd {
                state.bdd_work = None;
            }
        }
        drop(state);
        self.desk.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

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
        let options = Options::default();
        let desk = Desk::new(model, &options, EngineChoice::Auto, &Listener::default());
        let (end, ended) = channel::<()>();
        desk.start(EngineName::Bdd, move |desk| {
            desk.bdd_works_for(Some(&desk.limits(0).cancel));
            // A long operation: it ends when the test does.
            let _ = ended.recv();
        });
        desk.start(EngineName::Bounded, |desk| {
            desk.put(0, Outcome::new(Verdict::Holds, EngineName::Bounded, Duration::ZERO));
        });
        let checked = desk.wait();
        let found: Vec<_> = checked.outcomes.iter().map(|outcome| (&outcome.verdict, outcome.engine)).collect();
        let expected = [(&Verdict::Holds, Some(EngineName::Bounded)), (&Verdict::Fails, Some(EngineName::Bdd))];
        assert_eq!(found, expected);
        drop(end);
    }
}
