//! What is asked of the next position, and the states that this takes.

use super::super::path::PathFormula;
use super::super::transition::{StateId, Transition, TransitionId, Transitions};
use super::{Derivation, Meaning, Strength};
use crate::engine::Traces;
use crate::logic::{Formula, Sign, Temporal};

impl Derivation<'_> {
    /// The formula holds at the next position: all its conjuncts do.
    pub(super) fn next(&mut self, strength: Strength, path: PathFormula) -> TransitionId {
        if let Some(&known) = self.nexts.get(&(strength, path)) {
            return known;
        }
        let mut all = Transitions::TRUE;
        for part in self.propositions.conjuncts(self.formulas, path) {
            let one = match (self.constant(part), self.traces, strength) {
                (Some(value), Traces::Infinite, _) => Transitions::constant(value),
                (Some(true), Traces::Finite, Strength::Weak) => Transitions::TRUE,
                (Some(false), Traces::Finite, Strength::Strong) => Transitions::FALSE,
                // On finite traces these ask whether there is a next position.
                (Some(_), Traces::Finite, _) | (None, _, _) => {
                    let state = self.state_for(part);
                    self.next_state(strength, state)
                }
            };
            all = self.transitions.and(all, one);
        }
        self.nexts.insert((strength, path), all);
        all
    }

    fn constant(&self, path: PathFormula) -> Option<bool> {
        if let Some(value) = self.propositions.fixed(path.formula) {
            return Some(value == (path.sign == Sign::Plain));
        }
        match self.formulas.get(path.formula) {
            Formula::True => Some(path.sign == Sign::Plain),
            Formula::False => Some(path.sign == Sign::Negated),
            _ => None,
        }
    }

    pub(super) fn next_state(&mut self, strength: Strength, state: StateId) -> TransitionId {
        self.transitions.intern(match (self.traces, strength) {
            (Traces::Infinite, _) | (Traces::Finite, Strength::Strong) => Transition::Next(state),
            (Traces::Finite, Strength::Weak) => Transition::WeakNext(state),
        })
    }

    /// The state for a formula that is no conjunction.
    pub(super) fn state_for(&mut self, path: PathFormula) -> StateId {
        let path = self.once(path);
        let meaning = match self.formulas.get(path.formula) {
            Formula::Dynamic(modality, rho, f) => {
                let (modality, rest) = self.dynamic(path.sign, modality, rho, f);
                Meaning::Matches(modality, rest)
            }
            _ => Meaning::Holds(path),
        };
        self.state(meaning)
    }

    /// F F f is F f, and G G f is G f.
    fn once(&self, path: PathFormula) -> PathFormula {
        let mut path = path;
        loop {
            let inner = match self.formulas.get(path.formula) {
                Formula::Linear(Temporal::Finally(f) | Temporal::Globally(f)) => f,
                _ => return path,
            };
            let same = match (self.formulas.get(path.formula), self.formulas.get(inner)) {
                (Formula::Linear(outer), Formula::Linear(inner)) => {
                    std::mem::discriminant(&outer) == std::mem::discriminant(&inner)
                }
                _ => false,
            };
            if !same {
                return path;
            }
            path.formula = inner;
        }
    }

    pub(super) fn state(&mut self, meaning: Meaning) -> StateId {
        *self.ids.entry(meaning).or_insert_with(|| {
            self.states.push(meaning);
            StateId::new(self.states.len() - 1)
        })
    }
}
