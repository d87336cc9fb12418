//! Solving quantified formulas by counterexample-guided expansion on circuits.
//!
//! Janota, Klieber, Marques-Silva, Clarke: "Solving QBF with counterexample guided refinement" (2016; RAReQS). A player
//! proposes a move that is good against all replies seen so far; if the opponent has another reply, its block is
//! instantiated with it, and so on. Where we differ:
//!
//! * Instantiation is a cofactor of the circuit, not of clauses: what becomes constant disappears, equal parts of
//!   different instantiations are one gate.
//! * Outer moves are assumptions of the SAT solvers, never substituted. So the instantiations of inner games, and all
//!   that the solvers learned, stay valid from one proposal to the next.
//! * A block whose expansion is small is expanded at once.
//!
//! | file | holds |
//! |---|---|
//! | `game` | the recursion: propose, refute, instantiate |
//! | `claims` | the innermost game: a SAT solver, every model of which is checked on the circuit |
//! | `chain` | a game that was not played yet: blocks over a literal; instantiation |
//! | `context` | the circuit, the moves made so far, what may still be spent |
//!
//! Memory: one call works on its own copy of the cone of the formula; the caller's circuit does not grow, and copies
//! and dead gates go when the call ends. During the call they are bounded by [`ExpansionOptions::max_gates`].

mod chain;
mod claims;
mod context;
mod game;

use crate::circuit::{Circuit, InputId};
use crate::qbf::{Block, Move, Qbf, Quantifier};
use crate::sat::{SatFactory, SatLimits, Stop};
use crate::substitute::Extract;
use chain::Chain;
use context::Context;
use game::Game;

/// Games recurse on the prefix: longer ones are refused.
const MAX_BLOCKS: usize = 200;

/// How far to go.
#[derive(Debug, Clone)]
pub struct ExpansionOptions {
    /// A block is expanded at once if that makes at most about so many gates; 0 for never.
    pub full_expansion: usize,
    /// How many instantiations there may be.
    pub max_instantiations: usize,
    /// How many gates there may be.
    pub max_gates: usize,
    /// How far each call of a SAT solver may go, and what may interrupt it.
    pub sat: SatLimits,
}

impl Default for ExpansionOptions {
    fn default() -> Self {
        Self { full_expansion: 400, max_instantiations: 1_000_000, max_gates: 1 << 25, sat: SatLimits::default() }
    }
}

/// What a formula is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// True; if its outermost block is existential, by this move.
    True(Option<Move>),
    /// False; if its outermost block is universal, by this move.
    False(Option<Move>),
    /// No answer, and why.
    Unknown(Stop),
}

/// What it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExpansionStatistics {
    /// Instantiations of blocks, those of full expansion included.
    pub instantiations: usize,
    /// Calls of SAT solvers.
    pub sat_calls: usize,
    /// Gates at the end.
    pub gates: usize,
}

/// An answer, and what to keep for the next formula.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// The moves with which blocks of the prefix were instantiated, the given ones that were used included. Give them
    /// to the call for a similar formula, such as the next bound: any instantiation is sound, and most of them are
    /// needed again.
    pub seeds: Vec<Move>,
    /// What it took.
    pub statistics: ExpansionStatistics,
}

/// Solves `qbf`. Each of `seeds` instantiates the blocks whose inputs it mentions; inputs of the block that it does not
/// mention are false.
#[must_use]
pub fn solve(
    circuit: &Circuit,
    qbf: &Qbf,
    seeds: &[Move],
    options: &ExpansionOptions,
    factory: &dyn SatFactory,
) -> Solution {
    let extract = Extract::new(circuit, qbf.matrix);
    let qbf = inside(qbf, &extract).normalised(&extract.circuit);
    let Extract { circuit, root, origin } = extract;
    let seeds: Vec<Move> = seeds.iter().map(|seed| renamed(seed, &inverse(&origin))).collect();
    let mut context = Context::new(circuit, factory, options, seeds);
    if qbf.prefix.len() > MAX_BLOCKS {
        let statistics = context.statistics();
        return Solution { answer: Answer::Unknown(Stop::Blocks), seeds: Vec::new(), statistics };
    }
    let side = qbf.prefix.first().map_or(Quantifier::Exists, |block| block.quantifier);
    let mut game = Game::new(side);
    let blocks: Vec<Vec<InputId>> = qbf.prefix.into_iter().map(|block| block.inputs).collect();
    let outermost = blocks.first().cloned().unwrap_or_default();
    let chain = Chain { side, blocks, matrix: root, original: true };
    let result = game.open(chain, &mut context).and_then(|()| game.solve(&mut context));
    let back = |found: &Move| found.values().iter().map(|&(input, value)| (origin[input.index()], value)).collect();
    // Full expansion may have given the player copies to choose as well.
    let result = result.map(|found| found.map(|found| found.restricted(&outermost)));
    let answer = match (result, side) {
        (Ok(Some(found)), Quantifier::Exists) => Answer::True(Some(back(&found))),
        (Ok(Some(found)), Quantifier::Forall) => Answer::False(Some(back(&found))),
        (Ok(None), Quantifier::Exists) => Answer::False(None),
        (Ok(None), Quantifier::Forall) => Answer::True(None),
        (Err(stop), _) => Answer::Unknown(stop),
    };
    let seeds = game.instantiations().iter().map(back).collect();
    Solution { answer, seeds, statistics: context.statistics() }
}

/// A formula over the inputs of the extract instead of those that they come from.
fn inside(qbf: &Qbf, extract: &Extract) -> Qbf {
    let inverse = inverse(&extract.origin);
    let block = |block: &Block| Block {
        quantifier: block.quantifier,
        inputs: block.inputs.iter().filter_map(|&input| inverse(input)).collect(),
    };
    Qbf { prefix: qbf.prefix.iter().map(block).collect(), matrix: extract.root }
}

/// From outside inputs to those of the extract, which come in the same order.
fn inverse(origin: &[InputId]) -> impl Fn(InputId) -> Option<InputId> {
    |input| origin.binary_search(&input).ok().map(InputId::from_index)
}

fn renamed(made: &Move, name: &impl Fn(InputId) -> Option<InputId>) -> Move {
    made.values().iter().filter_map(|&(input, value)| Some((name(input)?, value))).collect()
}
