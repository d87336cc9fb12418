//! Accepting lassos of a product, one unrolling for all bounds.
//!
//! Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without BDDs" (TACAS 1999), over a product instead of a
//! translation of the formula. A path s₀ … s_k is unrolled. A bit b_i per position, and one state z for all, say where the
//! loop begins: b_i → z = s_i. The bound closes the loop, z = s_k, and every acceptance set is visited at a position at or
//! after one with b_i, before k. So all that is compared is one pair of states per position, and a solver that knows the
//! questions for k needs one more frame for k + 1.
//!
//! # Why that is right
//! If several b_i are true, the states there are all equal to s_k, and the first of them begins a loop that contains all
//! visits. So a satisfying assignment is an accepting lasso; and every accepting lasso of k steps is one. Of a lasso of k
//! steps another one of k + 1 steps is made by going one step further round the loop: so the question for k is also one
//! for all smaller bounds, and the first bound at which the answer is yes, from 1 on, is the length of a shortest accepting lasso
//! of the product.
//!
//! If there is no path of k steps in the product at all, every path of the product ends: there is no lasso.

use crate::aiger::Machine;
use crate::bounded::Taken;
use crate::circuit::{Circuit, InputId, Lit};
use crate::qbf::Move;
use crate::substitute::Substitution;

use super::product::Product;

/// A lasso of the system, as bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    /// Its steps, at least one. The last one leads to the state where one of them begins.
    pub steps: Vec<Taken>,
    /// Which one.
    pub back_to: usize,
}

/// Lassos of one product.
#[derive(Debug)]
pub struct Lassos {
    product: Product,
    /// The gates of a step and of what is visited.
    gates: Vec<usize>,
    /// States, by position.
    states: Vec<Vec<Lit>>,
    /// Whether there is a path from an initial state to a position.
    paths: Vec<Lit>,
    /// Choices, by position.
    choices: Vec<Vec<(InputId, Lit)>>,
    /// z
    again: Vec<Lit>,
    /// b, by position.
    begins: Vec<Lit>,
    /// Whether the loop has begun, the sets that were visited since, and whether z is as b says; before the last position.
    begun: Lit,
    visited: Vec<Lit>,
    agrees: Lit,
    /// Whether there is a lasso, by its steps less one.
    lassos: Vec<Lit>,
}

impl Lassos {
    /// Nothing unrolled yet.
    #[must_use]
    pub fn new(mut product: Product) -> Self {
        let fixed = product.fixed();
        let Machine { circuit, latches, valid, initial, .. } = &mut product.machine;
        let given = |(latch, _): &(InputId, Lit)| fixed.get(latch).copied();
        let first: Vec<Lit> = latches.iter().map(|latch| given(latch).unwrap_or_else(|| circuit.input().1)).collect();
        let again = latches.iter().map(|_| circuit.input().1).collect();
        let roots = latches.iter().map(|&(_, next)| next).chain([*valid]);
        let gates = circuit.below(roots.chain(product.accepting.iter().copied()));
        let initial_gates = circuit.below([*initial]);
        let initial = substitution(latches, &first).apply(circuit, &initial_gates, *initial);
        let visited = vec![Lit::FALSE; product.accepting.len()];
        Self {
            gates,
            states: vec![first],
            paths: vec![initial],
            choices: Vec::new(),
            again,
            begins: Vec::new(),
            begun: Lit::FALSE,
            visited,
            agrees: Lit::TRUE,
            lassos: Vec::new(),
            product,
        }
    }

    /// The circuit of all questions.
    #[must_use]
    pub fn circuit(&self) -> &Circuit {
        &self.product.machine.circuit
    }

    /// True where there is a path of so many steps.
    pub fn path(&mut self, steps: usize) -> Lit {
        self.unroll(steps);
        self.paths[steps]
    }

    /// True where there is an accepting lasso of so many steps, at least one.
    pub fn lasso(&mut self, steps: usize) -> Lit {
        self.unroll(steps.max(1));
        self.lassos[steps.max(1) - 1]
    }

    /// The lasso that values show which make [`Lassos::lasso`] true.
    #[must_use]
    pub fn shown(&self, steps: usize, found: &Move) -> Lasso {
        let steps = steps.max(1);
        let bits = self.product.bits;
        let mut roots: Vec<Lit> = self.begins[..steps].to_vec();
        roots.extend(self.states[..=steps].iter().flat_map(|state| &state[..bits]));
        let value = |input: InputId| found.get(input).unwrap_or(false);
        let values = self.product.machine.circuit.evaluate_all(&roots, value);
        let (begins, states) = values.split_at(steps);
        let state = |at: usize| states[at * bits..(at + 1) * bits].to_vec();
        let chosen = |at: usize| {
            let lits = self.choices[at].iter().take(self.product.choices);
            lits.map(|&(input, lit)| (input, self.product.machine.circuit.evaluate(lit, value))).collect()
        };
        let taken = |at: usize| Taken { from: state(at), chosen: chosen(at), to: state(at + 1) };
        Lasso { steps: (0..steps).map(taken).collect(), back_to: begins.iter().position(|&begins| begins).unwrap_or(0) }
    }

    fn unroll(&mut self, steps: usize) {
        while self.choices.len() < steps {
            self.frame();
        }
    }

    /// One more step.
    fn frame(&mut self) {
        let at = self.choices.len();
        let from = self.states[at].clone();
        let Product { machine: Machine { circuit, inputs, latches, valid, .. }, accepting, .. } = &mut self.product;
        let mut here = substitution(latches, &from);
        let chosen: Vec<(InputId, Lit)> = inputs.iter().map(|&input| (input, circuit.input().1)).collect();
        for &(input, lit) in &chosen {
            here.set(input, lit);
        }
        let valid = here.apply(circuit, &self.gates, *valid);
        let to: Vec<Lit> = latches.iter().map(|&(_, next)| here.apply(circuit, &[], next)).collect();
        let (_, begins) = circuit.input();
        let same = equal(circuit, &self.again, &from);
        let agrees = circuit.implies(begins, same);
        self.agrees = circuit.and(self.agrees, agrees);
        self.begun = circuit.or(self.begun, begins);
        for (visited, &set) in self.visited.iter_mut().zip(&*accepting) {
            let now = here.apply(circuit, &[], set);
            let now = circuit.and(self.begun, now);
            *visited = circuit.or(*visited, now);
        }
        let path = circuit.and(self.paths[at], valid);
        let closed = equal(circuit, &self.again, &to);
        let visited = circuit.and_all(self.visited.iter().copied());
        self.lassos.push(circuit.and_all([path, self.agrees, self.begun, visited, closed]));
        self.begins.push(begins);
        self.paths.push(path);
        self.states.push(to);
        self.choices.push(chosen);
    }
}

/// A state in the place of latches.
fn substitution(latches: &[(InputId, Lit)], state: &[Lit]) -> Substitution {
    let mut substitution = Substitution::default();
    for (&(latch, _), &lit) in latches.iter().zip(state) {
        substitution.set(latch, lit);
    }
    substitution
}

fn equal(circuit: &mut Circuit, one: &[Lit], other: &[Lit]) -> Lit {
    let same: Vec<Lit> = one.iter().zip(other).map(|(&a, &b)| circuit.iff(a, b)).collect();
    circuit.and_all(same)
}
