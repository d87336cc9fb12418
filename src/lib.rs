//! qmas.
pub mod check;
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod explicit;
pub mod ir;
pub mod ispl;
pub mod load;
pub mod logic;
mod model;
pub mod report;
pub mod resolve;

pub use model::Model;
