//! Everything that users read: diagnostics with their source, verdicts as text, as JSON and as other tools write them.
//!
//! A [`Report`] is what there is to say of a model; a [`Reporter`] says it. Only reporters know formats.
//!
//! | file | holds |
//! |---|---|
//! | `content` | [`Report`]: plain data, made of what a check finds out |
//! | `reporter` | what every format can do, and where it writes |
//! | `text`, with `verdicts`, `statistics`, `runs`, `table` | for people |
//! | `json_reporter`, with `json` and `json_diagrams` | for programs: a document |
//! | `lines` | for programs: a line as soon as something is known |
//! | `junit` | for CI systems |
//! | `mcmas` | for scripts that read MCMAS |
//! | `diagnostics`, `warnings`, `findings`, `trace` | what is wrong, what was noticed, and how to get there, in words |
//! | `evidence` | why a verdict is what it is |
//! | `executed` | which evolution lines were executed in a step, in words |
//! | `fit` | what is wider than a terminal |
//! | `health`, `simulation` | what other commands show |
//! | `schema` | the published shapes of JSON |

mod content;
mod diagnostics;
pub mod evidence;
mod executed;
mod findings;
mod fit;
mod health;
mod json;
mod json_diagrams;
mod json_reporter;
#[cfg(feature = "cli")]
mod junit;
mod lines;
mod mcmas;
mod reporter;
mod runs;
mod schema;
mod simulation;
mod statistics;
mod table;
mod text;
mod trace;
mod verdicts;
mod warnings;

pub use content::{CheckReport, Counts, FormulaReport, Report, Rewritten, Said, Stated};
pub use diagnostics::{Colours, Position, Source, render, render_all};
pub use fit::fit;
pub use health::{
    HealthReport, HealthReporter, JsonFindings, JsonFree, JsonHealth, JsonHealthOutput, JsonHealthReporter, JsonPlace,
    JsonRivals, JsonStep, JsonUnchanging, Place, RIVAL_LINES, RivalPlaces, TextHealthReporter,
};
pub use json::{JsonBound, JsonCase, JsonCheck, JsonDiagnostic, JsonFormula, JsonModel, JsonReport, to_json};
pub use json_diagrams::JsonDiagrams;
pub use json_reporter::{JsonOutput, JsonReporter};
#[cfg(feature = "cli")]
pub use junit::JunitReporter;
pub use lines::{JsonCheckLine, JsonEvidenceLine, JsonFormulaLine, JsonLine, JsonSummary, LinesReporter, ModelSummary};
pub use mcmas::{McmasReporter, mcmas_formula};
pub use reporter::{Reporter, Sink};
pub use schema::Published;
pub use simulation::{by, choices, standing, starts};
pub use text::{TextOptions, TextReporter};
pub use trace::trace;
pub use verdicts::verdicts;
pub use warnings::{Detail, render_with};
