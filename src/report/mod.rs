//! Everything that users read: diagnostics with their source, verdicts as text and as JSON, evidence.

mod diagnostics;
pub mod evidence;
mod json;
mod json_diagrams;
mod runs;
mod text;

pub use diagnostics::{Colours, Position, Source, render};
pub use json::{JsonDiagnostic, JsonFormula, JsonModel, JsonReport};
pub use json_diagrams::JsonDiagrams;
pub use runs::runs;
pub use text::{finding, statistics, trace, verdicts};
