//! One JSON object per line: formulas as soon as they are known, what there is to say of the models, and a summary at
//! the end. For programs that do not want to wait for the whole report.

use schemars::JsonSchema;
use serde::Serialize;

use super::content::{Counts, FormulaReport, Report, Said};
use super::diagnostics::Source;
use super::json::{JsonCase, JsonCheck, JsonDiagnostic, JsonFormula, JsonReport};
use super::reporter::{Reporter, Sink};
use crate::diagnostic::Diagnostic;
use crate::witness::EvidenceFile;

/// A line of `--format jsonl`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum JsonLine {
    /// An error or a warning.
    Diagnostic(JsonDiagnostic),
    /// A formula and its verdict.
    Formula(Box<JsonFormulaLine>),
    /// Why a verdict is what it is, when that has been found out.
    Evidence(Box<JsonEvidenceLine>),
    /// What came of a `--check`.
    Check(JsonCheckLine),
    /// The last line.
    Summary(JsonSummary),
}

/// A formula of one of several models.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonFormulaLine {
    /// The file of the model.
    pub file: String,
    /// The formula.
    #[serde(flatten)]
    pub formula: JsonFormula,
}

/// What came of a `--check` of one of several models.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonCheckLine {
    /// The file of the model.
    pub file: String,
    /// What came of it.
    #[serde(flatten)]
    pub check: JsonCheck,
}

/// What a verdict rests on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonEvidenceLine {
    /// The file of the model.
    pub file: String,
    /// The position of the formula in it, from 1.
    pub index: usize,
    /// Why it is so; `qmas-rs replay` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceFile>,
    /// Why there is no evidence although it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_evidence: Option<String>,
    /// For which empty reasons it holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty_reasons: Vec<String>,
    /// Whether there may be more of them: there was no time to look.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub empty_reasons_left_out: bool,
    /// Cases in which the left side of an implication is true, in a formula that holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interesting: Vec<JsonCase>,
}

impl JsonEvidenceLine {
    /// What a report says about each formula that it has something to say about.
    fn all(report: &JsonReport) -> impl Iterator<Item = Self> {
        let line = |formula: &JsonFormula| Self {
            file: report.file.clone(),
            index: formula.index,
            evidence: formula.evidence.clone(),
            no_evidence: formula.no_evidence.clone(),
            empty_reasons: formula.empty_reasons.clone(),
            empty_reasons_left_out: formula.empty_reasons_left_out,
            interesting: formula.interesting.clone(),
        };
        report.formulas.iter().map(line).filter(|line| {
            line.evidence.is_some()
                || line.no_evidence.is_some()
                || !line.empty_reasons.is_empty()
                || line.empty_reasons_left_out
                || !line.interesting.is_empty()
        })
    }
}

/// What came out for all models.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonSummary {
    /// The version of this shape.
    pub version: u32,
    /// The models in the order in which they were checked.
    pub models: Vec<ModelSummary>,
    /// The exit status of the whole.
    pub exit_status: u8,
}

/// What came out for one model.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ModelSummary {
    /// The file of the model.
    pub file: String,
    /// Formulas that hold.
    pub holds: usize,
    /// Formulas that fail.
    pub fails: usize,
    /// Formulas that were neither proved nor refuted up to the last bound.
    pub open: usize,
    /// Formulas that were given up.
    pub gave_up: usize,
    /// Errors in the model or in what was asked of it.
    pub errors: usize,
    /// Time for all formulas.
    pub seconds: f64,
    /// The exit status for this model alone.
    pub exit_status: u8,
}

impl From<&Report> for ModelSummary {
    fn from(report: &Report) -> Self {
        let Counts { holds, fails, open, gave_up, errors } = report.counts();
        let (file, seconds) = (report.file.clone(), report.time().as_secs_f64());
        Self { file, holds, fails, open, gave_up, errors, seconds, exit_status: report.exit_status }
    }
}

/// Reports for programs, line by line.
pub struct LinesReporter {
    to: Box<dyn Sink>,
}

impl LinesReporter {
    /// Writes to `to`.
    #[must_use]
    pub fn new(to: Box<dyn Sink>) -> Self {
        Self { to }
    }

    fn line(&self, line: &JsonLine) {
        let text = serde_json::to_string(line).expect("reports have string keys and finite numbers only");
        self.to.out(&(text + "\n"));
    }
}

impl Reporter for LinesReporter {
    fn diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        for diagnostic in diagnostics {
            self.line(&JsonLine::Diagnostic(JsonDiagnostic::from(&Said::new(diagnostic, source))));
        }
    }

    fn verdict(&mut self, file: &str, _number: usize, formula: &FormulaReport) {
        let formula = JsonFormula::new(&formula.stated, &formula.outcome);
        self.line(&JsonLine::Formula(Box::new(JsonFormulaLine { file: file.to_owned(), formula })));
    }

    fn model(&mut self, report: &Report) {
        let Some(check) = &report.check else { return };
        check.said().for_each(|said| self.line(&JsonLine::Diagnostic(JsonDiagnostic::from(said))));
        for searched in &check.searched {
            self.line(&JsonLine::Check(JsonCheckLine { file: report.file.clone(), check: searched.into() }));
        }
        for line in JsonEvidenceLine::all(&JsonReport::from(report)) {
            self.line(&JsonLine::Evidence(Box::new(line)));
        }
    }

    fn finish(&mut self, reports: &[Report], exit_status: u8) {
        let models = reports.iter().map(ModelSummary::from).collect();
        self.line(&JsonLine::Summary(JsonSummary { version: JsonReport::VERSION, models, exit_status }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_takes_no_time() {
        let seconds = ModelSummary::from(&Report::new("a")).seconds;
        assert!(seconds.is_sign_positive(), "{seconds:?}");
    }
}
