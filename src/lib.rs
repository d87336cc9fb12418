//! qmas.
pub mod engine;
pub mod explicit;
pub mod ir;
pub mod logic;
mod model;

pub use model::Model;
