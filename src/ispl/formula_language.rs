//! The operators of formulas: how tightly each binds in each logic, and the node that it makes.
//!
//! MCMAS reads LTL and CTL* in its own way ([`Reading::Mcmas`]): in LTL `! p U q` is `!(p U q)` and `U` associates to the
//! left; in CTL* a temporal operator over a *state* formula swallows a following `and`, `or`, `->`.

use super::ast::{BinaryTemporal, FormulaNode, Modal, Name, NodeId, UnaryTemporal};
use super::operators::{Language, Shape};
use crate::logic::{Logic, Modality, Quantifier};

/// Whose precedences apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// The other tool's: the law.
    Mcmas,
    /// Textbooks'.
    Usual,
}

/// Operators and brackets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'s> {
    Not,
    And,
    Or,
    Implies,
    Branching(Quantifier, UnaryTemporal),
    Quantified(Quantifier),
    Strategic(Name<'s>),
    Unary(UnaryTemporal),
    Binary(BinaryTemporal),
    Dynamic(Modality, NodeId),
    Choice,
    Sequence,
    /// `*` and `?`, which are applied at once.
    Postfix,
    Paren,
    Modal(Modal, Name<'s>),
    Rho(Modality),
}

/// Looser than any operator of formulas: `+`, `;`, then `*` and `?`.
pub(super) const CHOICE: u8 = 1;
pub(super) const SEQUENCE: u8 = 2;
pub(super) const POSTFIX: u8 = 3;
/// Of formulas.
const UNTIL_IN_BRACKETS: u8 = 4;
pub(super) const IMPLIES: u8 = 5;
pub(super) const OR: u8 = 6;
pub(super) const AND: u8 = 7;
const UNTIL_LOOSE: u8 = 8;
pub(super) const NOT: u8 = 9;
const UNTIL_TIGHT: u8 = 10;
pub(super) const UNARY: u8 = 11;

/// What the shunting yard has to know of formulas of a logic.
pub(super) struct Grammar<'s> {
    logic: Logic,
    reading: Reading,
    /// Per node, whether it is a state formula (no path operator outside quantifiers and knowledge).
    state: Vec<bool>,
    /// Per open `<`, `[` and `K(`, whether the operators of regular expressions may stand there.
    pub(super) in_rho: Vec<bool>,
    source: std::marker::PhantomData<&'s ()>,
}

impl<'s> Language for Grammar<'s> {
    type Kind = Kind<'s>;
    type Node = FormulaNode<'s>;

    fn node(&mut self, kind: Kind<'s>, left: Option<NodeId>, right: NodeId) -> FormulaNode<'s> {
        let left = left.unwrap_or(right);
        match kind {
            Kind::Not => FormulaNode::Not(right),
            Kind::And => FormulaNode::And(left, right),
            Kind::Or => FormulaNode::Or(left, right),
            Kind::Implies => FormulaNode::Implies(left, right),
            Kind::Branching(quantifier, operator) => FormulaNode::Branching(quantifier, operator, right),
            Kind::Quantified(quantifier) => FormulaNode::Quantified(quantifier, right),
            Kind::Strategic(group) => FormulaNode::Strategic(group, right),
            Kind::Unary(operator) => FormulaNode::Unary(operator, right),
            Kind::Binary(operator) => FormulaNode::Binary(operator, left, right),
            Kind::Dynamic(modality, rho) => FormulaNode::Dynamic(modality, rho, right),
            Kind::Choice => FormulaNode::Choice(left, right),
            Kind::Sequence => FormulaNode::Sequence(left, right),
            Kind::Postfix | Kind::Paren | Kind::Modal(..) | Kind::Rho(_) => {
                unreachable!(
                    "`formula` closes brackets and applies postfix operators at once; the yard never applies them"
                )
            }
        }
    }

    fn added(&mut self, node: &FormulaNode<'s>) {
        let state = |id: &NodeId| self.state[id.index()];
        let is_state = match node {
            FormulaNode::Bool(_)
            | FormulaNode::Atom(_)
            | FormulaNode::Red(_)
            | FormulaNode::Green(_)
            | FormulaNode::Compare(..)
            | FormulaNode::Branching(..)
            | FormulaNode::Quantified(..)
            | FormulaNode::Strategic(..)
            | FormulaNode::Modal(..) => true,
            FormulaNode::Not(f) => state(f),
            FormulaNode::And(f, g) | FormulaNode::Or(f, g) | FormulaNode::Implies(f, g) => state(f) && state(g),
            FormulaNode::Unary(..)
            | FormulaNode::Binary(..)
            | FormulaNode::Dynamic(..)
            | FormulaNode::Test(_)
            | FormulaNode::Star(_)
            | FormulaNode::Choice(..)
            | FormulaNode::Sequence(..) => false,
        };
        self.state.push(is_state);
    }

    /// CTL* as MCMAS reads it: `G p or q` is `G(p or q)`, but `G(F p) or q` is `(G(F p)) or q`.
    fn swallows(&self, top: Kind<'s>, operand: NodeId, incoming: Kind<'s>) -> bool {
        self.logic == Logic::CtlStar
            && self.reading == Reading::Mcmas
            && matches!(top, Kind::Unary(_) | Kind::Binary(_))
            && matches!(incoming, Kind::And | Kind::Or | Kind::Implies)
            && self.state[operand.index()]
    }
}

impl Grammar<'_> {
    pub(super) fn new(logic: Logic, reading: Reading) -> Self {
        Self { logic, reading, state: Vec::new(), in_rho: Vec::new(), source: std::marker::PhantomData }
    }

    /// How tightly `U`, `R` and `W` bind, and how they meet each other.
    pub(super) fn until(&self) -> (u8, Shape) {
        match (self.logic, self.reading) {
            (Logic::Ctl, _) => (UNTIL_IN_BRACKETS, Shape::Alone),
            (_, Reading::Mcmas) => (UNTIL_TIGHT, Shape::Left),
            (_, Reading::Usual) => (UNTIL_LOOSE, Shape::Right),
        }
    }

    /// Whether `<rho>` and `[rho]` are modalities.
    pub(super) fn dynamic(&self) -> bool {
        matches!(self.logic, Logic::Ldl | Logic::CdlStar)
    }
}
