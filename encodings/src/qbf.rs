//! Quantified Boolean formulas: a prefix of quantifier blocks over a circuit.

use std::ops::Not;

use crate::circuit::{Circuit, InputId, Lit};
use crate::hash::FastSet;
use crate::substitute::Substitution;

/// A quantifier; also the player that chooses the values: one wants the matrix true, the other false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// ∃
    Exists,
    /// ∀
    Forall,
}

impl Not for Quantifier {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Exists => Self::Forall,
            Self::Forall => Self::Exists,
        }
    }
}

/// Inputs under one quantifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// How they are quantified.
    pub quantifier: Quantifier,
    /// Which they are.
    pub inputs: Vec<InputId>,
}

/// Values for some inputs, ascending by input.
#[derive(Debug, Clone, PartialEq, Eq, Default, PartialOrd, Ord, Hash)]
pub struct Move(Vec<(InputId, bool)>);

impl Move {
    /// The values, ascending by input.
    #[must_use]
    pub fn values(&self) -> &[(InputId, bool)] {
        &self.0
    }

    /// The value of an input, if it has one.
    #[must_use]
    pub fn get(&self, input: InputId) -> Option<bool> {
        let at = self.0.binary_search_by_key(&input, |&(input, _)| input).ok()?;
        Some(self.0[at].1)
    }

    /// The values of these inputs, false where there is none.
    #[must_use]
    pub fn restricted(&self, inputs: &[InputId]) -> Self {
        inputs.iter().map(|&input| (input, self.get(input).unwrap_or(false))).collect()
    }
}

impl FromIterator<(InputId, bool)> for Move {
    /// Of several values for an input, the first counts.
    fn from_iter<T: IntoIterator<Item = (InputId, bool)>>(values: T) -> Self {
        let mut values: Vec<_> = values.into_iter().collect();
        values.sort_by_key(|&(input, _)| input);
        values.dedup_by_key(|&mut (input, _)| input);
        Self(values)
    }
}

/// A prefix, outermost block first, over a literal of a circuit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qbf {
    /// The quantifier blocks.
    pub prefix: Vec<Block>,
    /// What they quantify.
    pub matrix: Lit,
}

impl Qbf {
    /// The formula `matrix` without quantifiers.
    #[must_use]
    pub fn new(matrix: Lit) -> Self {
        Self { prefix: Vec::new(), matrix }
    }

    /// Adds an innermost block.
    #[must_use]
    pub fn with(mut self, quantifier: Quantifier, inputs: impl IntoIterator<Item = InputId>) -> Self {
        self.prefix.push(Block { quantifier, inputs: inputs.into_iter().collect() });
        self
    }

    /// An equivalent formula that is closed and strictly alternates, without empty blocks and with no input that the
    /// matrix does not depend on. Inputs are ascending in their blocks.
    ///
    /// An input without a quantifier is existential and outermost, as in QDIMACS; of several quantifiers for one
    /// input, the innermost binds it.
    #[must_use]
    pub fn normalised(&self, circuit: &Circuit) -> Self {
        let mut open: FastSet<InputId> = circuit.support([self.matrix]).into_iter().collect();
        let mut blocks: Vec<Block> = Vec::new();
        for block in self.prefix.iter().rev() {
            let inputs: Vec<InputId> = block.inputs.iter().copied().filter(|input| open.remove(input)).collect();
            merge(&mut blocks, block.quantifier, inputs);
        }
        merge(&mut blocks, Quantifier::Exists, open.into_iter().collect());
        for block in &mut blocks {
            block.inputs.sort_unstable();
        }
        blocks.reverse();
        Self { prefix: blocks, matrix: self.matrix }
    }

    /// The formula after a move: its inputs have these values and are no longer quantified.
    #[must_use]
    pub fn after(&self, made: &Move, circuit: &mut Circuit) -> Self {
        let mut substitution = Substitution::default();
        for &(input, value) in made.values() {
            substitution.set(input, Lit::constant(value));
        }
        let cone = circuit.below([self.matrix]);
        let matrix = substitution.apply(circuit, &cone, self.matrix);
        Self { prefix: self.prefix.clone(), matrix }.normalised(circuit)
    }
}

/// Puts a block around the others, which are innermost first.
fn merge(blocks: &mut Vec<Block>, quantifier: Quantifier, inputs: Vec<InputId>) {
    match blocks.last_mut() {
        _ if inputs.is_empty() => {}
        Some(last) if last.quantifier == quantifier => last.inputs.extend(inputs),
        _ => blocks.push(Block { quantifier, inputs }),
    }
}
