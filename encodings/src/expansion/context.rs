//! What all games of one call share: the circuit, the moves made so far, and what may still be spent.

use super::{ExpansionOptions, ExpansionStatistics};
use crate::circuit::{Circuit, Gate, InputId, Lit};
use crate::qbf::Move;
use crate::sat::{SatFactory, Stop};

/// See the module.
pub(super) struct Context<'a> {
    pub(super) circuit: Circuit,
    pub(super) factory: &'a dyn SatFactory,
    pub(super) options: &'a ExpansionOptions,
    pub(super) seeds: Vec<Move>,
    pub(super) sat_calls: usize,
    instantiations: usize,
    /// The moves made so far, by input.
    values: Vec<Option<bool>>,
    /// Values of gates; of use only within [`Context::satisfies`].
    gates: Vec<bool>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        circuit: Circuit,
        factory: &'a dyn SatFactory,
        options: &'a ExpansionOptions,
        seeds: Vec<Move>,
    ) -> Self {
        Self {
            circuit,
            factory,
            options,
            seeds,
            sat_calls: 0,
            instantiations: 0,
            values: Vec::new(),
            gates: Vec::new(),
        }
    }

    pub(super) fn statistics(&self) -> ExpansionStatistics {
        ExpansionStatistics {
            instantiations: self.instantiations,
            sat_calls: self.sat_calls,
            gates: self.circuit.len(),
        }
    }

    /// The value of an input, if its player has moved.
    pub(super) fn value(&self, input: InputId) -> Option<bool> {
        self.values.get(input.index()).copied().flatten()
    }

    /// Makes a move.
    pub(super) fn make(&mut self, made: &Move) {
        for &(input, value) in made.values() {
            if self.values.len() <= input.index() {
                self.values.resize(self.circuit.input_count(), None);
            }
            self.values[input.index()] = Some(value);
        }
    }

    /// Takes a move back.
    pub(super) fn take_back(&mut self, made: &Move) {
        for &(input, _) in made.values() {
            self.values[input.index()] = None;
        }
    }

    /// Counts an instantiation.
    pub(super) fn spend(&mut self) -> Result<(), Stop> {
        self.instantiations += 1;
        if self.instantiations > self.options.max_instantiations {
            return Err(Stop::Instantiations);
        }
        if self.circuit.len() > self.options.max_gates {
            return Err(Stop::Gates);
        }
        self.options.sat.interrupt.check()
    }

    /// Whether all goals are true after the moves so far and `found`. `cone` holds the gates below them, operands first.
    pub(super) fn satisfies(&mut self, goals: &[Lit], cone: &[usize], found: &Move) -> bool {
        self.gates.resize(self.circuit.len(), false);
        for &number in cone {
            let of = |lit: Lit| self.gates[lit.gate()] != lit.is_negated();
            self.gates[number] = match self.circuit.gate(number) {
                Gate::False => false,
                Gate::Input(id) => self.value(id).or_else(|| found.get(id)).unwrap_or(false),
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
            };
        }
        goals.iter().all(|lit| self.gates[lit.gate()] != lit.is_negated())
    }
}
