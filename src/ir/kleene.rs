//! The values of conditions while variables get values one by one, in Kleene's three-valued logic: what is decided is passed on
//! to what rests on it, and taken back in the opposite order. So a variable costs what it decides, however large the conditions
//! around it are.

use super::expr::{ArithmeticOp, Expr, ExprId};
use super::id::VarId;
use super::system::InterpretedSystem;

/// An expression, with the places of its operands.
struct Node {
    expr: Expr,
    operands: [usize; 2],
    /// Whose operand it is.
    parents: Vec<usize>,
    /// Whether it must not be false.
    required: bool,
}

/// Expressions some of whose variables have values.
pub(super) struct Kleene {
    nodes: Vec<Node>,
    /// The place of each variable, if it occurs.
    places: Vec<Option<usize>>,
    values: Vec<Option<i64>>,
    /// What has been decided, in this order.
    decided: Vec<usize>,
    /// How many expressions have been looked at.
    looked: u64,
}

impl Kleene {
    /// Conditions that must all hold, without any values. `None` if one of them is false whatever the values.
    pub(super) fn new(system: &InterpretedSystem, required: &[ExprId]) -> Option<Self> {
        let ids = system.exprs.below(required.iter().copied());
        let place = |id: ExprId| ids.binary_search(&id).expect("operands are below");
        let mut nodes: Vec<Node> = ids
            .iter()
            .map(|&id| {
                let expr = system.exprs.get(id);
                let mut operands = [0; 2];
                for (operand, id) in operands.iter_mut().zip(expr.operands()) {
                    *operand = place(id);
                }
                Node { expr, operands, parents: Vec::new(), required: false }
            })
            .collect();
        required.iter().for_each(|&id| nodes[place(id)].required = true);
        let mut places = vec![None; system.variables.len()];
        for (number, &id) in ids.iter().enumerate() {
            let expr = nodes[number].expr;
            if let Expr::Variable(variable) = expr {
                places[variable.index()] = Some(number);
            }
            for operand in system.exprs.get(id).operands() {
                nodes[place(operand)].parents.push(number);
            }
        }
        let values = vec![None; nodes.len()];
        let mut kleene = Self { nodes, places, values, decided: Vec::new(), looked: 0 };
        let consistent = (0..kleene.nodes.len()).all(|number| kleene.decide(number));
        consistent.then_some(kleene)
    }

    /// How many expressions have been looked at.
    pub(super) fn looked(&self) -> u64 {
        self.looked
    }

    /// What has been decided so far, for [`Kleene::back_to`].
    pub(super) fn mark(&self) -> usize {
        self.decided.len()
    }

    /// Takes back what has been decided since.
    pub(super) fn back_to(&mut self, mark: usize) {
        for number in self.decided.drain(mark..) {
            self.values[number] = None;
        }
    }

    /// Gives a variable a value. Whether all conditions may still hold; if not, not everything that follows has been decided.
    #[must_use]
    pub(super) fn set(&mut self, variable: VarId, value: i64) -> bool {
        let Some(place) = self.places[variable.index()] else { return true };
        let mark = self.decided.len();
        self.values[place] = Some(value);
        self.decided.push(place);
        self.pass_on(mark)
    }

    /// Decides a node if its operands do.
    fn decide(&mut self, number: usize) -> bool {
        if self.values[number].is_some() {
            return true;
        }
        self.looked += 1;
        let Some(value) = self.evaluate(number) else { return true };
        self.values[number] = Some(value);
        self.decided.push(number);
        value != 0 || !self.nodes[number].required
    }

    /// Decides what rests on what has been decided since.
    fn pass_on(&mut self, mark: usize) -> bool {
        let mut next = mark;
        // A variable may be required itself.
        let is_false = |kleene: &Self, number: usize| kleene.nodes[number].required && kleene.values[number] == Some(0);
        while let Some(&number) = self.decided.get(next) {
            next += 1;
            if is_false(self, number) {
                return false;
            }
            for position in 0..self.nodes[number].parents.len() {
                let parent = self.nodes[number].parents[position];
                if !self.decide(parent) {
                    return false;
                }
            }
        }
        true
    }

    fn evaluate(&self, number: usize) -> Option<i64> {
        let Node { ref expr, operands: [left, right], .. } = self.nodes[number];
        let (left, right) = (self.values[left], self.values[right]);
        match *expr {
            Expr::Bool(value) => Some(i64::from(value)),
            Expr::Integer(value) => Some(value),
            Expr::Symbol(symbol) => Some(symbol.index() as i64),
            Expr::Variable(_) => None,
            Expr::Performs(..) => unreachable!("resolve admits action tests in evolution conditions only"),
            Expr::Not(_) => left.map(|value| 1 - value),
            Expr::And(..) => match (left, right) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(_), Some(_)) => Some(1),
                _ => None,
            },
            Expr::Or(..) => match (left, right) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (Some(_), Some(_)) => Some(0),
                _ => None,
            },
            Expr::Xor(..) => left.zip(right).map(|(left, right)| left ^ right),
            Expr::Compare(comparison, ..) => {
                left.zip(right).map(|(left, right)| i64::from(comparison.holds(left, right)))
            }
            // InitStates has no arithmetic in ISPL; an inexact division leaves its condition undecided here, and whoever asks
            // looks at full valuations again.
            Expr::Arithmetic(operator, ..) => left.zip(right).and_then(|(left, right)| match operator {
                ArithmeticOp::Add => left.checked_add(right),
                ArithmeticOp::Subtract => left.checked_sub(right),
                ArithmeticOp::Multiply => left.checked_mul(right),
                ArithmeticOp::Divide => {
                    left.checked_rem(right).filter(|&rest| rest == 0).and_then(|_| left.checked_div(right))
                }
            }),
        }
    }
}
