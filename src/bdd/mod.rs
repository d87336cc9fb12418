//! The BDD engine: every logic, with fairness, on sets of states as decision diagrams.
//!
//! | step | file |
//! |---|---|
//! | which formulas are answered on which part of the system | `parts` |
//! | a static order of the variables | `order_supports`, `order_values` on `arrange`; `turns` says which is tried when |
//! | circuits to diagrams | `diagrams` |
//! | the transition relation as a conjunction of pieces | `pieces` |
//! | the same as a union of events; reachable states, images, preimages | `relation`, `split`, `squaring` |
//! | evaluation of formulas | `engine` |
//! | one operator, one function | `branching`, `knowledge`, `strategic` |
//! | path quantifiers, by automata | `paths` |
//!
//! Burch, Clarke, McMillan, Dill, Hwang: "Symbolic model checking: 10^20 states and beyond" (1990); Raimondi and
//! Lomuscio: "Automatic verification of multi-agent systems by model checking via OBDDs" (2005).

mod arrange;
mod branching;
mod count;
mod diagrams;
mod engine;
mod knowledge;
mod order_supports;
mod order_values;
mod parts;
mod paths;
mod pieces;
mod relation;
mod split;
mod squaring;
mod strategic;
mod turns;

pub use engine::{BddEngine, BddStatistics};
pub(crate) use parts::{Part, parts};
