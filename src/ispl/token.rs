//! Words and symbols of ISPL. Longest match: `AGp` and `GF` are identifiers.

use std::fmt;

use logos::Logos;

use crate::diagnostic::{Diagnostic, Span};

/// A token; identifiers borrow from the source.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names say it")]
pub enum Token<'s> {
    #[token("Semantics")] Semantics,
    #[token("MultiAssignment")] #[token("MA")] MultiAssignment,
    #[token("SingleAssignment")] #[token("SA")] SingleAssignment,
    #[token("Agent")] Agent,
    #[token("Environment")] Environment,
    #[token("Obsvars")] Obsvars,
    #[token("Lobsvars")] Lobsvars,
    #[token("Vars")] Vars,
    #[token("RedStates")] RedStates,
    #[token("GreenStates")] GreenStates,
    #[token("Actions")] Actions,
    #[token("Action")] Action,
    #[token("Protocol")] Protocol,
    #[token("Other")] Other,
    #[token("Evolution")] Evolution,
    #[token("Evaluation")] Evaluation,
    #[token("InitStates")] InitStates,
    #[token("Groups")] Groups,
    #[token("Fairness")] Fairness,
    #[token("Formulae")] Formulae,
    #[token("end")] End,
    #[token("if")] If,
    #[token("and")] And,
    #[token("or")] Or,
    #[token("true")] True,
    #[token("false")] False,
    #[token("boolean")] Boolean,
    #[token("AG")] AG,
    #[token("EG")] EG,
    #[token("AX")] AX,
    #[token("EX")] EX,
    #[token("AF")] AF,
    #[token("EF")] EF,
    #[token("A")] A,
    #[token("E")] E,
    #[token("X")] X,
    #[token("F")] F,
    #[token("G")] G,
    #[token("U")] U,
    #[token("K")] K,
    #[token("GK")] GK,
    #[token("GCK")] GCK,
    #[token("DK")] DK,
    #[token("O")] O,
    #[token("LTL")] Ltl,
    #[token("CTL*")] CtlStar,
    #[token("LDL")] Ldl,
    #[token("CDL*")] CdlStar,
    #[token("(")] Open,
    #[token(")")] Close,
    #[token("{")] OpenBrace,
    #[token("}")] CloseBrace,
    #[token("[")] OpenBracket,
    #[token("]")] CloseBracket,
    #[token("<")] Less,
    #[token(">")] Greater,
    #[token("<=")] LessEqual,
    #[token(">=")] GreaterEqual,
    #[token("<>")] Different,
    #[token("!=")] BangEqual,
    #[token("=")] Equal,
    #[token("!")] Not,
    #[token("->")] Implies,
    #[token(":")] Colon,
    #[token(",")] Comma,
    #[token(".")] Dot,
    #[token(";")] Semicolon,
    #[token("..")] DotDot,
    #[token("-")] Minus,
    #[token("+")] Plus,
    #[token("*")] Star,
    #[token("/")] Slash,
    #[token("&")] BitAnd,
    #[token("|")] BitOr,
    #[token("~")] BitNot,
    #[token("^")] BitXor,
    #[token("?")] Question,
    #[regex("[0-9]+", |lexer| lexer.slice())] Integer(&'s str),
    #[regex("[a-zA-Z][a-zA-Z_0-9]*", |lexer| lexer.slice(), priority = 1)] Identifier(&'s str),
    #[regex("--[^\n]*", |lexer| lexer.slice(), allow_greedy = true)] Comment(&'s str),
    /// A comment of other languages.
    #[regex("//[^\n]*", |lexer| lexer.slice(), allow_greedy = true)]
    #[token("/*", up_to_its_end)]
    ForeignComment(&'s str),
}

impl<'s> Token<'s> {
    /// Whether an item of a file starts here.
    #[must_use]
    pub fn starts_item(self) -> bool {
        use Token::{Agent, Evaluation, Fairness, Formulae, Groups, InitStates, Semantics};
        matches!(self, Semantics | Agent | Evaluation | InitStates | Groups | Fairness | Formulae)
    }

    /// Whether a section of an agent starts here.
    #[must_use]
    pub fn starts_section(self) -> bool {
        use Token::{Actions, Evolution, Lobsvars, Obsvars, Protocol, RedStates, Vars};
        matches!(self, Obsvars | Lobsvars | Vars | RedStates | Actions | Protocol | Evolution)
    }

    /// Whether it is a word that cannot be a name.
    #[must_use]
    pub fn is_reserved(self) -> bool {
        !matches!(self, Token::Identifier(_) | Token::Comment(_) | Token::ForeignComment(_))
            && self.text().starts_with(|c: char| c.is_alphabetic())
    }

    /// As it is written.
    #[must_use]
    #[rustfmt::skip]
    pub fn text(self) -> &'s str {
        match self {
            Token::Integer(text) | Token::Identifier(text) => text,
            Token::Comment(text) | Token::ForeignComment(text) => text,
            Token::Semantics => "Semantics", Token::MultiAssignment => "MultiAssignment",
            Token::SingleAssignment => "SingleAssignment", Token::Agent => "Agent",
            Token::Environment => "Environment", Token::Obsvars => "Obsvars", Token::Lobsvars => "Lobsvars",
            Token::Vars => "Vars", Token::RedStates => "RedStates", Token::GreenStates => "GreenStates",
            Token::Actions => "Actions", Token::Action => "Action", Token::Protocol => "Protocol",
            Token::Other => "Other", Token::Evolution => "Evolution", Token::Evaluation => "Evaluation",
            Token::InitStates => "InitStates", Token::Groups => "Groups", Token::Fairness => "Fairness",
            Token::Formulae => "Formulae", Token::End => "end", Token::If => "if", Token::And => "and",
            Token::Or => "or", Token::True => "true", Token::False => "false", Token::Boolean => "boolean",
            Token::AG => "AG", Token::EG => "EG", Token::AX => "AX", Token::EX => "EX", Token::AF => "AF",
            Token::EF => "EF", Token::A => "A", Token::E => "E", Token::X => "X", Token::F => "F", Token::G => "G",
            Token::U => "U", Token::K => "K", Token::GK => "GK", Token::GCK => "GCK", Token::DK => "DK",
            Token::O => "O", Token::Ltl => "LTL", Token::CtlStar => "CTL*", Token::Ldl => "LDL",
            Token::CdlStar => "CDL*", Token::Open => "(", Token::Close => ")", Token::OpenBrace => "{",
            Token::CloseBrace => "}", Token::OpenBracket => "[", Token::CloseBracket => "]", Token::Less => "<",
            Token::Greater => ">", Token::LessEqual => "<=", Token::GreaterEqual => ">=", Token::Different => "<>",
            Token::BangEqual => "!=", Token::Equal => "=", Token::Not => "!", Token::Implies => "->",
            Token::Colon => ":", Token::Comma => ",", Token::Dot => ".", Token::Semicolon => ";",
            Token::DotDot => "..", Token::Minus => "-", Token::Plus => "+", Token::Star => "*", Token::Slash => "/",
            Token::BitAnd => "&", Token::BitOr => "|", Token::BitNot => "~", Token::BitXor => "^",
            Token::Question => "?",
        }
    }
}

/// As an error message names it: `` `;` ``, `` name `x` ``.
impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Integer(text) => write!(f, "number `{text}`"),
            Token::Identifier(text) => write!(f, "name `{text}`"),
            Token::Comment(_) | Token::ForeignComment(_) => f.write_str("a comment"),
            _ => write!(f, "`{}`", self.text()),
        }
    }
}

/// `/* … */`, or all that is left if it does not end.
fn up_to_its_end<'s>(lexer: &mut logos::Lexer<'s, Token<'s>>) -> &'s str {
    let rest = lexer.remainder();
    lexer.bump(rest.find("*/").map_or(rest.len(), |at| at + 2));
    lexer.slice()
}

/// A token with its place.
pub type Spanned<'s> = (Token<'s>, Span);

/// A source cut into tokens.
#[derive(Debug, Clone, Default)]
pub struct Lexed<'s> {
    /// Everything but comments.
    pub tokens: Vec<Spanned<'s>>,
    /// The comments, for the formatter.
    pub comments: Vec<Spanned<'s>>,
    /// What is not a token.
    pub diagnostics: Vec<Diagnostic>,
}

/// How many lines with unknown characters are reported before the rest is only counted.
const REPORTED: usize = 20;

/// Cuts `source` into tokens.
#[must_use]
pub fn lex(source: &str) -> Lexed<'_> {
    let mut lexed = Lexed::default();
    let mut unknown: Vec<Span> = Vec::new();
    let mut foreign: Vec<Span> = Vec::new();
    for (token, range) in Token::lexer(source).spanned() {
        let span = Span::from(range);
        match token {
            Ok(comment @ Token::Comment(_)) => lexed.comments.push((comment, span)),
            Ok(Token::ForeignComment(_)) => foreign.push(span),
            Ok(token) => lexed.tokens.push((token, span)),
            Err(()) => match unknown.last_mut() {
                Some(last) if last.end == span.start => last.end = span.end,
                // One per line: the next is often the other end of the same mistake.
                Some(last) if !source[last.end..span.start].contains('\n') => {}
                _ => unknown.push(span),
            },
        }
    }
    for &span in unknown.iter().take(REPORTED) {
        lexed.diagnostics.push(unknown_characters(source, span));
    }
    if let Some(&first) = unknown.get(REPORTED) {
        let rest = unknown.len() - REPORTED;
        let message = format!("{rest} more lines with characters that ISPL does not have");
        lexed.diagnostics.push(Diagnostic::error("unknown-character", first, message).here("the first of them"));
    }
    lexed.diagnostics.extend(foreign_comments(source, &foreign));
    lexed
}

fn unknown_characters(source: &str, span: Span) -> Diagnostic {
    let text = &source[span.range()];
    let printable = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let shown: String = text.chars().take(20).map(printable).collect();
    let after_name = source[..span.start].ends_with(|c: char| c.is_ascii_alphanumeric());
    let hint = match text.chars().next() {
        Some('#' | '%' | '@') => "comments start with `--`",
        Some('\'') if after_name => "the next value of `x` is assigned by `x = …`, without a prime",
        Some('"' | '\'') => "names are written without quotes",
        Some('_') => "names start with a letter",
        _ if !text.is_ascii() => "outside comments, ISPL is written in ASCII",
        _ => "only comments, behind `--`, may hold any character",
    };
    Diagnostic::error("unknown-character", span, format!("`{shown}` is not part of ISPL"))
        .here("not a word or symbol of the language")
        .hint(hint)
}

/// Whether what the lexer complains of may have been a word of the language.
pub(super) fn hides_words(diagnostic: &Diagnostic) -> bool {
    diagnostic.code.0 != "comment"
}

/// Comments of other languages are read over; all but the first few are mended together.
fn foreign_comments(source: &str, spans: &[Span]) -> Vec<Diagnostic> {
    let (few, rest) = spans.split_at(spans.len().min(REPORTED));
    let one = |&span: &Span| {
        let diagnostic = Diagnostic::error("comment", span, "this is a comment of another language");
        diagnostic.here("not a comment of ISPL").hint(COMMENTS).fix(span, as_ours(source, span))
    };
    let mut all: Vec<Diagnostic> = few.iter().map(one).collect();
    if let Some(&first) = rest.first() {
        let message = format!("{} more comments of another language", rest.len());
        let diagnostic = Diagnostic::error("comment", first, message).here("the first of them").hint(COMMENTS);
        all.push(rest.iter().fold(diagnostic, |all, &span| all.fix(span, as_ours(source, span))));
    }
    all
}

const COMMENTS: &str = "a comment starts with `--` and goes to the end of its line";

/// A comment of another language as one of ours: every line begins with `--`, and what follows begins a line.
fn as_ours(source: &str, span: Span) -> String {
    let text = &source[span.range()];
    let Some(text) = text.strip_prefix("/*") else { return format!("--{}", text.trim_start_matches('/')) };
    let lines: Vec<String> =
        text.strip_suffix("*/").unwrap_or(text).split('\n').map(|line| format!("--{line}")).collect();
    let behind = source[span.end..].split('\n').next().unwrap_or_default();
    let end = if behind.trim().is_empty() { "" } else { "\n" };
    lines.join("\n") + end
}
