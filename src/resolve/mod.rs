//! From what was written to what it means: names, types, ranges and access rights are checked here, and all complaints
//! are collected. Behind this stage a user cannot be at fault any more.

mod agents;
mod assignments;
mod comparisons;
mod conditions;
mod declare;
mod divisions;
mod effort;
mod exactness;
mod formulas;
mod lints;
mod names;
mod places;
mod readings;
mod resolver;
mod satisfiable;
mod sorts;
mod usage;
mod whole;

#[cfg(feature = "cli")]
pub(crate) use formulas::paper_constant;
pub use resolver::TACIT_EXTENSION;
pub use whole::{Resolved, resolve, resolve_formula};
