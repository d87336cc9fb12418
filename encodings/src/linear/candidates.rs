//! What may be stable: bits of the state, states of the automaton, and conditions that the system itself tests.
//!
//! A condition is a gate of the step that depends on some bits of the state and nothing else. So "the phase is the third
//! one" is among them if some guard says so, and phases that follow each other in whatever order are found to do so.

use crate::aiger::Machine;
use crate::circuit::{Circuit, Gate, InputId, Lit};
use crate::hash::{FastMap, FastSet};
use crate::substitute::Substitution;

use super::product::Product;

/// How many bits a condition may depend on, and how many conditions are looked at.
const MOST_BITS: usize = 8;
const MOST_CONDITIONS: usize = 2_000;

/// A literal over the state.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// Before a step, and after it.
    pub(super) now: Lit,
    pub(super) next: Lit,
    /// If all of these do not change, it does not either; not empty.
    pub(super) bits: Vec<Lit>,
}

/// After a step.
struct After {
    step: Substitution,
    gates: FastSet<usize>,
}

impl After {
    fn new(latches: &[(InputId, Lit)]) -> Self {
        let mut step = Substitution::default();
        latches.iter().for_each(|&(latch, next)| step.set(latch, next));
        Self { step, gates: FastSet::default() }
    }

    fn of(&mut self, circuit: &mut Circuit, now: Lit) -> Lit {
        let new: Vec<usize> = circuit.below([now]).into_iter().filter(|&gate| self.gates.insert(gate)).collect();
        self.step.apply(circuit, &new, now)
    }
}

/// Whether the automaton can read something in the state after a step.
pub(super) fn ready_after(product: &mut Product) -> Lit {
    let Product { machine: Machine { circuit, latches, .. }, ready, .. } = product;
    After::new(latches).of(circuit, *ready)
}

/// Bits of the state and states of the automaton; conditions.
pub(super) fn candidates(product: &mut Product) -> [Vec<Candidate>; 2] {
    let Product { machine: Machine { circuit, latches, valid, .. }, later, .. } = product;
    let mut after = After::new(latches);
    let bits: Vec<Lit> = latches.iter().map(|&(latch, _)| circuit.input_lit(latch)).collect();
    let mut state = Vec::new();
    for (&(_, next), &now) in latches.iter().zip(&bits) {
        state.push(Candidate { now, next, bits: vec![now] });
    }
    for &now in later.iter().filter(|now| now.as_constant().is_none()) {
        state.push(Candidate { now, next: after.of(circuit, now), bits: vec![now] });
    }
    let roots = latches.iter().map(|&(_, next)| next).chain([*valid]);
    let mut conditions = Vec::new();
    for (now, bits) in conditions_over(circuit, &bits, roots) {
        conditions.push(Candidate { now, next: after.of(circuit, now), bits });
    }
    [state, conditions]
}

/// Gates below some roots that depend on a few of these bits only, and at least on two; and on which.
fn conditions_over(circuit: &Circuit, bits: &[Lit], roots: impl Iterator<Item = Lit>) -> Vec<(Lit, Vec<Lit>)> {
    let number: FastMap<usize, Lit> = bits.iter().map(|&bit| (bit.gate(), bit)).collect();
    let mut support: FastMap<usize, Vec<Lit>> = FastMap::default();
    let mut found = Vec::new();
    for gate in circuit.below(roots) {
        let on = match circuit.gate(gate) {
            Gate::False => Vec::new(),
            Gate::Input(_) => match number.get(&gate) {
                Some(&bit) => vec![bit],
                None => continue,
            },
            Gate::And(a, b) | Gate::Xor(a, b) => {
                let (Some(a), Some(b)) = (support.get(&a.gate()), support.get(&b.gate())) else { continue };
                let mut on: Vec<Lit> = a.iter().chain(b).copied().collect();
                on.sort_unstable();
                on.dedup();
                on
            }
        };
        if on.len() > MOST_BITS {
            continue;
        }
        if on.len() > 1 && found.len() < MOST_CONDITIONS {
            found.push((circuit.of_gate(gate), on.clone()));
        }
        support.insert(gate, on);
    }
    found
}
