//! Everything that users read: diagnostics with their source, verdicts as text, as JSON and as other tools write them.

mod diagnostics;
pub mod evidence;
mod health;
mod json;
mod json_diagrams;
mod junit;
mod lines;
mod mcmas;
mod runs;
mod schema;
mod simulation;
mod text;

pub use diagnostics::{Colours, Position, Source, render};
pub use health::{JsonFindings, JsonHealth, JsonHealthOutput, JsonPlace, JsonStep, JsonUnchanging, health_text};
pub use json::{JsonCheck, JsonDiagnostic, JsonFormula, JsonModel, JsonReport, logics};
pub use json_diagrams::JsonDiagrams;
pub use junit::junit;
pub use lines::{
    JsonCheckLine, JsonEvidenceLine, JsonFormulaLine, JsonLine, JsonOutput, JsonSummary, ModelSummary, summary_table,
};
pub use mcmas::{mcmas, mcmas_formula};
pub use runs::runs;
pub use schema::Published;
pub use simulation::{choices, standing, starts};
pub use text::{finding, searched, statistics, trace, verdicts};
