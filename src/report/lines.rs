//! One JSON object per line: formulas as soon as they are known, what there is to say of the models, and a summary at
//! the end. For programs that do not want to wait for the whole report.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{JsonDiagnostic, JsonFormula, JsonReport};

/// What `--format json` prints: the report of one model, or a list of them if several were asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonOutput {
    /// One model.
    One(Box<JsonReport>),
    /// Several models, or a folder.
    Several(Vec<JsonReport>),
}

/// A line of `--format jsonl`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum JsonLine {
    /// An error or a warning.
    Diagnostic(JsonDiagnostic),
    /// A formula and its verdict.
    Formula(Box<JsonFormulaLine>),
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

impl ModelSummary {
    /// The numbers of a report.
    #[must_use]
    pub fn new(report: &JsonReport, exit_status: u8) -> Self {
        let count = |verdict: &str| report.formulas.iter().filter(|formula| formula.verdict == verdict).count();
        Self {
            file: report.file.clone(),
            holds: count("holds"),
            fails: count("fails"),
            open: count("open"),
            gave_up: count("gave-up"),
            errors: report.diagnostics.iter().filter(|diagnostic| diagnostic.severity == "error").count(),
            seconds: report.formulas.iter().map(|formula| formula.seconds).sum(),
            exit_status,
        }
    }
}

/// A table with a line per model, and the sums.
#[must_use]
pub fn summary_table(models: &[ModelSummary]) -> String {
    let width = models.iter().map(|model| model.file.chars().count()).chain([5]).max().unwrap_or(5);
    let head = format!(
        "{:<width$}  {:>5}  {:>5}  {:>4}  {:>7}  {:>6}",
        "model", "holds", "fails", "open", "gave up", "errors"
    );
    let row = |name: &str, of: &dyn Fn(fn(&ModelSummary) -> usize) -> usize| {
        format!(
            "{name:<width$}  {:>5}  {:>5}  {:>4}  {:>7}  {:>6}\n",
            of(|model| model.holds),
            of(|model| model.fails),
            of(|model| model.open),
            of(|model| model.gave_up),
            of(|model| model.errors)
        )
    };
    let mut out = head + "\n";
    for model in models {
        out.push_str(&row(&model.file, &|number| number(model)));
    }
    let all = format!("{} model{}", models.len(), if models.len() == 1 { "" } else { "s" });
    out.push_str(&row(&all, &|number| models.iter().map(number).sum()));
    out
}
