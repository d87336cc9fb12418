//! Names for the inputs of an encoding, so that the next bound finds the inputs of this one again.
//!
//! An input belongs to a scope, which is a place in the formula and the copies around it, and has a number there. With
//! equal inputs, equal frames are equal gates: a solver that knows bound k needs only what is new at bound k + 1, and
//! instantiations made at bound k still say something.

use crate::circuit::{Circuit, InputId, Lit};
use crate::hash::FastMap;

/// A place in the formula, with the copies around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Scope(u32);

impl Scope {
    /// Around everything.
    pub(super) const ROOT: Self = Self(0);
}

/// What an input is for, within its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// A bit of a state.
    Bit,
    /// An action or a choice in a step.
    Step,
    /// Whether a path stops here, or an operand is looked at in this state of a play.
    Stop,
    /// A bit of the state of an automaton.
    Automaton,
    /// Whether a letter of an automaton is claimed.
    Claim,
}

/// What a scope is, within another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// One of the two questions.
    Question(usize),
    /// The first operand.
    Left,
    /// The second operand.
    Right,
    /// A formula in one chosen state.
    Chosen,
    /// A formula in each state.
    Each(usize),
    /// A state of a knowledge path.
    Member(usize),
    /// A run to a state.
    Run,
    /// The step of the induction for a formula.
    Step(usize),
    /// What is claimed by a letter of an automaton.
    Letter(usize),
}

/// What tells an input from all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct InputKey {
    pub(super) scope: Scope,
    pub(super) role: Role,
    pub(super) frame: usize,
    /// Which of the inputs of its role it is.
    pub(super) number: usize,
}

/// All scopes and inputs.
#[derive(Debug, Default)]
pub(super) struct Names {
    scopes: FastMap<(Scope, Part), Scope>,
    inputs: FastMap<InputKey, InputId>,
}

impl Names {
    /// A part of a scope.
    pub(super) fn part(&mut self, scope: Scope, part: Part) -> Scope {
        let next = u32::try_from(self.scopes.len() + 1).expect("memory ends before 2^32 scopes");
        *self.scopes.entry((scope, part)).or_insert(Scope(next))
    }

    /// Every scope with the one around it and what it is there.
    pub(super) fn scopes(&self) -> impl Iterator<Item = (Scope, (Scope, Part))> {
        self.scopes.iter().map(|(&around, &scope)| (scope, around))
    }

    /// Every input with what tells it from the others.
    pub(super) fn inputs(&self) -> impl Iterator<Item = (InputKey, InputId)> {
        self.inputs.iter().map(|(&key, &input)| (key, input))
    }

    /// The input of a role in a frame.
    pub(super) fn input(
        &mut self,
        circuit: &mut Circuit,
        (scope, role): (Scope, Role),
        frame: usize,
        number: usize,
    ) -> (InputId, Lit) {
        let id = *self.inputs.entry(InputKey { scope, role, frame, number }).or_insert_with(|| circuit.input().0);
        (id, circuit.input_lit(id))
    }
}
