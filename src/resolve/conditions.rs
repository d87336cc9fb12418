//! Conditions and right-hand sides: types, ranges, enumeration values, action tests.

use super::places::Place;
use super::{Resolver, suggestion};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{AgentId, ArithmeticOp, Comparison, Domain, Expr, ExprId, VarId};
use crate::ispl::ast::{self, ExprNode, NodeId};

/// A node with its type.
#[derive(Debug, Clone, Copy)]
enum Typed<'s> {
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
enum Simple {
    Constant(i64),
    Variable(VarId),
    No,
}

/// A tree under way.
struct Work<'a, 's> {
    place: Place,
    tree: &'a ast::Expr<'s>,
    typed: Vec<Typed<'s>>,
}

impl<'s> Work<'_, 's> {
    fn of(&self, id: NodeId) -> Typed<'s> {
        self.typed[id.index()]
    }

    fn span(&self, id: NodeId) -> Span {
        self.tree.span_of(id)
    }
}

impl Resolver {
    /// A condition at `place`.
    pub(super) fn condition(&mut self, place: Place, tree: &ast::Expr<'_>) -> Option<ExprId> {
        let work = self.types(place, tree);
        self.as_condition(&work, tree.root())
    }

    /// The right-hand side of an assignment to `variable`.
    pub(super) fn assigned(&mut self, agent: AgentId, variable: VarId, tree: &ast::Expr<'_>) -> Option<ExprId> {
        let work = self.types(Place::Assignment(agent), tree);
        let span = tree.span();
        let domain = self.variables[variable.index()].domain.clone();
        match (work.of(tree.root()), &domain) {
            (Typed::Wrong, _) => None,
            (Typed::Boolean { expr, value }, Domain::Boolean) => {
                if !value {
                    self.extension(
                        span,
                        "MCMAS assigns no conditions to variables",
                        "use `&`, `|`, `^`, `~` on Booleans",
                    );
                }
                Some(expr)
            }
            (Typed::Integer { expr, low, high, simple }, Domain::Range { low: least, high: greatest }) => {
                let (least, greatest) = (i128::from(*least), i128::from(*greatest));
                if let Simple::Constant(value) = simple {
                    self.in_range(value, variable, span)?;
                } else if high < least || low > greatest {
                    let message = format!(
                        "this never fits the range {least}..{greatest} of `{}`",
                        self.variables[variable.index()].name
                    );
                    self.report(
                        Diagnostic::warning("overflow", span, message)
                            .here(format!("lies in {low}..{high}"))
                            .hint("a choice whose result is out of range is dropped"),
                    );
                }
                Some(expr)
            }
            (Typed::Literal(name), Domain::Enumeration(_)) => self.enumeration_value(variable, name, span),
            (Typed::Enumeration { expr, variable: from }, Domain::Enumeration(values)) => {
                let other = self.enumeration(from);
                let equal = values.len() == other.len() && values.iter().all(|value| other.contains(value));
                if !equal {
                    let message = format!(
                        "`{}` and `{}` do not have the same values",
                        self.variables[variable.index()].name,
                        self.variables[from.index()].name
                    );
                    self.report(
                        Diagnostic::error("type", span, message)
                            .here("another type")
                            .hint("an enumeration can be assigned only from one with equal values"),
                    );
                    return None;
                }
                Some(expr)
            }
            (Typed::Literal(name), _) => {
                self.unknown_name(Place::Assignment(agent), name, span);
                None
            }
            (typed, _) => {
                let message = format!(
                    "`{}` is {}, this is {}",
                    self.variables[variable.index()].name,
                    kind_of(&domain),
                    kind(typed)
                );
                self.report(Diagnostic::error("type", span, message).here("wrong type"));
                None
            }
        }
    }

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

    fn types<'a, 's>(&mut self, place: Place, tree: &'a ast::Expr<'s>) -> Work<'a, 's> {
        let mut work = Work { place, tree, typed: Vec::with_capacity(tree.nodes().len()) };
        for &(node, span) in tree.nodes() {
            let typed = self.node(&work, node, span);
            work.typed.push(typed);
        }
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

    fn compare(
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
        let Some(&action) = self.agents[agent.index()].actions.get(name) else {
            let owner = self.agents[agent.index()].name.clone();
            let hint = suggestion(name, &self.agents[agent.index()].action_names);
            let diagnostic = Diagnostic::error("unknown-action", place, format!("`{owner}` has no action `{name}`"));
            self.report(diagnostic.here("unknown action").maybe_hint(hint));
            return None;
        };
        self.usage.tested(agent, action);
        Some(self.exprs.intern(Expr::Performs(agent, action)))
    }

    /// The expression of an enumeration value of `variable`.
    fn enumeration_value(&mut self, variable: VarId, name: &str, span: Span) -> Option<ExprId> {
        let values = self.enumeration(variable);
        let found = self.symbol_ids.get(name).copied().filter(|symbol| values.contains(symbol));
        if found.is_none() {
            let names: Vec<String> = values.iter().map(|value| self.symbols[value.index()].clone()).collect();
            let owner = &self.variables[variable.index()].name;
            let hint = suggestion(name, &names).unwrap_or_else(|| format!("its values are {}", names.join(", ")));
            let diagnostic = Diagnostic::error("unknown-value", span, format!("`{name}` is not a value of `{owner}`"));
            self.report(diagnostic.here("unknown value").hint(hint));
        }
        found.map(|symbol| self.exprs.intern(Expr::Symbol(symbol)))
    }

    fn enumeration(&self, variable: VarId) -> Vec<crate::ir::SymbolId> {
        match &self.variables[variable.index()].domain {
            Domain::Enumeration(values) => values.clone(),
            Domain::Boolean | Domain::Range { .. } => Vec::new(),
        }
    }

    /// One value set must contain the other.
    fn comparable(&mut self, one: VarId, two: VarId, span: Span) -> Option<()> {
        let (left, right) = (self.enumeration(one), self.enumeration(two));
        let contained =
            left.iter().all(|value| right.contains(value)) || right.iter().all(|value| left.contains(value));
        if !contained {
            let (one, two) = (&self.variables[one.index()].name, &self.variables[two.index()].name);
            let message = format!("neither `{one}` nor `{two}` has all the values of the other");
            self.report(Diagnostic::error("type", span, message).here("cannot be compared"));
        }
        contained.then_some(())
    }

    /// A constant must lie in the range of the variable that it meets, whatever the operator.
    fn in_range(&mut self, value: i64, variable: VarId, span: Span) -> Option<()> {
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

use crate::ir::Variable;

fn equality(comparison: Comparison) -> bool {
    matches!(comparison, Comparison::Equal | Comparison::Different)
}

fn kind(typed: Typed<'_>) -> &'static str {
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

fn kind_of(domain: &Domain) -> &'static str {
    match domain {
        Domain::Boolean => "a Boolean",
        Domain::Range { .. } => "an integer",
        Domain::Enumeration(_) => "an enumeration",
    }
}
