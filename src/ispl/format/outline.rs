//! Which tokens make a line: headers of sections, their ends, and everything up to a `;`.
//!
//! The file has been parsed without errors, so keywords are where they belong; this follows them.

use std::ops::Range;

use crate::ispl::split::formula_length;
use crate::ispl::token::{Spanned, Token};

/// How much further a body is indented than its header.
pub(super) const STEP: usize = 2;

/// What a line is made of: a few symbols mean something else in formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Formula,
    Other,
}

/// Tokens that stand on one line, if it is wide enough.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) tokens: Range<usize>,
    pub(super) indent: usize,
    pub(super) content: Content,
    /// A body follows.
    pub(super) opens: bool,
    /// A body ends above.
    pub(super) closes: bool,
    /// An item of the file starts here.
    pub(super) item: bool,
}

/// Cuts a file into lines.
pub(super) fn lines(tokens: &[Spanned<'_>]) -> Vec<Line> {
    let mut lines = Vec::new();
    // `Agent` and a section of it, or a section of the file.
    let mut open: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    while let Some(&(token, _)) = tokens.get(at) {
        let rest = &tokens[at..];
        let inside = open.last().copied();
        let closes = token == Token::End;
        let opens = !closes && matches!(inside, None | Some(Token::Agent)) && opens_body(token);
        let content = match inside {
            Some(Token::Formulae | Token::Fairness) if !closes => Content::Formula,
            _ => Content::Other,
        };
        let length = match token {
            Token::End => 2,
            _ if opens => header_length(rest),
            _ if content == Content::Formula => formula_length(rest) + 1,
            _ => rest.iter().take_while(|(token, _)| *token != Token::Semicolon).count() + 1,
        };
        let end = at + length.min(rest.len());
        if closes {
            open.pop();
        }
        let item = !closes && open.is_empty();
        lines.push(Line { tokens: at..end, indent: open.len() * STEP, content, opens, closes, item });
        if opens {
            open.push(token);
        }
        at = end;
    }
    lines
}

/// Whether the keyword has an `end`.
fn opens_body(token: Token<'_>) -> bool {
    let listed = matches!(token, Token::Semantics | Token::Lobsvars | Token::Actions);
    !listed && (token.starts_item() || token.starts_section())
}

/// `Evaluation`, `Agent Name`, `Vars:`
fn header_length(tokens: &[Spanned<'_>]) -> usize {
    let two = matches!(tokens, [(Token::Agent, _), ..] | [_, (Token::Colon, _), ..]);
    if two { 2 } else { 1 }
}
