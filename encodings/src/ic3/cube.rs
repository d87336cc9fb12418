//! Partial states: conjunctions of latches and complements of latches.

/// A latch, by its number, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value {
    pub(super) latch: usize,
    pub(super) value: bool,
}

/// The states with certain values; latches ascending, each at most once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cube(Vec<Value>);

impl Cube {
    /// The states with these values.
    pub(super) fn new(values: impl IntoIterator<Item = Value>) -> Self {
        let mut values: Vec<Value> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        Self(values)
    }

    pub(super) fn values(&self) -> &[Value] {
        &self.0
    }

    /// Without one of its values.
    pub(super) fn without(&self, value: Value) -> Self {
        Self(self.0.iter().copied().filter(|&other| other != value).collect())
    }

    pub(super) fn contains(&self, value: Value) -> bool {
        self.0.binary_search(&value).is_ok()
    }

    /// Whether all states of `other` are in here.
    pub(super) fn includes(&self, other: &Self) -> bool {
        self.0.len() <= other.0.len() && self.0.iter().all(|&value| other.contains(value))
    }
}
