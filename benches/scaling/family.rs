//! What a family is: a generator, the sizes to try, and the number of states where it is known.

/// A model for every size.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// The first size.
    pub(crate) start: usize,
    pub(crate) growth: Growth,
    /// How many states are reachable, where somebody can say so without counting them.
    pub(crate) states: Option<fn(usize) -> f64>,
    pub(crate) generate: fn(usize) -> String,
}

/// From one size to the next.
#[derive(Clone, Copy)]
pub(crate) enum Growth {
    Twice,
    Plus(usize),
}

impl Growth {
    pub(crate) fn next(self, size: usize) -> usize {
        match self {
            Self::Twice => 2 * size,
            Self::Plus(step) => size + step,
        }
    }
}
