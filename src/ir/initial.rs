//! The initial states: all valuations that satisfy InitStates, enumerated one by one.
//!
//! Variables are given values in order; a conjunct of InitStates is looked at again whenever one of its variables has
//! got a value, and a branch is left as soon as one is false whatever the rest (Kleene's three-valued logic). So the
//! effort follows the number of initial states for the conditions that people write, not the number of valuations.

use super::expr::{ArithmeticOp, Comparison, Expr, ExprId};
use super::id::VarId;
use super::program::Program;
use super::state::State;
use super::system::{Domain, InterpretedSystem};

/// An iterator over all initial states, in ascending order.
pub struct InitialStates {
    check: Program,
    /// Per variable, the conjuncts that mention it.
    mentions: Vec<Vec<usize>>,
    conjuncts: Vec<Conjunct>,
    domains: Vec<Domain>,
    /// Per variable up to the current one, the position of its value in its domain.
    positions: Vec<u64>,
    values: Vec<Option<i64>>,
    steps: u64,
    budget: u64,
    exhausted: bool,
}

struct Conjunct {
    nodes: Vec<(ExprId, Expr)>,
}

/// Why an enumeration of initial states ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

impl InitialStates {
    /// Starts the enumeration; `budget` limits the number of values tried.
    #[must_use]
    pub fn new(system: &InterpretedSystem, budget: u64) -> Self {
        let conjuncts: Vec<Conjunct> = system
            .init_conjuncts()
            .into_iter()
            .map(|root| Conjunct {
                nodes: system.exprs.below([root]).into_iter().map(|id| (id, system.exprs.get(id))).collect(),
            })
            .collect();
        let mut mentions = vec![Vec::new(); system.variables.len()];
        for (number, conjunct) in conjuncts.iter().enumerate() {
            for (_, node) in &conjunct.nodes {
                if let Expr::Variable(variable) = node {
                    mentions[variable.index()].push(number);
                }
            }
        }
        let mut states = Self {
            check: Program::compile(&system.exprs, system.init),
            mentions,
            conjuncts,
            domains: system.variables.iter().map(|variable| variable.domain.clone()).collect(),
            positions: Vec::new(),
            values: vec![None; system.variables.len()],
            steps: 0,
            budget,
            exhausted: false,
        };
        for (variable, value) in states.units() {
            states.fix(variable, value);
        }
        // A conjunct without variables is decided before any value is.
        let constant_false = (0..states.conjuncts.len()).any(|number| states.evaluate(number) == Some(0));
        states.exhausted |= constant_false;
        states
    }

    /// The conjuncts of the form `variable = constant`.
    fn units(&self) -> Vec<(VarId, i64)> {
        let constant = |node: Expr| match node {
            Expr::Bool(value) => Some(i64::from(value)),
            Expr::Integer(value) => Some(value),
            Expr::Symbol(symbol) => Some(symbol.index() as i64),
            _ => None,
        };
        let unit = |conjunct: &Conjunct| match conjunct.nodes[..] {
            [(_, left), (_, right), (_, Expr::Compare(Comparison::Equal, ..))] => match (left, right) {
                (Expr::Variable(variable), other) | (other, Expr::Variable(variable)) => {
                    constant(other).map(|value| (variable, value))
                }
                _ => None,
            },
            _ => None,
        };
        self.conjuncts.iter().filter_map(unit).collect()
    }

    /// Shrinks the domain of `variable` to `value`, so that a large range is not searched for it.
    fn fix(&mut self, variable: VarId, value: i64) {
        let domain = &mut self.domains[variable.index()];
        if domain.contains(value) {
            *domain = Domain::Range { low: value, high: value };
        } else {
            self.exhausted = true;
        }
    }

    /// Moves on to the next consistent full valuation.
    fn advance(&mut self) -> Option<Result<State, OutOfBudget>> {
        if self.exhausted {
            return None;
        }
        let count = self.domains.len();
        if count == 0 {
            self.exhausted = true;
            return Some(Ok(State::new(Vec::new())));
        }
        let mut fresh = self.positions.is_empty();
        if fresh {
            self.positions.push(0);
        }
        loop {
            let level = self.positions.len() - 1;
            if !fresh {
                self.positions[level] += 1;
            }
            fresh = false;
            let Some(value) = self.domains[level].nth(self.positions[level]) else {
                self.values[level] = None;
                self.positions.pop();
                if self.positions.is_empty() {
                    self.exhausted = true;
                    return None;
                }
                continue;
            };
            self.steps += 1;
            if self.steps > self.budget {
                self.exhausted = true;
                return Some(Err(OutOfBudget));
            }
            self.values[level] = Some(value);
            if self.mentions[level].iter().any(|&number| self.evaluate(number) == Some(0)) {
                continue;
            }
            if level + 1 == count {
                let values: Vec<i64> = self.values.iter().map(|value| value.expect("all levels are set")).collect();
                return Some(Ok(State::new(values)));
            }
            self.positions.push(0);
            fresh = true;
        }
    }

    /// The value of a conjunct under the values given so far, if they decide it.
    fn evaluate(&self, number: usize) -> Option<i64> {
        let nodes = &self.conjuncts[number].nodes;
        let mut results: Vec<Option<i64>> = Vec::with_capacity(nodes.len());
        for (_, node) in nodes {
            let of = |id: ExprId| {
                let position = nodes.binary_search_by_key(&id, |&(id, _)| id).expect("operands come before");
                results[position]
            };
            results.push(match *node {
                Expr::Bool(value) => Some(i64::from(value)),
                Expr::Integer(value) => Some(value),
                Expr::Symbol(symbol) => Some(symbol.index() as i64),
                Expr::Variable(variable) => self.values[variable.index()],
                Expr::Performs(..) => unreachable!("resolve admits action tests in evolution conditions only"),
                Expr::Not(inner) => of(inner).map(|value| 1 - value),
                Expr::And(left, right) => match (of(left), of(right)) {
                    (Some(0), _) | (_, Some(0)) => Some(0),
                    (Some(_), Some(_)) => Some(1),
                    _ => None,
                },
                Expr::Or(left, right) => match (of(left), of(right)) {
                    (Some(1), _) | (_, Some(1)) => Some(1),
                    (Some(_), Some(_)) => Some(0),
                    _ => None,
                },
                Expr::Xor(left, right) => of(left).zip(of(right)).map(|(left, right)| left ^ right),
                Expr::Compare(comparison, left, right) => {
                    of(left).zip(of(right)).map(|(left, right)| i64::from(comparison.holds(left, right)))
                }
                // InitStates has no arithmetic in ISPL; an inexact division leaves the conjunct undecided here
                // and false in the final check of `next`.
                Expr::Arithmetic(operator, left, right) => {
                    of(left).zip(of(right)).and_then(|(left, right)| match operator {
                        ArithmeticOp::Add => left.checked_add(right),
                        ArithmeticOp::Subtract => left.checked_sub(right),
                        ArithmeticOp::Multiply => left.checked_mul(right),
                        ArithmeticOp::Divide => {
                            left.checked_rem(right).filter(|&rest| rest == 0).and_then(|_| left.checked_div(right))
                        }
                    })
                }
            });
        }
        results.last().copied().flatten()
    }
}

impl Iterator for InitialStates {
    type Item = Result<State, OutOfBudget>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.advance()? {
                Ok(state) if !self.check.holds(&state) => {}
                other => return Some(other),
            }
        }
    }
}
