//! Tokens with the comments in front of them, and what the user's line breaks say.

use std::ops::Range;

use crate::diagnostic::Span;
use crate::ispl::token::Lexed;

/// A comment, without the blanks at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comment<'s> {
    pub(super) text: &'s str,
    /// It stands behind a token, on the same line.
    pub(super) beside: bool,
    /// There is an empty line above it.
    pub(super) blank: bool,
}

/// A token as it is spelled, with the comments in front of it.
#[derive(Debug, Clone)]
pub(super) struct CommentedToken<'s> {
    pub(super) text: &'s str,
    /// The comments in front of it.
    pub(super) comments: Range<usize>,
    /// There is an empty line above it, or above it and below the last of these comments.
    pub(super) blank: bool,
}

/// A whole file.
pub(super) struct CommentedTokens<'s> {
    /// One per token.
    pub(super) tokens: Vec<CommentedToken<'s>>,
    /// All comments, in order.
    pub(super) comments: Vec<Comment<'s>>,
    /// The number of comments that stand in front of some token.
    leading: usize,
}

impl<'s> CommentedTokens<'s> {
    /// The comments in front of a token.
    pub(super) fn before(&self, token: &CommentedToken<'s>) -> &[Comment<'s>] {
        &self.comments[token.comments.clone()]
    }

    /// The comments behind the last token.
    pub(super) fn trailing(&self) -> &[Comment<'s>] {
        &self.comments[self.leading..]
    }
}

/// Brings tokens and comments together.
pub(super) fn with_comments<'s>(source: &'s str, lexed: &Lexed<'s>) -> CommentedTokens<'s> {
    let mut reader = Reader { source, read: 0, after_token: false };
    let mut tokens = Vec::with_capacity(lexed.tokens.len());
    let mut comments = Vec::with_capacity(lexed.comments.len());
    let mut waiting = lexed.comments.iter().peekable();
    let mut leading = 0;
    for &(_, span) in &lexed.tokens {
        while let Some(&(_, place)) = waiting.next_if(|(_, place)| place.start < span.start) {
            comments.push(reader.comment(place));
        }
        let blank = reader.line_breaks(span) > 1;
        tokens.push(CommentedToken { text: &source[span.range()], comments: leading..comments.len(), blank });
        leading = comments.len();
        reader.after_token = true;
    }
    comments.extend(waiting.map(|&(_, place)| reader.comment(place)));
    CommentedTokens { tokens, comments, leading }
}

struct Reader<'s> {
    source: &'s str,
    /// Up to where the source has been read.
    read: usize,
    /// What was read last is a token.
    after_token: bool,
}

impl<'s> Reader<'s> {
    /// The number of line breaks before `span`, which is read.
    fn line_breaks(&mut self, span: Span) -> usize {
        let gap = &self.source[self.read..span.start];
        self.read = span.end;
        gap.bytes().filter(|&byte| byte == b'\n').count()
    }

    fn comment(&mut self, span: Span) -> Comment<'s> {
        let breaks = self.line_breaks(span);
        let beside = self.after_token && breaks == 0;
        self.after_token = false;
        Comment { text: self.source[span.range()].trim_ascii_end(), beside, blank: breaks > 1 }
    }
}
