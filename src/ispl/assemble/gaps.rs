//! Where something could not be read: what is missing there may have been written all the same.

use crate::diagnostic::Span;

/// The places that could not be read, in ascending order.
pub(super) struct Gaps(pub(super) Vec<usize>);

impl Gaps {
    /// How many there are.
    pub(super) fn all(&self) -> usize {
        self.0.len()
    }

    /// How many of them lie within `extent`.
    pub(super) fn within(&self, extent: Span) -> usize {
        self.0.partition_point(|&gap| gap <= extent.end) - self.0.partition_point(|&gap| gap < extent.start)
    }
}
