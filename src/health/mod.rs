//! Is this the model that its author meant? What can be seen of a model without any formula: how many states can be
//! reached, where it gets stuck, which of its lines never matter, what never changes.
//!
//! Enumerated states answer everything. For models with too many of them, decision diagrams answer what is a question
//! about sets of reachable states; what they leave open is said.

mod explicit;
mod findings;
mod look;
mod rivals;
mod symbolic;

pub use findings::{Deadlocks, Defects, Health, Line, Overflows, Unchanging};
pub use look::{defects, health};
