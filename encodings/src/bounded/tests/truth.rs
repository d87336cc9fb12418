//! The truth of a quantified formula, by its truth table.

use crate::circuit::{Circuit, Gate, InputId, Lit};
use crate::hash::FastMap;
use crate::qbf::{Qbf, Quantifier};

/// Formulas with more inputs are left alone.
const MOST: usize = 17;

/// The columns of the first six inputs in a row of 64.
fn column(number: usize) -> u64 {
    (0..64).filter(|row| row >> number & 1 == 1).fold(0, |all, row| all | 1 << row)
}

/// Whether a closed formula is true; nothing if it has too many inputs.
pub(super) fn truth(circuit: &Circuit, qbf: &Qbf) -> Option<bool> {
    let inputs: Vec<(InputId, Quantifier)> =
        qbf.prefix.iter().rev().flat_map(|block| block.inputs.iter().map(|&input| (input, block.quantifier))).collect();
    if inputs.len() > MOST {
        return None;
    }
    let mut rows = table(circuit, qbf.matrix, &inputs);
    for (number, &(_, quantifier)) in inputs.iter().enumerate() {
        let join = |a: u64, b: u64| if quantifier == Quantifier::Exists { a | b } else { a & b };
        if number < 6 {
            rows.iter_mut().for_each(|row| {
                let high = *row >> (1 << number);
                let low = *row;
                let joined = join(low, high) & !column(number);
                *row = joined | joined << (1 << number);
            });
        } else {
            rows = rows.chunks(2).map(|pair| join(pair[0], pair[1])).collect();
        }
    }
    Some(rows[0] & 1 == 1)
}

/// A gate, by the places of its operands, each with whether it is negated.
enum Step {
    Constant,
    Input(usize),
    And([(usize, u64); 2]),
    Xor([(usize, u64); 2]),
}

/// The value for every assignment; the first inputs change fastest.
fn table(circuit: &Circuit, root: Lit, inputs: &[(InputId, Quantifier)]) -> Vec<u64> {
    let numbers: FastMap<InputId, usize> = inputs.iter().map(|&(input, _)| input).zip(0..).collect();
    let gates = circuit.below([root]);
    let places: FastMap<usize, usize> = gates.iter().copied().zip(0..).collect();
    let of = |lit: Lit| (places[&lit.gate()], if lit.is_negated() { u64::MAX } else { 0 });
    let steps: Vec<Step> = gates
        .iter()
        .map(|&gate| match circuit.gate(gate) {
            Gate::False => Step::Constant,
            Gate::Input(input) => Step::Input(numbers[&input]),
            Gate::And(a, b) => Step::And([of(a), of(b)]),
            Gate::Xor(a, b) => Step::Xor([of(a), of(b)]),
        })
        .collect();
    let columns: Vec<u64> = (0..6).map(column).collect();
    let (root, mut values) = (of(root), vec![0u64; gates.len()]);
    let blocks = 0..1usize << inputs.len().saturating_sub(6);
    blocks
        .map(|block| {
            for (place, step) in steps.iter().enumerate() {
                let of = |(place, negated): (usize, u64)| values[place] ^ negated;
                values[place] = match *step {
                    Step::Constant => 0,
                    Step::Input(number @ 0..6) => columns[number],
                    Step::Input(number) if block >> (number - 6) & 1 == 1 => u64::MAX,
                    Step::Input(_) => 0,
                    Step::And([a, b]) => of(a) & of(b),
                    Step::Xor([a, b]) => of(a) ^ of(b),
                };
            }
            values[root.0] ^ root.1
        })
        .collect()
}
