//! A game that was not played yet: alternating blocks over a literal, and what becomes of it after a move.

use super::context::Context;
use crate::circuit::{InputId, Lit};
use crate::hash::FastSet;
use crate::qbf::Quantifier;
use crate::sat::Stop;
use crate::substitute::{Substitution, dependent};

/// Blocks, outermost first, whose players take turns. Only the first may be empty.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    /// Whose turn it is.
    pub(super) side: Quantifier,
    /// The inputs of each turn.
    pub(super) blocks: Vec<Vec<InputId>>,
    /// Who makes it true wins for ∃.
    pub(super) matrix: Lit,
    /// Whether its inputs are those of the formula, rather than copies.
    pub(super) original: bool,
}

impl Chain {
    /// The literal that `side` wants true, once neither side has a choice left.
    pub(super) fn goal(&self, side: Quantifier) -> Lit {
        self.matrix.negated_if(side == Quantifier::Forall)
    }

    /// Without inputs that do not matter; the first block may become empty.
    pub(super) fn trimmed(self, context: &Context<'_>) -> Self {
        let support: FastSet<InputId> = context.circuit.support([self.matrix]).into_iter().collect();
        let mut blocks: Vec<Vec<InputId>> = vec![Vec::new()];
        for (turn, block) in self.blocks.iter().enumerate() {
            let inputs: Vec<InputId> = block.iter().copied().filter(|input| support.contains(input)).collect();
            if inputs.is_empty() {
                continue;
            }
            // Turns of one player with nothing between them are one turn.
            let same = (blocks.len() - 1) % 2 == turn % 2;
            match blocks.last_mut() {
                Some(last) if same => last.extend(inputs),
                _ => blocks.push(inputs),
            }
        }
        Self { blocks, ..self }
    }

    /// The turns after the first.
    pub(super) fn rest(&self) -> Self {
        Self { side: !self.side, blocks: self.blocks[1..].to_vec(), matrix: self.matrix, original: self.original }
    }

    /// The gates that depend on the blocks: what each instantiation copies.
    pub(super) fn cone(&self, context: &Context<'_>) -> Vec<usize> {
        dependent(&context.circuit, self.matrix, self.blocks.iter().flatten().copied())
    }

    /// What is left after this move in the first block, with later blocks renamed. `cone` is that of the chain.
    pub(super) fn instantiate(&self, made: &[bool], cone: &[usize], context: &mut Context<'_>) -> Result<Self, Stop> {
        context.spend()?;
        let mut substitution = Substitution::default();
        for (&input, &value) in self.blocks[0].iter().zip(made) {
            substitution.set(input, Lit::constant(value));
        }
        let mut blocks = Vec::with_capacity(self.blocks.len() - 1);
        for block in &self.blocks[1..] {
            let mut renamed = Vec::with_capacity(block.len());
            for &input in block {
                let (copy, lit) = context.circuit.input();
                substitution.set(input, lit);
                renamed.push(copy);
            }
            blocks.push(renamed);
        }
        let matrix = substitution.apply(&mut context.circuit, cone, self.matrix);
        Ok(Self { side: !self.side, blocks, matrix, original: false })
    }
}
