//! The small rules that the grammar is made of, each with its way back after a mistake: what follows is read on, so that
//! one run finds all errors, and a mistake is reported once.

use chumsky::error::LabelError;
use chumsky::input::MappedInput;
use chumsky::prelude::*;

use super::ast::Name;
use super::message::Fault;
use super::raw::Raw;
use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};

impl chumsky::span::Span for Span {
    type Context = ();
    type Offset = usize;

    fn new((): (), range: std::ops::Range<usize>) -> Self {
        // Where nothing was read, chumsky's range runs from the next token back to the last one.
        Self { start: range.start.min(range.end), end: range.end }
    }

    fn context(&self) {}

    fn start(&self) -> usize {
        self.start
    }

    fn end(&self) -> usize {
        self.end
    }
}

pub(super) type Tokens<'t, 's> = MappedInput<'t, Token<'s>, Span, &'t [Spanned<'s>], Separate<'t, 's>>;
pub(super) type Separate<'t, 's> = fn(&'t Spanned<'s>) -> (&'t Token<'s>, &'t Span);
/// Rules are boxed: as types they would nest so deep that compiling them takes minutes.
pub(super) type Rule<'t, 's, O> = Boxed<'t, 't, Tokens<'t, 's>, O, extra::Err<Fault<'t, 's>>>;

pub(super) fn token<'t, 's: 't>(fits: impl Fn(Token<'s>) -> bool + 't) -> Rule<'t, 's, Token<'s>> {
    any().filter(move |token: &Token<'s>| fits(*token)).boxed()
}

pub(super) fn symbol<'t, 's: 't>(token: Token<'s>) -> Rule<'t, 's, ()> {
    just(token).ignored().boxed()
}

/// A symbol that is reported if it is missing, but not missed.
pub(super) fn due<'t, 's: 't>(token: Token<'s>) -> Rule<'t, 's, ()> {
    symbol(token).map_err(Fault::nothing_lost).recover_with(via_parser(empty())).boxed()
}

/// The place of a keyword, or of a name that is nearly one of `words` and most nearly this one.
pub(super) fn keyword<'t, 's: 't>(wanted: Token<'s>, words: &'static [&'static str]) -> Rule<'t, 's, Span> {
    let nearly = move |token: Token<'_>| match token {
        Token::Identifier(text) => did_you_mean(text, words.iter().copied()) == Some(wanted.text()),
        _ => false,
    };
    let misspelt = token(nearly).validate(move |found, extra, emitter| {
        let diagnostic = Diagnostic::error("syntax", extra.span(), format!("expected {wanted}, found {found}"));
        let diagnostic = diagnostic.here(format!("expected {wanted}")).hint(format!("did you mean {wanted}?"));
        emitter.emit(diagnostic.fix(extra.span(), wanted.text()).into());
    });
    choice((symbol(wanted), misspelt.boxed())).map_with(|(), extra| extra.span()).boxed()
}

pub(super) fn name<'t, 's: 't>() -> Rule<'t, 's, Name<'s>> {
    select! { Token::Identifier(text) = extra => Name { text, span: extra.span() } }.labelled("a name").boxed()
}

/// A name, or `Environment`.
pub(super) fn member<'t, 's: 't>() -> Rule<'t, 's, Name<'s>> {
    let environment = just(Token::Environment).map_with(|_, extra| Name { text: "Environment", span: extra.span() });
    choice((name(), environment.labelled("a name").boxed())).boxed()
}

/// `{ a, b, c }`; an empty list is `assemble`'s to judge.
pub(super) fn braces<'t, 's: 't>(item: Rule<'t, 's, Name<'s>>) -> Rule<'t, 's, Vec<Name<'s>>> {
    let separated = |token: Token<'_>| matches!(token, Token::Comma | Token::CloseBrace);
    let wrong = token(|token| token.is_reserved() || matches!(token, Token::Integer(_)))
        .then_ignore(token(separated).rewind())
        .map_with(|found, extra| (found, extra.span()))
        .validate(|(found, span): (Token<'s>, Span), _, emitter| {
            emitter.emit(LabelError::<'t, Tokens<'t, 's>, _>::expected_found(["a name"], Some(found.into()), span));
            None
        })
        .boxed();
    let element = choice((item.clone().map(Some).boxed(), wrong)).boxed();
    let next = token(move |token| separated(token) || matches!(token, Token::Identifier(_)));
    let joined = item.then_ignore(next.rewind()).validate(|name, _, emitter| {
        let diagnostic = Diagnostic::error("syntax", name.span, format!("expected `,`, found name `{}`", name.text));
        emitter.emit(diagnostic.here("a `,` is missing before this").into());
        Some(name)
    });
    let after_comma = element.clone().recover_with(via_parser(empty().to(None)));
    let more = choice((symbol(Token::Comma).ignore_then(after_comma).boxed(), joined.boxed())).boxed();
    let list = element.then(more.repeated().collect::<Vec<_>>()).or_not().boxed();
    just(Token::OpenBrace)
        .ignore_then(list)
        .then_ignore(due(Token::CloseBrace))
        .map(|list| list.into_iter().flat_map(|(first, rest)| [first].into_iter().chain(rest)).flatten().collect())
        .boxed()
}

/// What may stand in a line: `Agent.RedStates` as well, which only formulas may say.
fn in_line<'t, 's: 't>(fits: impl Fn(Token<'s>) -> bool + 't) -> Rule<'t, 's, ()> {
    let is = |wanted| token(move |token| token == wanted);
    let red = is(Token::Dot).then(is(Token::RedStates)).ignored().boxed();
    choice((red, token(move |token| !ends_lines(token) && fits(token)).ignored().boxed())).boxed()
}

fn ends_lines(token: Token<'_>) -> bool {
    token == Token::End || token.starts_item() || token.starts_section()
}

/// The rest of a line that cannot be read, with its `;`.
pub(super) fn rest_of_line<'t, 's: 't>() -> Rule<'t, 's, ()> {
    in_line(|token| token != Token::Semicolon).repeated().then(just(Token::Semicolon).or_not()).ignored().boxed()
}

/// Lines ended by `;`; one that cannot be read is skipped.
pub(super) fn many<'t, 's: 't, O: Clone + 't>(item: Rule<'t, 's, O>) -> Rule<'t, 's, Vec<O>> {
    let skipped = in_line(|_| true).rewind().ignore_then(rest_of_line()).to(None).boxed();
    // Without its `;` a line is complete if the next can start here.
    let next = token(|token| {
        use Token::{Environment, Not, Open, Other};
        ends_lines(token) || matches!(token, Environment | Other | Open | Not)
    });
    let name = token(|token| matches!(token, Token::Identifier(_)));
    let next = choice((next, name.then_ignore(token(|token| token != Token::Semicolon)).boxed()));
    let semicolon = symbol(Token::Semicolon).map_err(Fault::nothing_lost);
    let line = item.then_ignore(semicolon.recover_with(via_parser(next.rewind().ignored()))).map(Some).boxed();
    line.map_err(Fault::something_lost)
        .recover_with(via_parser(skipped))
        .repeated()
        .collect::<Vec<_>>()
        .map(|lines| lines.into_iter().flatten().collect())
        .boxed()
}

/// A run of tokens that may belong to a condition; not empty.
pub(super) fn raw<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Raw<'t, 's>> {
    let inside = || {
        in_line(|token| {
            use Token::{CloseBrace, Colon, Comma, If, OpenBrace, Other, Semicolon};
            !matches!(token, Semicolon | Colon | If | OpenBrace | CloseBrace | Comma | Other)
        })
    };
    let run = inside().labelled(what).then(inside().repeated());
    run.to_slice().map_with(|tokens, extra| Raw { tokens, end: extra.span() }).boxed()
}

/// Everything up to `end`.
pub(super) fn until_end<'t, 's: 't>() -> Rule<'t, 's, Raw<'t, 's>> {
    in_line(|_| true).repeated().to_slice().map_with(|tokens, extra| Raw { tokens, end: extra.span() }).boxed()
}

/// How a section ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Closing<'s> {
    Right,
    /// `end` and another word.
    Wrong(Token<'s>, Span),
    /// `end` alone.
    Bare(Span),
    /// No `end`: what stands there instead.
    Absent(Option<(Token<'s>, Span)>),
}

/// `end Keyword`, or something in its place; never fails.
pub(super) fn closing<'t, 's: 't>(keyword: Token<'s>) -> Rule<'t, 's, Closing<'s>> {
    let spanned = || any().map_with(|token, extra| (token, extra.span()));
    let boundary = choice((token(ends_lines).ignored().boxed(), end().boxed())).rewind();
    let word = spanned().filter(|(token, _): &Spanned<'s>| *token != Token::Agent).then_ignore(boundary);
    let bare = just(Token::End).map_with(|_, extra| Closing::Bare(extra.span()));
    choice((
        just(Token::End).then(just(keyword)).to(Closing::Right).boxed(),
        just(Token::End).ignore_then(word).map(|(token, span)| Closing::Wrong(token, span)).boxed(),
        bare.then_ignore(just(Token::Agent).not()).boxed(),
        spanned().or_not().rewind().map(Closing::Absent).boxed(),
    ))
    .boxed()
}

impl Closing<'_> {
    /// What is wrong with it. `opened` is where the section starts, `whole` all that was read of it.
    pub(super) fn complaint(self, keyword: Token<'_>, opened: Span, whole: Span) -> Option<Diagnostic> {
        let expected = format!("`end {}`", keyword.text());
        let error = |span, found: String| {
            Diagnostic::error("syntax", span, format!("expected {expected}, found {found}"))
                .label(opened, "opened here")
        };
        Some(match self {
            Self::Right => return None,
            Self::Wrong(token, span) => {
                let near = matches!(token, Token::Identifier(text) if did_you_mean(text, [keyword.text()]).is_some());
                error(span, format!("`end {}`", token.text()))
                    .here(format!("expected {keyword}"))
                    .maybe_hint(near.then(|| format!("did you mean {keyword}?")))
            }
            Self::Bare(span) => error(span, "`end` alone".to_owned()).here(format!("expected {expected}")),
            Self::Absent(None) => {
                error(whole.after(), "the end of the file".to_owned()).here(format!("expected {expected}"))
            }
            Self::Absent(Some((token, span))) => {
                let found = if token == Token::End { "`end Agent`".to_owned() } else { token.to_string() };
                error(span, found).here(format!("{expected} is missing before this"))
            }
        })
    }
}
