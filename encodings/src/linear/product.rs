//! A system and a Büchi automaton that reads its states, as one transition system over bits.
//!
//! The automaton is in a state q before it reads the system's state s: an edge from q to q′ may be taken in the step from
//! s to s′ if s satisfies its label. So a path of the product is a path of the system with a run of the automaton on it. The
//! number of q is kept in binary; q′ is a free input of the step, and whether some edge leads there is part of the step's
//! validity. Fairness constraints are acceptance sets beside the automaton's own; a set of all states is left out.
//!
//! A path of the product that cannot go on is no path: neither a deadlock of the system nor a state in which the automaton
//! can read nothing is on a lasso.
//!
//! # What finite paths show
//! An automaton may have a state in which everything has been said, whatever the system does from there on, or if it can do
//! nothing. A step into this state is one of the automaton alone: the system *rests*, and rests for ever. So a path with what has been said,
//! however short and whether or not it runs into a deadlock, is one with a lasso, and the other way round.

use crate::aiger::Machine;
use crate::bounded::{Edge, machine, number};
use crate::circuit::{InputId, Lit};
use crate::hash::FastMap;
use crate::system::SymbolicSystem;

/// A nondeterministic Büchi automaton; state 0 is the initial one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// Its edges.
    pub edges: Vec<Edge>,
    /// By state, whether it is accepting.
    pub accepting: Vec<bool>,
    /// The state in which everything has been said, if there is one. No edge leads from it to another one.
    pub said: Option<usize>,
}

/// System and automaton together.
#[derive(Debug, Clone)]
pub struct Product {
    /// The transition system: its latches are the bits of the system's state, then those of the automaton's; its inputs are
    /// actions and choices, then the automaton's next state.
    pub machine: Machine,
    /// How many latches are the system's.
    pub bits: usize,
    /// How many inputs are the system's.
    pub choices: usize,
    /// What is true of all states; over latches.
    pub domain: Lit,
    /// What an accepting path visits infinitely often; over latches.
    pub accepting: Vec<Lit>,
    /// By state of the automaton, where the present one is it, or one that can be reached from it.
    pub later: Vec<Lit>,
    /// Where the automaton can read the present state; over latches.
    pub ready: Lit,
}

impl Product {
    /// The product of a system with an automaton, and with fairness constraints over x. `exclusive` tells for each mover
    /// whether at most one of its choices is ever enabled.
    #[must_use]
    pub fn new(system: SymbolicSystem, exclusive: &[bool], automaton: &Automaton, fairness: &[Lit]) -> Self {
        let domain = system.domain.clone();
        let mut machine = machine(system, exclusive);
        let (bits, choices) = (machine.latches.len(), machine.inputs.len());
        let (is, becomes) = states(&mut machine, automaton.accepting.len());
        let circuit = &mut machine.circuit;
        let edges = automaton.edges.iter();
        let taken: Vec<Lit> =
            edges.map(|edge| circuit.and_all([is[edge.from], edge.label, becomes[edge.to]])).collect();
        let reads = circuit.or_all(taken);
        let edges = automaton.edges.iter();
        let read: Vec<Lit> = edges.map(|edge| circuit.and(is[edge.from], edge.label)).collect();
        let ready = circuit.or_all(read);
        let mut some = |such: &[bool]| {
            let among: Vec<Lit> = such.iter().zip(&is).filter(|(such, _)| **such).map(|(_, &is)| is).collect();
            circuit.or_all(among)
        };
        let accepts = some(&automaton.accepting);
        let later = reached(automaton).iter().map(|reached| some(reached)).collect();
        let accepting = fairness.iter().copied().chain([accepts]).filter(|&set| set != Lit::TRUE).collect();
        let domain = circuit.and_all(domain);
        let rests = automaton.said.map_or(Lit::FALSE, |said| becomes[said]);
        for (latch, next) in &mut machine.latches[..bits] {
            let now = circuit.input_lit(*latch);
            *next = circuit.ite(rests, now, *next);
        }
        let moves = circuit.or(machine.valid, rests);
        machine.valid = circuit.and(moves, reads);
        machine.initial = circuit.and(machine.initial, is[0]);
        Self { machine, bits, choices, domain, accepting, later, ready }
    }

    /// Paths begin in one state of the system only; these are its bits.
    pub fn start_in(&mut self, state: &[bool]) {
        let Machine { circuit, latches, initial, .. } = &mut self.machine;
        for (&(latch, _), &value) in latches.iter().zip(state).take(self.bits) {
            let is = circuit.input_lit(latch).negated_if(!value);
            *initial = circuit.and(*initial, is);
        }
    }

    /// The latches that have the same value in all initial states, and that value.
    pub(super) fn fixed(&self) -> FastMap<InputId, Lit> {
        let Machine { circuit, latches, initial, .. } = &self.machine;
        let latches: FastMap<Lit, InputId> =
            latches.iter().map(|&(latch, _)| (circuit.input_lit(latch), latch)).collect();
        let value = |lit: Lit| Some((*latches.get(&lit.plain())?, Lit::constant(!lit.is_negated())));
        circuit.conjuncts(*initial).into_iter().filter_map(value).collect()
    }
}

/// Adds the state of an automaton to a machine. By state, where it is the present one, and where it is the next one.
fn states(machine: &mut Machine, count: usize) -> (Vec<Lit>, Vec<Lit>) {
    let (mut now, mut next) = (Vec::new(), Vec::new());
    for _ in 0..count.next_power_of_two().trailing_zeros() {
        let ((latch, bit), (input, next_bit)) = (machine.circuit.input(), machine.circuit.input());
        machine.latches.push((latch, next_bit));
        machine.inputs.push(input);
        now.push(bit);
        next.push(next_bit);
    }
    let mut numbers = |code: &[Lit]| (0..count).map(|state| number(&mut machine.circuit, code, state)).collect();
    (numbers(&now), numbers(&next))
}

/// For every state, the states that can be reached from it, itself included.
fn reached(automaton: &Automaton) -> Vec<Vec<bool>> {
    let count = automaton.accepting.len();
    let mut targets = vec![Vec::new(); count];
    for edge in &automaton.edges {
        targets[edge.from].push(edge.to);
    }
    let from = |start: usize| {
        let (mut seen, mut work) = (vec![false; count], vec![start]);
        while let Some(state) = work.pop() {
            if !std::mem::replace(&mut seen[state], true) {
                work.extend(&targets[state]);
            }
        }
        seen
    };
    (0..count).map(from).collect()
}
