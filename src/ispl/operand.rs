//! The parts of a formula that stand where a formula is due: atoms, prefixes, opening brackets.

use super::ast::{Constant, FormulaNode, Modal, Name, UnaryTemporal};
use super::formula_language::{Grammar, Kind, NOT, UNARY};
use super::literal;
use super::operators::{Cursor, Operator, Pending, Shape, Yard, habit};
use super::token::Token;
use crate::diagnostic::Diagnostic;
use crate::logic::{Modality, Quantifier};

const RHO: &str = "`<rho>f` and `[rho]f` belong to LDL and CDL* formulas: put `LDL` in front";

/// Reads what may stand where a formula is due; true if one is still due afterwards.
pub(super) fn operand<'s>(
    cursor: &mut Cursor<'_, 's>,
    yard: &mut Yard<Grammar<'s>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<bool, Box<Diagnostic>> {
    let span = cursor.here();
    let Some(token) = cursor.peek() else {
        return Err(Box::new(cursor.unexpected("a formula")));
    };
    if let Some(operator) = prefix(token) {
        cursor.next();
        yard.pending.push(operator.at(span));
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
                let hint = match cursor.peek() {
                    Some(Token::Comma) => Some("name the agents together in Groups"),
                    Some(Token::Star | Token::Plus | Token::Question | Token::Semicolon) => Some(RHO),
                    _ => None,
                };
                return Err(Box::new(cursor.unexpected("`>` after the group").maybe_hint(hint.map(str::to_owned))));
            }
            let kind = Kind::Strategic(group);
            yard.pending.push(Pending { kind, span, power: UNARY, shape: Shape::Prefix });
            Ok(true)
        }
        _ => {
            let hint = match token {
                Token::OpenBracket => Some(RHO.to_owned()),
                Token::Ltl | Token::CtlStar | Token::Ldl | Token::CdlStar => {
                    Some("the logic is named once, in front of the whole formula".to_owned())
                }
                Token::Different if yard.language.dynamic() => Some("write `<true*>f` for `F f`".to_owned()),
                Token::Different => Some("name a group between `<` and `>`".to_owned()),
                _ => habit(token),
            };
            Err(Box::new(cursor.unexpected("a formula").maybe_hint(hint)))
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

/// The operator that stands in front of a formula, or the bracket around one.
pub(super) fn prefix<'s>(token: Token<'s>) -> Option<Operator<Kind<'s>>> {
    use Quantifier::{Exists, Forall};
    use UnaryTemporal::{Finally, Globally, Next};
    let kind = match token {
        Token::Open => return Some(Operator::new(Kind::Paren, 0, Shape::Bracket)),
        Token::Not => return Some(Operator::new(Kind::Not, NOT, Shape::Prefix)),
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
    Some(Operator::new(kind, UNARY, Shape::Prefix))
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
        found => {
            let diagnostic = cursor.unexpected("`RedStates`, `GreenStates` or a variable");
            let action = found == Some(Token::Action);
            let hint = action.then(|| "formulas speak of states: record the action in a variable".to_owned());
            return Err(Box::new(diagnostic.maybe_hint(hint)));
        }
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
    let Some(comparison) = operator.filter(|_| !bracket).and_then(literal::comparison) else {
        let hint = if bracket {
            "in LDL and CDL* `<` and `>` are brackets: use an atom of Evaluation, or `<=` and `>=`"
        } else {
            "for a Boolean write `= true`"
        };
        return Err(Box::new(cursor.unexpected("a comparison such as `= value`").hint(hint)));
    };
    let (token, place) = cursor.next().expect("just seen");
    if token == Token::BangEqual {
        diagnostics.push(literal::bang_equal(place));
    }
    let span = cursor.here();
    let (constant, span) = match cursor.peek() {
        Some(Token::True) => (Constant::Bool(true), cursor.next().map_or(span, |(_, span)| span)),
        Some(Token::False) => (Constant::Bool(false), cursor.next().map_or(span, |(_, span)| span)),
        Some(Token::Identifier(text)) => (Constant::Name(text), cursor.next().map_or(span, |(_, span)| span)),
        Some(Token::Integer(_) | Token::Minus) => {
            let (value, span) = literal::integer(cursor)?;
            (Constant::Integer(value), span)
        }
        found => {
            let variable = found == Some(Token::Environment);
            let hint = variable.then(|| "to compare two variables, define an atom in Evaluation".to_owned());
            return Err(Box::new(cursor.unexpected("a value").maybe_hint(hint)));
        }
    };
    yard.operand(FormulaNode::Compare(agent, variable, comparison, constant, span), agent.span.to(span));
    Ok(())
}
