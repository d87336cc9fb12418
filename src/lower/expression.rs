//! Conditions and right-hand sides as gates. Expressions share gates as they share ids.

use std::collections::HashMap;

use qmas_encodings::{Circuit, Lit, Word};

use super::layout::{BitLayout, Code};
use crate::ir::{
    ActionId, AgentId, ArithmeticOp, Comparison, Domain, Expr, ExprId, InterpretedSystem, SymbolId, VarId,
};

/// The translation under way.
pub(super) struct Lowering<'a> {
    pub(super) system: &'a InterpretedSystem,
    pub(super) layout: &'a BitLayout,
    pub(super) circuit: Circuit,
    state: Vec<Lit>,
    actions: Vec<Vec<Lit>>,
    done: HashMap<ExprId, Meaning>,
}

/// What an expression comes down to.
#[derive(Debug, Clone)]
enum Meaning {
    Bool(Lit),
    /// A number, and whether it exists.
    Integer(Word, Lit),
    Symbol(SymbolId),
    /// A variable of an enumeration.
    Enumeration(VarId),
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        system: &'a InterpretedSystem,
        layout: &'a BitLayout,
        circuit: Circuit,
        state: Vec<Lit>,
        actions: Vec<Vec<Lit>>,
    ) -> Self {
        Self { system, layout, circuit, state, actions, done: HashMap::new() }
    }

    /// The bits of a variable, least significant first.
    pub(super) fn bits(&self, variable: VarId) -> Vec<Lit> {
        self.state[self.layout.range(variable)].to_vec()
    }

    /// A condition.
    pub(super) fn condition(&mut self, id: ExprId) -> Lit {
        match self.meaning(id) {
            Meaning::Bool(lit) => lit,
            other => unreachable!("resolve admits conditions here, not {other:?}"),
        }
    }

    /// An integer, and whether it exists.
    pub(super) fn integer(&mut self, id: ExprId) -> (Word, Lit) {
        match self.meaning(id) {
            Meaning::Integer(word, defined) => (word, defined),
            other => unreachable!("resolve admits integers here, not {other:?}"),
        }
    }

    /// The code that a value of an enumeration has in `target`.
    pub(super) fn symbol_code(&mut self, target: VarId, id: ExprId) -> Vec<Lit> {
        let width = self.layout.range(target).len();
        match self.meaning(id) {
            Meaning::Symbol(symbol) => {
                let position = self.position(target, symbol).expect("resolve admits values of the variable only");
                (0..width).map(|bit| Lit::constant(position >> bit & 1 == 1)).collect()
            }
            Meaning::Enumeration(source) if self.symbols(source) == self.symbols(target) => self.bits(source),
            Meaning::Enumeration(source) => {
                // Equal sets in another order.
                let mut bits = vec![Vec::new(); width];
                for symbol in self.symbols(source).to_vec() {
                    let here = self.is_symbol(source, symbol);
                    let position = self.position(target, symbol).expect("resolve wants equal sets");
                    for (bit, lits) in bits.iter_mut().enumerate().filter(|(bit, _)| position >> bit & 1 == 1) {
                        debug_assert!(bit < width);
                        lits.push(here);
                    }
                }
                bits.into_iter().map(|lits| self.circuit.or_all(lits)).collect()
            }
            other => unreachable!("resolve admits enumerations here, not {other:?}"),
        }
    }

    /// Whether an agent performs an action.
    pub(super) fn performs(&mut self, agent: AgentId, action: ActionId) -> Lit {
        let bits = self.actions[agent.index()].clone();
        self.has_code(&bits, action.index())
    }

    fn has_code(&mut self, bits: &[Lit], code: usize) -> Lit {
        let matching: Vec<Lit> =
            bits.iter().enumerate().map(|(at, &bit)| if code >> at & 1 == 1 { bit } else { !bit }).collect();
        self.circuit.and_all(matching)
    }

    fn symbols(&self, variable: VarId) -> &'a [SymbolId] {
        match &self.system.variable(variable).domain {
            Domain::Enumeration(symbols) => symbols,
            Domain::Boolean | Domain::Range { .. } => unreachable!("resolve admits symbols for enumerations only"),
        }
    }

    fn position(&self, variable: VarId, symbol: SymbolId) -> Option<usize> {
        self.symbols(variable).iter().position(|&other| other == symbol)
    }

    fn is_symbol(&mut self, variable: VarId, symbol: SymbolId) -> Lit {
        let bits = self.bits(variable);
        self.position(variable, symbol).map_or(Lit::FALSE, |position| self.has_code(&bits, position))
    }

    fn meaning(&mut self, root: ExprId) -> Meaning {
        if !self.done.contains_key(&root) {
            for id in self.system.exprs.below([root]) {
                if !self.done.contains_key(&id) {
                    let meaning = self.node(self.system.exprs.get(id));
                    self.done.insert(id, meaning);
                }
            }
        }
        self.done[&root].clone()
    }

    fn node(&mut self, expr: Expr) -> Meaning {
        match expr {
            Expr::Bool(value) => Meaning::Bool(Lit::constant(value)),
            Expr::Integer(value) => Meaning::Integer(Word::constant(value), Lit::TRUE),
            Expr::Symbol(symbol) => Meaning::Symbol(symbol),
            Expr::Variable(variable) => self.variable(variable),
            Expr::Performs(agent, action) => Meaning::Bool(self.performs(agent, action)),
            Expr::Not(f) => Meaning::Bool(!self.lit(f)),
            Expr::And(f, g) => {
                let (f, g) = (self.lit(f), self.lit(g));
                Meaning::Bool(self.circuit.and(f, g))
            }
            Expr::Or(f, g) => {
                let (f, g) = (self.lit(f), self.lit(g));
                Meaning::Bool(self.circuit.or(f, g))
            }
            Expr::Xor(f, g) => {
                let (f, g) = (self.lit(f), self.lit(g));
                Meaning::Bool(self.circuit.xor(f, g))
            }
            Expr::Compare(comparison, left, right) => {
                let (left, right) = (self.done[&left].clone(), self.done[&right].clone());
                Meaning::Bool(self.compare(comparison, left, right))
            }
            Expr::Arithmetic(operator, left, right) => {
                let ((a, a_defined), (b, b_defined)) = (self.word(left), self.word(right));
                let circuit = &mut self.circuit;
                let both = circuit.and(a_defined, b_defined);
                match operator {
                    ArithmeticOp::Add => Meaning::Integer(a.add(&b, circuit), both),
                    ArithmeticOp::Subtract => Meaning::Integer(a.subtract(&b, circuit), both),
                    ArithmeticOp::Multiply => Meaning::Integer(a.multiply(&b, circuit), both),
                    ArithmeticOp::Divide => {
                        let (quotient, exact) = a.divide(&b, circuit);
                        Meaning::Integer(quotient, circuit.and(both, exact))
                    }
                }
            }
        }
    }

    /// An operand that is a condition; it has been translated already.
    fn lit(&self, id: ExprId) -> Lit {
        match &self.done[&id] {
            Meaning::Bool(lit) => *lit,
            other => unreachable!("resolve admits conditions here, not {other:?}"),
        }
    }

    fn word(&self, id: ExprId) -> (Word, Lit) {
        match &self.done[&id] {
            Meaning::Integer(word, defined) => (word.clone(), *defined),
            other => unreachable!("resolve admits integers here, not {other:?}"),
        }
    }

    fn variable(&mut self, variable: VarId) -> Meaning {
        let bits = self.bits(variable);
        match self.system.variable(variable).domain {
            Domain::Boolean => Meaning::Bool(bits[0]),
            Domain::Enumeration(_) => Meaning::Enumeration(variable),
            Domain::Range { .. } => {
                let Code { offset, .. } = self.layout.code(variable);
                let code = Word::unsigned(&bits);
                let value = if offset == 0 { code } else { code.add(&Word::constant(offset), &mut self.circuit) };
                Meaning::Integer(value, Lit::TRUE)
            }
        }
    }

    fn compare(&mut self, comparison: Comparison, left: Meaning, right: Meaning) -> Lit {
        match (left, right) {
            (Meaning::Bool(a), Meaning::Bool(b)) => {
                let equal = self.circuit.iff(a, b);
                if comparison == Comparison::Equal { equal } else { !equal }
            }
            (Meaning::Integer(a, a_defined), Meaning::Integer(b, b_defined)) => {
                let circuit = &mut self.circuit;
                let truth = match comparison {
                    Comparison::Equal => a.equals(&b, circuit),
                    Comparison::Different => !a.equals(&b, circuit),
                    Comparison::Less => a.less(&b, circuit),
                    Comparison::LessEqual => a.at_most(&b, circuit),
                    Comparison::Greater => b.less(&a, circuit),
                    Comparison::GreaterEqual => b.at_most(&a, circuit),
                };
                circuit.and_all([a_defined, b_defined, truth])
            }
            (left, right) => {
                let equal = self.same_symbol(&left, &right);
                if comparison == Comparison::Equal { equal } else { !equal }
            }
        }
    }

    /// Values of enumerations are compared by name.
    fn same_symbol(&mut self, left: &Meaning, right: &Meaning) -> Lit {
        match (left, right) {
            (Meaning::Symbol(a), Meaning::Symbol(b)) => Lit::constant(a == b),
            (&Meaning::Enumeration(variable), &Meaning::Symbol(symbol))
            | (&Meaning::Symbol(symbol), &Meaning::Enumeration(variable)) => self.is_symbol(variable, symbol),
            (&Meaning::Enumeration(a), &Meaning::Enumeration(b)) if self.symbols(a) == self.symbols(b) => {
                let (a, b) = (self.bits(a), self.bits(b));
                let same: Vec<Lit> = a.into_iter().zip(b).map(|(a, b)| self.circuit.iff(a, b)).collect();
                self.circuit.and_all(same)
            }
            (&Meaning::Enumeration(a), &Meaning::Enumeration(b)) => {
                let symbols = self.symbols(a);
                let same: Vec<Lit> = symbols
                    .iter()
                    .map(|&symbol| {
                        let (here, there) = (self.is_symbol(a, symbol), self.is_symbol(b, symbol));
                        self.circuit.and(here, there)
                    })
                    .collect();
                self.circuit.or_all(same)
            }
            (left, right) => unreachable!("resolve admits no comparison of {left:?} with {right:?}"),
        }
    }
}
