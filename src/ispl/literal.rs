//! Numbers and the symbols between two values, which conditions and formulas write alike.

use super::operators::Cursor;
use super::token::Token;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::Comparison;

/// The comparison that a symbol stands for.
pub(super) fn comparison(token: Token<'_>) -> Option<Comparison> {
    Some(match token {
        Token::Equal => Comparison::Equal,
        Token::Different | Token::BangEqual => Comparison::Different,
        Token::Less => Comparison::Less,
        Token::LessEqual => Comparison::LessEqual,
        Token::Greater => Comparison::Greater,
        Token::GreaterEqual => Comparison::GreaterEqual,
        _ => return None,
    })
}

/// MCMAS's manual has `!=`, its lexer has not.
pub(super) fn bang_equal(span: Span) -> Diagnostic {
    Diagnostic::warning("extension", span, "MCMAS does not read `!=`")
        .here("read as `<>`")
        .hint("write `<>` to keep the file readable for both tools")
        .fix(span, "<>")
}

/// A number, with a sign in front or not.
pub(super) fn integer(cursor: &mut Cursor<'_, '_>) -> Result<(i64, Span), Box<Diagnostic>> {
    let start = cursor.here();
    let negative = cursor.take(Token::Minus).is_some();
    let span = start.to(cursor.here());
    match cursor.peek() {
        Some(Token::Integer(digits)) => {
            cursor.next();
            let value = integer_value(negative, digits, span).map_err(Box::new)?;
            Ok((value, span))
        }
        _ => {
            let hint = negative.then(|| "a minus sign belongs to a number; write `0 - x`".to_owned());
            Err(Box::new(cursor.unexpected("a number").maybe_hint(hint)))
        }
    }
}

/// The value of a literal: 32 bits, as in MCMAS.
pub(super) fn integer_value(negative: bool, digits: &str, span: Span) -> Result<i64, Diagnostic> {
    let magnitude: Option<i64> = digits.parse().ok();
    magnitude
        .map(|value| if negative { -value } else { value })
        .filter(|&value| i32::try_from(value).is_ok())
        .ok_or_else(|| {
            Diagnostic::error("integer-size", span, "this number does not fit 32 bits").here("too large").hint(format!(
                "numbers lie between {} and {}",
                i32::MIN,
                i32::MAX
            ))
        })
}
