//! Which formulas have an answer: the first exact one counts; without one, the best reason why there is none.
//!
//! Every formula has a token that is cancelled with its first exact answer, so that whoever else works on it stops. Equal
//! formulas are asked once. With the automatic choice, what follows from an answer is not asked at all: see `implied`.

use std::collections::BTreeMap;
use std::time::Duration;

use super::implied::Implied;
use super::listener::Listener;
use crate::engine::{Cancel, EngineName, GaveUp, Traces, Verdict};
use crate::logic::FormulaId;
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::Outcome;

/// Which formulas are equal, and who may still work on them.
pub(super) struct Questions {
    /// For each formula the first that is equal to it.
    first: Vec<usize>,
    tokens: Vec<Cancel>,
    /// The numbers that a formula has among those to check.
    equal: BTreeMap<FormulaId, Vec<usize>>,
}

impl Questions {
    pub(super) fn new(model: &Model, options: &Options) -> Self {
        let specifications = &model.specifications;
        let mut equal: BTreeMap<FormulaId, Vec<usize>> = BTreeMap::new();
        let mut first = Vec::with_capacity(specifications.len());
        for (number, specification) in specifications.iter().enumerate() {
            let same = equal.entry(specification.formula).or_default();
            let reading = |number: usize| options.traces_of(specifications[number].logic);
            let before = same.iter().copied().find(|&other| reading(other) == reading(number));
            first.push(before.map_or(number, |other| first[other]));
            same.push(number);
        }
        let tokens = specifications.iter().map(|_| options.limits.cancel.child()).collect();
        Self { first, tokens, equal }
    }

    /// The formulas to check that are this one, however they are read, ascending.
    fn equal(&self, formula: FormulaId) -> &[usize] {
        self.equal.get(&formula).map_or(&[], Vec::as_slice)
    }

    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    /// The first formula that is equal to this one.
    pub(super) fn first(&self, number: usize) -> usize {
        self.first[number]
    }

    /// Cancelled when a formula has its answer.
    pub(super) fn token(&self, number: usize) -> &Cancel {
        &self.tokens[number]
    }

    /// Nobody wants any answer any more.
    pub(super) fn cancel(&self) {
        self.tokens.iter().for_each(Cancel::cancel);
    }
}

/// See the module.
pub(super) struct Answers {
    outcomes: Vec<Outcome>,
    /// Whether a formula has its answer, or will get that of another.
    answered: Vec<bool>,
    /// Whether any engine has had something to say about it.
    heard: Vec<bool>,
    /// How many have neither.
    open: usize,
    implied: Implied,
}

impl Answers {
    /// Nobody has said anything yet: if it stays so, there was no thread to be had.
    pub(super) fn new(questions: &Questions) -> Self {
        let count = questions.len();
        let answered: Vec<bool> = (0..count).map(|number| questions.first(number) != number).collect();
        Self {
            outcomes: vec![Outcome::nobody(GaveUp::Memory); count],
            open: answered.iter().filter(|answered| !**answered).count(),
            answered,
            heard: vec![false; count],
            implied: Implied::default(),
        }
    }

    /// Whether an answer is still wanted.
    pub(super) fn is_open(&self, number: usize) -> bool {
        !self.answered[number]
    }

    /// Whether any is.
    pub(super) fn any_open(&self) -> bool {
        self.open > 0
    }

    /// What is true in all reachable states, as far as answers say so.
    pub(super) fn invariants(&self) -> &[FormulaId] {
        self.implied.invariants()
    }

    /// An engine has looked at a formula.
    pub(super) fn put(&mut self, asked: &Asked<'_>, number: usize, outcome: Outcome) {
        if self.answered[number] {
            return;
        }
        let exact = exact(&outcome.verdict);
        let first = !std::mem::replace(&mut self.heard[number], true);
        if first || exact.is_some() || better(&outcome, &self.outcomes[number]) {
            asked.tell(number, &outcome);
            self.outcomes[number] = outcome;
        }
        if let Some(holds) = exact {
            self.settle(asked, number, holds);
        }
    }

    fn settle(&mut self, asked: &Asked<'_>, number: usize, holds: bool) {
        self.answer(asked, number);
        // Who asks for one engine wants to hear that engine.
        let Some(formula) = asked.on_infinite(number).filter(|_| asked.options.engine == EngineChoice::Auto) else {
            return;
        };
        let inhabited = asked.model.fairness.is_empty();
        let found = self.implied.insert(&asked.model.formulas, formula, holds, inhabited);
        let mut others: Vec<usize> = found.iter().flat_map(|&id| asked.questions.equal(id)).copied().collect();
        others.sort_unstable();
        for other in others {
            let Some(formula) = asked.on_infinite(other).filter(|_| self.is_open(other)) else { continue };
            if let Some(verdict) = self.implied.verdict(formula) {
                let outcome = Outcome { engine: self.outcomes[number].engine, ..Outcome::implied(verdict) };
                asked.tell(other, &outcome);
                self.outcomes[other] = outcome;
                self.answer(asked, other);
            }
        }
    }

    fn answer(&mut self, asked: &Asked<'_>, number: usize) {
        self.open -= usize::from(!std::mem::replace(&mut self.answered[number], true));
        asked.questions.token(number).cancel();
    }

    /// What is known, equal formulas alike, if this limit has ended the work, or none has.
    pub(super) fn outcomes(&self, questions: &Questions, limit: Option<&GaveUp>) -> Vec<Outcome> {
        let mut outcomes = self.outcomes.clone();
        if let Some(reason) = limit {
            let limited = Verdict::GaveUp(reason.clone());
            for (outcome, _) in outcomes.iter_mut().zip(&self.answered).filter(|(_, answered)| !**answered) {
                if outcome.engine.is_none() || rank(&outcome.verdict) < rank(&limited) {
                    *outcome = Outcome::nobody(reason.clone());
                }
            }
        }
        for number in 0..outcomes.len() {
            let first = questions.first(number);
            if first != number {
                outcomes[number] = Outcome { time: Duration::ZERO, ..outcomes[first].clone() };
            }
        }
        outcomes
    }
}

/// What answers are answers to, and who hears of them.
pub(super) struct Asked<'p> {
    pub(super) model: &'p Model,
    pub(super) options: &'p Options,
    pub(super) questions: &'p Questions,
    pub(super) listener: &'p Listener,
}

impl Asked<'_> {
    /// The formula with this number, if it speaks of infinite paths.
    fn on_infinite(&self, number: usize) -> Option<FormulaId> {
        let specification = self.model.specifications[number];
        (self.options.traces_of(specification.logic) == Traces::Infinite).then_some(specification.formula)
    }

    /// Passes an outcome on, for all formulas that are equal.
    fn tell(&self, number: usize, outcome: &Outcome) {
        self.listener.tell(number, outcome);
        let equal = self.questions.equal(self.model.specifications[number].formula);
        for &equal in equal.iter().filter(|&&other| other != number && self.questions.first(other) == number) {
            self.listener.tell(equal, &Outcome { time: Duration::ZERO, ..outcome.clone() });
        }
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
        Verdict::GaveUp(GaveUp::States(_) | GaveUp::Effort { .. }) => 2,
        Verdict::GaveUp(GaveUp::Fault(_)) => 4,
        Verdict::GaveUp(_) => 3,
        Verdict::OpenUpTo(_) => 5,
        Verdict::Holds | Verdict::Fails => 6,
    }
}
