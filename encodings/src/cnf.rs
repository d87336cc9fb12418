//! Clauses for a growing circuit: only the implications that are used, and each of them once.
//!
//! Plaisted and Greenbaum, "A structure-preserving clause form translation" (1986): a gate that occurs under one
//! polarity needs one direction of its definition. Conjunctions of conjunctions become one gate with many operands, as
//! long as the inner ones occur nowhere else, and multiplexers get their own clauses, as in Eén, Mishchenko and
//! Sörensson, "Applying Logic Synthesis for Speeding Up SAT" (SAT 2007), section 5.
//!
//! What was emitted is remembered, so that one solver can follow a circuit from bound to bound. Every clause follows
//! from the meaning of its gates alone; how a gate was cut when it was first met does not matter later.

use crate::circuit::{Circuit, Gate, InputId, Lit};
use crate::hash::FastMap;
use crate::sat::{ClauseSink, SatLit, SatVar};

/// Which implications between a literal and its meaning are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarity {
    /// Where the solver's literal is true, the circuit's is: to assume or assert it.
    Positive,
    /// Where the solver's literal is false, the circuit's is: to assume or assert its complement.
    Negative,
    /// Both.
    Both,
}

/// The gate implies its definition.
const FORWARD: u8 = 1;
/// The definition implies the gate.
const BACKWARD: u8 = 2;

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    var: Option<SatVar>,
    /// The directions that were emitted.
    emitted: u8,
    /// How many edges lead here from gates met so far, up to 2.
    parents: u8,
}

/// Which gate is which variable, and which clauses exist.
#[derive(Debug, Clone, Default)]
pub struct Cnf {
    nodes: FastMap<usize, Node>,
    /// The gates met so far, operands first.
    gates: Vec<usize>,
    /// The inputs that have variables.
    inputs: Vec<(InputId, SatVar)>,
    /// Directions still to be emitted.
    work: Vec<(usize, u8)>,
}

/// How a conjunction is cut into clauses.
enum Shape {
    /// All of these.
    All(Vec<Lit>),
    /// The first decides between the second and the third.
    Choose(Lit, Lit, Lit),
}

impl Cnf {
    /// Nothing emitted yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The gates that were met, operands first.
    #[must_use]
    pub fn gates(&self) -> &[usize] {
        &self.gates
    }

    /// The inputs that occur in clauses, in the order of their variables.
    #[must_use]
    pub fn inputs(&self) -> &[(InputId, SatVar)] {
        &self.inputs
    }

    /// The solver's literal, if the gate has a variable.
    #[must_use]
    pub fn find(&self, lit: Lit) -> Option<SatLit> {
        let var = self.nodes.get(&lit.gate())?.var?;
        Some(var.lit(!lit.is_negated()))
    }

    /// A solver's literal for `lit`, with the clauses that `polarity` needs.
    pub fn literal(
        &mut self,
        circuit: &Circuit,
        lit: Lit,
        polarity: Polarity,
        sink: &mut (impl ClauseSink + ?Sized),
    ) -> SatLit {
        self.meet(circuit, lit);
        let result = self.var(circuit, lit, sink);
        if polarity != Polarity::Negative {
            self.need(lit);
        }
        if polarity != Polarity::Positive {
            self.need(!lit);
        }
        self.emit(circuit, sink);
        result
    }

    /// Makes `lit` true.
    pub fn assert(&mut self, circuit: &Circuit, lit: Lit, sink: &mut (impl ClauseSink + ?Sized)) {
        self.meet(circuit, lit);
        let mut work = vec![lit];
        while let Some(lit) = work.pop() {
            match (lit.as_constant(), circuit.gate(lit.gate())) {
                (Some(true), _) => {}
                (Some(false), _) => sink.add_clause(&[]),
                (None, Gate::And(a, b)) if !lit.is_negated() && self.find(lit).is_none() => work.extend([b, a]),
                (None, Gate::And(..) | Gate::Xor(..)) if self.find(lit).is_none() => {
                    let direction = if lit.is_negated() { BACKWARD } else { FORWARD };
                    self.define(circuit, lit.gate(), direction, None, sink);
                }
                (None, _) => {
                    let unit = self.used(circuit, lit, sink);
                    sink.add_clause(&[unit]);
                }
            }
        }
        self.emit(circuit, sink);
    }

    /// Records the gates below `lit` and how often they are used.
    fn meet(&mut self, circuit: &Circuit, lit: Lit) {
        let before = self.gates.len();
        let mut work = vec![lit.gate()];
        while let Some(number) = work.pop() {
            let node = self.nodes.entry(number).or_insert_with(|| {
                self.gates.push(number);
                Node::default()
            });
            node.parents = (node.parents + 1).min(2);
            if node.parents == 1
                && let Gate::And(a, b) | Gate::Xor(a, b) = circuit.gate(number)
            {
                work.extend([a.gate(), b.gate()]);
            }
        }
        self.gates[before..].sort_unstable();
        // Two ascending runs: this sort merges them.
        self.gates.sort();
    }

    /// The solver's literal for a gate that was met.
    fn var(&mut self, circuit: &Circuit, lit: Lit, sink: &mut (impl ClauseSink + ?Sized)) -> SatLit {
        let node = self.nodes.entry(lit.gate()).or_default();
        if let Some(var) = node.var {
            return var.lit(!lit.is_negated());
        }
        let var = sink.new_var();
        node.var = Some(var);
        match circuit.gate(lit.gate()) {
            Gate::False => sink.add_clause(&[var.lit(false)]),
            Gate::Input(id) => self.inputs.push((id, var)),
            Gate::And(..) | Gate::Xor(..) => {}
        }
        var.lit(!lit.is_negated())
    }

    /// Asks for the clauses by which `lit` implies its meaning.
    fn need(&mut self, lit: Lit) {
        self.work.push((lit.gate(), if lit.is_negated() { BACKWARD } else { FORWARD }));
    }

    /// A literal of a clause: it must imply its meaning.
    fn used(&mut self, circuit: &Circuit, lit: Lit, sink: &mut (impl ClauseSink + ?Sized)) -> SatLit {
        self.need(lit);
        self.var(circuit, lit, sink)
    }

    fn emit(&mut self, circuit: &Circuit, sink: &mut (impl ClauseSink + ?Sized)) {
        while let Some((number, direction)) = self.work.pop() {
            let node = self.nodes.entry(number).or_default();
            if node.emitted & direction != 0 {
                continue;
            }
            node.emitted |= direction;
            let Some(var) = node.var else { continue };
            self.define(circuit, number, direction, Some(var), sink);
        }
    }

    /// One direction of a gate's definition; without a variable, the gate is true (forward) or false (backward).
    fn define(
        &mut self,
        circuit: &Circuit,
        number: usize,
        direction: u8,
        var: Option<SatVar>,
        sink: &mut (impl ClauseSink + ?Sized),
    ) {
        let forward = direction == FORWARD;
        let guard = var.map(|var| var.lit(!forward));
        let mut clause = |cnf: &mut Self, lits: &[Lit]| {
            let lits: Vec<SatLit> =
                guard.into_iter().chain(lits.iter().map(|&lit| cnf.used(circuit, lit, sink))).collect();
            sink.add_clause(&lits);
        };
        match circuit.gate(number) {
            Gate::False | Gate::Input(_) => {}
            Gate::Xor(a, b) => {
                let b = b.negated_if(!forward);
                clause(self, &[a, b]);
                clause(self, &[!a, !b]);
            }
            Gate::And(a, b) => match self.shape(circuit, a, b, forward) {
                Shape::Choose(condition, then, other) => {
                    clause(self, &[!condition, then.negated_if(!forward)]);
                    clause(self, &[condition, other.negated_if(!forward)]);
                }
                Shape::All(operands) if forward => {
                    for operand in operands {
                        let alternatives = self.alternatives(circuit, operand);
                        clause(self, &alternatives);
                    }
                }
                Shape::All(operands) => {
                    let negated: Vec<Lit> = operands.iter().map(|&operand| !operand).collect();
                    clause(self, &negated);
                }
            },
        }
    }

    /// Whether only one gate uses it, and it has no variable yet.
    fn is_private(&self, lit: Lit) -> bool {
        self.nodes.get(&lit.gate()).is_some_and(|node| node.parents < 2 && node.var.is_none())
    }

    fn shape(&self, circuit: &Circuit, a: Lit, b: Lit, forward: bool) -> Shape {
        if let Some((condition, then, other)) = self.choice(circuit, a, b) {
            return Shape::Choose(condition, then, other);
        }
        let (mut work, mut operands) = (vec![b, a], Vec::new());
        while let Some(lit) = work.pop() {
            match circuit.gate(lit.gate()) {
                Gate::And(a, b)
                    if !lit.is_negated()
                        && self.is_private(lit)
                        && (forward || self.choice(circuit, a, b).is_none()) =>
                {
                    work.extend([b, a]);
                }
                _ => operands.push(lit),
            }
        }
        Shape::All(operands)
    }

    /// ¬(c ∧ t) ∧ ¬(¬c ∧ e) is "if c then ¬t else ¬e".
    fn choice(&self, circuit: &Circuit, a: Lit, b: Lit) -> Option<(Lit, Lit, Lit)> {
        if !(a.is_negated() && b.is_negated() && self.is_private(a) && self.is_private(b)) {
            return None;
        }
        let (Gate::And(p, q), Gate::And(r, s)) = (circuit.gate(a.gate()), circuit.gate(b.gate())) else { return None };
        [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)]
            .into_iter()
            .find_map(|(c, t, d, e)| (c == !d).then_some((c, !t, !e)))
    }

    /// The literals of which one must be true for `lit` to be: more than itself if it is a private disjunction.
    fn alternatives(&self, circuit: &Circuit, lit: Lit) -> Vec<Lit> {
        match circuit.gate(lit.gate()) {
            Gate::And(a, b) if lit.is_negated() && self.is_private(lit) => match self.shape(circuit, a, b, false) {
                Shape::All(operands) => operands.iter().map(|&operand| !operand).collect(),
                Shape::Choose(..) => vec![lit],
            },
            _ => vec![lit],
        }
    }
}
