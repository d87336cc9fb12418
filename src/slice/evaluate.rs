//! Conditions and values where the state is known and the joint action is not, or in part (Kleene's three-valued logic).

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::ir::{ActionId, AgentId, ArithmeticOp, Expr, ExprId, Exprs, VarId};

/// The value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// It has this value.
    Value(i64),
    /// It has none: a division leaves a remainder.
    Nothing,
    /// It depends on what is not known.
    Unknown,
}

impl Known {
    fn truth(value: bool) -> Self {
        Self::Value(i64::from(value))
    }

    fn both(self, other: Self, apply: impl Fn(i64, i64) -> Option<i64>) -> Self {
        match (self, other) {
            (Self::Nothing, _) | (_, Self::Nothing) => Self::Nothing,
            (Self::Value(left), Self::Value(right)) => apply(left, right).map_or(Self::Nothing, Self::Value),
            _ => Self::Unknown,
        }
    }
}

/// The expressions below some roots, ready to be evaluated often.
pub(super) struct Evaluation {
    nodes: Vec<(ExprId, Expr)>,
    places: HashMap<ExprId, usize, FxBuildHasher>,
    results: Vec<Known>,
}

impl Evaluation {
    pub(super) fn new(exprs: &Exprs, roots: impl IntoIterator<Item = ExprId>) -> Self {
        let nodes: Vec<(ExprId, Expr)> = exprs.below(roots).into_iter().map(|id| (id, exprs.get(id))).collect();
        let places = nodes.iter().enumerate().map(|(place, &(id, _))| (id, place)).collect();
        let results = vec![Known::Unknown; nodes.len()];
        Self { nodes, places, results }
    }

    /// How many expressions there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The variables that they read.
    pub(super) fn variables(&self) -> Vec<VarId> {
        let variable = |&(_, node): &(ExprId, Expr)| match node {
            Expr::Variable(variable) => Some(variable),
            _ => None,
        };
        self.nodes.iter().filter_map(variable).collect()
    }

    /// Evaluates all of them.
    pub(super) fn run(&mut self, value: impl Fn(VarId) -> i64, performs: impl Fn(AgentId, ActionId) -> Option<bool>) {
        for place in 0..self.nodes.len() {
            let of = |id: ExprId| self.results[self.places[&id]];
            self.results[place] = match self.nodes[place].1 {
                Expr::Bool(value) => Known::truth(value),
                Expr::Integer(value) => Known::Value(value),
                Expr::Symbol(symbol) => Known::Value(symbol.index() as i64),
                Expr::Variable(variable) => Known::Value(value(variable)),
                Expr::Performs(agent, action) => performs(agent, action).map_or(Known::Unknown, Known::truth),
                Expr::Not(inner) => of(inner).both(Known::Value(1), |inner, one| Some(one - inner)),
                Expr::And(left, right) => match (of(left), of(right)) {
                    (Known::Value(0), _) | (_, Known::Value(0)) => Known::Value(0),
                    (left, right) => left.both(right, |left, right| Some(left & right)),
                },
                Expr::Or(left, right) => match (of(left), of(right)) {
                    (Known::Value(1), _) | (_, Known::Value(1)) => Known::Value(1),
                    (left, right) => left.both(right, |left, right| Some(left | right)),
                },
                Expr::Xor(left, right) => of(left).both(of(right), |left, right| Some(left ^ right)),
                Expr::Compare(comparison, left, right) => match (of(left), of(right)) {
                    (Known::Nothing, _) | (_, Known::Nothing) => Known::Value(0),
                    (left, right) => left.both(right, |left, right| Some(i64::from(comparison.holds(left, right)))),
                },
                Expr::Arithmetic(operator, left, right) => of(left).both(of(right), |left, right| match operator {
                    ArithmeticOp::Add => left.checked_add(right),
                    ArithmeticOp::Subtract => left.checked_sub(right),
                    ArithmeticOp::Multiply => left.checked_mul(right),
                    ArithmeticOp::Divide => {
                        left.checked_rem(right).filter(|&rest| rest == 0).and_then(|_| left.checked_div(right))
                    }
                }),
            };
        }
    }

    /// What a root came to.
    pub(super) fn result(&self, root: ExprId) -> Known {
        self.results[self.places[&root]]
    }
}
