//! Operator precedence with explicit stacks: shared by conditions and formulas.
//!
//! Dijkstra's shunting yard, because a formula may be nested 100,000 deep: recursive descent would need a stack frame
//! (or several) per level, this needs an entry of a vector.

use super::ast::{NodeId, Tree};
use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span};

/// How an operator meets one of the same power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// In front of its operand.
    Prefix,
    /// `a op b op c` is `(a op b) op c`.
    Left,
    /// `a op b op c` is `a op (b op c)`.
    Right,
    /// `a op b op c` is an error.
    Alone,
    /// An opening bracket.
    Bracket,
}

/// An operator or a bracket, wherever it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operator<K> {
    pub(super) kind: K,
    /// Higher binds tighter.
    pub(super) power: u8,
    pub(super) shape: Shape,
}

impl<K> Operator<K> {
    pub(super) fn new(kind: K, power: u8, shape: Shape) -> Self {
        Self { kind, power, shape }
    }

    /// Lets it wait, written at `span`.
    pub(super) fn at(self, span: Span) -> Pending<K> {
        let Self { kind, power, shape } = self;
        Pending { kind, span, power, shape }
    }
}

/// An operator that waits for its (right) operand, or an open bracket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending<K> {
    pub(super) kind: K,
    pub(super) span: Span,
    /// Higher binds tighter.
    pub(super) power: u8,
    pub(super) shape: Shape,
}

/// What a language brings along: how to make nodes.
pub(super) trait Language {
    /// Operators and brackets.
    type Kind: Copy;
    /// Nodes of the tree.
    type Node;

    /// The node for an operator applied to its operands (`left` is `None` for a prefix operator).
    fn node(&mut self, kind: Self::Kind, left: Option<NodeId>, right: NodeId) -> Self::Node;

    /// Called for every new node, in order.
    fn added(&mut self, _node: &Self::Node) {}

    /// Whether `top` keeps its operand open although `incoming` binds weaker.
    fn swallows(&self, _top: Self::Kind, _operand: NodeId, _incoming: Self::Kind) -> bool {
        false
    }
}

/// The two stacks and the tree that grows out of them.
pub(super) struct Yard<L: Language> {
    pub(super) language: L,
    pub(super) tree: Tree<L::Node>,
    pub(super) pending: Vec<Pending<L::Kind>>,
    pub(super) operands: Vec<NodeId>,
}

impl<L: Language> Yard<L> {
    pub(super) fn new(language: L) -> Self {
        Self { language, tree: Tree { nodes: Vec::new() }, pending: Vec::new(), operands: Vec::new() }
    }

    /// Adds a node and makes it the newest operand.
    pub(super) fn operand(&mut self, node: L::Node, span: Span) {
        let id = NodeId(u32::try_from(self.tree.nodes.len()).expect("the source is limited to less than 2^32 bytes"));
        self.language.added(&node);
        self.tree.nodes.push((node, span));
        self.operands.push(id);
    }

    pub(super) fn pop(&mut self) -> NodeId {
        self.operands.pop().expect("an operator is reduced only after its operands")
    }

    /// Applies waiting operators that bind tighter than `incoming`, then lets it wait.
    ///
    /// # Errors
    /// The waiting operator, if the two may not stand side by side.
    pub(super) fn infix(&mut self, incoming: Pending<L::Kind>) -> Result<(), Pending<L::Kind>> {
        self.reduce_above(incoming.power, incoming.shape, incoming.kind)?;
        self.pending.push(incoming);
        Ok(())
    }

    /// Applies waiting operators down to `power`.
    pub(super) fn reduce_above(&mut self, power: u8, shape: Shape, kind: L::Kind) -> Result<(), Pending<L::Kind>> {
        while let Some(&top) = self.pending.last() {
            let tighter = match top.shape {
                Shape::Bracket => false,
                _ if top.power != power => top.power > power,
                Shape::Alone => return Err(top),
                Shape::Prefix | Shape::Left | Shape::Right => shape != Shape::Right,
            };
            let operand = *self.operands.last().expect("an operator comes behind an operand");
            if !tighter || self.language.swallows(top.kind, operand, kind) {
                break;
            }
            self.reduce();
        }
        Ok(())
    }

    /// Applies everything down to the innermost open bracket and takes it off.
    pub(super) fn close(&mut self) -> Option<Pending<L::Kind>> {
        while self.pending.last().is_some_and(|top| top.shape != Shape::Bracket) {
            self.reduce();
        }
        self.pending.pop()
    }

    fn reduce(&mut self) {
        let top = self.pending.pop().expect("the caller has looked at it");
        let right = self.pop();
        let left = (top.shape != Shape::Prefix).then(|| self.pop());
        let from = left.map_or(top.span, |left| self.tree.span_of(left));
        let span = from.to(self.tree.span_of(right));
        let node = self.language.node(top.kind, left, right);
        self.operand(node, span);
    }

    /// Widens the newest operand to the brackets around it.
    pub(super) fn widen(&mut self, span: Span) {
        if let Some((_, place)) = self.operands.last().and_then(|id| self.tree.nodes.get_mut(id.index())) {
            *place = place.to(span);
        }
    }
}

/// A run of tokens that is read from left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t, 's> {
    tokens: &'t [Spanned<'s>],
    at: usize,
    /// Just behind the last token.
    end: Span,
}

impl<'t, 's> Cursor<'t, 's> {
    /// Over `tokens`; `end` is where something missing at the end is reported.
    pub(super) fn new(tokens: &'t [Spanned<'s>], end: Span) -> Self {
        Self { tokens, at: 0, end: tokens.last().map_or(end, |(_, span)| span.after()) }
    }

    pub(super) fn peek(&self) -> Option<Token<'s>> {
        self.tokens.get(self.at).map(|&(token, _)| token)
    }

    pub(super) fn next(&mut self) -> Option<Spanned<'s>> {
        let token = self.tokens.get(self.at).copied();
        self.at += usize::from(token.is_some());
        token
    }

    pub(super) fn take(&mut self, wanted: Token<'s>) -> Option<Span> {
        (self.peek() == Some(wanted)).then(|| self.next().expect("just seen").1)
    }

    /// The place of the next token, or of the end.
    pub(super) fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |&(_, span)| span)
    }

    /// "expected …, found …" at the next token.
    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = self.peek().map_or_else(|| "nothing".to_owned(), |token| token.to_string());
        Diagnostic::error("syntax", self.here(), format!("expected {expected}, found {found}"))
            .here(format!("expected {expected}"))
    }
}

/// What a symbol may have been meant for, by habit from other languages.
pub(super) fn habit(token: Token<'_>) -> Option<String> {
    match token {
        Token::BitAnd => Some("write `and`".to_owned()),
        Token::BitOr => Some("write `or`".to_owned()),
        Token::Equal => Some("write `=` once".to_owned()),
        _ if token.is_reserved() && token.text().chars().all(|c| c.is_ascii_uppercase()) => {
            Some(format!("{token} is a reserved word"))
        }
        _ => None,
    }
}

/// An operator, or else `end`, was due at `token`.
pub(super) fn no_operator(token: Token<'_>, span: Span, end: &str) -> Diagnostic {
    let operand = token.is_reserved()
        || matches!(token, Token::Identifier(_) | Token::Integer(_) | Token::Open | Token::Not | Token::Less);
    let here = if operand {
        format!("an operator or {end} is missing before this")
    } else {
        "not an operator here".to_owned()
    };
    Diagnostic::error("syntax", span, format!("expected an operator or {end}, found {token}")).here(here)
}

/// A bracket that is never closed.
pub(super) fn unclosed(span: Span, bracket: &str) -> Diagnostic {
    Diagnostic::error("syntax", span, format!("this `{bracket}` is never closed")).here("opened here")
}
