//! The skeleton of a file: sections and lines, with recovery, so that one run finds all errors.
//!
//! Conditions and formulas are only cut out here ([`Raw`]); `assemble` has them read. A line that cannot be read is
//! skipped up to its `;`, a section's missing `end` is supplied, anything else is skipped up to the next keyword.

use chumsky::input::MappedInput;
use chumsky::prelude::*;

use super::ast::Name;
use super::message;
use super::raw::{Raw, RawItem, RawSection, RawType, RawVar};
use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::Semantics;

impl chumsky::span::Span for Span {
    type Context = ();
    type Offset = usize;

    fn new((): (), range: std::ops::Range<usize>) -> Self {
        range.into()
    }

    fn context(&self) {}

    fn start(&self) -> usize {
        self.start
    }

    fn end(&self) -> usize {
        self.end
    }
}

type Tokens<'t, 's> = MappedInput<'t, Token<'s>, Span, &'t [Spanned<'s>], Separate<'t, 's>>;
type Separate<'t, 's> = fn(&'t Spanned<'s>) -> (&'t Token<'s>, &'t Span);
type Extra<'t, 's> = extra::Err<Rich<'t, Token<'s>, Span>>;
/// Rules are boxed: as types they would nest so deep that compiling them takes minutes.
type Rule<'t, 's, O> = Boxed<'t, 't, Tokens<'t, 's>, O, Extra<'t, 's>>;

/// Cuts a file into its items; syntax errors go to `diagnostics`.
pub(super) fn parse<'t, 's>(
    tokens: &'t [Spanned<'s>],
    source: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<RawItem<'t, 's>> {
    let end = tokens.last().map_or(Span::new(0, 0), |(_, span)| span.after());
    let separate: Separate<'t, 's> = |(token, span)| (token, span);
    let (items, errors) = file().parse(tokens.map(end, separate)).into_output_errors();
    diagnostics.extend(errors.iter().map(|error| message::diagnostic(error, tokens, source)));
    items.unwrap_or_default()
}

fn file<'t, 's: 't>() -> Rule<'t, 's, Vec<RawItem<'t, 's>>> {
    let semantics = select! {
        Token::MultiAssignment => Semantics::MultiAssignment,
        Token::SingleAssignment => Semantics::SingleAssignment,
    };
    let semantics = keyword(Token::Semantics)
        .then_ignore(symbol(Token::Equal))
        .then(semantics.labelled("`MultiAssignment`").boxed())
        .then_ignore(symbol(Token::Semicolon))
        .map(|(span, semantics)| RawItem::Semantics(span, semantics))
        .boxed();
    let atom = name().then_ignore(symbol(Token::If)).then(raw("a condition")).boxed();
    let evaluation = block(Token::Evaluation, many(atom)).map(|(span, atoms)| RawItem::Evaluation(span, atoms)).boxed();
    let group = name().then_ignore(symbol(Token::Equal)).then(braces(member())).boxed();
    let groups = block(Token::Groups, many(group)).map(|(span, groups)| RawItem::Groups(span, groups)).boxed();
    let init = single(block(Token::InitStates, many(raw("a condition"))), "InitStates is one condition: use `and`")
        .map(|(span, condition)| RawItem::InitStates(span, condition))
        .boxed();
    let fairness = block(Token::Fairness, until_end()).map(|(span, raw)| RawItem::Fairness(span, raw)).boxed();
    let formulae = block(Token::Formulae, until_end()).map(|(span, raw)| RawItem::Formulae(span, raw)).boxed();
    let item = choice((semantics, agent(), evaluation, init, groups, fairness, formulae)).map(Some).boxed();
    // The token after an `end` never starts an item.
    let junk = choice((
        just(Token::End).then(any().or_not()).ignored().boxed(),
        token(|token| !token.starts_item()).ignored().boxed(),
    ))
    .boxed();
    let broken = choice((junk.clone(), any().ignored().boxed())).then(junk.repeated()).to(None).boxed();
    item.recover_with(via_parser(broken))
        .repeated()
        .collect::<Vec<_>>()
        .map(|items| items.into_iter().flatten().collect())
        .then_ignore(end())
        .boxed()
}

fn agent<'t, 's: 't>() -> Rule<'t, 's, RawItem<'t, 's>> {
    let section = choice((
        headed(Token::Obsvars, declaration()).map(|(span, vars)| RawSection::Obsvars(span, vars)).boxed(),
        listed(Token::Lobsvars).map(|(span, names)| RawSection::Lobsvars(span, names)).boxed(),
        headed(Token::Vars, declaration()).map(|(span, vars)| RawSection::Vars(span, vars)).boxed(),
        single(headed(Token::RedStates, raw("a condition")), "RedStates is one condition: use `or`")
            .map(|(span, condition)| RawSection::Red(span, condition))
            .boxed(),
        listed(Token::Actions).map(|(span, names)| RawSection::Actions(span, names)).boxed(),
        headed(Token::Protocol, protocol_line()).map(|(span, lines)| RawSection::Protocol(span, lines)).boxed(),
        headed(Token::Evolution, evolution_line()).map(|(span, lines)| RawSection::Evolution(span, lines)).boxed(),
    ))
    .map(Some)
    .boxed();
    let stray = just(Token::End)
        .ignore_then(token(Token::starts_section))
        .validate(|token, extra, emitter| {
            emitter.emit(Rich::custom(extra.span(), format!("`end` of {token}, which is not open")));
            None
        })
        .boxed();
    // A broken section is left where the next one starts.
    let inside = |token: Token<'_>| token != Token::End && !token.starts_item();
    let junk = token(move |token| inside(token) && !token.starts_section());
    let broken = token(inside).then(junk.repeated()).to(None).boxed();
    let sections = choice((section, stray)).recover_with(via_parser(broken)).repeated().collect::<Vec<_>>().boxed();
    just(Token::Agent)
        .ignore_then(member())
        .then(sections)
        .then_ignore(closing(Token::Agent))
        .map(|(name, sections)| RawItem::Agent(name, sections.into_iter().flatten().collect()))
        .boxed()
}

/// `name : type`
fn declaration<'t, 's: 't>() -> Rule<'t, 's, RawVar<'s>> {
    let bound = just(Token::Minus)
        .or_not()
        .then(select! { Token::Integer(text) => text }.labelled("a number"))
        .map_with(|(sign, text), extra| (sign.is_some(), text, extra.span()))
        .boxed();
    let range = bound.clone().then_ignore(symbol(Token::DotDot)).then(bound);
    let kind = choice((
        just(Token::Boolean).to(RawType::Boolean).boxed(),
        range.map(|(low, high)| RawType::Range(low, high)).boxed(),
        braces(name()).map(RawType::Enumeration).boxed(),
    ))
    .labelled("a type")
    .map_with(|kind, extra| (kind, extra.span()))
    .boxed();
    name()
        .then_ignore(symbol(Token::Colon))
        .then(kind)
        .map(|(name, (kind, kind_span))| RawVar { name, kind, kind_span })
        .boxed()
}

/// `condition : { actions }`
fn protocol_line<'t, 's: 't>() -> Rule<'t, 's, (Option<Raw<'t, 's>>, Vec<Name<'s>>, Span)> {
    choice((just(Token::Other).to(None).boxed(), raw("a condition").map(Some).boxed()))
        .then_ignore(symbol(Token::Colon))
        .then(braces(name()))
        .map_with(|(condition, actions), extra| (condition, actions, extra.span()))
        .boxed()
}

/// `assignments if condition`
fn evolution_line<'t, 's: 't>() -> Rule<'t, 's, (Raw<'t, 's>, Raw<'t, 's>, Span)> {
    raw("an assignment")
        .then_ignore(symbol(Token::If))
        .then(raw("a condition"))
        .map_with(|(assignments, condition), extra| (assignments, condition, extra.span()))
        .boxed()
}

fn token<'t, 's: 't>(fits: impl Fn(Token<'s>) -> bool + 't) -> Rule<'t, 's, Token<'s>> {
    any().filter(move |token: &Token<'s>| fits(*token)).boxed()
}

fn symbol<'t, 's: 't>(token: Token<'s>) -> Rule<'t, 's, ()> {
    just(token).ignored().boxed()
}

/// The place of a keyword.
fn keyword<'t, 's: 't>(token: Token<'s>) -> Rule<'t, 's, Span> {
    just(token).map_with(|_, extra| extra.span()).boxed()
}

fn name<'t, 's: 't>() -> Rule<'t, 's, Name<'s>> {
    select! { Token::Identifier(text) = extra => Name { text, span: extra.span() } }.labelled("a name").boxed()
}

/// A name, or `Environment`.
fn member<'t, 's: 't>() -> Rule<'t, 's, Name<'s>> {
    let environment = just(Token::Environment).map_with(|_, extra| Name { text: "Environment", span: extra.span() });
    choice((name(), environment.labelled("a name").boxed())).boxed()
}

/// `{ a, b, c }`; an empty list is `assemble`'s to judge.
fn braces<'t, 's: 't>(item: Rule<'t, 's, Name<'s>>) -> Rule<'t, 's, Vec<Name<'s>>> {
    let list = item.separated_by(just(Token::Comma)).collect().boxed();
    list.delimited_by(just(Token::OpenBrace), just(Token::CloseBrace)).boxed()
}

/// `Keyword = { names } ;`
fn listed<'t, 's: 't>(token: Token<'s>) -> Rule<'t, 's, (Span, Vec<Name<'s>>)> {
    keyword(token)
        .then_ignore(symbol(Token::Equal))
        .then(braces(name()))
        .then_ignore(symbol(Token::Semicolon).recover_with(via_parser(empty())))
        .boxed()
}

/// `Keyword : line ; line ; … end Keyword`
fn headed<'t, 's: 't, O: Clone + 't>(token: Token<'s>, item: Rule<'t, 's, O>) -> Rule<'t, 's, (Span, Vec<O>)> {
    keyword(token)
        .then_ignore(symbol(Token::Colon).recover_with(via_parser(empty())))
        .then(many(item))
        .then_ignore(closing(token))
        .boxed()
}

/// `Keyword … end Keyword`
fn block<'t, 's: 't, O: Clone + 't>(token: Token<'s>, body: Rule<'t, 's, O>) -> Rule<'t, 's, (Span, O)> {
    keyword(token).then(body).then_ignore(closing(token)).boxed()
}

/// At most one of several lines, with a complaint about the second.
fn single<'t, 's: 't>(
    lines: Rule<'t, 's, (Span, Vec<Raw<'t, 's>>)>,
    complaint: &'static str,
) -> Rule<'t, 's, (Span, Option<Raw<'t, 's>>)> {
    lines
        .validate(move |(span, conditions), _, emitter| {
            if let Some(second) = conditions.get(1) {
                let place = second.tokens.first().map_or(second.end, |(_, span)| *span);
                emitter.emit(Rich::custom(place, complaint));
            }
            (span, conditions.into_iter().next())
        })
        .boxed()
}

/// Lines ended by `;`; one that cannot be read is skipped.
fn many<'t, 's: 't, O: Clone + 't>(item: Rule<'t, 's, O>) -> Rule<'t, 's, Vec<O>> {
    let body = token(|token| !ends_lines(token) && token != Token::Semicolon);
    let skipped = choice((
        body.repeated().at_least(1).then(just(Token::Semicolon).or_not()).ignored().boxed(),
        symbol(Token::Semicolon),
    ));
    item.then_ignore(symbol(Token::Semicolon))
        .map(Some)
        .boxed()
        .recover_with(via_parser(skipped.to(None).boxed()))
        .repeated()
        .collect::<Vec<_>>()
        .map(|lines| lines.into_iter().flatten().collect())
        .boxed()
}

fn ends_lines(token: Token<'_>) -> bool {
    token == Token::End || token.starts_item() || token.starts_section()
}

/// `end Keyword`. Another keyword in its place is taken for a slip, a missing `end` is supplied.
fn closing<'t, 's: 't>(keyword: Token<'s>) -> Rule<'t, 's, ()> {
    let slip = just(Token::End).then(token(|other| other != Token::Agent).or_not()).ignored();
    let slip = slip.and_is(just(Token::End).then(just(Token::Agent)).not());
    just(Token::End)
        .then(just(keyword))
        .ignored()
        .boxed()
        .recover_with(via_parser(slip))
        .recover_with(via_parser(empty()))
        .boxed()
}

/// A run of tokens that may belong to a condition; not empty.
fn raw<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Raw<'t, 's>> {
    let inside = |token: Token<'_>| {
        use Token::{CloseBrace, Colon, Comma, If, OpenBrace, Other, Semicolon};
        !ends_lines(token) && !matches!(token, Semicolon | Colon | If | OpenBrace | CloseBrace | Comma | Other)
    };
    token(inside)
        .labelled(what)
        .repeated()
        .at_least(1)
        .to_slice()
        .map_with(|tokens, extra| Raw { tokens, end: extra.span() })
        .boxed()
}

/// Everything up to `end`.
fn until_end<'t, 's: 't>() -> Rule<'t, 's, Raw<'t, 's>> {
    token(|token| token != Token::End && !(token.starts_item() || token.starts_section() && token != Token::RedStates))
        .labelled("a formula")
        .repeated()
        .to_slice()
        .map_with(|tokens, extra| Raw { tokens, end: extra.span() })
        .boxed()
}
