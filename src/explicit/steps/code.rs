//! Conditions and right-hand sides compiled to run on the words of a state.
//!
//! A condition is split into its conjuncts. Most are one comparison of a variable with a constant: a mask and the bits
//! that must be found there. The others are straight-line code whose operations read the results of earlier ones.

use super::residual::{Residual, Residuals};
use crate::explicit::words::{Field, Packing};
use crate::ir::{ArithmeticOp, Comparison, Expr, ExprId, Exprs, Value, VarId};

/// One operation; operands are results of earlier ones.
#[derive(Debug, Clone, Copy)]
enum Operation {
    Constant(i64),
    Variable(Field),
    /// Whether the agent performs that action.
    Performs(u32, u32),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    Xor(u32, u32),
    Compare(Comparison, u32, u32),
    Arithmetic(ArithmeticOp, u32, u32),
}

/// Straight-line code; the last result counts.
#[derive(Debug)]
pub(super) struct Code(Vec<Operation>);

/// A value that may depend on the joint action.
#[derive(Debug, Clone, Copy)]
enum Partial {
    Known(Value),
    Depends(Residual),
}

impl Code {
    pub(super) fn compile(exprs: &Exprs, root: ExprId, packing: &Packing) -> Self {
        let nodes = exprs.below([root]);
        let place = |id: ExprId| {
            let place = nodes.binary_search(&id).expect("operands come before");
            u32::try_from(place).expect("the front end limits the size of its input")
        };
        let operation = |&id: &ExprId| match exprs.get(id) {
            Expr::Bool(value) => Operation::Constant(i64::from(value)),
            Expr::Integer(value) => Operation::Constant(value),
            Expr::Symbol(symbol) => Operation::Constant(symbol.index() as i64),
            Expr::Variable(variable) => Operation::Variable(packing.field(variable)),
            Expr::Performs(agent, action) => {
                let number = |index: usize| u32::try_from(index).expect("the front end limits the size of its input");
                Operation::Performs(number(agent.index()), number(action.index()))
            }
            Expr::Not(inner) => Operation::Not(place(inner)),
            Expr::And(left, right) => Operation::And(place(left), place(right)),
            Expr::Or(left, right) => Operation::Or(place(left), place(right)),
            Expr::Xor(left, right) => Operation::Xor(place(left), place(right)),
            Expr::Compare(comparison, left, right) => Operation::Compare(comparison, place(left), place(right)),
            Expr::Arithmetic(operator, left, right) => Operation::Arithmetic(operator, place(left), place(right)),
        };
        Self(nodes.iter().map(operation).collect())
    }

    /// The value in a state, for code that does not look at actions.
    pub(super) fn value(&self, words: &[u64], results: &mut Vec<Value>) -> Value {
        results.clear();
        for &operation in &self.0 {
            let of = |place: u32| results[place as usize];
            let both = |left, right, apply: fn(i64, i64) -> i64| of(left).zip(of(right)).map(|(l, r)| apply(l, r));
            let value = match operation {
                Operation::Constant(value) => Some(value),
                Operation::Variable(field) => Some(field.get(words)),
                Operation::Performs(..) => unreachable!("`Condition::compile` tells code that looks at actions apart"),
                Operation::Not(inner) => of(inner).map(|value| 1 - value),
                Operation::And(left, right) => both(left, right, |l, r| l & r),
                Operation::Or(left, right) => both(left, right, |l, r| l | r),
                Operation::Xor(left, right) => both(left, right, |l, r| l ^ r),
                Operation::Compare(comparison, left, right) => {
                    let truth = of(left).zip(of(right)).is_some_and(|(left, right)| comparison.holds(left, right));
                    Some(i64::from(truth))
                }
                Operation::Arithmetic(operator, left, right) => {
                    of(left).zip(of(right)).and_then(|(left, right)| calculate(operator, left, right))
                }
            };
            results.push(value);
        }
        results.last().copied().flatten()
    }

    /// What remains of a condition in a state: a condition on the joint action.
    fn residual(&self, words: &[u64], residuals: &mut Residuals) -> Residual {
        let mut results: Vec<Partial> = Vec::with_capacity(self.0.len());
        for &operation in &self.0 {
            let of = |place: u32| results[place as usize];
            let truth = |place: u32| match of(place) {
                Partial::Known(value) => Residual::constant(value == Some(1)),
                Partial::Depends(residual) => residual,
            };
            results.push(match operation {
                Operation::Constant(value) => Partial::Known(Some(value)),
                Operation::Variable(field) => Partial::Known(Some(field.get(words))),
                Operation::Performs(agent, action) => Partial::Depends(residuals.performs(agent, action)),
                Operation::Not(inner) => Partial::Depends(residuals.not(truth(inner))),
                Operation::And(left, right) => Partial::Depends(residuals.and(truth(left), truth(right))),
                Operation::Or(left, right) => Partial::Depends(residuals.or(truth(left), truth(right))),
                Operation::Xor(left, right) => Partial::Depends(residuals.xor(truth(left), truth(right))),
                Operation::Compare(comparison, left, right) => match (of(left), of(right)) {
                    (Partial::Known(left), Partial::Known(right)) => {
                        let truth = left.zip(right).is_some_and(|(left, right)| comparison.holds(left, right));
                        Partial::Known(Some(i64::from(truth)))
                    }
                    // Truth values: types have been checked.
                    _ => Partial::Depends(compare(comparison, truth(left), truth(right), residuals)),
                },
                Operation::Arithmetic(operator, left, right) => match (of(left), of(right)) {
                    (Partial::Known(left), Partial::Known(right)) => {
                        Partial::Known(left.zip(right).and_then(|(left, right)| calculate(operator, left, right)))
                    }
                    _ => unreachable!("resolve admits integers only, and no integer depends on an action"),
                },
            });
        }
        match results.last() {
            Some(&Partial::Depends(residual)) => residual,
            Some(&Partial::Known(value)) => Residual::constant(value == Some(1)),
            None => Residual::constant(false),
        }
    }
}

/// A comparison of two truth values.
fn compare(comparison: Comparison, left: Residual, right: Residual, residuals: &mut Residuals) -> Residual {
    let mut result = Residual::constant(false);
    for (l, r) in [(false, false), (false, true), (true, false), (true, true)] {
        if comparison.holds(i64::from(l), i64::from(r)) {
            let left = if l { left } else { residuals.not(left) };
            let right = if r { right } else { residuals.not(right) };
            let both = residuals.and(left, right);
            result = residuals.or(result, both);
        }
    }
    result
}

fn calculate(operator: ArithmeticOp, left: i64, right: i64) -> Value {
    match operator {
        ArithmeticOp::Add => left.checked_add(right),
        ArithmeticOp::Subtract => left.checked_sub(right),
        ArithmeticOp::Multiply => left.checked_mul(right),
        ArithmeticOp::Divide => left.checked_rem(right).filter(|&rest| rest == 0).and_then(|_| left.checked_div(right)),
    }
}

/// One conjunct of a condition on states.
#[derive(Debug)]
enum Test {
    /// These bits of a word are so.
    Bits {
        word: usize,
        mask: u64,
        bits: u64,
    },
    /// These bits of a word are anything but so.
    NotBits {
        word: usize,
        mask: u64,
        bits: u64,
    },
    Other(Code),
}

impl Test {
    fn new(exprs: &Exprs, root: ExprId, packing: &Packing) -> Self {
        let (comparison, left, right) = match exprs.get(root) {
            Expr::Compare(comparison, left, right) => (comparison, exprs.get(left), exprs.get(right)),
            _ => return Self::Other(Code::compile(exprs, root, packing)),
        };
        let constant = |expr: Expr| match expr {
            Expr::Bool(value) => Some(i64::from(value)),
            Expr::Integer(value) => Some(value),
            Expr::Symbol(symbol) => Some(symbol.index() as i64),
            _ => None,
        };
        let (field, value) = match (left, right) {
            (Expr::Variable(variable), other) | (other, Expr::Variable(variable)) => {
                (packing.field(variable), constant(other))
            }
            _ => return Self::Other(Code::compile(exprs, root, packing)),
        };
        match (comparison, value.filter(|&value| field.fits(value))) {
            (Comparison::Equal, Some(value)) => {
                Self::Bits { word: field.word, mask: field.all(), bits: field.bits(value) }
            }
            (Comparison::Different, Some(value)) => {
                Self::NotBits { word: field.word, mask: field.all(), bits: field.bits(value) }
            }
            _ => Self::Other(Code::compile(exprs, root, packing)),
        }
    }

    fn holds(&self, words: &[u64], results: &mut Vec<Value>) -> bool {
        match self {
            Self::Bits { word, mask, bits } => words[*word] & mask == *bits,
            Self::NotBits { word, mask, bits } => words[*word] & mask != *bits,
            Self::Other(code) => code.value(words, results) == Some(1),
        }
    }
}

/// A condition: what it demands of the state, and of the state and the joint action together.
#[derive(Debug)]
pub(in crate::explicit) struct Condition {
    tests: Vec<Test>,
    mixed: Vec<Code>,
}

impl Condition {
    pub(in crate::explicit) fn compile(exprs: &Exprs, root: ExprId, packing: &Packing) -> Self {
        let mut condition = Self { tests: Vec::new(), mixed: Vec::new() };
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            match exprs.get(id) {
                Expr::And(left, right) => work.extend([right, left]),
                _ if mentions_actions(exprs, id) => condition.mixed.push(Code::compile(exprs, id, packing)),
                _ => condition.tests.push(Test::new(exprs, id, packing)),
            }
        }
        condition
    }

    /// The bits of words that it demands: word, mask, bits.
    pub(super) fn demanded(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        self.tests.iter().filter_map(|test| match *test {
            Test::Bits { word, mask, bits } => Some((word, mask, bits)),
            Test::NotBits { .. } | Test::Other(_) => None,
        })
    }

    /// Whether what it demands of the state is so.
    pub(in crate::explicit) fn admits(&self, words: &[u64], results: &mut Vec<Value>) -> bool {
        self.tests.iter().all(|test| test.holds(words, results))
    }

    /// What it demands of the joint action in a state that it admits.
    pub(super) fn residual(&self, words: &[u64], residuals: &mut Residuals) -> Residual {
        let mut result = Residual::constant(true);
        for code in &self.mixed {
            let residual = code.residual(words, residuals);
            result = residuals.and(result, residual);
            if result == Residual::constant(false) {
                break;
            }
        }
        result
    }
}

fn mentions_actions(exprs: &Exprs, root: ExprId) -> bool {
    exprs.below([root]).into_iter().any(|id| matches!(exprs.get(id), Expr::Performs(..)))
}

/// The variables that some expressions read.
pub(super) fn reads(exprs: &Exprs, roots: impl IntoIterator<Item = ExprId>) -> Vec<VarId> {
    let variable = |id: ExprId| match exprs.get(id) {
        Expr::Variable(variable) => Some(variable),
        _ => None,
    };
    let mut variables: Vec<VarId> = exprs.below(roots).into_iter().filter_map(variable).collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}
