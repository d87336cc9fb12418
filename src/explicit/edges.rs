//! What algorithms on graphs ask of one: it may be listed, or follow from something smaller, such as a product.

/// A finite graph. States without successors are deadlocks.
pub(super) trait Edges {
    /// How many states there are.
    fn size(&self) -> usize;

    /// The states one step after `state`.
    fn after(&self, state: usize) -> impl Iterator<Item = usize> + '_;

    /// The one at a position of these.
    fn after_at(&self, state: usize, position: usize) -> Option<usize>;

    /// The states one step before `state`.
    fn before(&self, state: usize) -> impl Iterator<Item = usize> + '_;
}
