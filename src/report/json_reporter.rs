//! The reporter of `--format json`: one document at the end.

use schemars::JsonSchema;
use serde::Serialize;

use super::content::Report;
use super::json::{JsonReport, to_json};
use super::reporter::{Reporter, Sink};

/// What `--format json` prints: the report of one model, or a list of them if several were asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonOutput {
    /// One model.
    One(Box<JsonReport>),
    /// Several models, or a folder.
    Several(Vec<JsonReport>),
}

/// Reports for programs, all at once.
pub struct JsonReporter {
    to: Box<dyn Sink>,
    several: bool,
}

impl JsonReporter {
    /// Writes a list to `to` if there are several models.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, several: bool) -> Self {
        Self { to, several }
    }
}

impl Reporter for JsonReporter {
    fn finish(&mut self, reports: &[Report], _exit_status: u8) {
        self.to.out(&to_json(&match reports {
            [report] if !self.several => JsonOutput::One(Box::new(report.into())),
            _ => JsonOutput::Several(reports.iter().map(JsonReport::from).collect()),
        }));
    }
}
