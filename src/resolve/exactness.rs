//! For which values a division has no result.
//!
//! Values in range are tried, whatever else the condition says of them. That is exact for a constant divisor, since
//! sums and products leave the same remainder for values that do, and for few combinations. Otherwise the least
//! values are tried, and a division that is exact for all of those gets the benefit of the doubt.

use std::collections::HashMap;

use crate::diagnostic::Span;
use crate::ir::{ArithmeticOp, Expr, ExprId, Exprs, Program, State, VarId, Variable};

/// How many combinations of values are tried for one division.
const COMBINATIONS: u64 = 100_000;
/// How many nodes of expressions are evaluated for the whole file.
const EFFORT: u64 = 1 << 24;

/// Values of the variables in a division.
pub(super) type Values = Vec<(VarId, i64)>;

/// For which values a division has no result.
#[derive(Debug, Clone, Default)]
pub(super) struct Failures {
    pub(super) remainder: Option<Values>,
    pub(super) zero: Option<Values>,
}

/// A division whose operands have been resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Division {
    pub(super) dividend: ExprId,
    pub(super) divisor: ExprId,
    /// Whether the interval of the divisor contains 0.
    pub(super) perhaps_by_zero: bool,
}

/// What is known of divisions so far.
#[derive(Debug)]
pub(super) struct Divisions {
    known: HashMap<Division, Failures>,
    state: State,
    effort: u64,
}

impl Default for Divisions {
    fn default() -> Self {
        Self { known: HashMap::new(), state: State::new([]), effort: EFFORT }
    }
}

impl Divisions {
    /// For which values `division`, written at `span`, has no result.
    pub(super) fn failures(
        &mut self,
        division: Division,
        exprs: &Exprs,
        variables: &[Variable],
        span: Span,
    ) -> Failures {
        if let Some(known) = self.known.get(&division) {
            return known.clone();
        }
        // No node of an expression is shorter than a byte.
        let size = (span.end - span.start) as u64;
        if self.effort < size {
            return Failures::default();
        }
        self.effort -= size;
        let failures = self.search(division, exprs, variables, size);
        self.known.insert(division, failures.clone());
        failures
    }

    fn search(&mut self, division: Division, exprs: &Exprs, variables: &[Variable], size: u64) -> Failures {
        let choices = choices(division, exprs, variables);
        let all: Vec<VarId> = choices.iter().map(|&(variable, _)| variable).collect();
        let of_divisor: Vec<VarId> = variables_below(exprs, &exprs.below([division.divisor])).collect();
        let (dividend, divisor) =
            (Program::compile(exprs, division.dividend), Program::compile(exprs, division.divisor));
        if self.state.values().len() != variables.len() {
            self.state = State::new(vec![0; variables.len()]);
        }
        let mut failures = Failures::default();
        let combinations = choices.iter().fold(1u64, |total, &(_, count)| total.saturating_mul(count));
        for number in 0..combinations.min(COMBINATIONS) {
            if self.effort < size {
                break;
            }
            self.effort -= size;
            self.assume(&choices, variables, number);
            // Where an operand has no value, a division inside it is at fault.
            let Some((left, right)) = dividend.value(&self.state).zip(divisor.value(&self.state)) else { continue };
            let (failure, of) = match left.checked_rem(right) {
                Some(0) => continue,
                Some(_) => (&mut failures.remainder, &all),
                None => (&mut failures.zero, &of_divisor),
            };
            failure.get_or_insert_with(|| of.iter().map(|&variable| (variable, self.state.get(variable))).collect());
            if failures.remainder.is_some() && (failures.zero.is_some() || !division.perhaps_by_zero) {
                break;
            }
        }
        failures
    }

    /// Gives the variables the values of one combination.
    fn assume(&mut self, choices: &[(VarId, u64)], variables: &[Variable], mut number: u64) {
        for &(variable, count) in choices {
            let value = variables[variable.index()].domain.nth(number % count).expect("no more choices than values");
            self.state.set(variable, value);
            number /= count;
        }
    }
}

/// The variables of a division, each with how many of its values are tried, from the least.
fn choices(division: Division, exprs: &Exprs, variables: &[Variable]) -> Vec<(VarId, u64)> {
    let below = exprs.below([division.dividend, division.divisor]);
    let nested = below.iter().any(|&id| matches!(exprs.get(id), Expr::Arithmetic(ArithmeticOp::Divide, ..)));
    // The remainder of a sum or product depends on the remainders of its operands alone.
    let enough = match exprs.get(division.divisor) {
        Expr::Integer(divisor) if divisor != 0 && !nested => divisor.unsigned_abs(),
        _ => u64::MAX,
    };
    let mut choices: Vec<(VarId, u64)> = variables_below(exprs, &below)
        .map(|variable| (variable, variables[variable.index()].domain.size().min(enough)))
        .collect();
    // Few values of each rather than all values of some, but never one alone.
    let mut most = choices.iter().map(|&(_, count)| count).max().unwrap_or(1);
    while most > 2 && choices.iter().fold(1u64, |total, &(_, count)| total.saturating_mul(count)) > COMBINATIONS {
        most -= (most / 8).max(1);
        for (_, count) in &mut choices {
            *count = (*count).min(most);
        }
    }
    choices
}

fn variables_below(exprs: &Exprs, below: &[ExprId]) -> impl Iterator<Item = VarId> {
    below.iter().filter_map(|&id| if let Expr::Variable(variable) = exprs.get(id) { Some(variable) } else { None })
}
