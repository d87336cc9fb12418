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

/// A file, in either form.
#[derive(Debug, Clone)]
pub struct Aiger {
    inputs: usize,
    /// What each latch is in the next frame and in the first one: its own literal for any value.
    latches: Vec<[usize; 2]>,
    bad: Vec<usize>,
    /// A gate and its operands, the larger one first.
    ands: Vec<[usize; 3]>,
    /// Names of inputs, latches and bad states.
    symbols: String,
}

impl Aiger {
    /// The file of a machine, with the names of latches, inputs and bad states. `bad` are literals over states.
    #[must_use]
    pub fn new(machine: &Machine, bad: &[(Lit, String)], name: impl Fn(InputId) -> String) -> Self {
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
        let first = 2 + 2 * machine.inputs.len();
        // They start as they like.
        let latch = |(number, &(_, next)): (usize, &(InputId, Lit))| [writer.literal(next), first + 2 * number];
        let mut latches: Vec<[usize; 2]> = machine.latches.iter().enumerate().map(latch).collect();
        latches.extend([[1, 0], [legal_next, 1]]);
        let mut reached = |(lit, _): &(Lit, String)| {
            let lit = writer.literal(*lit);
            writer.and(here, lit)
        };
        let bad_literals = bad.iter().map(&mut reached).collect();
        let symbols = symbols(machine, bad, name);
        Self { inputs: machine.inputs.len(), latches, bad: bad_literals, ands: writer.ands, symbols }
    }

    fn head(&self, form: &str) -> String {
        let (inputs, latches, ands) = (self.inputs, self.latches.len(), self.ands.len());
        format!("{form} {} {inputs} {latches} 0 {ands} {}\n", inputs + latches + ands, self.bad.len())
    }

    /// The ASCII form.
    #[must_use]
    pub fn ascii(&self) -> String {
        let mut file = self.head("aag");
        let mut line = |text: std::fmt::Arguments| {
            let _ = writeln!(file, "{text}");
        };
        for number in 0..self.inputs {
            line(format_args!("{}", 2 + 2 * number));
        }
        for (number, [next, start]) in self.latches.iter().enumerate() {
            line(format_args!("{} {next} {start}", 2 + 2 * (self.inputs + number)));
        }
        for lit in &self.bad {
            line(format_args!("{lit}"));
        }
        for [gate, a, b] in &self.ands {
            line(format_args!("{gate} {a} {b}"));
        }
        file + &self.symbols
    }

    /// The binary form: inputs, latches and gates have no numbers, and operands are differences.
    #[must_use]
    pub fn binary(&self) -> Vec<u8> {
        let mut file = self.head("aig").into_bytes();
        for [next, start] in &self.latches {
            file.extend(format!("{next} {start}\n").into_bytes());
        }
        for lit in &self.bad {
            file.extend(format!("{lit}\n").into_bytes());
        }
        for [gate, a, b] in &self.ands {
            difference(gate - a, &mut file);
            difference(a - b, &mut file);
        }
        file.extend(self.symbols.as_bytes());
        file
    }
}

/// Seven bits at a time, the lowest first; the highest bit of a byte says that more follow.
fn difference(mut number: usize, file: &mut Vec<u8>) {
    while number > 0x7f {
        file.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    file.push(number as u8);
}

fn symbols(machine: &Machine, bad: &[(Lit, String)], name: impl Fn(InputId) -> String) -> String {
    let mut symbols = String::new();
    let mut line = |kind: char, number: usize, name: &str| {
        let _ = writeln!(symbols, "{kind}{number} {name}");
    };
    for (number, &input) in machine.inputs.iter().enumerate() {
        line('i', number, &name(input));
    }
    for (number, &(latch, _)) in machine.latches.iter().enumerate() {
        line('l', number, &name(latch));
    }
    line('l', machine.latches.len(), "begun");
    line('l', machine.latches.len() + 1, "legal");
    for (number, (_, text)) in bad.iter().enumerate() {
        line('b', number, text);
    }
    symbols
}
