//! The machine-readable report. Its shape is stable: fields are added, never renamed or removed, within a version.

use schemars::JsonSchema;
use serde::Serialize;

use super::content::{CheckReport, FormulaReport, Report, Rewritten, Said, Stated};
use super::evidence::{LEFT_OUT, emptiness};
use super::json_diagrams::JsonDiagrams;
use crate::annotations::Expected;
use crate::bounded::{BoundRow, Question, answered_no};
use crate::engine::Verdict;
use crate::model::Model;
use crate::outcome::{Backing, Interesting, Outcome, Searched};
use crate::witness::EvidenceFile;

/// The report of one model.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonReport {
    /// The version of this shape.
    pub version: u32,
    /// The file that was checked.
    pub file: String,
    /// The formulas in file order.
    pub formulas: Vec<JsonFormula>,
    /// Errors and warnings in file order.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// The model, if it could be read.
    pub model: Option<JsonModel>,
    /// What came of each `--check`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<JsonCheck>,
    /// What is known of the model although an engine gave up on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learnt: Option<String>,
    /// What the BDD engine needed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagrams: Vec<JsonDiagrams>,
}

/// A formula and its verdict.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonFormula {
    /// Position in the file, from 1.
    pub index: usize,
    /// As written.
    pub text: String,
    /// What a comment calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What a comment expects: `holds` or `fails`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["holds", "fails"]))]
    pub expected: Option<&'static str>,
    /// The smallest logic that it belongs to, such as `CTLK`.
    pub logic: &'static str,
    /// `holds`, `fails`, `open` or `gave-up`.
    #[schemars(extend("enum" = ["holds", "fails", "open", "gave-up"]))]
    pub verdict: &'static str,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// Which engine answered, or was at work when limits ended it: `explicit`, `bdd` or `bounded`.
    pub engine: Option<&'static str>,
    /// At which bound, if there was one.
    pub bound: Option<usize>,
    /// How long it took.
    pub seconds: f64,
    /// Why it is so; `qmas-rs replay` takes it.
    pub evidence: Option<EvidenceFile>,
    /// Why there is no evidence although it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_evidence: Option<String>,
    /// For which empty reasons it holds, and what in it has the same value in every reachable state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty_reasons: Vec<String>,
    /// Whether there may be more of them: there was no time to look.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub empty_reasons_left_out: bool,
    /// Cases in which the left side of an implication is true, in a formula that holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interesting: Vec<JsonCase>,
    /// The largest bound at which the bounded engine found that the formula is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_proved_up_to: Option<usize>,
    /// The largest bound at which the bounded engine found that the formula is not refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_refuted_up_to: Option<usize>,
    /// What the bounded engine asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<JsonBound>,
}

/// Why a formula does not hold for an empty reason.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonCase {
    /// The left side of the implication.
    pub antecedent: String,
    /// A state where it is true: evidence against the formula with `false` on the right side.
    pub evidence: EvidenceFile,
}

/// One question of the bounded engine.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonBound {
    /// The bound.
    pub bound: usize,
    /// `prove`, `refute`, `induction` (the step of one), `runs` (whether all longer runs repeat a state) or `counting`
    /// (whether an invariant bounds how often a path is accepting; the bound is the number of frames).
    #[schemars(extend("enum" = ["prove", "refute", "induction", "runs", "counting"]))]
    pub question: &'static str,
    /// Whether the answer was yes.
    pub yes: bool,
    /// Whether the reachable states were known exactly.
    pub exact: bool,
    /// How often it was asked, each time with more pairs of states that must differ.
    pub rounds: usize,
    /// Changes of the quantifier.
    pub alternations: usize,
    /// Variables of the SAT solver, or of the prefix.
    pub variables: usize,
    /// Clauses that the SAT solver knows.
    pub clauses: usize,
    /// Gates that the question depends on.
    pub gates: usize,
    /// Instantiations of quantifier blocks.
    pub instantiations: usize,
    /// How long it took.
    pub seconds: f64,
}

impl From<&BoundRow> for JsonBound {
    fn from(row: &BoundRow) -> Self {
        Self {
            bound: row.bound,
            question: row.asked.name(),
            yes: row.yes,
            exact: row.exact,
            rounds: row.cost.rounds,
            alternations: row.cost.alternations,
            variables: row.cost.variables,
            clauses: row.cost.clauses,
            gates: row.cost.gates,
            instantiations: row.cost.instantiations,
            seconds: row.time.as_secs_f64(),
        }
    }
}

/// An error or a warning.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonDiagnostic {
    /// `error` or `warning`.
    #[schemars(extend("enum" = ["error", "warning"]))]
    pub severity: &'static str,
    /// Its kind.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The file that it is about.
    pub file: String,
    /// Its line, from 1; absent if it is about no place.
    pub line: Option<usize>,
    /// Its column in characters, from 1; absent if it is about no place.
    pub column: Option<usize>,
    /// The line on which the place ends.
    pub end_line: Option<usize>,
    /// The column just behind the place.
    pub end_column: Option<usize>,
    /// What to do, or how to get there.
    pub hint: Option<String>,
    /// What a program may do about it: all of these replacements together. They do not overlap. Absent if it takes a person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<JsonReplacement>,
}

/// Text that would stand better in a place; an empty place is where to put it in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonReplacement {
    /// The line of the place, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The line on which the place ends.
    pub end_line: usize,
    /// The column just behind the place.
    pub end_column: usize,
    /// What to write there.
    pub text: String,
}

/// What came of a search of the model that `--check` asks for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonCheck {
    /// What was looked for: `deadlock` or `overflow`.
    #[schemars(extend("enum" = ["deadlock", "overflow"]))]
    pub check: &'static str,
    /// `found`: it can be reached, and a diagnostic with the same code says how; `none`: it cannot; or `gave-up`.
    #[schemars(extend("enum" = ["found", "none", "gave-up"]))]
    pub result: &'static str,
    /// Why it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Which engine looked: `explicit` or `bdd`.
    pub engine: Option<&'static str>,
    /// How long it took; 0 if it was known already.
    pub seconds: f64,
}

impl From<&Searched> for JsonCheck {
    fn from(searched: &Searched) -> Self {
        Self {
            check: searched.defect.name(),
            result: match searched.found {
                Ok(true) => "found",
                Ok(false) => "none",
                Err(_) => "gave-up",
            },
            reason: searched.found.as_ref().err().map(ToString::to_string),
            engine: searched.engine.map(|engine| engine.name()),
            seconds: searched.time.as_secs_f64(),
        }
    }
}

/// The size of a model.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonModel {
    /// Agents, the Environment included.
    pub agents: usize,
    /// Variables.
    pub variables: usize,
    /// Reachable states, if known; exact, however many there are.
    pub states: Option<serde_json::Number>,
    /// Steps between them, if known.
    pub transitions: Option<u64>,
    /// Reachable states without a successor, if known.
    pub deadlocks: Option<u64>,
}

impl JsonReport {
    /// The current version of the shape.
    pub const VERSION: u32 = 1;
}

impl From<&Report> for JsonReport {
    fn from(report: &Report) -> Self {
        let check = report.check.as_ref();
        Self {
            version: Self::VERSION,
            file: report.file.clone(),
            formulas: check.map_or_else(Vec::new, formulas),
            diagnostics: report.diagnostics.iter().map(JsonDiagnostic::from).collect(),
            model: check.map(JsonModel::from),
            checks: check.into_iter().flat_map(|check| &check.searched).map(JsonCheck::from).collect(),
            learnt: check.and_then(|check| check.learnt.clone()),
            diagrams: check.into_iter().flat_map(|check| &check.diagrams).map(JsonDiagrams::from).collect(),
        }
    }
}

/// The formulas with all that is known of them.
fn formulas(check: &CheckReport) -> Vec<JsonFormula> {
    check.formulas.iter().map(|formula| JsonFormula::explained(&check.model, formula)).collect()
}

impl From<&CheckReport> for JsonModel {
    fn from(check: &CheckReport) -> Self {
        Self {
            agents: check.model.system.agents.len(),
            variables: check.model.system.variables.len(),
            states: check.states.as_ref().and_then(|states| states.to_string().parse().ok()),
            transitions: check.statistics.map(|statistics| statistics.transitions as u64),
            deadlocks: check.statistics.map(|statistics| statistics.deadlocks as u64),
        }
    }
}

impl From<&Said> for JsonDiagnostic {
    fn from(said: &Said) -> Self {
        Self {
            severity: said.severity.name(),
            code: said.code.to_owned(),
            message: said.message.clone(),
            file: said.file.clone(),
            line: said.place.map(|place| place.line),
            column: said.place.map(|place| place.column),
            end_line: said.end.map(|place| place.line),
            end_column: said.end.map(|place| place.column),
            fix: said.fix.iter().map(JsonReplacement::from).collect(),
            hint: said.hint.clone(),
        }
    }
}

impl From<&Rewritten> for JsonReplacement {
    fn from(rewritten: &Rewritten) -> Self {
        let Rewritten { from, to, text } = rewritten.clone();
        Self { line: from.line, column: from.column, end_line: to.line, end_column: to.column, text }
    }
}

impl JsonCase {
    /// Formulas are written for people: as much as they want to read.
    const LONGEST: usize = 400;

    fn new(model: &Model, case: &Interesting) -> Self {
        let antecedent = model.formulas.show_start(&model.system, case.antecedent, Self::LONGEST);
        Self { antecedent, evidence: case.file.as_ref().clone() }
    }
}

impl JsonFormula {
    /// What is known of a formula once it has a verdict.
    #[must_use]
    pub fn new(stated: &Stated, outcome: &Outcome) -> Self {
        let (verdict, reason, bound) = match &outcome.verdict {
            Verdict::Holds => ("holds", None, outcome.bound),
            Verdict::Fails => ("fails", None, outcome.bound),
            Verdict::OpenUpTo(bound) => ("open", None, Some(*bound)),
            Verdict::GaveUp(reason) => ("gave-up", Some(reason.to_string()), None),
        };
        Self {
            index: stated.index,
            text: stated.text.clone(),
            name: stated.note.name.clone(),
            expected: stated.note.expected.map(Expected::name),
            logic: stated.logic.name(),
            verdict,
            reason,
            engine: outcome.engine.map(|engine| engine.name()),
            bound,
            seconds: outcome.time.as_secs_f64(),
            evidence: None,
            no_evidence: match &outcome.backing {
                Backing::Missing(why) => Some(why.clone()),
                Backing::LeftOut => Some(LEFT_OUT.to_owned()),
                _ => None,
            },
            empty_reasons: Vec::new(),
            empty_reasons_left_out: outcome.vacuity_left_out,
            interesting: Vec::new(),
            not_proved_up_to: None,
            not_refuted_up_to: None,
            bounds: Vec::new(),
        }
    }

    /// A formula with its verdict, why it is so, and what was asked to find out.
    fn explained(model: &Model, FormulaReport { stated, outcome, bounds, .. }: &FormulaReport) -> Self {
        let rows = bounds.as_deref().unwrap_or_default();
        Self {
            evidence: match &outcome.backing {
                Backing::Evidence { evidence, unknowing, .. } => {
                    Some(EvidenceFile::new(evidence, unknowing, model, stated.specification))
                }
                Backing::Nothing | Backing::Missing(_) | Backing::LeftOut | Backing::Broken { .. } => None,
            },
            empty_reasons: emptiness(model, &outcome.vacuity).lines().map(|line| line.trim().to_owned()).collect(),
            interesting: outcome.interesting.iter().map(|case| JsonCase::new(model, case)).collect(),
            not_proved_up_to: answered_no(rows, Question::Prove),
            not_refuted_up_to: answered_no(rows, Question::Refute),
            bounds: rows.iter().map(JsonBound::from).collect(),
            ..Self::new(stated, outcome)
        }
    }
}

/// A value as a text that ends its last line.
#[must_use]
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("reports have string keys and finite numbers only") + "\n"
}
