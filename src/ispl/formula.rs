//! Formulas of all logics, and the regular expressions inside them.
//!
//! The prefix decides the grammar (`formula_language`). MCMAS reads LTL and CTL* in its own way; the usual reading is
//! parsed as well, so that `resolve` can warn where the two differ.

use super::ast::{BinaryTemporal, Formula, FormulaNode};
use super::formula_language::{AND, CHOICE, Grammar, IMPLIES, Kind, OR, POSTFIX, Reading, SEQUENCE, UNARY};
use super::literal::comparison;
use super::operand::{operand, prefix};
use super::operators::{Cursor, Pending, Shape, Yard, habit, no_operator, unclosed};
use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span};
use crate::logic::{Logic, Modality};

/// Reads a whole run of tokens as one formula of `logic`; warnings go to `diagnostics`.
pub(super) fn parse<'s>(
    tokens: &[Spanned<'s>],
    end: Span,
    logic: Logic,
    reading: Reading,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Formula<'s>, Box<Diagnostic>> {
    let mut cursor = Cursor::new(tokens, end);
    let mut yard = Yard::new(Grammar::new(logic, reading));
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
            let open = yard.pending.iter().rfind(|waiting| waiting.shape == Shape::Bracket);
            let end = match open.map(|open| open.kind) {
                None => "`;`",
                Some(Kind::Rho(Modality::Diamond)) => "`>`",
                Some(Kind::Rho(Modality::Box)) => "`]`",
                Some(_) => "`)`",
            };
            let hint = match token {
                Token::Question | Token::Star | Token::Plus => {
                    "`*`, `+`, `;` and `?` belong inside `<rho>` and `[rho]` of LDL and CDL* formulas"
                }
                Token::Comma => "only K, GK, GCK, DK and O take an agent or group and a comma",
                Token::Identifier("V") => "for `f V g` (release) write `f R g`",
                Token::Identifier("M") => "for `f M g` (strong release) write `g U (f and g)`",
                Token::Equal if cursor.peek() == Some(Token::Equal) => {
                    "for `f == g` write `(f -> g) and (g -> f)`; a comparison is written `Agent.variable = value`"
                }
                _ if prefix(token).is_some() && token.is_reserved() => "join two formulas by `and`, `or` or `->`",
                Token::Less if cursor.peek() == Some(Token::Implies) => "for `f <-> g` write `(f -> g) and (g -> f)`",
                Token::Less => "",
                _ if comparison(token).is_some() => "a comparison is written `Agent.variable = value`",
                _ => "",
            };
            let hint = if hint.is_empty() { habit(token) } else { Some(hint.to_owned()) };
            return Err(Box::new(no_operator(token, span, end).maybe_hint(hint)));
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
