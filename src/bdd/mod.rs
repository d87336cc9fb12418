//! The BDD engine: CTLK, ATL, obligation and fairness on sets of states as decision diagrams.
//!
//! | step | file |
//! |---|---|
//! | a static order of the variables | `order_supports`, `order_values` on `arrange` |
//! | circuits to diagrams | `diagrams` |
//! | the transition relation in pieces, images and preimages | `relation` |
//! | reachable states, evaluation of formulas | `engine` |
//! | one operator, one function | `branching`, `knowledge`, `strategic`, `uniform` |
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
mod relation;
mod strategic;
mod uniform;

pub use engine::{BddEngine, BddStatistics};
