//! QCIR-G14: a quantified formula as a circuit, for solvers that do not want clauses.
//!
//! Jordan, Klieber, Seidl: "Non-CNF QBF solving with QCIR" (AAAI workshop Beyond NP, 2016). The cleansed form: numbers for
//! names, prenex, closed, gates before they are used, conjunctions and disjunctions only. So an exclusive disjunction is
//! three gates: the format has one for it, but QuAbS and others do not read it.

use std::collections::HashMap;
use std::fmt;

use crate::circuit::{Circuit, Gate, InputId, Lit};
use crate::qbf::{Qbf, Quantifier};

/// A formula in cleansed prenex form. What it displays is a file.
#[derive(Debug, Clone)]
pub struct Qcir {
    /// The blocks, outermost first, with the numbers of their inputs.
    pub prefix: Vec<(Quantifier, Vec<usize>)>,
    /// What the numbers from 1 on stand for.
    pub inputs: Vec<InputId>,
    output: isize,
    /// Operands come before the gates that use them.
    gates: Vec<QcirGate>,
}

#[derive(Debug, Clone)]
struct QcirGate {
    number: usize,
    /// `and` or `or`.
    word: &'static str,
    operands: Vec<isize>,
}

impl Qcir {
    /// A formula that is equivalent to `qbf`.
    #[must_use]
    pub fn new(circuit: &Circuit, qbf: &Qbf) -> Self {
        let qbf = qbf.normalised(circuit);
        let inputs: Vec<InputId> = qbf.prefix.iter().flat_map(|block| block.inputs.iter().copied()).collect();
        let numbers: HashMap<InputId, usize> = inputs.iter().copied().zip(1..).collect();
        let prefix = qbf.prefix.iter();
        let prefix = prefix.map(|block| (block.quantifier, block.inputs.iter().map(|input| numbers[input]).collect()));
        let mut file = Self { prefix: prefix.collect(), output: 0, gates: Vec::new(), inputs };
        let mut known: HashMap<usize, usize> = HashMap::new();
        let mut next = file.inputs.len() + 1;
        for gate in circuit.below([qbf.matrix]) {
            let of = |lit: Lit| signed(known[&lit.gate()], lit.is_negated());
            let mut add = |word: &'static str, operands: Vec<isize>| {
                file.gates.push(QcirGate { number: next, word, operands });
                next += 1;
                next - 1
            };
            let number = match circuit.gate(gate) {
                Gate::Input(input) => numbers[&input],
                // The empty disjunction.
                Gate::False => add("or", Vec::new()),
                Gate::And(a, b) => add("and", vec![of(a), of(b)]),
                Gate::Xor(a, b) => {
                    let first = add("and", vec![of(a), of(!b)]).cast_signed();
                    let second = add("and", vec![of(!a), of(b)]).cast_signed();
                    add("or", vec![first, second])
                }
            };
            known.insert(gate, number);
        }
        file.output = signed(known[&qbf.matrix.gate()], qbf.matrix.is_negated());
        file
    }
}

impl Qcir {
    /// How many gates it has.
    #[must_use]
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }
}

fn signed(number: usize, negated: bool) -> isize {
    let number = number.cast_signed();
    if negated { -number } else { number }
}

fn joined(numbers: impl Iterator<Item = impl fmt::Display>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Qcir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#QCIR-G14 {}", self.inputs.len() + self.gates.len())?;
        for (quantifier, inputs) in &self.prefix {
            let word = if *quantifier == Quantifier::Exists { "exists" } else { "forall" };
            writeln!(f, "{word}({})", joined(inputs.iter()))?;
        }
        writeln!(f, "output({})", self.output)?;
        for QcirGate { number, word, operands } in &self.gates {
            writeln!(f, "{number} = {word}({})", joined(operands.iter()))?;
        }
        Ok(())
    }
}
