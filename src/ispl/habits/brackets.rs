//! Which brackets belong together, and where the formula that begins at a token ends: enough of the grammar to put
//! brackets around what somebody meant, whichever notation it is in. One pass from the right, so that nesting costs
//! nothing.

use super::words;
use crate::ispl::token::{Spanned, Token};

/// Where brackets close and formulas end, by token.
pub(super) struct Brackets {
    partner: Vec<Option<usize>>,
    end: Vec<usize>,
}

impl Brackets {
    /// Of all tokens of a formula.
    pub(super) fn new(tokens: &[Spanned<'_>]) -> Self {
        let mut brackets = Self { partner: vec![None; tokens.len()], end: vec![tokens.len(); tokens.len() + 1] };
        let mut open: Vec<usize> = Vec::new();
        for (at, (token, _)) in tokens.iter().enumerate() {
            match token {
                Token::Open | Token::OpenBracket | Token::OpenBrace => open.push(at),
                Token::Close | Token::CloseBracket | Token::CloseBrace => {
                    if let Some(from) = open.pop() {
                        brackets.partner[from] = Some(at);
                    }
                }
                _ => {}
            }
        }
        for at in (0..tokens.len()).rev() {
            brackets.end[at] = brackets.end_of(tokens, at).min(tokens.len());
        }
        brackets
    }

    /// The closing bracket of an opening one.
    pub(super) fn partner(&self, open: usize) -> Option<usize> {
        self.partner.get(open).copied().flatten()
    }

    /// One past the last token of the formula that begins here, as far as that can be seen.
    pub(super) fn end(&self, start: usize) -> usize {
        self.end[start.min(self.end.len() - 1)]
    }

    /// The same where all that follows is known.
    fn end_of(&self, tokens: &[Spanned<'_>], at: usize) -> usize {
        use Token::{A, AF, AG, AX, E, EF, EG, EX, F, G, X};
        let token = |at: usize| tokens.get(at).map(|(token, _)| *token);
        let behind = |open: usize| self.partner(open).map_or(tokens.len(), |close| close + 1);
        match tokens[at].0 {
            Token::Not | Token::BitNot | Token::Different | AG | EG | AX | EX | AF | EF | X | F | G => self.end(at + 1),
            Token::Identifier(word) if words::is(word, "not") => self.end(at + 1),
            Token::Open => behind(at),
            Token::OpenBracket => self.end(behind(at)),
            A | E => match token(at + 1) {
                Some(Token::OpenBracket) if self.partner(at + 1) != Some(at + 2) => behind(at + 1),
                _ => self.end(at + 1),
            },
            // `<g>` or `<<g>>`.
            Token::Less => {
                let names = |token: &Spanned<'_>| !matches!(token.0, Token::Greater);
                let close = at + tokens[at..].iter().take(words::LONGEST_LIST).take_while(|token| names(token)).count();
                self.end(close + if token(close + 1) == Some(Token::Greater) { 2 } else { 1 })
            }
            Token::K | Token::GK | Token::GCK | Token::DK | Token::O | Token::Identifier(_) | Token::Environment => {
                match (words::knowledge(tokens[at].0), token(at + 1)) {
                    (Some(_), Some(Token::Open)) => behind(at + 1),
                    (Some(_), Some(Token::OpenBracket | Token::OpenBrace)) => self.end(behind(at + 1)),
                    (Some(word), Some(_)) if word.who.is_some() && self.begins(tokens, at + 1) => self.end(at + 1),
                    (_, Some(Token::Dot)) => comparison_end(tokens, at),
                    _ => at + 1,
                }
            }
            _ => at + 1,
        }
    }

    /// Whether a formula can begin at a token.
    pub(super) fn begins(&self, tokens: &[Spanned<'_>], at: usize) -> bool {
        tokens.get(at).is_some_and(|(token, _)| begins_formula(*token))
    }
}

/// Whether a formula can begin with a token, and no formula can end before it.
fn begins_formula(token: Token<'_>) -> bool {
    use Token::{A, AF, AG, AX, DK, E, EF, EG, EX, F, G, GCK, GK, K, O, X};
    match token {
        Token::Identifier(word) => !words::is_infix(word),
        Token::Not | Token::BitNot | Token::Open | Token::OpenBracket | Token::Less | Token::Different => true,
        Token::True | Token::False | Token::Environment => true,
        AG | EG | AX | EX | AF | EF | A | E | X | F | G | K | GK | GCK | DK | O => true,
        _ => false,
    }
}

/// One past `Agent.variable = value` or `Agent.RedStates`.
fn comparison_end(tokens: &[Spanned<'_>], at: usize) -> usize {
    use Token::{BangEqual, Equal, Greater, GreaterEqual, Less, LessEqual};
    let is_comparison =
        |token: Token<'_>| matches!(token, Equal | BangEqual | Less | LessEqual | Greater | GreaterEqual);
    let mut end = at + 3;
    let symbols = tokens.iter().skip(end).take(2).take_while(|(token, _)| is_comparison(*token)).count();
    if symbols > 0 {
        end += symbols + usize::from(matches!(tokens.get(end + symbols), Some((Token::Minus, _)))) + 1;
    }
    end
}
