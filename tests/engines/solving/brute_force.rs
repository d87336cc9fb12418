//! Truth by trying everything: clauses over few variables, and circuits drawn together with their truth tables.

use qmas_encodings::{Circuit, InputId, Lit, Move, Quantifier, SatLit, SatVar};

use crate::common::random::Prng;

/// Clauses over `vars` variables.
#[derive(Debug, Clone)]
pub(crate) struct RandomCnf {
    pub(crate) vars: u32,
    pub(crate) clauses: Vec<Vec<SatLit>>,
}

impl RandomCnf {
    /// About as often satisfiable as not.
    pub(crate) fn draw(random: &mut Prng) -> Self {
        let vars = random.between(1, 10) as u32;
        let count = random.between(0, vars as usize * 5);
        let clauses =
            (0..count).map(|_| (0..random.between(1, 4)).map(|_| random_lit(random, vars)).collect()).collect();
        Self { vars, clauses }
    }

    /// Whether some assignment satisfies the first `clauses` clauses and all assumptions.
    pub(crate) fn is_satisfiable(&self, clauses: usize, assumptions: &[SatLit]) -> bool {
        (0_u32..1 << self.vars).any(|row| {
            let value = |lit: SatLit| (row >> lit.var().index() & 1 == 1) != lit.is_negated();
            self.clauses[..clauses].iter().all(|clause| clause.iter().any(|&lit| value(lit)))
                && assumptions.iter().all(|&lit| value(lit))
        })
    }
}

/// A literal over the first `vars` variables.
pub(crate) fn random_lit(random: &mut Prng, vars: u32) -> SatLit {
    SatVar::new(random.below(vars as usize) as u32).lit(random.chance(50))
}

/// A truth table over up to 12 inputs, one bit per row; bit i of the row is the value of input i.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table(Vec<bool>);

impl Table {
    pub(crate) fn value(&self, row: usize) -> bool {
        self.0[row]
    }

    pub(crate) fn rows(&self) -> usize {
        self.0.len()
    }

    fn map(&self, value: impl Fn(usize) -> bool) -> Self {
        Self((0..self.rows()).map(value).collect())
    }

    /// The table after an input got a value.
    pub(crate) fn fixed(&self, input: InputId, value: bool) -> Self {
        let bit = 1 << input.index();
        self.map(|row| self.0[if value { row | bit } else { row & !bit }])
    }

    /// The table after a move.
    pub(crate) fn after(&self, made: &Move) -> Self {
        made.values().iter().fold(self.clone(), |table, &(input, value)| table.fixed(input, value))
    }

    /// The table under a quantifier.
    pub(crate) fn quantified(&self, quantifier: Quantifier, input: InputId) -> Self {
        let (low, high) = (self.fixed(input, false), self.fixed(input, true));
        match quantifier {
            Quantifier::Exists => self.map(|row| low.0[row] || high.0[row]),
            Quantifier::Forall => self.map(|row| low.0[row] && high.0[row]),
        }
    }
}

/// A circuit with functions whose tables are known, computed without the circuit.
#[derive(Debug, Clone)]
pub(crate) struct RandomCircuit {
    pub(crate) circuit: Circuit,
    pub(crate) inputs: Vec<InputId>,
    functions: Vec<(Lit, Table)>,
}

impl RandomCircuit {
    pub(crate) fn new(inputs: usize) -> Self {
        let mut circuit = Circuit::new();
        let rows = 1 << inputs;
        let mut all = Self { circuit: Circuit::new(), inputs: Vec::new(), functions: Vec::new() };
        for index in 0..inputs {
            let (id, lit) = circuit.input();
            all.inputs.push(id);
            all.functions.push((lit, Table((0..rows).map(|row| row >> index & 1 == 1).collect())));
        }
        all.circuit = circuit;
        all
    }

    fn pick(&self, random: &mut Prng) -> (Lit, Table) {
        // Recent functions more often, so that circuits get deep.
        let count = self.functions.len();
        let at = if random.chance(60) { count - 1 - random.below(count.min(6)) } else { random.below(count) };
        let (lit, table) = self.functions[at].clone();
        if random.chance(50) { (!lit, table.map(|row| !table.0[row])) } else { (lit, table) }
    }

    /// Adds gates and returns the last function.
    pub(crate) fn grow(&mut self, gates: usize, random: &mut Prng) -> (Lit, Table) {
        for _ in 0..gates {
            let ((a, left), (b, right)) = (self.pick(random), self.pick(random));
            let function = match random.below(10) {
                0..=5 => (self.circuit.and(a, b), left.map(|row| left.0[row] && right.0[row])),
                6..=7 => (self.circuit.xor(a, b), left.map(|row| left.0[row] != right.0[row])),
                _ => {
                    let (c, condition) = self.pick(random);
                    let table = left.map(|row| if condition.0[row] { left.0[row] } else { right.0[row] });
                    (self.circuit.ite(c, a, b), table)
                }
            };
            self.functions.push(function);
        }
        self.pick(random)
    }
}
