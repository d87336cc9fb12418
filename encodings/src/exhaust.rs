//! Small questions about circuits, answered by trying all inputs, 64 rows of the truth table at a time.

use std::collections::BTreeMap;

use crate::circuit::{Circuit, Gate, InputId, Lit};

/// The columns of the first six inputs in a row of 64.
const COLUMNS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl Circuit {
    /// Whether for all `outer` inputs there are values of the others that make `assumption → root` true; `None` if there
    /// are more than `most` inputs. `assumption` depends on outer inputs only.
    #[must_use]
    pub fn total(&self, assumption: Lit, root: Lit, outer: impl Fn(InputId) -> bool, most: usize) -> Option<bool> {
        let mut inputs = self.support([assumption, root]);
        if inputs.len() > most {
            return None;
        }
        // Inner inputs first: the rows of one assignment of the outer ones stand together.
        inputs.sort_by_key(|&input| (outer(input), input));
        let inner = inputs.iter().filter(|&&input| !outer(input)).count();
        let columns: BTreeMap<InputId, usize> = inputs.iter().copied().zip(0..).collect();
        let gates = self.below([assumption, root]);
        let mut values: BTreeMap<usize, u64> = BTreeMap::new();
        let mut found = false;
        for block in 0..1usize << inputs.len().saturating_sub(6) {
            for &number in &gates {
                let of = |lit: Lit| values[&lit.gate()] ^ if lit.is_negated() { u64::MAX } else { 0 };
                let value = match self.gate(number) {
                    Gate::False => 0,
                    Gate::Input(id) => match columns[&id] {
                        column @ 0..6 => COLUMNS[column],
                        column => {
                            if block >> (column - 6) & 1 == 1 {
                                u64::MAX
                            } else {
                                0
                            }
                        }
                    },
                    Gate::And(a, b) => of(a) & of(b),
                    Gate::Xor(a, b) => of(a) ^ of(b),
                };
                values.insert(number, value);
            }
            let of = |lit: Lit| values[&lit.gate()] ^ if lit.is_negated() { u64::MAX } else { 0 };
            let mut good = !of(assumption) | of(root);
            if inner >= 6 {
                // Several blocks belong to one outer assignment.
                found |= good != 0;
                if (block + 1) % (1 << (inner - 6)) == 0 {
                    if !found {
                        return Some(false);
                    }
                    found = false;
                }
            } else {
                for column in 0..inner {
                    good |= good >> (1 << column);
                }
                let first_rows = (0..64).step_by(1 << inner).fold(0u64, |rows, row| rows | 1 << row);
                if good & first_rows != first_rows {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against one row at a time, for every number of inner inputs among eight.
    #[test]
    fn agrees_with_single_rows() {
        let mut circuit = Circuit::new();
        let inputs: Vec<(InputId, Lit)> = (0..8).map(|_| circuit.input()).collect();
        let lits: Vec<Lit> = inputs.iter().map(|&(_, lit)| lit).collect();
        let odd = lits[1..].iter().fold(lits[0], |sum, &lit| circuit.xor(sum, lit));
        let all = circuit.and_all(lits.iter().copied());
        let chain = lits.windows(2).fold(Lit::TRUE, |all, pair| {
            let step = circuit.implies(pair[0], pair[1]);
            circuit.and(all, step)
        });
        for root in [odd, !odd, all, !all, chain, !chain, Lit::TRUE, Lit::FALSE] {
            for assumption in [Lit::TRUE, !lits[7], Lit::FALSE] {
                for split in 0..8 {
                    let outer = |input: InputId| input.index() >= split;
                    let row = |row: usize| {
                        let value = |input: InputId| row >> input.index() & 1 == 1;
                        !circuit.evaluate(assumption, value) || circuit.evaluate(root, value)
                    };
                    let expected =
                        (0..1 << (8 - split)).all(|high| (0..1 << split).any(|low| row(high << split | low)));
                    assert_eq!(circuit.total(assumption, root, outer, 8), Some(expected), "{root:?} {split}");
                }
            }
        }
        assert_eq!(circuit.total(Lit::TRUE, odd, |_| true, 7), None);
    }
}
