//! Cuts a section of formulas at its semicolons and has each formula read.
//!
//! In LDL and CDL* a `;` inside `<rho>` or `[rho]` belongs to the formula.

use super::ast::Specification;
use super::formula;
use super::formula_language::Reading;
use super::habits::{self, Declared};
use super::raw::Raw;
use super::token::{Spanned, Token};
use crate::diagnostic::{Diagnostic, Span};
use crate::logic::Logic;

/// All formulas of a section; those that cannot be read are reported and left out.
pub(super) fn specifications<'s>(
    raw: Raw<'_, 's>,
    declared: &Declared,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Specification<'s>> {
    let mut all = Vec::new();
    let mut rest = raw.tokens;
    while let Some(&(_, first)) = rest.first() {
        let length = formula_length(rest);
        let (tokens, behind) = rest.split_at(length);
        let end = tokens.last().map_or(first, |(_, span)| *span).after();
        if behind.is_empty() {
            diagnostics.push(
                Diagnostic::error("syntax", end, "expected `;` after the last formula")
                    .here("expected `;`")
                    .fix(end, ";"),
            );
        }
        if tokens.is_empty() {
            let diagnostic = Diagnostic::error("syntax", first, "expected a formula, found `;`");
            diagnostics.push(diagnostic.here("ends nothing").hint("remove it").fix(first, ""));
        } else {
            all.extend(specification(tokens, end, declared, diagnostics));
        }
        rest = behind.get(1..).unwrap_or_default();
    }
    all
}

/// The number of tokens up to the `;` that ends the first formula.
pub(super) fn formula_length(tokens: &[Spanned<'_>]) -> usize {
    let plain = tokens.iter().position(|(token, _)| *token == Token::Semicolon).unwrap_or(tokens.len());
    if !matches!(tokens.first(), Some((Token::Ldl | Token::CdlStar, _))) {
        return plain;
    }
    let mut open = 0usize;
    let mut last = tokens.len();
    for (at, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Less | Token::OpenBracket => open += 1,
            Token::Greater | Token::CloseBracket => open = open.saturating_sub(1),
            Token::Semicolon if open == 0 => return at,
            Token::Semicolon => last = at,
            // A bracket was left open: give up at the next formula that is surely one.
            Token::Ltl | Token::CtlStar | Token::Ldl | Token::CdlStar if at > 0 && open > 0 => return last,
            _ => {}
        }
    }
    last
}

/// One formula with its prefix.
pub(super) fn specification<'s>(
    tokens: &[Spanned<'s>],
    end: Span,
    declared: &Declared,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Specification<'s>> {
    let (logic, body) = prefixed(tokens);
    let span = tokens.first().map_or(end, |(_, span)| span.to(end));
    let formula = match formula::parse(body, end, logic, Reading::Mcmas, diagnostics) {
        Ok(formula) => formula,
        Err(mut diagnostic) => {
            if let Some((Token::Identifier(word), _)) = tokens.first()
                && ["LTL", "CTL", "LDL", "CDL"].iter().any(|prefix| prefix.eq_ignore_ascii_case(word))
            {
                diagnostic.hint = Some("the prefixes are `LTL`, `CTL*`, `LDL` and `CDL*`; CTL has none".to_owned());
            }
            habits::in_formula(tokens, declared, |tokens| reads(tokens, end), &mut diagnostic);
            diagnostics.push(*diagnostic);
            return None;
        }
    };
    let usual = matches!(logic, Logic::Ltl | Logic::CtlStar)
        .then(|| formula::parse(body, end, logic, Reading::Usual, &mut Vec::new()).ok())
        .flatten();
    Some(Specification { logic, formula, usual, span })
}

/// Whether tokens are a formula.
fn reads(tokens: &[Spanned<'_>], end: Span) -> bool {
    let (logic, body) = prefixed(tokens);
    formula::parse(body, end, logic, Reading::Mcmas, &mut Vec::new()).is_ok()
}

/// The logic of a formula, and what stands behind the prefix.
fn prefixed<'t, 's>(tokens: &'t [Spanned<'s>]) -> (Logic, &'t [Spanned<'s>]) {
    match tokens.first().and_then(|&(token, _)| logic(token)) {
        Some(logic) => (logic, &tokens[1..]),
        None => (Logic::Ctl, tokens),
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
