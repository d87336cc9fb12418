//! `f <-> g` in formulas, and `a -> b` in conditions: what replaces them needs what stands on both sides, which is all that is
//! between the same brackets and commas, because nothing binds looser.

use super::words;
use crate::ispl::token::{Spanned, Token};

/// Which arrow is written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrow {
    /// `f <-> g`, `f <=> g`, `f iff g`.
    BothWays,
    /// `a -> b`, `a => b`, where there is none.
    Implies,
}

/// Both sides are written twice, so that more than these would be long.
const MOST: usize = 4;

impl Arrow {
    pub(super) fn said(self) -> &'static str {
        match self {
            Self::BothWays => "`(f -> g) and (g -> f)` for `f <-> g`",
            Self::Implies => "`!(a) or b` for `a -> b`",
        }
    }

    /// The number of tokens of such an arrow.
    fn length(self, tokens: &[Spanned<'_>]) -> usize {
        let glued = match tokens {
            [(one, first), (two, second), ..] if first.end == second.start => Some((*one, *two)),
            _ => None,
        };
        let first = tokens.first().map(|(token, _)| *token);
        match (self, first, glued) {
            (Self::BothWays, _, Some((Token::Less, Token::Implies) | (Token::LessEqual, Token::Greater))) => 2,
            (Self::BothWays, Some(Token::Identifier(word)), _) if words::is(word, "iff") => 1,
            (Self::Implies, Some(Token::Implies), _) => 1,
            _ => 0,
        }
    }
}

/// A stretch between brackets or commas.
struct Level {
    /// Where in the text it begins.
    start: usize,
    /// The left side, if there was an arrow.
    left: Option<String>,
}

/// The text with its arrows written out; none if there are none, or too many, or two at the same level.
pub(super) fn written_out(tokens: &[Spanned<'_>], arrow: Arrow) -> Option<String> {
    let (mut out, mut levels) = (String::new(), vec![Level { start: 0, left: None }]);
    let (mut at, mut found, mut before) = (0, 0, None);
    // The prefix of a logic is no part of the left side.
    if let Some((token @ (Token::Ltl | Token::Ldl | Token::CtlStar | Token::CdlStar), span)) = tokens.first() {
        out = format!("{} ", token.text());
        levels[0].start = out.len();
        (at, before) = (1, Some(span.end + 1));
    }
    while let Some((token, span)) = tokens.get(at) {
        let length = arrow.length(&tokens[at..]);
        if length > 0 {
            let level = levels.last_mut()?;
            if level.left.is_some() || found == MOST {
                return None;
            }
            found += 1;
            level.left = Some(out.split_off(level.start).trim().to_owned());
            before = tokens.get(at + length).map(|(_, span)| span.start);
            at += length;
            continue;
        }
        let closes = matches!(token, Token::Close | Token::CloseBracket | Token::Comma);
        if closes {
            close(&mut out, levels.pop()?, arrow);
        }
        if before.is_some_and(|end| end < span.start) {
            out.push(' ');
        }
        out.push_str(token.text());
        before = Some(span.end);
        if matches!(token, Token::Open | Token::OpenBracket | Token::Comma) {
            levels.push(Level { start: out.len(), left: None });
        }
        at += 1;
    }
    close(&mut out, levels.pop()?, arrow);
    (found > 0 && levels.is_empty()).then_some(out)
}

fn close(out: &mut String, level: Level, arrow: Arrow) {
    let Some(left) = level.left else { return };
    let right = out.split_off(level.start).trim().to_owned();
    out.push_str(&match arrow {
        Arrow::BothWays => {
            // In CTL* an operator takes in what follows.
            let [left, right] = [left, right].map(|side| if side.contains(' ') { format!("({side})") } else { side });
            format!("({left} -> {right}) and ({right} -> {left})")
        }
        Arrow::Implies => format!("!({left}) or {right}"),
    });
}
