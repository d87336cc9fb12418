//! The ISPL front end: text → tokens → syntax tree.
//!
//! | step | file | by |
//! |---|---|---|
//! | characters to tokens | `token` | logos |
//! | tokens to sections and lines, with recovery | `grammar` on `rules` | chumsky |
//! | conditions, formulas | `condition`, `formula` on `operators` | explicit stacks: any depth |
//! | sections to a file | `assemble`, watched by `order` | |
//! | tokens and comments to text, canonically | `format` | |
//!
//! [`parse`] never fails: it returns what it understood and everything that it has to say about the rest.

mod assemble;
pub mod ast;
mod condition;
mod format;
mod formula;
mod grammar;
mod message;
mod operand;
mod operators;
mod order;
mod raw;
mod rules;
mod split;
mod token;

pub use format::format;
pub use token::{Lexed, Spanned, Token, lex};

use crate::diagnostic::{Diagnostic, Span};
use crate::ir::Comparison;
use crate::logic::Logic;
use operators::Cursor;

/// What was understood of a source, and what there is to say about it.
#[derive(Debug, Clone, Default)]
pub struct Parsed<'s> {
    /// The file; parts that could not be read are absent.
    pub file: ast::File<'s>,
    /// Errors and warnings, in no particular order.
    pub diagnostics: Vec<Diagnostic>,
}

/// The largest source that is read: node and token numbers are 32 bits wide.
pub const MAX_SOURCE: usize = 1 << 30;

/// Reads a whole file.
#[must_use]
pub fn parse(source: &str) -> Parsed<'_> {
    let all = Span::new(0, 0);
    if source.len() > MAX_SOURCE {
        let diagnostic = Diagnostic::error("source", all, "the file is larger than 1 GiB").hint("split the model");
        return Parsed { file: ast::File::default(), diagnostics: vec![diagnostic] };
    }
    if let Some(at) = source.find('\0') {
        let diagnostic = Diagnostic::error("source", Span::new(at, at + 1), "this is not a text file")
            .here("a zero byte")
            .hint("ISPL models are plain text");
        return Parsed { file: ast::File::default(), diagnostics: vec![diagnostic] };
    }
    let mut lexed = lex(source);
    if lexed.tokens.is_empty() && lexed.diagnostics.is_empty() {
        let diagnostic = Diagnostic::error("source", all, "the file holds no model")
            .here("nothing but blanks and comments")
            .hint("a model starts with `Agent`; `qmas-rs gen dining-cryptographers -n 3` prints one");
        return Parsed { file: ast::File::default(), diagnostics: vec![diagnostic] };
    }
    let mut diagnostics = std::mem::take(&mut lexed.diagnostics);
    let unknown: Vec<Span> = diagnostics.iter().map(Diagnostic::span).collect();
    let skeleton = grammar::parse(&lexed.tokens, source, &mut diagnostics);
    let end = lexed.tokens.last().map_or(all, |(_, span)| span.after());
    let file = assemble::file(skeleton, end, &mut diagnostics);
    forget_consequences(&mut diagnostics, &unknown, source);
    Parsed { file, diagnostics }
}

/// Of several syntax errors in one place the first is enough, and unknown characters explain those behind them in their
/// line.
fn forget_consequences(diagnostics: &mut Vec<Diagnostic>, unknown: &[Span], source: &str) {
    let mut seen = std::collections::HashSet::new();
    diagnostics.retain(|diagnostic| {
        let start = diagnostic.span().start;
        let before = unknown[..unknown.partition_point(|span| span.start <= start)].last();
        let explained = before.is_some_and(|span| !source[span.start..start].contains('\n'));
        diagnostic.code.0 != "syntax" || !explained && seen.insert(start)
    });
}

/// Reads one formula, with its prefix if it has one, as given on a command line.
///
/// # Errors
/// What is wrong with it.
pub fn parse_formula(source: &str) -> Result<(ast::Specification<'_>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let lexed = lex(source);
    let mut diagnostics = lexed.diagnostics;
    let end = Span::new(source.len(), source.len());
    let mut tokens = &lexed.tokens[..];
    if let [rest @ .., (Token::Semicolon, _)] = tokens {
        tokens = rest;
    }
    match split::specification(tokens, end, &mut diagnostics) {
        Some(specification) if diagnostics.iter().all(|d| d.severity != crate::diagnostic::Severity::Error) => {
            Ok((specification, diagnostics))
        }
        _ => Err(diagnostics),
    }
}

/// The logic that a prefix names.
fn logic(token: Token<'_>) -> Option<Logic> {
    match token {
        Token::Ltl => Some(Logic::Ltl),
        Token::CtlStar => Some(Logic::CtlStar),
        Token::Ldl => Some(Logic::Ldl),
        Token::CdlStar => Some(Logic::CdlStar),
        _ => None,
    }
}

fn comparison(token: Token<'_>) -> Option<Comparison> {
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
fn bang_equal(span: Span) -> Diagnostic {
    Diagnostic::warning("extension", span, "MCMAS does not read `!=`")
        .here("read as `<>`")
        .hint("write `<>` to keep the file readable for both tools")
}

/// A number, with a sign in front or not.
fn integer(cursor: &mut Cursor<'_, '_>) -> Result<(i64, Span), Box<Diagnostic>> {
    let start = cursor.here();
    let negative = cursor.take(Token::Minus).is_some();
    let span = start.to(cursor.here());
    match cursor.peek() {
        Some(Token::Integer(text)) => {
            cursor.next();
            let value = integer_value(negative, text, span).map_err(Box::new)?;
            Ok((value, span))
        }
        _ => {
            let hint = negative.then(|| "a minus sign belongs to a number; write `0 - x`".to_owned());
            Err(Box::new(cursor.unexpected("a number").maybe_hint(hint)))
        }
    }
}

/// The value of a literal: 32 bits, as in MCMAS.
fn integer_value(negative: bool, text: &str, span: Span) -> Result<i64, Diagnostic> {
    let magnitude: Option<i64> = text.parse().ok();
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
