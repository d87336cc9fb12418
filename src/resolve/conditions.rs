//! Conditions and values: what type they have, bottom up. Comparisons are in `comparisons`.

use super::places::Place;
use super::resolver::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{AgentId, ArithmeticOp, Domain, Expr, ExprId, VarId};
use crate::ispl::ast::{self, ExprNode, NodeId};

/// A node with its type.
#[derive(Debug, Clone, Copy)]
pub(super) enum Typed<'s> {
    /// A Boolean; `value` for data (a variable, a constant, `&`), so not yet a condition in MCMAS's eyes.
    Boolean { expr: ExprId, value: bool },
    /// An integer with the interval that its value lies in.
    Integer { expr: ExprId, low: i128, high: i128, simple: Simple },
    /// A variable of an enumeration.
    Enumeration { expr: ExprId, variable: VarId },
    /// A name that is no variable: an enumeration value or an action, depending on the other side.
    Literal(&'s str),
    /// The action of an agent.
    Action(AgentId),
    /// An error that has been reported.
    Wrong,
}

/// What constants are checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Simple {
    Constant(i64),
    Variable(VarId),
    No,
}

/// A tree under way.
pub(super) struct Work<'a, 's> {
    pub(super) place: Place,
    pub(super) tree: &'a ast::Expr<'s>,
    typed: Vec<Typed<'s>>,
}

impl<'s> Work<'_, 's> {
    pub(super) fn of(&self, id: NodeId) -> Typed<'s> {
        self.typed[id.index()]
    }

    pub(super) fn span(&self, id: NodeId) -> Span {
        self.tree.span_of(id)
    }
}

impl Resolver {
    /// A condition at `place`.
    pub(super) fn condition(&mut self, place: Place, tree: &ast::Expr<'_>) -> Option<ExprId> {
        let work = self.types(place, tree);
        self.as_condition(&work, tree.root())
    }

    pub(super) fn types<'a, 's>(&mut self, place: Place, tree: &'a ast::Expr<'s>) -> Work<'a, 's> {
        let mut work = Work { place, tree, typed: Vec::with_capacity(tree.nodes().len()) };
        for &(node, span) in tree.nodes() {
            let typed = self.node(&work, node, span);
            work.typed.push(typed);
        }
        self.warn_of_inexact_divisions(&work);
        work
    }

    fn node<'s>(&mut self, work: &Work<'_, 's>, node: ExprNode<'s>, span: Span) -> Typed<'s> {
        match node {
            ExprNode::Bool(value) => Typed::Boolean { expr: self.exprs.intern(Expr::Bool(value)), value: true },
            ExprNode::Integer(value) => Typed::Integer {
                expr: self.exprs.intern(Expr::Integer(value)),
                low: value.into(),
                high: value.into(),
                simple: Simple::Constant(value),
            },
            ExprNode::Name(name) => match self.own_variable(work.place, name) {
                Some(variable) => self.variable(variable),
                None => Typed::Literal(name),
            },
            ExprNode::Qualified(agent, name) => match self.qualified_variable(work.place, agent, name) {
                Some(variable) => self.variable(variable),
                None => Typed::Wrong,
            },
            ExprNode::Action(agent) => self.tested_agent(work.place, agent, span).map_or(Typed::Wrong, Typed::Action),
            ExprNode::Not(inner) => {
                let Some(inner) = self.as_condition(work, inner) else { return Typed::Wrong };
                Typed::Boolean { expr: self.exprs.intern(Expr::Not(inner)), value: false }
            }
            ExprNode::And(left, right) => self.connective(work, left, right, Expr::And),
            ExprNode::Or(left, right) => self.connective(work, left, right, Expr::Or),
            ExprNode::BitNot(inner) => {
                let Some(inner) = self.as_boolean(work, inner) else { return Typed::Wrong };
                Typed::Boolean { expr: self.exprs.intern(Expr::Not(inner)), value: true }
            }
            ExprNode::BitAnd(left, right) => self.bitwise(work, left, right, Expr::And),
            ExprNode::BitOr(left, right) => self.bitwise(work, left, right, Expr::Or),
            ExprNode::BitXor(left, right) => self.bitwise(work, left, right, Expr::Xor),
            ExprNode::Compare(comparison, left, right) => {
                let expr = self.compare(work, comparison, left, right, span);
                expr.map_or(Typed::Wrong, |expr| Typed::Boolean { expr, value: false })
            }
            ExprNode::Arithmetic(operator, left, right) => self.arithmetic(work, operator, left, right, span),
        }
    }

    fn variable<'s>(&mut self, variable: VarId) -> Typed<'s> {
        self.usage.read(variable);
        let expr = self.exprs.intern(Expr::Variable(variable));
        match self.variables[variable.index()].domain {
            Domain::Boolean => Typed::Boolean { expr, value: true },
            Domain::Range { low, high } => {
                Typed::Integer { expr, low: low.into(), high: high.into(), simple: Simple::Variable(variable) }
            }
            Domain::Enumeration(_) => Typed::Enumeration { expr, variable },
        }
    }

    fn connective<'s>(
        &mut self,
        work: &Work<'_, 's>,
        left: NodeId,
        right: NodeId,
        make: impl Fn(ExprId, ExprId) -> Expr,
    ) -> Typed<'s> {
        let (left, right) = (self.as_condition(work, left), self.as_condition(work, right));
        let Some((left, right)) = left.zip(right) else { return Typed::Wrong };
        Typed::Boolean { expr: self.exprs.intern(make(left, right)), value: false }
    }

    fn bitwise<'s>(
        &mut self,
        work: &Work<'_, 's>,
        left: NodeId,
        right: NodeId,
        make: impl Fn(ExprId, ExprId) -> Expr,
    ) -> Typed<'s> {
        let (left, right) = (self.as_boolean(work, left), self.as_boolean(work, right));
        let Some((left, right)) = left.zip(right) else { return Typed::Wrong };
        Typed::Boolean { expr: self.exprs.intern(make(left, right)), value: true }
    }

    /// A node as a condition; a bare Boolean gets a warning.
    fn as_condition(&mut self, work: &Work<'_, '_>, id: NodeId) -> Option<ExprId> {
        if let Typed::Boolean { expr, value } = work.of(id) {
            if value {
                let hint = "write `x = true`";
                self.extension(work.span(id), "MCMAS takes only comparisons as conditions", hint);
            }
            return Some(expr);
        }
        self.wanted(work, id, "a condition")
    }

    fn as_boolean(&mut self, work: &Work<'_, '_>, id: NodeId) -> Option<ExprId> {
        match work.of(id) {
            Typed::Boolean { expr, .. } => Some(expr),
            _ => self.wanted(work, id, "a Boolean"),
        }
    }

    fn wanted(&mut self, work: &Work<'_, '_>, id: NodeId, what: &str) -> Option<ExprId> {
        let span = work.span(id);
        match work.of(id) {
            Typed::Wrong => {}
            Typed::Literal(name) => self.unknown_name(work.place, name, span),
            typed => {
                let message = format!("expected {what}, found {}", kind(typed));
                self.report(Diagnostic::error("type", span, message).here(format!("expected {what}")));
            }
        }
        None
    }

    fn arithmetic<'s>(
        &mut self,
        work: &Work<'_, 's>,
        operator: ArithmeticOp,
        left: NodeId,
        right: NodeId,
        span: Span,
    ) -> Typed<'s> {
        let mut operand = |id: NodeId| match work.of(id) {
            Typed::Integer { expr, low, high, .. } => Some((expr, low, high)),
            _ => self.wanted(work, id, "an integer").map(|expr| (expr, 0, 0)),
        };
        let Some(((left, a, b), (right, c, d))) = operand(left).zip(operand(right)) else { return Typed::Wrong };
        let (low, high) = match operator {
            ArithmeticOp::Add => (a + c, b + d),
            ArithmeticOp::Subtract => (a - d, b - c),
            ArithmeticOp::Multiply => {
                let products = [a * c, a * d, b * c, b * d];
                (products.into_iter().min().unwrap_or(0), products.into_iter().max().unwrap_or(0))
            }
            ArithmeticOp::Divide => {
                let largest = a.abs().max(b.abs());
                (-largest, largest)
            }
        };
        if i64::try_from(low).is_err() || i64::try_from(high).is_err() {
            let diagnostic = Diagnostic::error("integer-size", span, "this arithmetic may leave 64 bits");
            self.report(diagnostic.here("too large").hint("use smaller ranges"));
            return Typed::Wrong;
        }
        Typed::Integer {
            expr: self.exprs.intern(Expr::Arithmetic(operator, left, right)),
            low,
            high,
            simple: Simple::No,
        }
    }
}

pub(super) fn kind(typed: Typed<'_>) -> &'static str {
    match typed {
        Typed::Boolean { value: true, .. } => "a Boolean",
        Typed::Boolean { value: false, .. } => "a condition",
        Typed::Integer { .. } => "an integer",
        Typed::Enumeration { .. } => "an enumeration",
        Typed::Literal(_) => "a name",
        Typed::Action(_) => "an action",
        Typed::Wrong => "something wrong",
    }
}

pub(super) fn kind_of(domain: &Domain) -> &'static str {
    match domain {
        Domain::Boolean => "a Boolean",
        Domain::Range { .. } => "an integer",
        Domain::Enumeration(_) => "an enumeration",
    }
}
