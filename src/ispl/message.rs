//! Errors of the skeleton parser in our words: what was expected, where it is missing, what the writer may have meant.

use chumsky::error::{Error, LabelError, Rich, RichPattern, RichReason};
use chumsky::input::Input;
use chumsky::util::MaybeRef;

use super::order::{ITEM, ITEMS, SEMANTICS};
use super::token::{Spanned, Token};
use crate::diagnostic::{Advice, Diagnostic, Span, did_you_mean};

/// An error of the skeleton parser.
#[derive(Debug, Clone)]
pub(super) enum Fault<'t, 's> {
    /// What chumsky noticed; something could not be read.
    Unexpected(Rich<'t, Token<'s>, Span>),
    /// A symbol that is missing, but nothing else.
    Missing(Rich<'t, Token<'s>, Span>),
    /// What the grammar foresaw.
    Known(Box<Diagnostic>),
}

impl From<Diagnostic> for Fault<'_, '_> {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Known(Box::new(diagnostic))
    }
}

impl<'t, 's: 't, I: Input<'t, Token = Token<'s>, Span = Span>> Error<'t, I> for Fault<'t, 's> {
    fn merge(self, other: Self) -> Self {
        match (self, other) {
            (known @ Self::Known(_), _) | (_, known @ Self::Known(_)) => known,
            (Self::Unexpected(one), Self::Unexpected(two)) => Self::Unexpected(Error::<'t, I>::merge(one, two)),
            (Self::Missing(one), Self::Missing(two) | Self::Unexpected(two))
            | (Self::Unexpected(one), Self::Missing(two)) => Self::Missing(Error::<'t, I>::merge(one, two)),
        }
    }
}

impl<'t, 's: 't, I, L> LabelError<'t, I, L> for Fault<'t, 's>
where
    I: Input<'t, Token = Token<'s>, Span = Span>,
    L: Into<RichPattern<'t, Token<'s>>>,
{
    fn expected_found<E: IntoIterator<Item = L>>(
        expected: E,
        found: Option<MaybeRef<'t, Token<'s>>>,
        span: Span,
    ) -> Self {
        Self::Unexpected(LabelError::<'t, I, L>::expected_found(expected, found, span))
    }

    fn label_with(&mut self, label: L) {
        if let Self::Unexpected(rich) | Self::Missing(rich) = self {
            LabelError::<'t, I, L>::label_with(rich, label);
        }
    }
}

impl Fault<'_, '_> {
    /// The fault as one where nothing but a symbol is missing, so that what was read around it can be kept.
    pub(super) fn nothing_lost(self) -> Self {
        match self {
            Self::Unexpected(rich) => Self::Missing(rich),
            other => other,
        }
    }

    /// The fault as one where more than a symbol is missing, so that what was read around it is incomplete.
    pub(super) fn something_lost(self) -> Self {
        match self {
            Self::Missing(rich) => Self::Unexpected(rich),
            other => other,
        }
    }

    /// Where something could not be read.
    pub(super) fn gap(&self) -> Option<usize> {
        match self {
            Self::Unexpected(rich) => Some(rich.span().start),
            Self::Missing(_) | Self::Known(_) => None,
        }
    }

    /// As a user reads it.
    pub(super) fn diagnostic(self, tokens: &[Spanned<'_>], source: &str) -> Diagnostic {
        let rich = match self {
            Self::Known(diagnostic) => return *diagnostic,
            Self::Unexpected(rich) | Self::Missing(rich) => rich,
        };
        let span = *rich.span();
        let RichReason::ExpectedFound { expected, found } = rich.reason() else {
            return Diagnostic::error("syntax", span, rich.reason().to_string());
        };
        let mut wanted: Vec<String> = expected.iter().filter_map(pattern).collect();
        wanted.sort();
        wanted.dedup();
        if wanted.iter().any(|word| word == "`}`") {
            // Names go on behind a comma.
            wanted.retain(|word| word != "a name");
        }
        let before = &tokens[..tokens.partition_point(|(_, place)| place.end <= span.start)];
        unexpected(&wanted, found.as_deref().copied(), span, before, source)
    }
}

fn pattern(pattern: &RichPattern<'_, Token<'_>>) -> Option<String> {
    match pattern {
        RichPattern::Token(token) => Some(token.to_string()),
        RichPattern::Label(label) => Some(label.to_string()),
        RichPattern::EndOfInput => Some("the end of the file".to_owned()),
        _ => None,
    }
}

fn unexpected(
    wanted: &[String],
    found: Option<Token<'_>>,
    span: Span,
    before: &[Spanned<'_>],
    source: &str,
) -> Diagnostic {
    let list = match wanted {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    };
    let here = format!("expected {list}");
    let Some(found) = found else {
        let end = before.last().map_or(span, |(_, place)| place.after());
        return Diagnostic::error("syntax", end, format!("{here}, found the end of the file")).here(here);
    };
    if found == Token::Semicolon && matches!(before.last(), Some((Token::Semicolon, _))) {
        return Diagnostic::error("syntax", span, "one `;` too many")
            .here("ends nothing")
            .hint("remove it")
            .fix(span, "");
    }
    if wanted == ["`:`"]
        && found == Token::OpenBrace
        && let Some(&(Token::Implies, arrow)) = before.last()
    {
        return Diagnostic::error("syntax", arrow, "expected `:`, found `->`")
            .here("expected `:`")
            .hint("write `:` for `->`")
            .fix(arrow, ":");
    }
    if wanted == ["`;`"]
        && let Some(end) = end_of_line(found, span, before, source)
    {
        return Diagnostic::error("syntax", end, "expected `;` at the end of the line").here(here).fix(end, ";");
    }
    // What is missing at the end of a line is shown there, not on the next line, unless a name is no name.
    let symbol = wanted.iter().any(|word| word.starts_with('`') && !word[1..].starts_with(char::is_alphabetic))
        && !(names(wanted) && name_hint(found).is_some());
    let previous = before.last().map(|(_, place)| *place);
    let semicolon = previous.filter(|_| wanted == ["`;`"] && found == Token::End);
    let behind = previous.filter(|place| symbol && source[place.end..span.start].contains('\n'));
    let diagnostic = Diagnostic::error("syntax", behind.map_or(span, Span::after), format!("{here}, found {found}"))
        .here(here)
        .advised(in_place(found, wanted, before).or_else(|| hint(found, wanted)));
    match semicolon {
        Some(place) => diagnostic.fix(place.after(), ";"),
        None => diagnostic,
    }
}

/// Where a `;` is missing if it is noticed only at the `if` or `:` of the next line.
fn end_of_line(found: Token<'_>, span: Span, before: &[Spanned<'_>], source: &str) -> Option<Span> {
    let newline = source[..span.start].rfind('\n')?;
    let first = before.partition_point(|(_, place)| place.end <= newline);
    let continues = matches!(before.get(first), None | Some((Token::And | Token::Or, _)));
    let noticed_late = matches!(found, Token::If | Token::Colon) && !continues;
    before[..first].last().filter(|_| noticed_late).map(|(_, place)| place.after())
}

/// What is meant by a symbol behind what stands before it.
fn in_place(found: Token<'_>, wanted: &[String], before: &[Spanned<'_>]) -> Option<Advice> {
    let [.., (one, _), (two, _)] = before else { return None };
    let declared = || {
        let in_line = |token: &Token<'_>| !matches!(token, Token::Semicolon | Token::End);
        let mut line = before.iter().rev().map(|(token, _)| token).take_while(|token| in_line(token));
        matches!(two, Token::Integer(_) | Token::Boolean | Token::CloseBrace)
            && line.any(|token| *token == Token::Colon)
    };
    let hint = match (found, wanted) {
        (Token::Equal, [only]) if only == "`;`" && declared() => "first values stand in InitStates",
        (Token::Minus, [only]) if only == "`..`" => "a range is written with two dots, such as `0..3`",
        (Token::Colon, _) if *one == Token::Agent && matches!(two, Token::Identifier(_)) => {
            "remove it: no `:` stands behind the name of an agent"
        }
        _ => return None,
    };
    Some(hint.to_owned().into())
}

fn hint(found: Token<'_>, wanted: &[String]) -> Option<Advice> {
    let wants = |what: &str| wanted.iter().any(|word| word == what);
    match found {
        Token::Identifier(text) if wants("a type") => Some(
            did_you_mean(text, ["boolean"])
                .or((text == "bool").then_some("boolean"))
                .map_or_else(|| TYPES.to_owned().into(), Advice::meant),
        ),
        _ if wants("a type") => Some(TYPES.to_owned().into()),
        _ if wants(ITEM) => Some(format!("the order is: {}", ITEMS.join(", ")).into()),
        Token::Identifier(text) if wants(SEMANTICS) => {
            let begins = |word: &&str| word.to_lowercase().starts_with(&text.to_lowercase());
            ["MultiAssignment", "SingleAssignment"].into_iter().find(begins).map(Advice::meant)
        }
        Token::If if wants("an assignment") => {
            Some("the condition stands at the end: `x = value if condition;`".to_owned().into())
        }
        Token::Identifier(text) => {
            let keywords = wanted.iter().filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'));
            let keywords = keywords.filter(|word| word.starts_with(char::is_alphabetic));
            did_you_mean(text, keywords).map(Advice::meant)
        }
        Token::Colon if wants("`if`") => Some("assignments are written `x = value`".to_owned().into()),
        Token::Comma if wants("`if`") => Some("assignments are joined by `and`".to_owned().into()),
        Token::Semicolon if wants("`if`") => {
            Some("the condition stands at the end: `… if condition;`".to_owned().into())
        }
        Token::Slash if wants("a name") => Some("comments start with `--`".to_owned().into()),
        _ if names(wanted) => name_hint(found).map(Advice::from),
        _ => None,
    }
}

/// Whether the name of something could stand here.
fn names(wanted: &[String]) -> bool {
    wanted.iter().any(|word| word == "a name" || word == "a group")
}

const TYPES: &str = "a type is `boolean`, a range such as `0..7` or an enumeration such as `{red, green}`";

/// Why a token is not a name.
fn name_hint(token: Token<'_>) -> Option<String> {
    match token {
        Token::Integer(_) => Some("names start with a letter".to_owned()),
        _ if token.is_reserved() && !token.starts_item() && !token.starts_section() => {
            Some(format!("{token} is a reserved word; choose another name"))
        }
        _ => None,
    }
}
