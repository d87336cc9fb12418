//! qmas.
pub mod diagnostic;
pub mod engine;
pub mod explicit;
pub mod ir;
pub mod ispl;
pub mod logic;
mod model;
pub mod resolve;

pub use model::Model;
