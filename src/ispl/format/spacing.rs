//! Blanks between the tokens of a line, and the places where it may be folded.

use super::outline::Content;
use crate::ispl::literal::comparison;
use crate::ispl::token::{Spanned, Token};

/// What stands in front of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    Nothing,
    Blank,
    /// A blank, or the end of a line that has become too long. The looser the operator and the fewer brackets around
    /// it, the smaller the number; of two folds, the smaller one is better.
    Fold(usize),
}

/// Whether a token is a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    No,
    Opens,
    Closes,
}

/// Whether later lines, up to the next closing bracket, line up with what follows a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    No,
    Always,
    /// If the token is the first of its line.
    FirstOfLine,
}

/// How to set a token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) before: Gap,
    pub(super) bracket: Bracket,
    pub(super) anchor: Anchor,
}

/// Better than every other fold.
pub(super) const BEST: usize = 0;
/// Only when not even the next few tokens fit.
pub(super) const WORST: usize = usize::MAX;
/// More than [`level`] has.
const LEVELS: usize = 16;
/// The levels of `or` and `and`.
const OR: usize = 4;
const AND: usize = 5;

/// The rank of a fold behind an operator of that level, inside that many brackets; better than [`WORST`], not [`BEST`].
fn rank(brackets: usize, level: usize) -> usize {
    before_all(brackets) + 1 + level
}

/// Better than the folds inside that many brackets, worse than those inside fewer.
pub(super) fn before_all(brackets: usize) -> usize {
    brackets * LEVELS
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Names, values, and keywords that only need a blank on either side.
    Word,
    /// `LTL`, `CDL*`
    Logic,
    /// `!`, `~`, the sign of a number
    Sign,
    /// `AG`, `E`, `X`, `K`
    Modality,
    /// With a blank on either side.
    Infix,
    /// `*` and `?` in regular expressions
    Postfix,
    /// `.` and `..`
    Joint,
    If,
    Comma,
    /// `(` and `{`
    Open,
    Close,
    /// `<` and `[` of a modality
    OpenModality,
    CloseModality,
    /// The `;` of a line, the `:` of a header
    End,
}

impl Role {
    /// Whether what follows starts an operand.
    fn wants_operand(self) -> bool {
        !matches!(self, Self::Word | Self::Close | Self::Postfix | Self::End)
    }
}

/// How to set each token of a line.
pub(super) fn cells(tokens: &[Spanned<'_>], content: Content) -> Vec<Cell> {
    let before_if = before_if(tokens);
    let mut cells = Vec::with_capacity(tokens.len());
    let mut open: Vec<Token<'_>> = Vec::new();
    let mut last: Option<(Token<'_>, Role)> = None;
    let linear = matches!(tokens.first(), Some((Token::Ltl | Token::CtlStar, _)));
    for (at, &(token, _)) in tokens.iter().enumerate() {
        let due = last.is_none_or(|(_, role)| role.wants_operand());
        let role = match token {
            Token::Semicolon if at + 1 == tokens.len() => Role::End,
            Token::Colon if tokens[0].0.starts_section() => Role::End,
            Token::Minus if due => Role::Sign,
            Token::Less if due => Role::OpenModality,
            Token::Greater if open.last() == Some(&Token::Less) => Role::CloseModality,
            Token::Star | Token::Question if content == Content::Formula => Role::Postfix,
            // `R` and `W` are operators where an operand cannot stand.
            Token::Identifier(_) if content == Content::Formula && !due => Role::Infix,
            _ => usual_role(token),
        };
        let blank = last.is_some_and(|(before, last)| blank(last, role) || would_merge(before, token));
        let level = |(token, last): (Token<'_>, Role)| match (last, role) {
            (_, Role::If) => Some(before_if),
            (Role::Comma, _) if open.last() == Some(&Token::Open) => Some(WORST),
            (Role::Comma, _) => Some(rank(open.len(), 0)),
            (Role::Infix, _) if token == Token::Colon => Some(WORST),
            (Role::Infix, _) => Some(rank(open.len(), level(token, content, linear)?)),
            _ => None,
        };
        let before = match last.and_then(level) {
            Some(level) if blank => Gap::Fold(level),
            _ if blank => Gap::Blank,
            _ => Gap::Nothing,
        };
        let anchor = match role {
            Role::If => Anchor::FirstOfLine,
            Role::Comma if open.last() == Some(&Token::Open) => Anchor::Always,
            _ => Anchor::No,
        };
        let bracket = match role {
            Role::Open | Role::OpenModality => Bracket::Opens,
            Role::Close | Role::CloseModality => Bracket::Closes,
            _ => Bracket::No,
        };
        match bracket {
            Bracket::Opens => open.push(token),
            Bracket::Closes => drop(open.pop()),
            Bracket::No => {}
        }
        cells.push(Cell { before, bracket, anchor });
        last = Some((token, role));
    }
    cells
}

/// The role of a token that needs no look around it.
fn usual_role(token: Token<'_>) -> Role {
    match token {
        Token::Not | Token::BitNot => Role::Sign,
        Token::AG | Token::EG | Token::AX | Token::EX | Token::AF | Token::EF => Role::Modality,
        Token::A | Token::E | Token::X | Token::F | Token::G => Role::Modality,
        Token::K | Token::GK | Token::GCK | Token::DK | Token::O => Role::Modality,
        Token::Ltl | Token::CtlStar | Token::Ldl | Token::CdlStar => Role::Logic,
        Token::And | Token::Or | Token::Implies | Token::U | Token::Colon | Token::Semicolon => Role::Infix,
        Token::Plus | Token::Minus | Token::Star | Token::Slash | Token::Question => Role::Infix,
        Token::BitAnd | Token::BitOr | Token::BitXor => Role::Infix,
        Token::If => Role::If,
        Token::Dot | Token::DotDot => Role::Joint,
        Token::Comma => Role::Comma,
        Token::Open | Token::OpenBrace => Role::Open,
        Token::Close | Token::CloseBrace => Role::Close,
        Token::OpenBracket => Role::OpenModality,
        Token::CloseBracket => Role::CloseModality,
        _ if comparison(token).is_some() => Role::Infix,
        _ => Role::Word,
    }
}

fn blank(left: Role, right: Role) -> bool {
    use Role::{Close, CloseModality, Comma, End, Joint, Modality, Open, OpenModality, Postfix, Sign};
    let sticks_to_next = matches!(left, Open | OpenModality | CloseModality | Sign | Joint);
    let sticks_to_last = matches!(right, Close | CloseModality | Comma | Postfix | Joint | End);
    !sticks_to_next && !sticks_to_last && (left, right) != (Modality, Open)
}

/// `CTL *` must not become `CTL*`, which is another token.
fn would_merge(left: Token<'_>, right: Token<'_>) -> bool {
    matches!((left, right), (Token::Identifier("CTL" | "CDL"), Token::Star))
}

/// How good a fold in front of `if` is.
///
/// If several variables are assigned, the condition is better off on a line of its own. Otherwise it starts on the line
/// of the assignment, unless that would tear its first operand.
fn before_if(tokens: &[Spanned<'_>]) -> usize {
    let mut behind = tokens.iter().map(|&(token, _)| token);
    let assignments = behind.by_ref().take_while(|&token| token != Token::If);
    if assignments.filter(|&token| token == Token::And).count() > 0 {
        return BEST;
    }
    let mut open = 0usize;
    let mut loosest = None;
    for token in behind {
        match token {
            Token::Open => open += 1,
            Token::Close => open = open.saturating_sub(1),
            Token::Or if open == 0 => return rank(0, OR),
            Token::And if open == 0 => loosest = Some(rank(0, AND)),
            _ => {}
        }
    }
    loosest.unwrap_or(WORST)
}

/// How loosely an operator binds, loosest first; `None` if a line is not folded behind it.
fn level(token: Token<'_>, content: Content, linear: bool) -> Option<usize> {
    Some(match token {
        // Choice and sequence in regular expressions.
        Token::Plus if content == Content::Formula => 0,
        Token::Semicolon => 1,
        // In CTL, `A(p -> q U r)` is `A((p -> q) U r)`.
        Token::U | Token::Identifier(_) if !linear => 2,
        Token::Implies => 3,
        Token::Or => OR,
        Token::And => AND,
        Token::U | Token::Identifier(_) => 6,
        Token::BitOr | Token::BitXor => 7,
        Token::BitAnd => 8,
        Token::Plus | Token::Minus => 9,
        Token::Star | Token::Slash => 10,
        _ => return None,
    })
}
