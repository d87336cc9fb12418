//! One JSON object per line: formulas as soon as they are known, what there is to say of the models, and a summary at
//! the end. For programs that do not want to wait for the whole report.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{JsonCase, JsonCheck, JsonDiagnostic, JsonFormula, JsonReport};
use crate::witness::EvidenceFile;

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
    /// Cases in which the left side of an implication is true, in a formula that holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interesting: Vec<JsonCase>,
}

impl JsonEvidenceLine {
    /// What a report says about each formula that it has something to say about.
    pub fn all(report: &JsonReport) -> impl Iterator<Item = Self> {
        let line = |formula: &JsonFormula| Self {
            file: report.file.clone(),
            index: formula.index,
            evidence: formula.evidence.clone(),
            no_evidence: formula.no_evidence.clone(),
            empty_reasons: formula.empty_reasons.clone(),
            interesting: formula.interesting.clone(),
        };
        report.formulas.iter().map(line).filter(|line| {
            line.evidence.is_some()
                || line.no_evidence.is_some()
                || !line.empty_reasons.is_empty()
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
            seconds: report.seconds(),
            exit_status,
        }
    }
}

/// A table with a line per model, and the sums.
#[must_use]
pub fn summary_table(models: &[ModelSummary]) -> String {
    let all = format!("{} model{}", models.len(), if models.len() == 1 { "" } else { "s" });
    let names = models.iter().map(|model| model.file.as_str()).chain(["model", &all]);
    let width = names.map(columns).max().unwrap_or(0);
    let padded = |name: &str| format!("{name}{}", " ".repeat(width - columns(name)));
    let head = format!(
        "{}  {:>5}  {:>5}  {:>4}  {:>7}  {:>6}",
        padded("model"),
        "holds",
        "fails",
        "open",
        "gave up",
        "errors"
    );
    let row = |name: &str, of: &dyn Fn(fn(&ModelSummary) -> usize) -> usize| {
        format!(
            "{}  {:>5}  {:>5}  {:>4}  {:>7}  {:>6}\n",
            padded(name),
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
    out.push_str(&row(&all, &|number| models.iter().map(number).sum()));
    out
}

/// How many columns of a terminal a name takes, near enough for names of files.
fn columns(name: &str) -> usize {
    let wide = |c: char| {
        matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60
        | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
    };
    let mark = |c: char| matches!(u32::from(c), 0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f);
    name.chars().map(|c| if mark(c) { 0 } else { 1 + usize::from(wide(c)) }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_table_stand_below_each_other() {
        let model = |file: &str| ModelSummary::new(&JsonReport::new(file), 0);
        for files in [&["a", "b"][..], &["模型.ispl", "model.ispl"], &["e\u{301}te\u{301}.ispl"]] {
            let models: Vec<_> = files.iter().map(|file| model(file)).collect();
            let table = summary_table(&models);
            let ends: Vec<usize> = table.lines().map(columns).collect();
            assert!(ends.iter().all(|&end| end == ends[0]), "{table}");
        }
    }

    #[test]
    fn nothing_takes_no_time() {
        let seconds = ModelSummary::new(&JsonReport::new("a"), 0).seconds;
        assert!(seconds.is_sign_positive(), "{seconds:?}");
    }
}
