//! Comparisons: of Booleans, integers, enumerations and actions, each in its own way.

use super::conditions::{Simple, Typed, Work, kind, kind_of};
use super::places::Place;
use super::resolver::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{AgentId, Comparison, Domain, Expr, ExprId, SymbolId, VarId, Variable};
use crate::ispl::ast::{self, ExprNode, NodeId};

impl Resolver {
    /// `variable op constant`, written in a formula.
    pub(super) fn comparison(
        &mut self,
        place: Place,
        variable: VarId,
        comparison: Comparison,
        constant: ast::Constant<'_>,
        span: Span,
    ) -> Option<ExprId> {
        let left = self.exprs.intern(Expr::Variable(variable));
        let domain = self.variables[variable.index()].domain.clone();
        let right = match (constant, &domain) {
            (ast::Constant::Bool(value), Domain::Boolean) => self.exprs.intern(Expr::Bool(value)),
            (ast::Constant::Integer(value), Domain::Range { .. }) => {
                self.in_range(value, variable, span)?;
                self.exprs.intern(Expr::Integer(value))
            }
            (ast::Constant::Name(name), Domain::Enumeration(_)) => self.enumeration_value(variable, name, span)?,
            (ast::Constant::Name(name), _) => {
                self.unknown_name(place, name, span);
                return None;
            }
            (ast::Constant::Bool(_) | ast::Constant::Integer(_), _) => {
                let message = format!("`{}` is {}", self.variables[variable.index()].name, kind_of(&domain));
                self.report(Diagnostic::error("type", span, message).here("a value of another type"));
                return None;
            }
        };
        if !matches!(domain, Domain::Range { .. }) && !equality(comparison) {
            self.only_equality(span);
            return None;
        }
        Some(self.exprs.intern(Expr::Compare(comparison, left, right)))
    }

    /// `left op right` in a condition.
    pub(super) fn compare(
        &mut self,
        work: &Work<'_, '_>,
        comparison: Comparison,
        left: NodeId,
        right: NodeId,
        span: Span,
    ) -> Option<ExprId> {
        if let Typed::Action(agent) = work.of(left) {
            return self.action_test(work, comparison, agent, right, span);
        }
        let (left_span, right_span) = (work.span(left), work.span(right));
        let (left_expr, right_expr) = match (work.of(left), work.of(right)) {
            (Typed::Wrong, _) | (_, Typed::Wrong) => return None,
            (Typed::Boolean { expr: left, .. }, Typed::Boolean { expr: right, .. }) if equality(comparison) => {
                (left, right)
            }
            (Typed::Integer { expr, simple: one, .. }, Typed::Integer { expr: other, simple: two, .. }) => {
                match (one, two) {
                    (Simple::Constant(value), Simple::Variable(variable)) => {
                        self.in_range(value, variable, left_span)?
                    }
                    (Simple::Variable(variable), Simple::Constant(value)) => {
                        self.in_range(value, variable, right_span)?
                    }
                    _ => {}
                }
                (expr, other)
            }
            (Typed::Enumeration { expr, variable }, Typed::Literal(name)) if equality(comparison) => {
                (expr, self.enumeration_value(variable, name, right_span)?)
            }
            (Typed::Literal(name), Typed::Enumeration { expr, variable }) if equality(comparison) => {
                (self.enumeration_value(variable, name, left_span)?, expr)
            }
            (Typed::Enumeration { expr, variable }, Typed::Enumeration { expr: other, variable: second })
                if equality(comparison) =>
            {
                self.comparable(variable, second, span)?;
                (expr, other)
            }
            (Typed::Boolean { .. }, Typed::Boolean { .. })
            | (Typed::Enumeration { .. }, Typed::Literal(_) | Typed::Enumeration { .. })
            | (Typed::Literal(_), Typed::Enumeration { .. }) => {
                self.only_equality(span);
                return None;
            }
            (_, Typed::Action(_)) => {
                let diagnostic = Diagnostic::error("type", right_span, "an action test starts with `Action`");
                self.report(diagnostic.here("on the wrong side").hint("write `Action = a`"));
                return None;
            }
            (Typed::Literal(name), _) => {
                self.unknown_name(work.place, name, left_span);
                return None;
            }
            (_, Typed::Literal(name)) => {
                self.unknown_name(work.place, name, right_span);
                return None;
            }
            (one, two) => {
                let message = format!("{} cannot be compared with {}", kind(one), kind(two));
                self.report(Diagnostic::error("type", span, message).here("different types"));
                return None;
            }
        };
        if work.place == Place::Init && !plain(work, comparison, left, right) {
            let hint = "only `and`, `or` and `!` may join such comparisons";
            self.extension(span, "MCMAS wants `Agent.variable = value` in InitStates", hint);
        }
        Some(self.exprs.intern(Expr::Compare(comparison, left_expr, right_expr)))
    }

    fn action_test(
        &mut self,
        work: &Work<'_, '_>,
        comparison: Comparison,
        agent: AgentId,
        right: NodeId,
        span: Span,
    ) -> Option<ExprId> {
        let (ExprNode::Name(name), place) = work.tree.nodes()[right.index()] else {
            let diagnostic = Diagnostic::error("type", work.span(right), "an action is compared with an action's name");
            self.report(diagnostic.here("not a name"));
            return None;
        };
        if comparison != Comparison::Equal {
            let diagnostic = Diagnostic::error("type", span, "actions are compared by `=` only");
            self.report(diagnostic.here("another comparison").hint("write `!(Action = a)`"));
            return None;
        }
        let action = self.action(agent, ast::Name { text: name, span: place })?;
        self.usage.tested(agent, action);
        Some(self.exprs.intern(Expr::Performs(agent, action)))
    }

    /// The expression of an enumeration value of `variable`.
    pub(super) fn enumeration_value(&mut self, variable: VarId, name: &str, span: Span) -> Option<ExprId> {
        let found = self.symbol_ids.get(name).copied().filter(|&symbol| self.values.contains(&(variable, symbol)));
        let values = self.enumeration(variable);
        // An enumeration without values has been reported, and others may have been read in part.
        let Variable { owner, .. } = self.variables[variable.index()];
        if found.is_none() && !values.is_empty() && !self.agents[owner.index()].gaps.variables {
            let names = values.iter().map(|value| &self.symbols[value.index()]);
            let hint = self.effort.advice(name, "its values are", names);
            let owner = &self.variables[variable.index()].name;
            let diagnostic = Diagnostic::error("unknown-value", span, format!("`{name}` is not a value of `{owner}`"));
            self.report(diagnostic.here("unknown value").advised(hint));
        }
        found.map(|symbol| self.exprs.intern(Expr::Symbol(symbol)))
    }

    /// The values of a variable, if it is an enumeration.
    fn enumeration(&self, variable: VarId) -> &[SymbolId] {
        match &self.variables[variable.index()].domain {
            Domain::Enumeration(values) => values,
            Domain::Boolean | Domain::Range { .. } => &[],
        }
    }

    /// Whether `two` has all the values of `one`.
    pub(super) fn contained(&self, one: VarId, two: VarId) -> bool {
        let values = self.enumeration(one);
        values == self.enumeration(two) || values.iter().all(|&value| self.values.contains(&(two, value)))
    }

    /// One value set must contain the other.
    fn comparable(&mut self, one: VarId, two: VarId, span: Span) -> Option<()> {
        let contained = self.contained(one, two) || self.contained(two, one);
        if !contained {
            let (one, two) = (&self.variables[one.index()].name, &self.variables[two.index()].name);
            let message = format!("neither `{one}` nor `{two}` has all the values of the other");
            self.report(Diagnostic::error("type", span, message).here("cannot be compared"));
        }
        contained.then_some(())
    }

    /// A constant must lie in the range of the variable that it meets, whatever the operator.
    pub(super) fn in_range(&mut self, value: i64, variable: VarId, span: Span) -> Option<()> {
        let Variable { name, domain, .. } = &self.variables[variable.index()];
        if domain.contains(value) {
            return Some(());
        }
        let Domain::Range { low, high } = *domain else { return Some(()) };
        let message = format!("{value} is outside the range {low}..{high} of `{name}`");
        self.report(Diagnostic::error("range", span, message).here(format!("expected {low}..{high}")));
        None
    }

    fn only_equality(&mut self, span: Span) {
        let diagnostic = Diagnostic::error("type", span, "Booleans and enumerations are compared by `=` and `<>` only");
        self.report(diagnostic.here("not ordered"));
    }
}

/// `Agent.variable = Agent.variable` or `Agent.variable = constant`.
fn plain(work: &Work<'_, '_>, comparison: Comparison, left: NodeId, right: NodeId) -> bool {
    let node = |id: NodeId| work.tree.nodes()[id.index()].0;
    let value =
        |node| matches!(node, ExprNode::Qualified(..) | ExprNode::Name(_) | ExprNode::Integer(_) | ExprNode::Bool(_));
    comparison == Comparison::Equal && matches!(node(left), ExprNode::Qualified(..)) && value(node(right))
}

fn equality(comparison: Comparison) -> bool {
    matches!(comparison, Comparison::Equal | Comparison::Different)
}
