//! AIGER 1.9: the transition system with its invariants, for hardware model checkers.
//!
//! Biere, Heljanko, Wieringa: "AIGER 1.9 and beyond" (2011). Latches are the bits of a state, inputs are actions and the
//! numbers of choices; an output of the kind *bad* for every invariant that is asked for. Initial states may be many and some
//! states have no successors, which the format does not know. So latches start with any value, and two more say what is
//! a run of ours: `begun`, false in the first frame only, and `legal`, true as long as all steps so far were steps. A
//! bad state counts only in a legal run that began in an initial state; nothing has to come after it.

use std::collections::HashMap;
use std::fmt::Write;

use crate::circuit::{Circuit, Gate, InputId, Lit};

/// A transition system as functions.
#[derive(Debug, Clone)]
pub struct Machine {
    /// All gates.
    pub circuit: Circuit,
    /// The bits of a state and what they are in the next state.
    pub latches: Vec<(InputId, Lit)>,
    /// Actions and numbers of choices.
    pub inputs: Vec<InputId>,
    /// Whether a step is one.
    pub valid: Lit,
    /// Whether a state is initial.
    pub initial: Lit,
}

/// A file in the making.
struct Writer<'a> {
    circuit: &'a Circuit,
    /// The literal of every gate that has one.
    known: HashMap<usize, usize>,
    next: usize,
    ands: Vec<[usize; 3]>,
}

impl Writer<'_> {
    fn and(&mut self, a: usize, b: usize) -> usize {
        let gate = self.next;
        self.next += 2;
        self.ands.push([gate, a.max(b), a.min(b)]);
        gate
    }

    fn or(&mut self, a: usize, b: usize) -> usize {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    fn literal(&mut self, root: Lit) -> usize {
        for gate in self.circuit.below([root]) {
            if self.known.contains_key(&gate) {
                continue;
            }
            let of = |writer: &Self, lit: Lit| writer.known[&lit.gate()] ^ usize::from(lit.is_negated());
            let literal = match self.circuit.gate(gate) {
                Gate::False => 0,
                // Nothing says what it is: any value.
                Gate::Input(_) => unreachable!("all inputs of a machine are latches or inputs"),
                Gate::And(a, b) => {
                    let (a, b) = (of(self, a), of(self, b));
                    self.and(a, b)
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (of(self, a), of(self, b));
                    let (left, right) = (self.and(a, b ^ 1), self.and(a ^ 1, b));
                    self.or(left, right)
                }
            };
            self.known.insert(gate, literal);
        }
        self.known[&root.gate()] ^ usize::from(root.is_negated())
    }
}

/// The ASCII form, with the names of latches, inputs and bad states. `bad` are literals over states.
#[must_use]
pub fn aag(machine: &Machine, bad: &[(Lit, String)], name: impl Fn(InputId) -> String) -> String {
    let circuit = &machine.circuit;
    let mut writer = Writer { circuit, known: HashMap::new(), next: 2, ands: Vec::new() };
    for &input in machine.inputs.iter().chain(machine.latches.iter().map(|(latch, _)| latch)) {
        writer.known.insert(circuit.input_lit(input).gate(), writer.next);
        writer.next += 2;
    }
    let (begun, legal) = (writer.next, writer.next + 2);
    writer.next += 4;
    let initial = writer.literal(machine.initial);
    let started = writer.or(begun, initial);
    let here = writer.and(legal, started);
    let valid = writer.literal(machine.valid);
    let legal_next = writer.and(here, valid);
    let nexts: Vec<usize> = machine.latches.iter().map(|&(_, next)| writer.literal(next)).collect();
    let bad: Vec<(usize, &str)> = bad
        .iter()
        .map(|(lit, text)| {
            let lit = writer.literal(*lit);
            (writer.and(here, lit), text.as_str())
        })
        .collect();
    let (inputs, latches) = (machine.inputs.len(), machine.latches.len() + 2);
    let mut file = format!("aag {} {inputs} {latches} 0 {} {}\n", writer.next / 2 - 1, writer.ands.len(), bad.len());
    let mut line = |text: std::fmt::Arguments| {
        let _ = writeln!(file, "{text}");
    };
    for number in 0..inputs {
        line(format_args!("{}", 2 + 2 * number));
    }
    for (number, next) in nexts.iter().enumerate() {
        let latch = 2 + 2 * (inputs + number);
        // It starts as it likes.
        line(format_args!("{latch} {next} {latch}"));
    }
    line(format_args!("{begun} 1 0"));
    line(format_args!("{legal} {legal_next} 1"));
    for (lit, _) in &bad {
        line(format_args!("{lit}"));
    }
    for [gate, a, b] in &writer.ands {
        line(format_args!("{gate} {a} {b}"));
    }
    for (number, &input) in machine.inputs.iter().enumerate() {
        line(format_args!("i{number} {}", name(input)));
    }
    for (number, &(latch, _)) in machine.latches.iter().enumerate() {
        line(format_args!("l{number} {}", name(latch)));
    }
    line(format_args!("l{} begun", latches - 2));
    line(format_args!("l{} legal", latches - 1));
    for (number, (_, text)) in bad.iter().enumerate() {
        line(format_args!("b{number} {text}"));
    }
    file
}
