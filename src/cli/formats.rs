//! The forms in which commands report.

use clap::ValueEnum;

/// How a check is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people
    Text,
    /// For programs: one report at the end
    Json,
    /// For programs: a line per formula as soon as it is known, and a summary
    Jsonl,
    /// For CI systems: JUnit XML
    Junit,
    /// For scripts that read the output of MCMAS
    Mcmas,
}

/// How other commands report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}
