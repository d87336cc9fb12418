//! Formats a whole file: line by line, with what stands between two lines.

use super::comments::{Comment, CommentedToken, with_comments};
use super::layout::{Blank, Page};
use super::outline::{self, Line};
use super::spacing;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ispl::parse::parse;
use crate::ispl::token::lex;

/// Formats a file.
///
/// # Errors
/// What there is to say about a file that cannot be parsed, in the order of the file.
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    let mut diagnostics = parse(source).diagnostics;
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.severity, diagnostic.message.clone()));
        diagnostics.dedup();
        return Err(diagnostics);
    }
    let lexed = lex(source);
    let text = with_comments(source, &lexed);
    let mut page = Page::with_capacity(source.len() + source.len() / 8);
    let mut above = None;
    for line in outline::lines(&lexed.tokens) {
        let tokens = &text.tokens[line.tokens.clone()];
        between(&mut page, text.before(&tokens[0]), &tokens[0], above.as_ref(), &line);
        let cells = spacing::cells(&lexed.tokens[line.tokens.clone()], line.content);
        page.line(tokens, &text.comments, &cells, line.indent);
        above = Some(line);
    }
    for comment in text.trailing() {
        page.comment(comment, 0, Blank::from(comment.blank));
    }
    Ok(page.finish())
}

/// Writes what stands between two lines, up to the first token of the second.
///
/// The user's empty lines are kept as one, but none where a body starts or ends. Items of the file are set apart: if
/// the user left no empty line between two of them, it comes before the comments, which belong to what follows.
fn between(page: &mut Page, comments: &[Comment<'_>], first: &CommentedToken<'_>, above: Option<&Line>, line: &Line) {
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
