//! The oracle: the definitions of every logic, literally, on enumerated states.
//!
//! It shares no code with the symbolic engines, so that it can disagree with them.

mod graph;
mod paths;
mod set;

pub use graph::Graph;
pub use set::StateSet;
