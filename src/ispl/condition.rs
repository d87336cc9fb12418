//! Conditions and right-hand sides.
//!
//! One grammar for both, because only types tell `(a)` in `(a) = b` from `(a)` in `(a) and b`; `resolve` checks them.
//! Loosest first: `or`, `and`, `!`, comparisons, `| ^`, `&`, `~`, `+ -`, `* /`.

use super::ast::{Assignment, Expr, ExprNode, Name, NodeId, Tree};
use super::operators::{Cursor, Language, Operator, Shape, Yard, habit, no_operator, unclosed};
use super::raw::Raw;
use super::token::{Spanned, Token};
use super::{habits, literal};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{ArithmeticOp, Comparison};

#[derive(Debug, Clone, Copy)]
enum Kind {
    Not,
    BitNot,
    And,
    Or,
    BitAnd,
    BitOr,
    BitXor,
    Compare(Comparison),
    Arithmetic(ArithmeticOp),
    Paren,
}

struct Conditions<'s>(std::marker::PhantomData<&'s ()>);

impl<'s> Language for Conditions<'s> {
    type Kind = Kind;
    type Node = ExprNode<'s>;

    fn node(&mut self, kind: Kind, left: Option<NodeId>, right: NodeId) -> ExprNode<'s> {
        let left = left.unwrap_or(right);
        match kind {
            Kind::Not => ExprNode::Not(right),
            Kind::BitNot => ExprNode::BitNot(right),
            Kind::And => ExprNode::And(left, right),
            Kind::Or => ExprNode::Or(left, right),
            Kind::BitAnd => ExprNode::BitAnd(left, right),
            Kind::BitOr => ExprNode::BitOr(left, right),
            Kind::BitXor => ExprNode::BitXor(left, right),
            Kind::Compare(comparison) => ExprNode::Compare(comparison, left, right),
            Kind::Arithmetic(operator) => ExprNode::Arithmetic(operator, left, right),
            Kind::Paren => unreachable!("the yard takes brackets off when they are closed; it never applies them"),
        }
    }
}

/// Reads a condition that was cut out; what is wrong with it goes to `diagnostics`.
pub(super) fn read<'s>(raw: Raw<'_, 's>, diagnostics: &mut Vec<Diagnostic>) -> Option<Expr<'s>> {
    parse(raw.tokens, raw.end, diagnostics).map_err(|diagnostic| diagnostics.push(*diagnostic)).ok()
}

/// Reads a whole run of tokens as one expression; warnings go to `diagnostics`.
pub(super) fn parse<'s>(
    tokens: &[Spanned<'s>],
    end: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Expr<'s>, Box<Diagnostic>> {
    parsed(tokens, end, diagnostics).map_err(|mut diagnostic| {
        let reads = |tokens: &[Spanned<'_>]| parsed(tokens, end, &mut Vec::new()).is_ok();
        habits::in_condition(tokens, reads, &mut diagnostic);
        diagnostic
    })
}

fn parsed<'s>(
    tokens: &[Spanned<'s>],
    end: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Expr<'s>, Box<Diagnostic>> {
    let mut cursor = Cursor::new(tokens, end);
    let mut yard = Yard::new(Conditions(std::marker::PhantomData));
    let mut wants_operand = true;
    loop {
        if wants_operand {
            wants_operand = operand(&mut cursor, &mut yard)?;
            continue;
        }
        let Some((token, span)) = cursor.next() else { break };
        if token == Token::Close {
            let Some(open) = yard.close() else {
                let diagnostic = Diagnostic::error("syntax", span, "this `)` was never opened");
                return Err(Box::new(diagnostic.here("nothing to close")));
            };
            yard.widen(open.span.to(span));
            continue;
        }
        if token == Token::BangEqual {
            diagnostics.push(literal::bang_equal(span));
        }
        let Some(operator) = infix(token) else {
            let hint = (token == Token::Implies).then(|| "conditions have no `->`; write `!(a) or b`".to_owned());
            let open = yard.pending.iter().any(|waiting| waiting.shape == Shape::Bracket);
            let end = if open { "`)`" } else { "the end of the condition" };
            return Err(Box::new(no_operator(token, span, end).maybe_hint(hint)));
        };
        yard.infix(operator.at(span)).map_err(|top| {
            Diagnostic::error("syntax", span, "comparisons cannot be chained")
                .here("second comparison")
                .label(top.span, "first comparison")
                .hint("write `a = b and b = c`")
        })?;
        wants_operand = true;
    }
    match yard.close() {
        Some(open) => Err(Box::new(unclosed(open.span, "("))),
        None => Ok(yard.tree),
    }
}

/// Reads what may stand where an operand is due; true if an operand is still due afterwards.
fn operand<'s>(cursor: &mut Cursor<'_, 's>, yard: &mut Yard<Conditions<'s>>) -> Result<bool, Box<Diagnostic>> {
    let Some(token) = cursor.peek() else {
        return Err(Box::new(cursor.unexpected("a condition or value")));
    };
    let prefix = match token {
        Token::Not => Some(Operator::new(Kind::Not, 3, Shape::Prefix)),
        Token::BitNot => Some(Operator::new(Kind::BitNot, 7, Shape::Prefix)),
        Token::Open => Some(Operator::new(Kind::Paren, 0, Shape::Bracket)),
        _ => None,
    };
    let span = cursor.here();
    if let Some(operator) = prefix {
        cursor.next();
        yard.pending.push(operator.at(span));
        return Ok(true);
    }
    match token {
        Token::True | Token::False => {
            cursor.next();
            yard.operand(ExprNode::Bool(token == Token::True), span);
        }
        Token::Integer(_) | Token::Minus => {
            let (value, span) = literal::integer(cursor)?;
            yard.operand(ExprNode::Integer(value), span);
        }
        Token::Action => {
            cursor.next();
            yard.operand(ExprNode::Action(None), span);
        }
        Token::Identifier(text) => {
            cursor.next();
            name(cursor, yard, Name { text, span })?;
        }
        Token::Environment => {
            cursor.next();
            name(cursor, yard, Name { text: "Environment", span })?;
        }
        _ => return Err(Box::new(cursor.unexpected("a condition or value").maybe_hint(habit(token)))),
    }
    Ok(false)
}

/// `name`, `Agent.name` or `Agent.Action`.
fn name<'s>(
    cursor: &mut Cursor<'_, 's>,
    yard: &mut Yard<Conditions<'s>>,
    first: Name<'s>,
) -> Result<(), Box<Diagnostic>> {
    if cursor.take(Token::Dot).is_none() {
        if first.text == "Environment" {
            return Err(Box::new(cursor.unexpected("`.` and a variable or `Action` of the Environment")));
        }
        yard.operand(ExprNode::Name(first.text), first.span);
        return Ok(());
    }
    let span = cursor.here();
    match cursor.peek() {
        Some(Token::Action) => {
            cursor.next();
            yard.operand(ExprNode::Action(Some(first)), first.span.to(span));
        }
        Some(Token::Identifier(text)) => {
            cursor.next();
            yard.operand(ExprNode::Qualified(first, Name { text, span }), first.span.to(span));
        }
        Some(Token::RedStates | Token::GreenStates) => {
            let diagnostic = cursor.unexpected("a variable or `Action`");
            return Err(Box::new(diagnostic.hint("only formulas speak of RedStates and GreenStates")));
        }
        _ => return Err(Box::new(cursor.unexpected("a variable or `Action`"))),
    }
    Ok(())
}

fn infix(token: Token<'_>) -> Option<Operator<Kind>> {
    let (kind, power, shape) = match token {
        Token::Or => (Kind::Or, 1, Shape::Left),
        Token::And => (Kind::And, 2, Shape::Left),
        Token::BitOr => (Kind::BitOr, 5, Shape::Left),
        Token::BitXor => (Kind::BitXor, 5, Shape::Left),
        Token::BitAnd => (Kind::BitAnd, 6, Shape::Left),
        Token::Plus => (Kind::Arithmetic(ArithmeticOp::Add), 8, Shape::Left),
        Token::Minus => (Kind::Arithmetic(ArithmeticOp::Subtract), 8, Shape::Left),
        Token::Star => (Kind::Arithmetic(ArithmeticOp::Multiply), 9, Shape::Left),
        Token::Slash => (Kind::Arithmetic(ArithmeticOp::Divide), 9, Shape::Left),
        _ => (Kind::Compare(literal::comparison(token)?), 4, Shape::Alone),
    };
    Some(Operator { kind, power, shape })
}

/// Reads `x = e and (y = f and z = g)` of an agent: an expression whose conjuncts are all equations with a name on the left.
pub(super) fn parse_assignments<'s>(
    tokens: &[Spanned<'s>],
    end: Span,
    owner: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<Assignment<'s>>, Box<Diagnostic>> {
    let tree = parse(tokens, end, diagnostics)?;
    let mut assignments = Vec::new();
    let mut work = vec![tree.root()];
    while let Some(id) = work.pop() {
        let (node, span) = tree.nodes[id.index()];
        match node {
            ExprNode::And(left, right) => work.extend([right, left]),
            ExprNode::Compare(Comparison::Equal, left, right) => {
                let (ExprNode::Name(text), place) = tree.nodes[left.index()] else {
                    let (written, span) = tree.nodes[left.index()];
                    return Err(Box::new(left_hand_side(written, span, owner)));
                };
                assignments
                    .push(Assignment { variable: Name { text, span: place }, value: subtree(&tree, left, right) });
            }
            _ => {
                let diagnostic = Diagnostic::error("syntax", span, "expected an assignment `variable = value`")
                    .here("not an assignment")
                    .hint("assignments are joined by `and`; conditions come after `if`");
                return Err(Box::new(diagnostic));
            }
        }
    }
    Ok(assignments)
}

fn left_hand_side(written: ExprNode<'_>, span: Span, owner: &str) -> Diagnostic {
    let hint = match written {
        ExprNode::Qualified(agent, name) if agent.text != owner => {
            format!("an agent assigns only its own variables: only `{}` can assign `{}`", agent.text, name.text)
        }
        _ => "write the variable without its agent: an agent assigns only its own variables".to_owned(),
    };
    Diagnostic::error("syntax", span, "only an own variable can be assigned")
        .here("not an unqualified variable name")
        .hint(hint)
}

/// The tree of `root`, whose nodes are those between `before` and `root`.
fn subtree<'s>(tree: &Expr<'s>, before: NodeId, root: NodeId) -> Expr<'s> {
    let offset = before.0 + 1;
    let shift = |id: NodeId| NodeId(id.0 - offset);
    let nodes = tree.nodes[before.index() + 1..=root.index()]
        .iter()
        .map(|&(node, span)| {
            let node = match node {
                ExprNode::Bool(_)
                | ExprNode::Integer(_)
                | ExprNode::Name(_)
                | ExprNode::Qualified(..)
                | ExprNode::Action(_) => node,
                ExprNode::Not(inner) => ExprNode::Not(shift(inner)),
                ExprNode::BitNot(inner) => ExprNode::BitNot(shift(inner)),
                ExprNode::And(left, right) => ExprNode::And(shift(left), shift(right)),
                ExprNode::Or(left, right) => ExprNode::Or(shift(left), shift(right)),
                ExprNode::BitAnd(left, right) => ExprNode::BitAnd(shift(left), shift(right)),
                ExprNode::BitOr(left, right) => ExprNode::BitOr(shift(left), shift(right)),
                ExprNode::BitXor(left, right) => ExprNode::BitXor(shift(left), shift(right)),
                ExprNode::Compare(comparison, left, right) => ExprNode::Compare(comparison, shift(left), shift(right)),
                ExprNode::Arithmetic(operator, left, right) => {
                    ExprNode::Arithmetic(operator, shift(left), shift(right))
                }
            };
            (node, span)
        })
        .collect();
    Tree { nodes }
}
