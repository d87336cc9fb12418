//! Divisions in conditions. `/` is exact: where n is odd, `c > n/2` is false, and so is `c <= n/2`. MCMAS reads them
//! so, and so do we; but whoever wrote them is told, with values for which it happens and another way to write it.
//! Which values those are, `exactness` finds out.

use super::conditions::{Typed, Work};
use super::exactness::{Division, Failures, Values};
use super::places::Place;
use super::resolver::Resolver;
use crate::diagnostic::Diagnostic;
use crate::ir::{ArithmeticOp, VarId, Variable};
use crate::ispl::ast::{self, ExprNode, NodeId};

/// Longer expressions are not repeated in messages.
const LONGEST: usize = 60;
/// With more variables, only those that are not at their least value are named.
const NAMED: usize = 4;

impl Resolver {
    /// Warns of every division in a comparison that has no result for some values.
    pub(super) fn warn_of_inexact_divisions(&mut self, work: &Work<'_, '_>) {
        let divides = |node: &ExprNode<'_>| matches!(node, ExprNode::Arithmetic(ArithmeticOp::Divide, ..));
        if !work.tree.nodes().iter().any(|(node, _)| divides(node)) {
            return;
        }
        let comparisons = comparisons(work.tree);
        for (index, &(node, span)) in work.tree.nodes().iter().enumerate() {
            let ExprNode::Arithmetic(ArithmeticOp::Divide, left, right) = node else { continue };
            // On a right-hand side without comparison, an inexact division drops the choice: `health` finds that.
            let Some(comparison) = comparisons[index] else { continue };
            let Typed::Integer { expr: dividend, .. } = work.of(left) else { continue };
            let Typed::Integer { expr: divisor, low, high, .. } = work.of(right) else { continue };
            let division = Division { dividend, divisor, perhaps_by_zero: low <= 0 && high >= 0 };
            let failures = self.divisions.failures(division, &self.exprs, &self.variables, span);
            let Some(what) = self.failing(work.place, &failures, &quotient(work.tree, left, right)) else { continue };
            let message = format!("{what}: the comparison is false, and so is its opposite");
            let label = match (&failures.remainder, &failures.zero) {
                (Some(values), _) if values.is_empty() => "not an integer",
                (Some(_), _) => "not always an integer",
                (None, Some(values)) if values.is_empty() => "by zero",
                (None, _) => "may divide by zero",
            };
            let hint = match without_division(work, comparison) {
                Some(text) => format!("write `{text}`"),
                None if failures.remainder.is_none() => "no comparison with `a/0` is true".to_owned(),
                None => "compare products: for positive b, `b*c > a` instead of `c > a/b`".to_owned(),
            };
            self.report(Diagnostic::warning("inexact-division", span, message).here(label).hint(hint));
        }
    }

    /// When a division has no result, in words.
    fn failing(&self, place: Place, failures: &Failures, quotient: &str) -> Option<String> {
        let with = |values| self.with(place, values);
        match (&failures.remainder, &failures.zero) {
            (None, None) => None,
            (Some(values), None) => Some(format!("{}{quotient} is not an integer", with(values))),
            (None, Some(values)) => Some(format!("{}{quotient} divides by zero", with(values))),
            (Some(values), Some(zero)) => {
                Some(format!("{}{quotient} is not an integer, and {}it divides by zero", with(values), with(zero)))
            }
        }
    }

    /// "with n = 5, "
    fn with(&self, place: Place, values: &Values) -> String {
        let least = |variable: VarId| self.variables[variable.index()].domain.nth(0);
        let all = values.len() <= NAMED;
        let mut parts: Vec<String> = values
            .iter()
            .filter(|&&(variable, value)| all || least(variable) != Some(value))
            .map(|&(variable, value)| format!("{} = {value}", self.name_at(place, variable)))
            .collect();
        if !all {
            parts.push("the others at their least values".to_owned());
        }
        let last = parts.pop();
        match last {
            None => String::new(),
            Some(last) if parts.is_empty() => format!("with {last}, "),
            Some(last) => format!("with {} and {last}, ", parts.join(", ")),
        }
    }

    /// A variable as it is written at `place`.
    fn name_at(&self, place: Place, variable: VarId) -> String {
        let Variable { name, owner, .. } = &self.variables[variable.index()];
        if place.owner() == Some(*owner) { name.clone() } else { format!("{}.{name}", self.agents[owner.index()].name) }
    }
}

/// The comparison that each node is inside of, by its position.
fn comparisons(tree: &ast::Expr<'_>) -> Vec<Option<usize>> {
    let mut above: Vec<Option<usize>> = vec![None; tree.nodes().len()];
    // Parents come after their children.
    for (index, &(node, _)) in tree.nodes().iter().enumerate().rev() {
        let (comparison, left, right) = match node {
            ExprNode::Compare(_, left, right) => (Some(index), left, right),
            ExprNode::Arithmetic(_, left, right) => (above[index], left, right),
            _ => continue,
        };
        above[left.index()] = comparison;
        above[right.index()] = comparison;
    }
    above
}

/// A comparison without its divisions, if these are whole sides of it and by something positive.
fn without_division(work: &Work<'_, '_>, comparison: usize) -> Option<String> {
    let ExprNode::Compare(operator, left, right) = work.tree.nodes()[comparison].0 else { return None };
    let ((left, by_left), (right, by_right)) = (fraction(work, left)?, fraction(work, right)?);
    let side = |numerator: NodeId, factor: Option<NodeId>| match factor {
        None => text(work.tree, numerator, Level::Sum),
        Some(factor) => {
            let factor = text(work.tree, factor, Level::Product)?;
            Some(format!("{factor}*{}", text(work.tree, numerator, Level::Product)?))
        }
    };
    let text = format!("{} {} {}", side(left, by_right)?, operator.symbol(), side(right, by_left)?);
    (!text.contains('/')).then_some(text)
}

/// Numerator and denominator, if that is surely positive.
fn fraction(work: &Work<'_, '_>, side: NodeId) -> Option<(NodeId, Option<NodeId>)> {
    let ExprNode::Arithmetic(ArithmeticOp::Divide, numerator, denominator) = work.tree.nodes()[side.index()].0 else {
        return Some((side, None));
    };
    match work.of(denominator) {
        Typed::Integer { low, .. } if low > 0 => Some((numerator, Some(denominator))),
        _ => None,
    }
}

/// A division in words.
fn quotient(tree: &ast::Expr<'_>, left: NodeId, right: NodeId) -> String {
    let operands = text(tree, left, Level::Product).zip(text(tree, right, Level::Factor));
    operands.map_or_else(|| "the quotient".to_owned(), |(left, right)| format!("`{left}/{right}`"))
}

/// How loose an operator may be where no parentheses are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Factor,
}

/// An integer expression as it may be written, unless that is long. The limit bounds the depth, too.
fn text(tree: &ast::Expr<'_>, id: NodeId, level: Level) -> Option<String> {
    let (node, span) = tree.nodes()[id.index()];
    if span.end - span.start > LONGEST {
        return None;
    }
    match node {
        ExprNode::Integer(value) => Some(value.to_string()),
        ExprNode::Name(name) => Some(name.to_owned()),
        ExprNode::Qualified(agent, name) => Some(format!("{}.{}", agent.text, name.text)),
        ExprNode::Arithmetic(operator, left, right) => {
            let (symbol, own, tighter) = match operator {
                ArithmeticOp::Add => (" + ", Level::Sum, Level::Product),
                ArithmeticOp::Subtract => (" - ", Level::Sum, Level::Product),
                ArithmeticOp::Multiply => ("*", Level::Product, Level::Factor),
                ArithmeticOp::Divide => ("/", Level::Product, Level::Factor),
            };
            let text = format!("{}{symbol}{}", text(tree, left, own)?, text(tree, right, tighter)?);
            Some(if own < level { format!("({text})") } else { text })
        }
        _ => None,
    }
}
