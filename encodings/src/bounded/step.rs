//! One step of the system, T(w, u), as functions: what the next state is, and whether there is one.
//!
//! The next state is a function of the state, the actions and, where several choices of a mover can be enabled at once,
//! a code that picks one. So a path has no state bits of its own: its inputs are actions and codes, which are quantified
//! with it, universally as well as existentially. T itself is whether the protocols allow the actions and the picked
//! choices are enabled and have results.

use crate::aiger::Machine;
use crate::circuit::{Circuit, InputId, Lit};
use crate::substitute::Substitution;
use crate::system::{Mover, SymbolicAgent, SymbolicSystem};

/// The step of a system over its own inputs, to be copied.
#[derive(Debug)]
pub(super) struct Step {
    /// x
    now: Vec<InputId>,
    /// Actions and codes.
    chosen: Vec<InputId>,
    /// Whose action bits the first of these are; the others are codes.
    actors: Vec<usize>,
    /// For each of these, whose code it is a bit of, if it is one.
    codes: Vec<Option<CodeBit>>,
    /// Whether there is a step.
    valid: Lit,
    /// x′
    next: Vec<Lit>,
    /// The gates below both.
    gates: Vec<usize>,
}

/// A bit of the number of the choice that a mover makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeBit {
    /// The agent that moves.
    pub(super) agent: usize,
    /// A bit of the state that the mover writes.
    pub(super) writes: Option<usize>,
    /// Which bit of the number.
    pub(super) shift: usize,
}

impl Step {
    /// `exclusive` tells for each mover whether at most one of its choices is ever enabled.
    pub(super) fn new(system: &mut SymbolicSystem, exclusive: &[bool]) -> Self {
        let mut chosen: Vec<InputId> = system.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let acts = |(number, agent): (usize, &SymbolicAgent)| std::iter::repeat_n(number, agent.actions.len());
        let actors = system.agents.iter().enumerate().flat_map(acts).collect();
        let mut valid: Vec<Lit> = system.agents.iter().map(|agent| agent.protocol).collect();
        let mut codes_of: Vec<Option<CodeBit>> = vec![None; chosen.len()];
        let mut next: Vec<Lit> = system.state.iter().map(|bit| bit.now_lit).collect();
        for (mover, &exclusive) in system.movers.iter().zip(exclusive) {
            let codes: Vec<Lit> = match exclusive {
                true => vec![Lit::TRUE; mover.choices.len()],
                false => codes(&mut system.circuit, mover.choices.len(), &mut chosen),
            };
            let (agent, writes) = (mover.agent, mover.bits.first().copied());
            let new = chosen.len() - codes_of.len();
            codes_of.extend((0..new).map(|shift| Some(CodeBit { agent, writes, shift })));
            valid.push(moved(&mut system.circuit, mover, &codes, &mut next));
        }
        let valid = system.circuit.and_all(valid);
        let gates = system.circuit.below(next.iter().copied().chain([valid]));
        let now = system.state.iter().map(|bit| bit.now).collect();
        Self { now, chosen, actors, codes: codes_of, valid, next, gates }
    }

    /// How many inputs a step has.
    pub(super) fn width(&self) -> usize {
        self.chosen.len()
    }

    /// An input of the step, as the system has it.
    pub(super) fn input(&self, number: usize) -> InputId {
        self.chosen[number]
    }

    /// Whose code an input of the step is a bit of, if it is no action.
    pub(super) fn code(&self, number: usize) -> Option<CodeBit> {
        self.codes[number]
    }

    /// Whose action an input of the step is a bit of, if it is no code.
    pub(super) fn actor(&self, number: usize) -> Option<usize> {
        self.actors.get(number).copied()
    }

    /// What becomes of x, actions and codes in the step from a state by these actions and codes.
    pub(super) fn renaming(&self, from: &[Lit], chosen: &[Lit]) -> Substitution {
        let mut substitution = Substitution::default();
        for (&input, &lit) in self.now.iter().zip(from).chain(self.chosen.iter().zip(chosen)) {
            substitution.set(input, lit);
        }
        substitution
    }

    /// The step from a state by these actions and codes: whether there is one, and where it leads.
    pub(super) fn copy(&self, circuit: &mut Circuit, from: &[Lit], chosen: &[Lit]) -> (Lit, Vec<Lit>) {
        let mut substitution = self.renaming(from, chosen);
        let valid = substitution.apply(circuit, &self.gates, self.valid);
        (valid, self.next.iter().map(|&bit| substitution.apply(circuit, &[], bit)).collect())
    }
}

/// A system as functions of its state and of what is chosen.
#[must_use]
pub fn machine(mut system: SymbolicSystem, exclusive: &[bool]) -> Machine {
    let step = Step::new(&mut system, exclusive);
    let initial = system.circuit.and_all(system.domain.iter().copied().chain([system.init]));
    let latches = step.now.iter().copied().zip(step.next).collect();
    Machine { circuit: system.circuit, latches, inputs: step.chosen, valid: step.valid, initial }
}

/// One literal per choice, of which one is true at a time, over new inputs.
fn codes(circuit: &mut Circuit, count: usize, chosen: &mut Vec<InputId>) -> Vec<Lit> {
    let width = count.next_power_of_two().trailing_zeros() as usize;
    let bits: Vec<(InputId, Lit)> = (0..width).map(|_| circuit.input()).collect();
    chosen.extend(bits.iter().map(|&(id, _)| id));
    let code = |circuit: &mut Circuit, number: usize| {
        circuit.and_all(bits.iter().enumerate().map(|(at, &(_, lit))| lit.negated_if(number >> at & 1 == 0)))
    };
    (0..count).map(|number| code(circuit, number)).collect()
}

/// Writes the new values of a mover's bits; whether it can move.
fn moved(circuit: &mut Circuit, mover: &Mover, codes: &[Lit], next: &mut [Lit]) -> Lit {
    let enabled: Vec<Lit> = mover.choices.iter().map(|choice| choice.enabled).collect();
    let taken: Vec<Lit> = enabled.iter().zip(codes).map(|(&enabled, &code)| circuit.and(enabled, code)).collect();
    for (choice, &taken) in mover.choices.iter().zip(&taken) {
        for &(bit, value) in &choice.updates {
            next[bit] = circuit.ite(taken, value, next[bit]);
        }
    }
    let fitting: Vec<Lit> =
        mover.choices.iter().zip(&taken).map(|(choice, &taken)| circuit.and(taken, choice.fits)).collect();
    let some = circuit.or_all(fitting);
    let stays = !circuit.or_all(enabled);
    circuit.or(some, stays)
}
