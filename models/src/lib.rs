//! Models to check, test and measure with: every system of the papers that qmas-rs implements,
//! written anew in ISPL, each with the verdicts that its source states and the reason for them.
//!
//! A model is either one file (`library/NAME/model.ispl`) or a family with a generator
//! (`src/families/NAME.rs`); both keep their verdicts in `library/NAME/expected.toml`.
//! This crate knows nothing of the checker: it makes text and says what is expected of it.

mod catalogue;
mod expected;
pub mod families;
mod shared;
pub mod text;

pub use catalogue::{Model, Parameters, Source, find, models};
pub use expected::{Expected, ExpectedFormula, ExpectedVerdict, Traces};
pub use shared::shared;
