//! The published shapes of machine-readable output, as JSON Schema (draft 2020-12).
//!
//! The files in `docs/schema` are what users get; a test makes them anew from the types and compares.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::health::JsonHealthOutput;
use super::json::JsonReport;
use super::json_reporter::JsonOutput;
use super::lines::JsonLine;
use crate::choice::choice;
use crate::witness::EvidenceFile;

/// A shape that programs may rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// `--format json` of checking and of `lint`.
    Report,
    /// `--format jsonl`.
    Lines,
    /// `--format json` of `health`.
    Health,
    /// Evidence, as `qmas-rs replay` takes it.
    Evidence,
}

// The file of a shape is `docs/schema/NAME.schema.json`.
choice!(Published {
    Report = "report", "`--format json` of checking and of `lint`";
    Lines = "lines", "A line of `--format jsonl`";
    Health = "health", "`--format json` of `health`";
    Evidence = "evidence", "Evidence, as `replay` takes it";
});

impl Published {
    /// The file.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Report => include_str!("../../docs/schema/report.schema.json"),
            Self::Lines => include_str!("../../docs/schema/lines.schema.json"),
            Self::Health => include_str!("../../docs/schema/health.schema.json"),
            Self::Evidence => include_str!("../../docs/schema/evidence.schema.json"),
        }
    }

    /// The schema of the types, as they are now.
    #[must_use]
    pub fn derived(self) -> String {
        let schema = match self {
            Self::Report => derive::<JsonOutput>(),
            Self::Lines => derive::<JsonLine>(),
            Self::Health => derive::<JsonHealthOutput>(),
            Self::Evidence => derive::<EvidenceFile>(),
        };
        let mut value = schema.to_value();
        if let Some(object) = value.as_object_mut() {
            let id = format!("qmas-rs/{}/{}", self.name(), JsonReport::VERSION);
            object.insert("$id".to_owned(), id.into());
        }
        serde_json::to_string_pretty(&value).expect("schemas have string keys") + "\n"
    }
}

fn derive<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
