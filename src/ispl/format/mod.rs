//! Canonical formatting: the tokens and comments of a file, laid out anew.
//!
//! Tokens are never changed, added or removed, only the blanks between them; so the formatter cannot change what a
//! file means, and what the user put in parentheses stays there. No step recurses and every step is linear.
//!
//! | step | file |
//! |---|---|
//! | tokens and comments, with what the user's line breaks say | `pieces` |
//! | which tokens make a line, and how far it is indented | `outline` |
//! | blanks between the tokens of a line, and where it may be folded | `spacing` |
//! | folding at the margin, text | `layout` |

mod layout;
mod outline;
mod pieces;
mod spacing;

use super::token::lex;
use crate::diagnostic::{Diagnostic, Severity};
use layout::Page;
use outline::Line;
use pieces::{Comment, Piece};

/// Formats a file.
///
/// # Errors
/// What there is to say about a file that cannot be parsed, in the order of the file.
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    let mut diagnostics = super::parse(source).diagnostics;
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.severity, diagnostic.message.clone()));
        diagnostics.dedup();
        return Err(diagnostics);
    }
    let lexed = lex(source);
    let text = pieces::pieces(source, &lexed);
    let mut page = Page::with_capacity(source.len() + source.len() / 8);
    let mut above = None;
    for line in outline::lines(&lexed.tokens) {
        let pieces = &text.pieces[line.pieces.clone()];
        between(&mut page, text.before(&pieces[0]), &pieces[0], above.as_ref(), &line);
        let cells = spacing::cells(&lexed.tokens[line.pieces.clone()], line.content);
        page.line(pieces, &text.comments, &cells, line.indent);
        above = Some(line);
    }
    for comment in text.trailing() {
        page.comment(comment, 0, Blank::from(comment.blank));
    }
    Ok(page.finish())
}

/// Whether an empty line is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blank {
    Keep,
    Drop,
}

impl From<bool> for Blank {
    fn from(blank: bool) -> Self {
        if blank { Self::Keep } else { Self::Drop }
    }
}

/// Writes what stands between two lines, up to the first token of the second.
///
/// The user's empty lines are kept as one, but none where a body starts or ends. Items of the file are set apart: if
/// the user left no empty line between two of them, it comes before the comments, which belong to what follows.
fn between(page: &mut Page, comments: &[Comment<'_>], first: &Piece<'_>, above: Option<&Line>, line: &Line) {
    // Comments in front of an `end` belong to the body that it closes.
    let indent = if line.closes { line.indent + outline::STEP } else { line.indent };
    let own_line = || comments.iter().filter(|comment| !comment.beside);
    let mut set_apart = line.item && above.is_some() && !first.blank && !own_line().any(|comment| comment.blank);
    let mut top = above.is_none_or(|above| above.opens);
    for comment in comments {
        page.comment(comment, indent, Blank::from(set_apart || comment.blank && !top));
        if !comment.beside {
            (set_apart, top) = (false, false);
        }
    }
    if above.is_some() || !comments.is_empty() {
        page.new_line(line.indent, Blank::from(set_apart || first.blank && !top && !line.closes));
    }
}
