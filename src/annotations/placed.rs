//! Which formula a comment is about: the one that it stands in or behind on the same line; otherwise, if it has its line for
//! itself, the next one, if there are only comments between them.

use crate::diagnostic::Span;

/// Finds the formulas of comments that are asked for from the last one to the first.
pub(super) struct Places<'a> {
    source: &'a str,
    formulas: &'a [Span],
    /// From here up to the formula with this number there are only comments: that is looked at once.
    clear: Option<(usize, usize)>,
}

impl<'a> Places<'a> {
    /// For the formulas of a source, in order.
    pub(super) fn new(source: &'a str, formulas: &'a [Span]) -> Self {
        Self { source, formulas, clear: None }
    }

    /// The number of the formula that a comment is about.
    pub(super) fn formula(&mut self, comment: Span) -> Option<usize> {
        let next = self.formulas.partition_point(|formula| formula.start <= comment.start);
        if let Some(before) = next.checked_sub(1) {
            let end = self.formulas[before].end;
            if comment.start < end || !self.source[end..comment.start].contains('\n') {
                return Some(before);
            }
        }
        let line = self.source[..comment.start].rfind('\n').map_or(0, |at| at + 1);
        let alone = self.source[line..comment.start].trim().is_empty();
        let formula = self.formulas.get(next).filter(|_| alone)?;
        let seen = match self.clear {
            Some((from, number)) if number == next => from.max(comment.end),
            _ => formula.start,
        };
        let comments = |line: &str| line.trim().is_empty() || line.trim().starts_with("--");
        if !self.source[comment.end..seen].split('\n').all(comments) {
            return None;
        }
        self.clear = Some((comment.start, next));
        Some(next)
    }
}
