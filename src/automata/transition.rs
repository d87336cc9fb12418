//! Positive Boolean combinations of what is read now and of states at the next position: the transition function of an
//! alternating automaton. Equal ones once, shared by all states, children before parents.

use std::collections::HashMap;

use super::propositions::Proposition;
use crate::logic::Sign;

/// Refers to a transition; children have smaller numbers than their parents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TransitionId(u32);

impl TransitionId {
    /// The position in the list.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Refers to a state of an alternating automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub(super) u32);

impl StateId {
    pub(super) fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("memory ends before 2^32 states"))
    }

    /// The position in the list.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a state asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Transition {
    /// Nothing.
    True,
    /// The impossible.
    False,
    /// The letter contains the proposition, or does not.
    Letter(Sign, Proposition),
    /// There is a next position, and it is accepted from this state. On infinite words the only kind of next.
    Next(StateId),
    /// The next position, if there is one, is accepted from this state.
    WeakNext(StateId),
    /// Both.
    And(TransitionId, TransitionId),
    /// One of them.
    Or(TransitionId, TransitionId),
}

/// All transitions, equal ones once.
#[derive(Debug, Clone)]
pub(super) struct Transitions {
    list: Vec<Transition>,
    ids: HashMap<Transition, TransitionId>,
}

impl Transitions {
    pub(super) const TRUE: TransitionId = TransitionId(0);
    pub(super) const FALSE: TransitionId = TransitionId(1);

    pub(super) fn new() -> Self {
        let mut transitions = Self { list: Vec::new(), ids: HashMap::new() };
        transitions.intern(Transition::True);
        transitions.intern(Transition::False);
        transitions
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, id: TransitionId) -> Transition {
        self.list[id.index()]
    }

    pub(super) fn list(&self) -> &[Transition] {
        &self.list
    }

    pub(super) fn constant(value: bool) -> TransitionId {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(super) fn intern(&mut self, transition: Transition) -> TransitionId {
        *self.ids.entry(transition).or_insert_with(|| {
            let id = u32::try_from(self.list.len()).expect("memory ends before 2^32 transitions");
            self.list.push(transition);
            TransitionId(id)
        })
    }

    pub(super) fn and(&mut self, left: TransitionId, right: TransitionId) -> TransitionId {
        let (left, right) = (left.min(right), left.max(right));
        match (left, right) {
            (Self::TRUE, other) => other,
            (Self::FALSE, _) => Self::FALSE,
            _ if left == right => left,
            _ if self.are_opposite(left, right) => Self::FALSE,
            // Absorption, one level deep: the child is the older one.
            _ => match self.get(right) {
                Transition::Or(f, g) if f == left || g == left => left,
                Transition::And(f, g) if f == left || g == left => right,
                _ => self.intern(Transition::And(left, right)),
            },
        }
    }

    pub(super) fn or(&mut self, left: TransitionId, right: TransitionId) -> TransitionId {
        let (left, right) = (left.min(right), left.max(right));
        match (left, right) {
            (Self::TRUE, _) => Self::TRUE,
            (Self::FALSE, other) => other,
            _ if left == right => left,
            _ if self.are_opposite(left, right) => Self::TRUE,
            _ => match self.get(right) {
                Transition::And(f, g) if f == left || g == left => left,
                Transition::Or(f, g) if f == left || g == left => right,
                _ => self.intern(Transition::Or(left, right)),
            },
        }
    }

    fn are_opposite(&self, left: TransitionId, right: TransitionId) -> bool {
        match (self.get(left), self.get(right)) {
            (Transition::Letter(sign, p), Transition::Letter(other, q)) => p == q && sign != other,
            _ => false,
        }
    }
}
