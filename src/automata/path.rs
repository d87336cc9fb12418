//! Path formulas with a sign: negation normal form without building it.
//!
//! Negation is pushed inwards where a formula is taken apart. The normal form of `logic` is for infinite paths, where
//! `!X f` is `X !f`; at the last position of a finite trace the one is true and the other is false.

use std::ops::Not;

use crate::logic::{FormulaId, Sign};

/// A path formula or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathFormula {
    /// Which of the two.
    pub sign: Sign,
    /// The formula.
    pub formula: FormulaId,
}

impl PathFormula {
    /// The formula itself.
    #[must_use]
    pub fn plain(formula: FormulaId) -> Self {
        Self { sign: Sign::Plain, formula }
    }
}

impl Not for PathFormula {
    type Output = Self;

    fn not(self) -> Self {
        Self { sign: self.sign.flip(), ..self }
    }
}
