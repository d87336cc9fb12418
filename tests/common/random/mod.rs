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
//! An engine's test says `forall(seeds, |seed| …, |model| …)`: see `tests/engines/oracle.rs` for the shortest example.

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

pub use forall::{draw, forall, loaded};
pub use formula::{
    BinaryTemporal, Formula, Knowledge, Logic, Modality, Quantifier, Regex, Specification, Temporal, UnaryTemporal,
};
pub use formulas::{FormulaShape, random_formula};
pub use generate::Wishes;
pub use model::{
    Agent, AgentId, Arithmetic, AtomId, Bitwise, Comparison, Condition, Domain, EvolutionLine, Expr, Group, GroupId,
    ProtocolLine, RandomModel, SYMBOLS, Semantics, VarId, Variable,
};
pub use prng::Prng;
pub use semantics::{Move, Reached, State, compare, holds, product, value_of};
pub use shrink::shrink;
