//! Integers as words of bits: two's complement, least significant bit first, as wide as their values need.
//!
//! Textbook circuits: ripple-carry adders, shift-and-add multipliers, restoring division. No operation overflows: its
//! result is wide enough for every operand.

use crate::circuit::{Circuit, Lit};

/// A signed integer; the last bit is its sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    bits: Vec<Lit>,
}

impl Word {
    /// The constant `value`, as narrow as possible.
    #[must_use]
    pub fn constant(value: i64) -> Self {
        let width = (65 - if value < 0 { value.leading_ones() } else { value.leading_zeros() }) as usize;
        Self { bits: (0..width).map(|bit| Lit::constant(value >> bit.min(63) & 1 == 1)).collect() }
    }

    /// The non-negative integer with these bits, least significant first.
    #[must_use]
    pub fn unsigned(bits: &[Lit]) -> Self {
        Self { bits: bits.iter().copied().chain([Lit::FALSE]).collect() }
    }

    /// The bits, least significant first, the sign last.
    #[must_use]
    pub fn bits(&self) -> &[Lit] {
        &self.bits
    }

    fn width(&self) -> usize {
        self.bits.len()
    }

    fn sign(&self) -> Lit {
        self.bits[self.width() - 1]
    }

    /// The bit at a position, the sign repeated beyond the width.
    #[must_use]
    pub fn bit(&self, position: usize) -> Lit {
        self.bits.get(position).copied().unwrap_or_else(|| self.sign())
    }

    /// Drops sign bits that repeat the one below.
    fn trim(mut self) -> Self {
        while self.width() > 1 && self.bits[self.width() - 1] == self.bits[self.width() - 2] {
            self.bits.pop();
        }
        self
    }

    /// `self + other`
    #[must_use]
    pub fn add(&self, other: &Self, circuit: &mut Circuit) -> Self {
        let width = self.width().max(other.width()) + 1;
        self.add_carry(other, Lit::FALSE, width, circuit)
    }

    /// `self - other`
    #[must_use]
    pub fn subtract(&self, other: &Self, circuit: &mut Circuit) -> Self {
        let complement = Self { bits: other.bits.iter().map(|&bit| !bit).collect() };
        let width = self.width().max(other.width()) + 1;
        self.add_carry(&complement, Lit::TRUE, width, circuit)
    }

    fn add_carry(&self, other: &Self, mut carry: Lit, width: usize, circuit: &mut Circuit) -> Self {
        let mut bits = Vec::with_capacity(width);
        for position in 0..width {
            let (a, b) = (self.bit(position), other.bit(position));
            let half = circuit.xor(a, b);
            bits.push(circuit.xor(half, carry));
            let generate = circuit.and(a, b);
            let propagate = circuit.and(half, carry);
            carry = circuit.or(generate, propagate);
        }
        Self { bits }.trim()
    }

    /// `self * other`
    #[must_use]
    pub fn multiply(&self, other: &Self, circuit: &mut Circuit) -> Self {
        let width = self.width() + other.width();
        let mut sum = Self::constant(0);
        for (shift, &bit) in other.bits.iter().enumerate() {
            let mut bits = vec![Lit::FALSE; shift];
            for position in 0..width - shift {
                bits.push(circuit.and(bit, self.bit(position)));
            }
            let part = Self { bits };
            // The sign bit weighs negatively.
            let complement = shift + 1 == other.width();
            let part = if complement { Self { bits: part.bits.iter().map(|&bit| !bit).collect() } } else { part };
            sum = sum.add_carry(&part, Lit::constant(complement), width, circuit);
        }
        sum
    }

    /// `self / other`, and whether that is an integer: false also if `other` is zero.
    #[must_use]
    pub fn divide(&self, other: &Self, circuit: &mut Circuit) -> (Self, Lit) {
        let (dividend, divisor) = (self.magnitude(circuit), other.magnitude(circuit));
        let zero = Self::constant(0);
        let mut remainder = zero.clone();
        let mut quotient = vec![Lit::FALSE; dividend.width()];
        for position in (0..dividend.width()).rev() {
            let mut shifted = vec![dividend.bits[position]];
            shifted.extend(&remainder.bits);
            let shifted = Self { bits: shifted };
            let fits = divisor.at_most(&shifted, circuit);
            let reduced = shifted.subtract(&divisor, circuit);
            let width = shifted.width().max(reduced.width());
            let bits = (0..width).map(|at| circuit.ite(fits, reduced.bit(at), shifted.bit(at))).collect();
            // It is not negative, and less than the divisor.
            remainder = Self { bits };
            remainder.bits.truncate(divisor.width());
            quotient[position] = fits;
        }
        let quotient = Self::unsigned(&quotient);
        let negative = circuit.xor(self.sign(), other.sign());
        let negated = zero.subtract(&quotient, circuit);
        let width = quotient.width().max(negated.width());
        let bits = (0..width).map(|at| circuit.ite(negative, negated.bit(at), quotient.bit(at))).collect();
        let by_zero = other.equals(&zero, circuit);
        let even = remainder.equals(&zero, circuit);
        (Self { bits }.trim(), circuit.and(even, !by_zero))
    }

    fn magnitude(&self, circuit: &mut Circuit) -> Self {
        let negated = Self::constant(0).subtract(self, circuit);
        let width = self.width().max(negated.width());
        let bits = (0..width).map(|at| circuit.ite(self.sign(), negated.bit(at), self.bit(at))).collect();
        Self { bits }
    }

    /// `self = other`
    #[must_use]
    pub fn equals(&self, other: &Self, circuit: &mut Circuit) -> Lit {
        let width = self.width().max(other.width());
        let same: Vec<Lit> = (0..width).map(|at| circuit.iff(self.bit(at), other.bit(at))).collect();
        circuit.and_all(same)
    }

    /// `self < other`
    #[must_use]
    pub fn less(&self, other: &Self, circuit: &mut Circuit) -> Lit {
        let width = self.width().max(other.width());
        // From the least significant bit up; the sign bit counts the other way round.
        let mut less = Lit::FALSE;
        for at in 0..width {
            let (a, b) = (self.bit(at), other.bit(at));
            let (a, b) = if at + 1 == width { (b, a) } else { (a, b) };
            let same = circuit.iff(a, b);
            less = circuit.ite(same, less, b);
        }
        less
    }

    /// `self ≤ other`
    #[must_use]
    pub fn at_most(&self, other: &Self, circuit: &mut Circuit) -> Lit {
        !other.less(self, circuit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::InputId;

    /// A word of fresh inputs, its number taken from the bits of `row` from `first` on.
    fn inputs(circuit: &mut Circuit, width: usize) -> Word {
        Word { bits: (0..width).map(|_| circuit.input().1).collect() }
    }

    fn value(circuit: &Circuit, word: &Word, row: usize) -> i64 {
        let bit = |lit: Lit| i64::from(circuit.evaluate(lit, |id: InputId| row >> id.index() & 1 == 1));
        let last = word.width() - 1;
        let positive: i64 = (0..last).map(|at| bit(word.bits[at]) << at).sum();
        positive - (bit(word.bits[last]) << last)
    }

    #[test]
    fn constants_have_their_values() {
        let circuit = Circuit::new();
        for constant in [0, 1, -1, 2, -2, 5, -8, 127, 128, -129, i64::from(i32::MIN), i64::from(i32::MAX)] {
            assert_eq!(value(&circuit, &Word::constant(constant), 0), constant);
        }
        assert_eq!(Word::constant(i64::MIN).width(), 64);
        assert_eq!(Word::constant(0).width(), 1);
    }

    #[test]
    fn arithmetic_agrees_with_integers_on_all_operands() {
        for (left, right) in [(1, 1), (3, 2), (2, 4), (4, 3)] {
            let mut circuit = Circuit::new();
            let (a, b) = (inputs(&mut circuit, left), inputs(&mut circuit, right));
            let sum = a.add(&b, &mut circuit);
            let difference = a.subtract(&b, &mut circuit);
            let product = a.multiply(&b, &mut circuit);
            let (quotient, exact) = a.divide(&b, &mut circuit);
            let (less, equal) = (a.less(&b, &mut circuit), a.equals(&b, &mut circuit));
            let at_most = a.at_most(&b, &mut circuit);
            for row in 0..1 << (left + right) {
                let (x, y) = (value(&circuit, &a, row), value(&circuit, &b, row));
                let truth = |lit: Lit| circuit.evaluate(lit, |id| row >> id.index() & 1 == 1);
                assert_eq!(value(&circuit, &sum, row), x + y);
                assert_eq!(value(&circuit, &difference, row), x - y);
                assert_eq!(value(&circuit, &product, row), x * y, "{x} * {y}");
                assert_eq!(truth(less), x < y, "{x} < {y}");
                assert_eq!(truth(equal), x == y);
                assert_eq!(truth(at_most), x <= y);
                let divides = y != 0 && x % y == 0;
                assert_eq!(truth(exact), divides, "{x} / {y}");
                if divides {
                    assert_eq!(value(&circuit, &quotient, row), x / y, "{x} / {y}");
                }
            }
        }
    }
}
