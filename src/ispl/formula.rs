//! Formulas of all logics, and the regular expressions inside them.
//!
//! The prefix decides the grammar. MCMAS reads LTL and CTL* in its own way ([`Reading::Mcmas`]): in LTL `! p U q` is
//! `!(p U q)` and `U` associates to the left; in CTL* a temporal operator over a *state* formula swallows a following
//! `and`, `or`, `->`. The usual reading is parsed as well, so that `resolve` can warn where the two differ.

use super::ast::{BinaryTemporal, Constant, Formula, FormulaNode, Modal, Name, NodeId, UnaryTemporal};
use super::operators::{Cursor, Language, Pending, Shape, Yard, unclosed};
use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span};
use crate::logic::{Logic, Modality, Quantifier};

/// Whose precedences apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// The other tool's: the law.
    Mcmas,
    /// Textbooks'.
    Usual,
}

#[derive(Debug, Clone, Copy)]
enum Kind<'s> {
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
const CHOICE: u8 = 1;
const SEQUENCE: u8 = 2;
const POSTFIX: u8 = 3;
/// Of formulas.
const UNTIL_IN_BRACKETS: u8 = 4;
const IMPLIES: u8 = 5;
const OR: u8 = 6;
const AND: u8 = 7;
const UNTIL_LOOSE: u8 = 8;
const NOT: u8 = 9;
const UNTIL_TIGHT: u8 = 10;
const UNARY: u8 = 11;

struct Grammar<'s> {
    logic: Logic,
    reading: Reading,
    /// Per node, whether it is a state formula (no path operator outside quantifiers and knowledge).
    state: Vec<bool>,
    /// Per open `<`, `[` and `K(`, whether the operators of regular expressions may stand there.
    in_rho: Vec<bool>,
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
                unreachable!("brackets are closed and postfix operators applied at once")
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
    fn until(&self) -> (u8, Shape) {
        match (self.logic, self.reading) {
            (Logic::Ctl, _) => (UNTIL_IN_BRACKETS, Shape::Alone),
            (_, Reading::Mcmas) => (UNTIL_TIGHT, Shape::Left),
            (_, Reading::Usual) => (UNTIL_LOOSE, Shape::Right),
        }
    }

    fn dynamic(&self) -> bool {
        matches!(self.logic, Logic::Ldl | Logic::CdlStar)
    }
}

/// Reads a whole run of tokens as one formula of `logic`; warnings go to `diagnostics`.
pub(super) fn parse<'s>(
    tokens: &[Spanned<'s>],
    end: Span,
    logic: Logic,
    reading: Reading,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Formula<'s>, Box<Diagnostic>> {
    let mut cursor = Cursor::new(tokens, end);
    let mut yard =
        Yard::new(Grammar { logic, reading, state: Vec::new(), in_rho: Vec::new(), source: std::marker::PhantomData });
    let mut wants_operand = true;
    while wants_operand || cursor.peek().is_some() {
        wants_operand = if wants_operand {
            operand(&mut cursor, &mut yard, diagnostics)?
        } else {
            operator(&mut cursor, &mut yard)?
        };
    }
    match yard.close() {
        Some(open) => Err(Box::new(unclosed(open.span, opening(open.kind)))),
        None => Ok(yard.tree),
    }
}

fn opening(kind: Kind<'_>) -> &'static str {
    match kind {
        Kind::Rho(Modality::Diamond) => "<",
        Kind::Rho(Modality::Box) => "[",
        _ => "(",
    }
}

/// Reads what may stand where a formula is due; true if one is still due afterwards.
fn operand<'s>(
    cursor: &mut Cursor<'_, 's>,
    yard: &mut Yard<Grammar<'s>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<bool, Box<Diagnostic>> {
    let span = cursor.here();
    let Some(token) = cursor.peek() else {
        return Err(Box::new(cursor.unexpected("a formula")));
    };
    if let Some((kind, power, shape)) = prefix(token) {
        cursor.next();
        yard.pending.push(Pending { kind, span, power, shape });
        return Ok(true);
    }
    match token {
        Token::True | Token::False => {
            cursor.next();
            yard.operand(FormulaNode::Bool(token == Token::True), span);
            Ok(false)
        }
        Token::Identifier(text) => {
            cursor.next();
            name(cursor, yard, Name { text, span }, diagnostics)?;
            Ok(false)
        }
        Token::Environment => {
            cursor.next();
            name(cursor, yard, Name { text: "Environment", span }, diagnostics)?;
            Ok(false)
        }
        Token::K | Token::GK | Token::GCK | Token::DK | Token::O => {
            modal(cursor, yard)?;
            Ok(true)
        }
        Token::Less if yard.language.dynamic() => open_rho(cursor, yard, Modality::Diamond),
        Token::OpenBracket if yard.language.dynamic() => open_rho(cursor, yard, Modality::Box),
        Token::Less => {
            cursor.next();
            let group = agent_name(cursor, "a group")?;
            if cursor.take(Token::Greater).is_none() {
                return Err(Box::new(cursor.unexpected("`>` after the group")));
            }
            let kind = Kind::Strategic(group);
            yard.pending.push(Pending { kind, span, power: UNARY, shape: Shape::Prefix });
            Ok(true)
        }
        _ => {
            let hint = match token {
                Token::OpenBracket => Some("`[rho]f` belongs to LDL and CDL* formulas: put `LDL` in front"),
                Token::Ltl | Token::CtlStar | Token::Ldl | Token::CdlStar => {
                    Some("the logic is named once, in front of the whole formula")
                }
                _ => None,
            };
            Err(Box::new(cursor.unexpected("a formula").maybe_hint(hint.map(str::to_owned))))
        }
    }
}

fn open_rho<'s>(
    cursor: &mut Cursor<'_, 's>,
    yard: &mut Yard<Grammar<'s>>,
    modality: Modality,
) -> Result<bool, Box<Diagnostic>> {
    let span = cursor.here();
    cursor.next();
    yard.language.in_rho.push(true);
    yard.pending.push(Pending { kind: Kind::Rho(modality), span, power: 0, shape: Shape::Bracket });
    Ok(true)
}

fn prefix<'s>(token: Token<'s>) -> Option<(Kind<'s>, u8, Shape)> {
    use Quantifier::{Exists, Forall};
    use UnaryTemporal::{Finally, Globally, Next};
    let kind = match token {
        Token::Open => return Some((Kind::Paren, 0, Shape::Bracket)),
        Token::Not => return Some((Kind::Not, NOT, Shape::Prefix)),
        Token::AG => Kind::Branching(Forall, Globally),
        Token::EG => Kind::Branching(Exists, Globally),
        Token::AX => Kind::Branching(Forall, Next),
        Token::EX => Kind::Branching(Exists, Next),
        Token::AF => Kind::Branching(Forall, Finally),
        Token::EF => Kind::Branching(Exists, Finally),
        Token::A => Kind::Quantified(Forall),
        Token::E => Kind::Quantified(Exists),
        Token::X => Kind::Unary(Next),
        Token::F => Kind::Unary(Finally),
        Token::G => Kind::Unary(Globally),
        _ => return None,
    };
    Some((kind, UNARY, Shape::Prefix))
}

/// `K ( agent ,` up to and including the comma.
fn modal<'s>(cursor: &mut Cursor<'_, 's>, yard: &mut Yard<Grammar<'s>>) -> Result<(), Box<Diagnostic>> {
    let (token, span) = cursor.next().expect("the caller has seen it");
    let (modal, who) = match token {
        Token::K => (Modal::Knows, "an agent"),
        Token::GK => (Modal::Everyone, "a group"),
        Token::GCK => (Modal::Common, "a group"),
        Token::DK => (Modal::Distributed, "a group"),
        _ => (Modal::Obliged, "an agent"),
    };
    if cursor.take(Token::Open).is_none() {
        return Err(Box::new(cursor.unexpected(&format!("`(` after {token}"))));
    }
    let name = agent_name(cursor, who)?;
    if cursor.take(Token::Comma).is_none() {
        return Err(Box::new(cursor.unexpected("`,` and a formula")));
    }
    yard.language.in_rho.push(false);
    yard.pending.push(Pending { kind: Kind::Modal(modal, name), span, power: 0, shape: Shape::Bracket });
    Ok(())
}

fn agent_name<'s>(cursor: &mut Cursor<'_, 's>, what: &str) -> Result<Name<'s>, Box<Diagnostic>> {
    let span = cursor.here();
    let text = match cursor.peek() {
        Some(Token::Identifier(text)) => text,
        Some(Token::Environment) => "Environment",
        _ => return Err(Box::new(cursor.unexpected(what))),
    };
    cursor.next();
    Ok(Name { text, span })
}

/// An atom, `Agent.RedStates`, `Agent.GreenStates` or `Agent.variable = value`.
fn name<'s>(
    cursor: &mut Cursor<'_, 's>,
    yard: &mut Yard<Grammar<'s>>,
    first: Name<'s>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Box<Diagnostic>> {
    if cursor.take(Token::Dot).is_none() {
        if first.text == "Environment" {
            return Err(Box::new(cursor.unexpected("`.RedStates`, `.GreenStates` or a variable")));
        }
        yard.operand(FormulaNode::Atom(first.text), first.span);
        return Ok(());
    }
    let span = cursor.here();
    match cursor.peek() {
        Some(Token::RedStates) => {
            cursor.next();
            yard.operand(FormulaNode::Red(first), first.span.to(span));
        }
        Some(Token::GreenStates) => {
            cursor.next();
            yard.operand(FormulaNode::Green(first), first.span.to(span));
        }
        Some(Token::Identifier(text)) => {
            cursor.next();
            compare(cursor, yard, first, Name { text, span }, diagnostics)?;
        }
        _ => return Err(Box::new(cursor.unexpected("`RedStates`, `GreenStates` or a variable"))),
    }
    Ok(())
}

fn compare<'s>(
    cursor: &mut Cursor<'_, 's>,
    yard: &mut Yard<Grammar<'s>>,
    agent: Name<'s>,
    variable: Name<'s>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Box<Diagnostic>> {
    let operator = cursor.peek();
    // Inside `<rho>` the symbols `<` and `>` are brackets.
    let bracket = yard.language.dynamic() && matches!(operator, Some(Token::Less | Token::Greater));
    let Some(comparison) = operator.filter(|_| !bracket).and_then(super::comparison) else {
        return Err(Box::new(cursor.unexpected("a comparison such as `= value`")));
    };
    let (token, place) = cursor.next().expect("just seen");
    if token == Token::BangEqual {
        diagnostics.push(super::bang_equal(place));
    }
    let span = cursor.here();
    let (constant, span) = match cursor.peek() {
        Some(Token::True) => (Constant::Bool(true), cursor.next().map_or(span, |(_, span)| span)),
        Some(Token::False) => (Constant::Bool(false), cursor.next().map_or(span, |(_, span)| span)),
        Some(Token::Identifier(text)) => (Constant::Name(text), cursor.next().map_or(span, |(_, span)| span)),
        Some(Token::Integer(_) | Token::Minus) => {
            let (value, span) = super::integer(cursor)?;
            (Constant::Integer(value), span)
        }
        _ => return Err(Box::new(cursor.unexpected("a value"))),
    };
    yard.operand(FormulaNode::Compare(agent, variable, comparison, constant, span), agent.span.to(span));
    Ok(())
}

/// Reads what may stand behind a formula; true if a formula is due afterwards.
fn operator<'s>(cursor: &mut Cursor<'_, 's>, yard: &mut Yard<Grammar<'s>>) -> Result<bool, Box<Diagnostic>> {
    let (token, span) = cursor.next().expect("the caller has seen it");
    let in_rho = yard.language.in_rho.last() == Some(&true);
    let (until, until_shape) = yard.language.until();
    let (kind, power, shape) = match token {
        Token::Close | Token::CloseBracket => return close(yard, token, span),
        Token::Greater if yard.language.dynamic() => return close(yard, token, span),
        Token::And => (Kind::And, AND, Shape::Left),
        Token::Or => (Kind::Or, OR, Shape::Left),
        Token::Implies => (Kind::Implies, IMPLIES, Shape::Right),
        Token::U => (Kind::Binary(BinaryTemporal::Until), until, until_shape),
        Token::Identifier("R") => (Kind::Binary(BinaryTemporal::Release), until, until_shape),
        Token::Identifier("W") => (Kind::Binary(BinaryTemporal::WeakUntil), until, until_shape),
        Token::Plus if in_rho => (Kind::Choice, CHOICE, Shape::Left),
        Token::Semicolon if in_rho => (Kind::Sequence, SEQUENCE, Shape::Left),
        Token::Star | Token::Question if in_rho => {
            yard.reduce_above(POSTFIX, Shape::Left, Kind::Postfix)
                .expect("no operator of the power of `*` and `?` ever waits");
            let inner = yard.pop();
            let place = yard.tree.span_of(inner).to(span);
            let node = if token == Token::Star { FormulaNode::Star(inner) } else { FormulaNode::Test(inner) };
            yard.operand(node, place);
            return Ok(false);
        }
        _ => {
            let message = format!("expected an operator or the end of the formula, found {token}");
            let diagnostic =
                Diagnostic::error("syntax", span, message).here("an operator or `;` is missing before this");
            let hint = match token {
                Token::Question | Token::Star | Token::Plus => {
                    Some("`*`, `+`, `;` and `?` belong inside `<rho>` and `[rho]` of LDL and CDL* formulas")
                }
                Token::Comma => Some("only K, GK, GCK, DK and O take an agent or group and a comma"),
                _ => None,
            };
            return Err(Box::new(diagnostic.maybe_hint(hint.map(str::to_owned))));
        }
    };
    yard.infix(Pending { kind, span, power, shape }).map_err(|top| {
        Diagnostic::error("syntax", span, "two of `U`, `R`, `W` side by side")
            .here("second")
            .label(top.span, "first")
            .hint("each needs its own `A(…)`, `E(…)` or `<group>(…)`")
    })?;
    Ok(true)
}

/// Closes the innermost bracket; true if a formula is due afterwards.
fn close<'s>(yard: &mut Yard<Grammar<'s>>, token: Token<'s>, span: Span) -> Result<bool, Box<Diagnostic>> {
    let Some(open) = yard.close() else {
        let message = format!("this {token} was never opened");
        return Err(Box::new(Diagnostic::error("syntax", span, message).here("nothing to close")));
    };
    let fits = match open.kind {
        Kind::Rho(Modality::Diamond) => token == Token::Greater,
        Kind::Rho(Modality::Box) => token == Token::CloseBracket,
        _ => token == Token::Close,
    };
    if !fits {
        let message = format!("{token} does not close `{}`", opening(open.kind));
        let diagnostic = Diagnostic::error("syntax", span, message).here("closed here").label(open.span, "opened here");
        return Err(Box::new(diagnostic));
    }
    match open.kind {
        Kind::Rho(modality) => {
            yard.language.in_rho.pop();
            let rho = yard.pop();
            let kind = Kind::Dynamic(modality, rho);
            yard.pending.push(Pending { kind, span: open.span, power: UNARY, shape: Shape::Prefix });
            Ok(true)
        }
        Kind::Modal(modal, name) => {
            yard.language.in_rho.pop();
            let inner = yard.pop();
            yard.operand(FormulaNode::Modal(modal, name, inner), open.span.to(span));
            Ok(false)
        }
        _ => {
            yard.widen(open.span.to(span));
            Ok(false)
        }
    }
}
