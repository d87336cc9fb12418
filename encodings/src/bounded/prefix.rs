//! Prenexing with few alternations: what stands side by side shares its blocks.
//!
//! Two prefixes over different inputs may be interleaved at will. The shorter one is laid into the longer one, starting
//! with the first block of its own quantifier: the result has at most one block more than the longer one.

use crate::circuit::InputId;
use crate::qbf::{Block, Quantifier};

/// Alternating blocks, outermost first, none of them empty.
#[derive(Debug, Clone, Default)]
pub(super) struct Prefix(Vec<Block>);

impl Prefix {
    /// Both, side by side.
    pub(super) fn beside(self, other: Self) -> Self {
        let (mut long, short) = if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let Some(first) = short.0.first() else { return long };
        let shift = usize::from(long.0.first().is_some_and(|block| block.quantifier != first.quantifier));
        for (at, block) in short.0.into_iter().enumerate() {
            match long.0.get_mut(at + shift) {
                Some(place) => place.inputs.extend(block.inputs),
                None => long.0.push(block),
            }
        }
        long
    }

    /// With inputs around it.
    pub(super) fn within(mut self, quantifier: Quantifier, inputs: Vec<InputId>) -> Self {
        if inputs.is_empty() {
            return self;
        }
        match self.0.first_mut() {
            Some(first) if first.quantifier == quantifier => first.inputs.extend(inputs),
            _ => self.0.insert(0, Block { quantifier, inputs }),
        }
        self
    }

    /// With all of `inner` inside.
    pub(super) fn around(self, inner: Self) -> Self {
        self.0.into_iter().rev().fold(inner, |inner, block| inner.within(block.quantifier, block.inputs))
    }

    pub(super) fn into_blocks(self) -> Vec<Block> {
        self.0
    }
}
