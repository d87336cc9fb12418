//! Reads a whole file, or one formula as given on a command line.

use super::annotations::{Annotation, annotations};
use super::habits::Declared;
use super::token::{Token, hides_words, lex};
use super::{assemble, ast, grammar, split};
use crate::diagnostic::{Diagnostic, Severity, Span};

/// What was understood of a source, and what there is to say about it.
#[derive(Debug, Clone, Default)]
pub struct Parsed<'s> {
    /// The file; parts that could not be read are absent.
    pub file: ast::File<'s>,
    /// Errors and warnings, in no particular order.
    pub diagnostics: Vec<Diagnostic>,
    /// Comments that say something to us, in order.
    pub annotations: Vec<Annotation<'s>>,
}

/// The largest source that is read: node and token numbers are 32 bits wide.
pub const MAX_SOURCE: usize = 1 << 30;

/// Reads a whole file.
#[must_use]
pub fn parse(source: &str) -> Parsed<'_> {
    let all = Span::new(0, 0);
    if source.len() > MAX_SOURCE {
        let diagnostic = Diagnostic::error("source", all, "the file is larger than 1 GiB").hint("split the model");
        return Parsed { diagnostics: vec![diagnostic], ..Parsed::default() };
    }
    if let Some(at) = source.find('\0') {
        let diagnostic = Diagnostic::error("source", Span::new(at, at + 1), "this is not a text file")
            .here("a zero byte")
            .hint("ISPL models are plain text");
        return Parsed { diagnostics: vec![diagnostic], ..Parsed::default() };
    }
    let mut lexed = lex(source);
    if lexed.tokens.is_empty() && lexed.diagnostics.is_empty() {
        let diagnostic = Diagnostic::error("source", all, "the file holds no model")
            .here("nothing but blanks and comments")
            .hint("a model starts with `Agent`; `qmas-rs gen dining-cryptographers -n 3` prints one");
        return Parsed { diagnostics: vec![diagnostic], ..Parsed::default() };
    }
    let mut diagnostics = std::mem::take(&mut lexed.diagnostics);
    let unknown: Vec<Span> = diagnostics.iter().filter(|found| hides_words(found)).map(Diagnostic::span).collect();
    let skeleton = grammar::parse(&lexed.tokens, source, &mut diagnostics);
    let end = lexed.tokens.last().map_or(all, |(_, span)| span.after());
    let file = assemble::file(skeleton, end, &mut diagnostics);
    forget_consequences(&mut diagnostics, &unknown, source);
    let annotations = annotations(source, lexed.comments.iter().map(|(_, span)| *span));
    Parsed { file, diagnostics, annotations }
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
    parse_formula_among(source, &[])
}

/// The same where groups, each with its members, are declared: hints name the one that is meant.
///
/// # Errors
/// What is wrong with it.
pub fn parse_formula_among<'s>(
    source: &'s str,
    groups: &[(String, Vec<String>)],
) -> Result<(ast::Specification<'s>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let lexed = lex(source);
    let mut diagnostics = lexed.diagnostics;
    let end = Span::new(source.len(), source.len());
    let mut tokens = &lexed.tokens[..];
    if let [rest @ .., (Token::Semicolon, _)] = tokens {
        tokens = rest;
    }
    match split::specification(tokens, end, &Declared::known(groups), &mut diagnostics) {
        Some(specification) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            Ok((specification, diagnostics))
        }
        _ => {
            if let Some((_, more)) = tokens.get(split::formula_length(tokens)) {
                diagnostics
                    .iter_mut()
                    .filter(|diagnostic| diagnostic.span() == *more && diagnostic.hint.is_none())
                    .for_each(|diagnostic| {
                        diagnostic.hint = Some("this takes one formula: `--formula` may be repeated".to_owned());
                    });
            }
            Err(diagnostics)
        }
    }
}
