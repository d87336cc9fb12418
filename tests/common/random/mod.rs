//! Random systems and formulas, deterministic from a seed, with a second semantics and a shrinker.
//!
//! | file | what it holds |
//! |---|---|
//! | `prng` | the only source of chance |
//! | `model`, `formula` | systems and formulas as plain trees, unrelated to the product's own types |
//! | `generate`, `conditions`, `formulas` | how they are drawn |
//! | `print` | ISPL text; `load` accepts it without errors |
//! | `semantics` | moves and reachable states, written from the law and not from the product |
//! | `shrink`, `forall` | smaller failing cases; properties over many seeds |
//!
//! An engine's test says `forall(seeds, |seed| …, |model| …)`: see `tests/oracle.rs` for the shortest example.

mod conditions;
mod forall;
mod formula;
mod formulas;
mod generate;
mod model;
mod print;
mod prng;
mod semantics;
mod shrink;

pub(crate) use forall::{draw, forall, loaded};
pub(crate) use formula::{
    BinaryTemporal, Formula, Knowledge, Logic, Modality, Quantifier, Regex, Specification, Temporal, UnaryTemporal,
};
pub(crate) use formulas::{FormulaShape, random_formula};
pub(crate) use generate::Wishes;
pub(crate) use model::{
    Agent, AgentId, Arithmetic, AtomId, Bitwise, Comparison, Condition, Domain, EvolutionLine, Expr, Group, GroupId,
    ProtocolLine, RandomModel, SYMBOLS, Semantics, VarId, Variable,
};
pub(crate) use prng::Prng;
pub(crate) use semantics::{Move, Reached, State, compare, holds, product, value_of};
pub(crate) use shrink::shrink;
