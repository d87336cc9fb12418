//! Combinational circuits of AND and XOR gates with complemented edges, equal gates once.
//!
//! Gates are numbered so that operands come first; every pass is a loop. Making a gate propagates constants and applies
//! the one- and two-level rules of Brummayer and Biere, "Local Two-Level And-Inverter Graph Minimization without
//! Blowup" (MEMICS 2006), as far as they look at one operand of an operand.

use std::ops::Not;

use crate::hash::{FastMap, FastSet};

/// A gate or its complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The constant of that value.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The number of the gate; operands have smaller ones.
    #[must_use]
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the gate is complemented.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The value, if it is a constant.
    #[must_use]
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Self::TRUE)
    }

    /// The gate without complement.
    #[must_use]
    pub fn plain(self) -> Self {
        Self(self.0 & !1)
    }

    /// The literal, complemented if `negated`.
    #[must_use]
    pub fn negated_if(self, negated: bool) -> Self {
        Self(self.0 ^ u32::from(negated))
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        self.negated_if(true)
    }
}

/// An input of a circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(u32);

impl InputId {
    /// The input of that number, in the order of creation.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("memory ends before 2^31 inputs"))
    }

    /// Its number, in the order of creation.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a gate computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gate {
    /// False; gate number 0.
    False,
    /// An input.
    Input(InputId),
    /// A conjunction.
    And(Lit, Lit),
    /// An exclusive disjunction; its operands are not complemented.
    Xor(Lit, Lit),
}

/// A circuit that only grows.
#[derive(Debug, Clone)]
pub struct Circuit {
    gates: Vec<Gate>,
    ids: FastMap<Gate, u32>,
    inputs: u32,
}

impl Default for Circuit {
    fn default() -> Self {
        Self { gates: vec![Gate::False], ids: FastMap::default(), inputs: 0 }
    }
}

impl Circuit {
    /// A circuit without inputs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A new input.
    pub fn input(&mut self) -> (InputId, Lit) {
        let id = InputId(self.inputs);
        self.inputs += 1;
        (id, self.intern(Gate::Input(id)))
    }

    /// How many inputs there are.
    #[must_use]
    pub fn input_count(&self) -> usize {
        self.inputs as usize
    }

    /// An input as a literal; false if the circuit has no such input.
    #[must_use]
    pub fn input_lit(&self, id: InputId) -> Lit {
        self.ids.get(&Gate::Input(id)).map_or(Lit::FALSE, |&number| Lit(number << 1))
    }

    /// How many gates there are, the constant and inputs included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Whether there is nothing but the constant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// The gate of a number.
    #[must_use]
    pub fn gate(&self, number: usize) -> Gate {
        self.gates[number]
    }

    /// What the gate of a number computes, as a literal.
    #[must_use]
    pub fn of_gate(&self, number: usize) -> Lit {
        self.ids.get(&self.gates[number]).map_or(Lit::FALSE, |&id| Lit(id << 1))
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        let next = u32::try_from(self.gates.len()).expect("memory ends before 2^31 gates");
        let id = *self.ids.entry(gate).or_insert(next);
        if id == next {
            self.gates.push(gate);
        }
        Lit(id << 1)
    }

    /// `a ∧ b`
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.absorbed(a, b).or_else(|| self.absorbed(b, a)) {
            return simpler;
        }
        self.intern(Gate::And(a, b))
    }

    /// `a ∧ b` where b is a conjunction, or its complement, that mentions a.
    fn absorbed(&mut self, a: Lit, b: Lit) -> Option<Lit> {
        let Gate::And(left, right) = self.gates[b.gate()] else { return None };
        if b.is_negated() {
            // a ∧ ¬(a ∧ r) = a ∧ ¬r;  a ∧ ¬(¬a ∧ r) = a
            if left == a {
                return Some(self.and(a, !right));
            }
            if right == a {
                return Some(self.and(a, !left));
            }
            (left == !a || right == !a).then_some(a)
        } else {
            if left == !a || right == !a {
                return Some(Lit::FALSE);
            }
            (left == a || right == a).then_some(b)
        }
    }

    /// `a ∨ b`
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `a → b`
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    /// `a ⊕ b`
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.plain().min(b.plain()), a.plain().max(b.plain()));
        let gate = if a == b {
            Lit::FALSE
        } else if a == Lit::FALSE {
            b
        } else {
            self.intern(Gate::Xor(a, b))
        };
        gate.negated_if(negated)
    }

    /// `a ↔ b`
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `a` if `condition`, else `b`.
    pub fn ite(&mut self, condition: Lit, a: Lit, b: Lit) -> Lit {
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(condition, a);
        }
        let chosen = self.and(condition, a);
        let other = self.and(!condition, b);
        self.or(chosen, other)
    }

    /// The conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut layer: Vec<Lit> = lits.into_iter().collect();
        while layer.len() > 1 {
            layer = layer.chunks(2).map(|pair| if let [a, b] = *pair { self.and(a, b) } else { pair[0] }).collect();
        }
        layer.first().copied().unwrap_or(Lit::TRUE)
    }

    /// The disjunction of all, as a balanced tree.
    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<Lit> = lits.into_iter().map(|lit| !lit).collect();
        !self.and_all(negated)
    }

    /// The gates that `roots` depend on, themselves included, operands first.
    #[must_use]
    pub fn below(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<usize> {
        let mut seen = FastSet::default();
        let mut work: Vec<usize> = roots.into_iter().map(Lit::gate).collect();
        while let Some(number) = work.pop() {
            if !seen.insert(number) {
                continue;
            }
            if let Gate::And(a, b) | Gate::Xor(a, b) = self.gates[number] {
                work.extend([a.gate(), b.gate()]);
            }
        }
        let mut all: Vec<usize> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Literals whose conjunction `root` is, as many as there are, ascending.
    #[must_use]
    pub fn conjuncts(&self, root: Lit) -> Vec<Lit> {
        let (mut found, mut seen) = (Vec::new(), FastSet::default());
        let mut work = vec![root];
        while let Some(lit) = work.pop() {
            match self.gates[lit.gate()] {
                _ if !seen.insert(lit) => {}
                Gate::And(a, b) if !lit.is_negated() => work.extend([a, b]),
                _ => found.push(lit),
            }
        }
        found.sort_unstable();
        found
    }

    /// The inputs that `roots` depend on, ascending.
    #[must_use]
    pub fn support(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<InputId> {
        let mut inputs: Vec<InputId> = self
            .below(roots)
            .into_iter()
            .filter_map(|number| match self.gates[number] {
                Gate::Input(id) => Some(id),
                Gate::False | Gate::And(..) | Gate::Xor(..) => None,
            })
            .collect();
        inputs.sort_unstable();
        inputs
    }

    /// The value of `root` under values of the inputs.
    #[must_use]
    pub fn evaluate(&self, root: Lit, input: impl Fn(InputId) -> bool) -> bool {
        self.evaluate_all(&[root], input)[0]
    }

    /// The values of `roots` under values of the inputs.
    #[must_use]
    pub fn evaluate_all(&self, roots: &[Lit], input: impl Fn(InputId) -> bool) -> Vec<bool> {
        let size = roots.iter().map(|root| root.gate() + 1).max().unwrap_or(0);
        let mut values = vec![false; size];
        for number in self.below(roots.iter().copied()) {
            let of = |lit: Lit| values[lit.gate()] != lit.is_negated();
            values[number] = match self.gates[number] {
                Gate::False => false,
                Gate::Input(id) => input(id),
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
            };
        }
        roots.iter().map(|root| values[root.gate()] != root.is_negated()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All functions of two inputs as (gate, truth table) pairs, built in every way from simpler ones.
    #[test]
    fn every_operation_on_every_pair_of_functions_of_two_inputs() {
        let mut circuit = Circuit::new();
        let (x, x_lit) = circuit.input();
        let (_, y_lit) = circuit.input();
        let value = |circuit: &Circuit, lit: Lit, row: usize| {
            circuit.evaluate(lit, |id| if id == x { row & 1 == 1 } else { row & 2 == 2 })
        };
        let table = |circuit: &Circuit, lit: Lit| (0..4).map(|row| value(circuit, lit, row)).collect::<Vec<_>>();
        let mut functions: Vec<Lit> = vec![Lit::FALSE, Lit::TRUE, x_lit, !x_lit, y_lit, !y_lit];
        for a in functions.clone() {
            for b in functions.clone() {
                functions.extend([circuit.and(a, b), circuit.xor(a, b)]);
            }
        }
        functions.sort_by_key(|&lit| table(&circuit, lit));
        functions.dedup_by_key(|lit| table(&circuit, *lit));
        assert_eq!(functions.len(), 16);
        type Operation = fn(&mut Circuit, Lit, Lit) -> Lit;
        type Meaning = fn(bool, bool) -> bool;
        let operations: [(Operation, Meaning); 5] = [
            (Circuit::and, |a, b| a && b),
            (Circuit::or, |a, b| a || b),
            (Circuit::xor, |a, b| a != b),
            (Circuit::iff, |a, b| a == b),
            (Circuit::implies, |a, b| !a || b),
        ];
        for &a in &functions {
            for &b in &functions {
                for (operation, meaning) in operations {
                    let result = operation(&mut circuit, a, b);
                    let (left, right) = (table(&circuit, a), table(&circuit, b));
                    let expected: Vec<bool> = left.iter().zip(&right).map(|(&a, &b)| meaning(a, b)).collect();
                    assert_eq!(table(&circuit, result), expected);
                }
                for &condition in &functions {
                    let result = circuit.ite(condition, a, b);
                    for row in 0..4 {
                        let branch = if value(&circuit, condition, row) { a } else { b };
                        assert_eq!(value(&circuit, result, row), value(&circuit, branch, row));
                    }
                }
            }
        }
    }

    #[test]
    fn equal_gates_are_one_and_constants_vanish() {
        let mut circuit = Circuit::new();
        let (_, a) = circuit.input();
        let (_, b) = circuit.input();
        assert_eq!(circuit.and(a, b), circuit.and(b, a));
        assert_eq!(circuit.xor(!a, b), !circuit.xor(b, a));
        let both = circuit.and(a, b);
        assert_eq!(circuit.and(both, a), both);
        assert_eq!(circuit.and(both, !b), Lit::FALSE);
        assert_eq!(circuit.and_all([]), Lit::TRUE);
        assert_eq!(circuit.or_all([]), Lit::FALSE);
        assert_eq!(circuit.support([both]).len(), 2);
    }
}
