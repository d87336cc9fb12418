//! Right-hand sides: a variable takes values of its own type.

use super::conditions::{Simple, Typed, kind, kind_of};
use super::places::Place;
use super::resolver::Resolver;
use crate::diagnostic::Diagnostic;
use crate::ir::{AgentId, Domain, ExprId, VarId};
use crate::ispl::ast;

impl Resolver {
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
            (Typed::Enumeration { expr, variable: from }, Domain::Enumeration(_)) => {
                if !(self.contained(from, variable) && self.contained(variable, from)) {
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
}
