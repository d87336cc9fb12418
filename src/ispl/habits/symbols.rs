//! What stands for what, token by token: `&&`, `~p`, `[]p`, `A[p U q]`, `<<g>>`, `K[a] f`, `C(g, f)` and their like.

use super::brackets::Brackets;
use super::change::Change;
use super::groups::{Declared, Group, name, with_group};
use super::words::{self, LONGEST_LIST};
use crate::diagnostic::Span;
use crate::ispl::token::{Spanned, Token};

/// What is written otherwise in a formula, and the groups that this needs.
pub(super) fn in_formula(tokens: &[Spanned<'_>], declared: &Declared) -> (Vec<Change>, Vec<Group>) {
    let mut found = Found::new(tokens);
    let mut at = found.prefix();
    let (brackets, mut groups) = (Brackets::new(tokens), Vec::new());
    while at < tokens.len() {
        at = found
            .connective(at, 1)
            .or_else(|| found.temporal(at, &brackets))
            .or_else(|| found.strategic(at, declared, &mut groups))
            .or_else(|| found.knowledge(at, &brackets, declared, &mut groups))
            .unwrap_or(at + 1);
    }
    (found.changes, groups)
}

/// The same in a condition: there `&`, `|` and `~` are operators on values.
pub(super) fn in_condition(tokens: &[Spanned<'_>]) -> Vec<Change> {
    let mut found = Found::new(tokens);
    let mut at = 0;
    while at < tokens.len() {
        at = found.connective(at, 2).unwrap_or(at + 1);
    }
    found.changes
}

/// How `[]` and `<>` are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    /// With `A` and `E`.
    Branching,
    /// Nothing says that it is branching: as in LTL, which has to be said.
    Unsaid,
    /// LTL and CTL*.
    Linear,
    /// LDL and CDL*.
    Dynamic,
}

struct Found<'t, 's> {
    tokens: &'t [Spanned<'s>],
    time: Time,
    /// Whether `LTL` has been put in front.
    prefixed: bool,
    changes: Vec<Change>,
}

impl<'t, 's> Found<'t, 's> {
    fn new(tokens: &'t [Spanned<'s>]) -> Self {
        Self { tokens, time: Time::Unsaid, prefixed: false, changes: Vec::new() }
    }

    fn token(&self, at: usize) -> Option<Token<'s>> {
        self.tokens.get(at).map(|(token, _)| *token)
    }

    /// The place of some tokens.
    fn span(&self, from: usize, length: usize) -> Span {
        self.tokens[from].1.to(self.tokens[from + length - 1].1)
    }

    /// Whether a token follows on the one before without a blank.
    fn glued(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).is_some_and(|(_, span)| span.start == self.tokens[at - 1].1.end)
    }

    /// Whether these two stand here without a blank between them.
    fn pair(&self, at: usize, first: Token<'_>, second: Token<'_>) -> bool {
        self.token(at) == Some(first) && self.token(at + 1) == Some(second) && self.glued(at + 1)
    }

    fn change(&mut self, span: Span, text: impl Into<String>, said: impl Into<String>) {
        self.changes.push(Change { span, text: text.into(), said: Some(said.into()) });
    }

    /// Something that belongs to another change.
    fn and(&mut self, span: Span, text: impl Into<String>) {
        self.changes.push(Change { span, text: text.into(), said: None });
    }

    /// A word instead of tokens, with blanks around it where there are none.
    fn word(&mut self, at: usize, length: usize, word: &str, said: &str) -> usize {
        let left = if self.glued(at) { " " } else { "" };
        let right = if self.glued(at + length) { " " } else { "" };
        self.change(self.span(at, length), format!("{left}{word}{right}"), format!("`{word}` for `{said}`"));
        at + length
    }

    /// The name of a logic; returns where the formula begins.
    fn prefix(&mut self) -> usize {
        let star = self.token(1) == Some(Token::Star);
        let (logic, length) = match self.token(0) {
            Some(Token::Identifier(word)) => match words::logic(word, star) {
                Some(logic) => (logic, if star { 2 } else { 1 }),
                None => ("", 0),
            },
            // `CTL*K`
            Some(Token::CtlStar) if self.pair(0, Token::CtlStar, Token::K) => ("CTL*", 2),
            Some(Token::CdlStar) if self.pair(0, Token::CdlStar, Token::K) => ("CDL*", 2),
            Some(token @ (Token::Ltl | Token::CtlStar | Token::Ldl | Token::CdlStar)) => (token.text(), 0),
            _ => ("", 0),
        };
        // A name of an atom stands alone, or something follows it.
        let named = length > 0 && self.tokens.len() > length && !self.continues(length);
        if named {
            let words: Vec<&str> = self.tokens[..length].iter().map(|(token, _)| token.text()).collect();
            let typed = words.join(if self.glued(1) { "" } else { " " });
            match logic {
                "" => self.change(
                    self.without_blank(self.span(0, length), length),
                    "",
                    format!("nothing in front for `{typed}`"),
                ),
                _ => self.change(self.span(0, length), logic, format!("`{logic}` for `{typed}`")),
            }
        }
        let branching = |token: &Token<'_>| {
            use Token::{A, AF, AG, AX, E, EF, EG, EX, Less};
            matches!(token, A | AF | AG | AX | E | EF | EG | EX | Less)
        };
        self.time = match logic {
            "LTL" | "CTL*" => Time::Linear,
            "LDL" | "CDL*" => Time::Dynamic,
            _ if named || self.tokens.iter().any(|(token, _)| branching(token)) => Time::Branching,
            _ => Time::Unsaid,
        };
        match (named, logic) {
            (true, _) => length,
            (false, "") => 0,
            (false, _) => 1,
        }
    }

    /// Whether what stands here goes on with what is before it.
    fn continues(&self, at: usize) -> bool {
        use Token::{And, BitAnd, BitOr, Close, Dot, Equal, Implies, Or, U};
        matches!(self.token(at), Some(And | Or | Implies | U | Dot | Equal | Close | BitAnd | BitOr))
    }

    /// `&&`, `||`, `~`, `not`, `=>`, `==`; `&` and `|` as well if one is enough.
    fn connective(&mut self, at: usize, enough: usize) -> Option<usize> {
        for (symbol, twice, word) in [(Token::BitAnd, "&&", "and"), (Token::BitOr, "||", "or")] {
            if self.pair(at, symbol, symbol) {
                return Some(self.word(at, 2, word, twice));
            }
            if enough == 1 && self.token(at) == Some(symbol) {
                return Some(self.word(at, 1, word, symbol.text()));
            }
        }
        if self.pair(at, Token::Equal, Token::Greater) {
            self.change(self.span(at, 2), "->", "`->` for `=>`");
            return Some(at + 2);
        }
        // Between two formulas it means that both are true or both are false, and nobody knows how far these reach.
        if self.pair(at, Token::Equal, Token::Equal)
            && (enough == 2 || at > 1 && self.token(at - 2) == Some(Token::Dot))
        {
            self.change(self.span(at, 2), "=", "`=` for `==`");
            return Some(at + 2);
        }
        match self.token(at)? {
            Token::BitNot if enough == 1 => self.change(self.span(at, 1), "!", "`!` for `~`"),
            Token::Identifier(word)
                if words::is(word, "not") && at + 1 < self.tokens.len() && !self.continues(at + 1) =>
            {
                self.change(self.without_blank(self.span(at, 1), at + 1), "!", format!("`!` for `{word}`"));
            }
            Token::Identifier(word) if at > 0 => {
                let ours = words::infix(word)?;
                return Some(self.word(at, 1, ours, word));
            }
            _ => return None,
        }
        Some(at + 1)
    }

    /// `[]p`, `<>p`, `A[]p`, `A[p U q]`.
    fn temporal(&mut self, at: usize, brackets: &Brackets) -> Option<usize> {
        use Token::{A, CloseBracket, Different, E, Greater, OpenBracket};
        let quantifier = matches!(self.token(at), Some(A | E));
        let from = at + usize::from(quantifier);
        let (always, length) = match self.token(from)? {
            OpenBracket if self.token(from + 1) == Some(CloseBracket) => (true, 2),
            // What is missing in `<>F f` is a group.
            Different if matches!(self.token(from + 1), Some(Token::X | Token::F | Token::G)) => return None,
            Different => (false, 1),
            OpenBracket if quantifier && self.time != Time::Dynamic => {
                let close = brackets.partner(from)?;
                let path = self.token(at)?.text();
                self.change(self.span(from, 1), "(", format!("`{path}(…)` for `{path}[…]`"));
                self.and(self.span(close, 1), ")");
                return Some(from + 1);
            }
            _ => return None,
        };
        let (operator, typed) = if always { ("G", "[]") } else { ("F", "<>") };
        let blank = if self.glued(from + length) { " " } else { "" };
        let group = at > 0 && self.token(at - 1) == Some(Greater);
        match self.time {
            Time::Dynamic => {
                let ours = if always { "[true*]" } else { "<true*>" };
                self.change(self.span(from, length), ours, format!("`{ours}` for `{typed}`"));
            }
            Time::Linear => {
                let left = if self.glued(from) && quantifier { " " } else { "" };
                let text = format!("{left}{operator}{blank}");
                self.change(self.span(from, length), text, format!("`{operator}` for `{typed}`"));
            }
            _ if quantifier => {
                let path = self.token(at)?.text();
                let said = format!("`{path}{operator}` for `{path}{typed}`");
                self.change(self.span(at, length + 1), format!("{path}{operator}{blank}"), said);
            }
            _ if group => {
                let text = format!("{operator}{blank}");
                self.change(self.span(from, length), text, format!("`{operator}` for `{typed}`"));
            }
            Time::Unsaid => {
                let start = self.tokens[0].1.start;
                if !std::mem::replace(&mut self.prefixed, true) {
                    self.change(Span::new(start, start), "LTL ", "`LTL` in front");
                }
                let text = format!("{operator}{blank}");
                self.change(self.span(from, length), text, format!("`{operator}` for `{typed}`"));
            }
            Time::Branching => {
                let said = format!("`A{operator}` (on all paths) or `E{operator}` (on some) for `{typed}`");
                let span = self.span(from, length);
                self.change(span, typed, said);
            }
        }
        Some(from + length)
    }

    /// `<<g>>`, `<a, b>` and `<<{a, b}>>`.
    fn strategic(&mut self, at: usize, declared: &Declared, groups: &mut Vec<Group>) -> Option<usize> {
        let operand =
            at == 0 || !matches!(self.token(at - 1), Some(Token::Identifier(_) | Token::Integer(_) | Token::Close));
        if self.token(at)? != Token::Less || self.time == Time::Dynamic || !operand {
            return None;
        }
        let double = usize::from(self.pair(at, Token::Less, Token::Less));
        let (members, next) = self.list(at + 1 + double)?;
        let closed = (0..=double).all(|more| self.token(next + more) == Some(Token::Greater));
        if !closed || double == 0 && next == at + 2 {
            return None;
        }
        let name = name(&members, declared, groups);
        let span = self.span(at, next + double + 1 - at);
        let said =
            if double == 1 { format!("`<{name}>` for `<<…>>`") } else { format!("`<{name}>` for `<…, …>`") };
        self.change(span, format!("<{name}>"), with_group(said, &name, groups));
        Some(next + double + 1)
    }

    /// `C(g, f)`, `GK({a, b}, f)`, `M(a, f)`, `K[a] f`, `K_a f`, `K_a(f)`.
    fn knowledge(
        &mut self,
        at: usize,
        brackets: &Brackets,
        declared: &Declared,
        groups: &mut Vec<Group>,
    ) -> Option<usize> {
        let typed = self.token(at)?;
        let word = words::knowledge(typed)?;
        let (ours, not) = (word.ours, if word.dual { "!" } else { "" });
        let shape = |who: &str| format!("`{not}{ours}({who}, {not}…)`");
        if let Some(who) = word.who {
            if !brackets.begins(self.tokens, at + 1) {
                return None;
            }
            // Parentheses around the formula are its own already.
            let parenthesis = usize::from(self.token(at + 1) == Some(Token::Open));
            let end = brackets.end(at);
            let (span, last) = (self.span(at, 1 + parenthesis), self.tokens[end - 1].1);
            let (open, close) = match (parenthesis, word.dual) {
                (1, false) => ("", None),
                (1, true) => ("(", Some("))")),
                _ => ("", Some(")")),
            };
            let said = format!("{} for `{}`", shape(who), typed.text());
            self.change(
                self.without_blank(span, at + 1 + parenthesis),
                format!("{not}{ours}({who}, {not}{open}"),
                said,
            );
            if let Some(close) = close {
                let replaced = if parenthesis == 1 { last } else { last.after() };
                self.and(replaced, close);
            }
            return Some(at + 1 + parenthesis);
        }
        match self.token(at + 1)? {
            Token::Open => {
                let (members, next) = self.list(at + 2)?;
                let comma = self.token(next)? == Token::Comma;
                let braces = self.token(at + 2) == Some(Token::OpenBrace);
                let other = typed.text() != ours || word.dual;
                if !comma || !braces && (members.len() > 1 || !other) {
                    return None;
                }
                let who = if braces { name(&members, declared, groups) } else { members[0].to_owned() };
                if braces {
                    let said = with_group(format!("`{ours}({who}, …)`"), &who, groups);
                    self.change(self.span(at + 2, next - at - 2), who.as_str(), said);
                }
                if other {
                    let said = format!("{} for `{}(…)`", shape(&who), typed.text());
                    self.change(self.span(at, 1), format!("{not}{ours}"), said);
                }
                if word.dual {
                    let close = self.tokens[brackets.partner(at + 1)?].1;
                    let behind = self.tokens.get(next + 1)?.1.start;
                    self.and(Span::new(behind, behind), "!(");
                    self.and(Span::new(close.start, close.start), ")");
                }
                Some(next + 1)
            }
            Token::OpenBracket | Token::OpenBrace => {
                let close = brackets.partner(at + 1)?;
                let (members, next) =
                    self.list(at + 1 + usize::from(self.token(at + 1) == Some(Token::OpenBracket)))?;
                if close.abs_diff(next) > 1 || !brackets.begins(self.tokens, close + 1) {
                    return None;
                }
                let who = name(&members, declared, groups);
                let said = with_group(format!("{} for `{}[…]`", shape(&who), typed.text()), &who, groups);
                let span = self.without_blank(self.span(at, close + 1 - at), close + 1);
                self.change(span, format!("{not}{ours}({who}, {not}"), said);
                let last = self.tokens[brackets.end(close + 1) - 1].1;
                self.and(last.after(), ")");
                Some(close + 1)
            }
            _ => None,
        }
    }

    /// A place with the single blank before the next token.
    fn without_blank(&self, span: Span, next: usize) -> Span {
        match self.tokens.get(next) {
            Some((_, place)) if place.start == span.end + 1 => Span::new(span.start, place.start),
            _ => span,
        }
    }

    /// Names between commas, in braces or not, and what follows them.
    fn list(&self, from: usize) -> Option<(Vec<&'s str>, usize)> {
        let braces = usize::from(self.token(from) == Some(Token::OpenBrace));
        let (mut at, mut names) = (from + braces, Vec::new());
        loop {
            names.push(match self.token(at)? {
                Token::Identifier(name) => name,
                Token::Environment => "Environment",
                // No agent can have such a name, but who gave it one is told that where the agent is declared.
                reserved if words::is_letter(reserved.text()) => reserved.text(),
                _ => return None,
            });
            at += 1;
            // Without braces a comma may be that before the formula.
            let more = self.token(at) == Some(Token::Comma) && names.len() < LONGEST_LIST;
            let ends = braces == 0 && self.ends_list(from);
            if !more || ends {
                break;
            }
            at += 1;
        }
        if braces == 1 && self.token(at)? != Token::CloseBrace {
            return None;
        }
        Some((names, at + braces))
    }

    /// Whether only one name is due: behind `K(`.
    fn ends_list(&self, from: usize) -> bool {
        from > 0 && self.token(from - 1) == Some(Token::Open)
    }
}
