//! The skeleton of a file: sections and lines, with recovery, so that one run finds all errors.
//!
//! Conditions and formulas are only cut out here ([`Raw`]); `assemble` has them read. Behind its keyword a section
//! never fails: a line that cannot be read is skipped up to its `;`, a missing `end` is supplied. Anything else is
//! skipped up to the next keyword.

use chumsky::prelude::*;

use super::ast::{NAMELESS, Name};
use super::message::Fault;
use super::order::{AGENT_SECTION, ITEM, ITEMS, SECTIONS, SEMANTICS};
use super::raw::{Raw, RawEvolutionLine, RawInteger, RawItem, RawProtocolLine, RawSection, RawType, RawVar};
use super::rules::{
    Closing, Rule, Separate, braces, closing, due, keyword, many, member, name, raw, rest_of_line, symbol, token,
    until_end,
};
use super::token::{Spanned, Token, hides_words};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::Semantics;

/// What a file is made of.
#[derive(Debug, Default)]
pub(super) struct Skeleton<'t, 's> {
    /// Its items with their extents.
    pub(super) items: Vec<(RawItem<'t, 's>, Span)>,
    /// Where something could not be read, in ascending order.
    pub(super) gaps: Vec<usize>,
}

/// Cuts a file into its items; syntax errors go to `diagnostics`.
pub(super) fn parse<'t, 's>(
    tokens: &'t [Spanned<'s>],
    source: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Skeleton<'t, 's> {
    let end = tokens.last().map_or(Span::new(0, 0), |(_, span)| span.after());
    let separate: Separate<'t, 's> = |(token, span)| (token, span);
    let (items, faults) = file().parse(tokens.map(end, separate)).into_output_errors();
    let unknown = diagnostics.iter().filter(|found| hides_words(found)).map(|diagnostic| diagnostic.span().start);
    let mut gaps: Vec<usize> = faults.iter().filter_map(Fault::gap).chain(unknown).collect();
    gaps.sort_unstable();
    diagnostics.extend(faults.into_iter().map(|fault| fault.diagnostic(tokens, source)));
    Skeleton { items: items.unwrap_or_default(), gaps }
}

fn file<'t, 's: 't>() -> Rule<'t, 's, Vec<(RawItem<'t, 's>, Span)>> {
    let semantics = select! {
        Token::MultiAssignment => Semantics::MultiAssignment,
        Token::SingleAssignment => Semantics::SingleAssignment,
    };
    let semantics = semantics.labelled(SEMANTICS).map(Some).boxed();
    let semantics = symbol(Token::Equal).ignore_then(semantics).then_ignore(due(Token::Semicolon)).boxed();
    let semantics = semantics.recover_with(via_parser(rest_of_line().to(None)));
    let semantics = keyword(Token::Semantics, &ITEMS).then(semantics).map(|(span, semantics)| {
        let semantics = semantics.unwrap_or(Semantics::MultiAssignment);
        RawItem::Semantics(span, semantics)
    });
    let atom = name().then_ignore(symbol(Token::If)).then(raw("a condition")).boxed();
    let evaluation = block(Token::Evaluation, many(atom)).map(|(span, atoms)| RawItem::Evaluation(span, atoms));
    let group = name().then_ignore(symbol(Token::Equal)).then(braces(member())).boxed();
    let groups = block(Token::Groups, many(group)).map(|(span, groups)| RawItem::Groups(span, groups));
    let init = single(block(Token::InitStates, many(raw("a condition"))), "InitStates is one condition", "and");
    let init = init.map(|(span, condition)| RawItem::InitStates(span, condition));
    let fairness = block(Token::Fairness, until_end()).map(|(span, raw)| RawItem::Fairness(span, raw));
    let formulae = block(Token::Formulae, until_end()).map(|(span, raw)| RawItem::Formulae(span, raw));
    let item = choice((
        semantics.boxed(),
        agent(),
        evaluation.boxed(),
        init.boxed(),
        groups.boxed(),
        fairness.boxed(),
        formulae.boxed(),
    ));
    let item = item.map_with(|item, extra| Some((item, extra.span()))).labelled(ITEM).boxed();
    let homeless = token(Token::starts_section).validate(|token, extra, emitter| {
        let diagnostic = Diagnostic::error("syntax", extra.span(), format!("{token} belongs inside an agent"));
        let hint = "sections of an agent stand between `Agent` and `end Agent`";
        emitter.emit(diagnostic.here("outside all agents").hint(hint).into());
    });
    // The token after an `end` never starts an item.
    let end_of_something = just(Token::End).then(any().or_not()).ignored().boxed();
    let junk = choice((end_of_something, token(|token| !token.starts_item()).ignored().boxed())).boxed();
    let homeless = homeless.then(junk.clone().repeated()).to(None).boxed();
    let broken = any().ignored().then(junk.repeated()).to(None).boxed();
    choice((item, homeless, stray_end(|_| true)))
        .recover_with(via_parser(broken))
        .repeated()
        .collect::<Vec<_>>()
        .map(|items| items.into_iter().flatten().collect())
        .then_ignore(end())
        .boxed()
}

/// `end` of something that is not open.
fn stray_end<'t, 's: 't, O: 't>(fits: impl Fn(Token<'s>) -> bool + 't) -> Rule<'t, 's, Option<O>> {
    token(|token| token == Token::End)
        .ignore_then(token(fits))
        .validate(|token, extra, emitter| {
            let diagnostic =
                Diagnostic::error("syntax", extra.span(), format!("`end {}` closes nothing", token.text()));
            emitter.emit(diagnostic.here("not open").into());
            None
        })
        .boxed()
}

fn agent<'t, 's: 't>() -> Rule<'t, 's, RawItem<'t, 's>> {
    let section = choice((
        headed(Token::Obsvars, declaration()).map(|(span, vars)| RawSection::Obsvars(span, vars)).boxed(),
        listed(Token::Lobsvars).map(|(span, names)| RawSection::Lobsvars(span, names)).boxed(),
        headed(Token::Vars, declaration()).map(|(span, vars)| RawSection::Vars(span, vars)).boxed(),
        single(headed(Token::RedStates, raw("a condition")), "RedStates is one condition", "or")
            .map(|(span, condition)| RawSection::Red(span, condition))
            .boxed(),
        listed(Token::Actions).map(|(span, names)| RawSection::Actions(span, names)).boxed(),
        headed(Token::Protocol, protocol_line()).map(|(span, lines)| RawSection::Protocol(span, lines)).boxed(),
        headed(Token::Evolution, evolution_line()).map(|(span, lines)| RawSection::Evolution(span, lines)).boxed(),
    ))
    .map_with(|section, extra| Some((section, extra.span())))
    .labelled(AGENT_SECTION)
    .boxed();
    // A broken section is left where the next one starts.
    let inside = |token: Token<'_>| token != Token::End && !token.starts_item();
    let junk = token(move |token| inside(token) && !token.starts_section());
    let broken = token(inside).then(junk.repeated()).to(None).boxed();
    let sections = choice((section, stray_end(Token::starts_section))).recover_with(via_parser(broken)).repeated();
    // Without its name an agent is still worth reading.
    let nameless = token(|token| !token.starts_section() && token != Token::End).or_not();
    let nameless = nameless.map_with(|_, extra| Name { text: NAMELESS, span: extra.span() });
    keyword(Token::Agent, &ITEMS)
        .then(member().recover_with(via_parser(nameless)))
        .then(sections.collect::<Vec<_>>())
        .then(closing(Token::Agent))
        .validate(|(((keyword, name), sections), closing), extra, emitter| {
            complain(closing, Token::Agent, keyword, extra.span(), emitter);
            RawItem::Agent(name, sections.into_iter().flatten().collect())
        })
        .boxed()
}

/// `name : type`
fn declaration<'t, 's: 't>() -> Rule<'t, 's, RawVar<'s>> {
    let bound = just(Token::Minus)
        .or_not()
        .then(select! { Token::Integer(digits) => digits })
        .labelled("a number")
        .map_with(|(sign, digits), extra| RawInteger { negative: sign.is_some(), digits, span: extra.span() })
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
fn protocol_line<'t, 's: 't>() -> Rule<'t, 's, RawProtocolLine<'t, 's>> {
    choice((just(Token::Other).to(None).boxed(), raw("a condition").map(Some).boxed()))
        .then_ignore(symbol(Token::Colon))
        .then(braces(name()))
        .map_with(|(condition, actions), extra| RawProtocolLine { condition, actions, span: extra.span() })
        .boxed()
}

/// `assignments if condition`
fn evolution_line<'t, 's: 't>() -> Rule<'t, 's, RawEvolutionLine<'t, 's>> {
    raw("an assignment")
        .then_ignore(symbol(Token::If))
        .then(raw("a condition"))
        .map_with(|(assignments, condition), extra| RawEvolutionLine { assignments, condition, span: extra.span() })
        .boxed()
}

/// `Keyword = { names } ;`
fn listed<'t, 's: 't>(token: Token<'s>) -> Rule<'t, 's, (Span, Vec<Name<'s>>)> {
    let colon = symbol(Token::Colon).boxed();
    let equal =
        symbol(Token::Equal).map_err(Fault::nothing_lost).recover_with(via_parser(choice((colon, empty().boxed()))));
    let names = equal.ignore_then(braces(name())).then_ignore(due(Token::Semicolon)).boxed();
    keyword(token, &SECTIONS).then(names.recover_with(via_parser(rest_of_line().to(Vec::new())))).boxed()
}

/// `Keyword : line ; line ; … end Keyword`
fn headed<'t, 's: 't, O: Clone + 't>(token: Token<'s>, item: Rule<'t, 's, O>) -> Rule<'t, 's, (Span, Vec<O>)> {
    let header = keyword(token, &SECTIONS).then_ignore(due(Token::Colon)).boxed();
    closed(token, header, many(item))
}

/// `Keyword … end Keyword`
fn block<'t, 's: 't, O: Clone + 't>(token: Token<'s>, body: Rule<'t, 's, O>) -> Rule<'t, 's, (Span, O)> {
    let colon = symbol(Token::Colon).validate(move |(), extra, emitter| {
        let diagnostic = Diagnostic::error("syntax", extra.span(), format!("no `:` after {token}"));
        emitter.emit(diagnostic.here("remove it").into());
    });
    closed(token, keyword(token, &ITEMS).then_ignore(colon.or_not()).boxed(), body)
}

fn closed<'t, 's: 't, O: Clone + 't>(
    token: Token<'s>,
    header: Rule<'t, 's, Span>,
    body: Rule<'t, 's, O>,
) -> Rule<'t, 's, (Span, O)> {
    header
        .then(body)
        .then(closing(token))
        .validate(move |((keyword, body), closing), extra, emitter| {
            complain(closing, token, keyword, extra.span(), emitter);
            (keyword, body)
        })
        .boxed()
}

fn complain<'t, 's>(
    closing: Closing<'s>,
    keyword: Token<'s>,
    opened: Span,
    whole: Span,
    emitter: &mut chumsky::input::Emitter<Fault<'t, 's>>,
) {
    if let Some(diagnostic) = closing.complaint(keyword, opened, whole) {
        emitter.emit(diagnostic.into());
    }
}

/// At most one of several lines, with a complaint about the second.
fn single<'t, 's: 't>(
    lines: Rule<'t, 's, (Span, Vec<Raw<'t, 's>>)>,
    complaint: &'static str,
    connective: &'static str,
) -> Rule<'t, 's, (Span, Option<Raw<'t, 's>>)> {
    lines
        .validate(move |(span, conditions), _, emitter| {
            if let [first, second, ..] = &conditions[..] {
                let diagnostic = Diagnostic::error("syntax", second.end, complaint).here("a second one");
                let hint = format!("join the two by `{connective}`");
                emitter.emit(diagnostic.label(first.end, "the first").hint(hint).into());
            }
            (span, conditions.into_iter().next())
        })
        .boxed()
}
