//! Whether a formula or its negation is meant: what every pass carries along that pushes negations inwards.

/// Whether a formula or its negation is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// The formula.
    Plain,
    /// Its negation.
    Negated,
}

impl Sign {
    /// The other one.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Plain => Self::Negated,
            Self::Negated => Self::Plain,
        }
    }
}
