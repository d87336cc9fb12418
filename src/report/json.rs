//! The machine-readable report. Its shape is stable: fields are added, never renamed or removed, within a version.

use schemars::JsonSchema;
use serde::Serialize;

use super::diagnostics::Source;
use super::evidence::{Paint, Style, backing, emptiness};
use super::json_diagrams::JsonDiagrams;
use crate::bounded::{BoundRow, Question, answered_no};
use crate::diagnostic::Diagnostic;
use crate::engine::Verdict;
use crate::logic::Fragment;
use crate::model::Model;
use crate::outcome::{Backing, Checked, Interesting, Outcome, Searched};
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
    /// The smallest logic that it belongs to, such as `CTLK`.
    pub logic: &'static str,
    /// `holds`, `fails`, `open` or `gave-up`.
    #[schemars(extend("enum" = ["holds", "fails", "open", "gave-up"]))]
    pub verdict: &'static str,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// Who answered, or was at work when limits ended it: `explicit`, `bdd` or `bounded`.
    pub engine: Option<&'static str>,
    /// At which bound, if there was one.
    pub bound: Option<usize>,
    /// How long it took.
    pub seconds: f64,
    /// Whether that is time for the model, which other formulas name as well; not part of the report.
    #[serde(skip)]
    pub in_preparation: bool,
    /// Why it is so; `qmas-rs replay` takes it.
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
    /// The largest bound at which the bounded engine found that the formula is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_proved_up_to: Option<usize>,
    /// The same for its refutation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_refuted_up_to: Option<usize>,
    /// What the bounded engine asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<JsonBound>,
    /// The evidence as text, for reports that want it; not part of this one.
    #[serde(skip)]
    pub shown: String,
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
    /// `prove`, `refute`, `induction` (the step of one) or `runs` (whether all longer runs repeat a state).
    #[schemars(extend("enum" = ["prove", "refute", "induction", "runs"]))]
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
    /// What to do, or how to get there.
    pub hint: Option<String>,
    /// Whether somebody looked for it with `--check`; not part of the report.
    #[serde(skip)]
    pub asked: bool,
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
    /// Who looked: `explicit` or `bdd`.
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

    /// A report with nothing in it yet.
    #[must_use]
    pub fn new(file: &str) -> Self {
        Self {
            version: Self::VERSION,
            file: file.to_owned(),
            formulas: Vec::new(),
            diagnostics: Vec::new(),
            model: None,
            checks: Vec::new(),
            learnt: None,
            diagrams: Vec::new(),
        }
    }

    /// Time for all formulas; what several of them name is counted once.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let times = |common: bool| {
            let formulas = self.formulas.iter().filter(move |formula| formula.in_preparation == common);
            formulas.map(|formula| formula.seconds)
        };
        times(false).sum::<f64>() + times(true).fold(0.0, f64::max)
    }

    /// Adds what was said about a source.
    pub fn add_diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        self.diagnostics.extend(diagnostics.iter().map(|diagnostic| {
            // What could not be read at all is about no place.
            let position = (!source.text().is_empty()).then(|| source.position(diagnostic.span().start));
            JsonDiagnostic {
                severity: diagnostic.severity.name(),
                code: diagnostic.code.0.to_owned(),
                message: diagnostic.message.clone(),
                file: source.name().to_owned(),
                line: position.map(|position| position.line),
                column: position.map(|position| position.column),
                hint: diagnostic.hint.clone(),
                asked: false,
            }
        }));
    }

    /// Adds the answers. `indices` are the positions of the formulas in the file.
    pub fn add_check(&mut self, model: &Model, texts: &[String], indices: &[usize], checked: &Checked) {
        let logics = logics(model);
        for (((outcome, text), &index), logic) in checked.outcomes.iter().zip(texts).zip(indices).zip(logics) {
            self.formulas.push(JsonFormula::new(outcome, text, index, logic));
        }
        for (number, outcome) in checked.outcomes.iter().enumerate() {
            let added = self.formulas.len() - checked.outcomes.len() + number;
            let formula = &mut self.formulas[added];
            if let Backing::Shown { evidence, unknowing, .. } = &outcome.backing {
                let specification = model.specifications[number];
                formula.evidence = Some(EvidenceFile::new(evidence, unknowing, model, specification));
            }
            formula.empty_reasons =
                emptiness(model, &outcome.vacuity).lines().map(|line| line.trim().to_owned()).collect();
            formula.interesting = outcome.interesting.iter().map(|case| JsonCase::new(model, case)).collect();
        }
        for (number, rows) in &checked.bounds {
            let formula = &mut self.formulas[*number];
            formula.not_proved_up_to = answered_no(rows, Question::Prove);
            formula.not_refuted_up_to = answered_no(rows, Question::Refute);
            formula.bounds = rows.iter().map(JsonBound::from).collect();
        }
        self.checks = checked.searched.iter().map(JsonCheck::from).collect();
        self.learnt.clone_from(&checked.learnt);
        self.diagrams = checked.diagrams.iter().map(JsonDiagrams::from).collect();
        self.model = Some(JsonModel {
            agents: model.system.agents.len(),
            variables: model.system.variables.len(),
            states: checked.states.as_ref().and_then(|states| states.to_string().parse().ok()),
            transitions: checked.statistics.map(|statistics| statistics.transitions as u64),
            deadlocks: checked.statistics.map(|statistics| statistics.deadlocks as u64),
        });
    }
}

impl JsonReport {
    /// Adds evidence as text to what [`JsonReport::add_check`] has added.
    pub fn show_evidence(&mut self, model: &Model, checked: &Checked, full: bool) {
        let style = Style { full, paint: Paint(false) };
        for (formula, outcome) in self.formulas.iter_mut().zip(&checked.outcomes) {
            formula.shown = backing(model, &outcome.backing, style);
        }
    }
}

/// The smallest logic of each formula.
#[must_use]
pub fn logics(model: &Model) -> Vec<&'static str> {
    let formulas = model.specifications.iter().map(|specification| specification.formula);
    model.formulas.fragments(formulas).into_iter().map(Fragment::name).collect()
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
    pub fn new(outcome: &Outcome, text: &str, index: usize, logic: &'static str) -> Self {
        let (verdict, reason, bound) = match &outcome.verdict {
            Verdict::Holds => ("holds", None, outcome.bound),
            Verdict::Fails => ("fails", None, outcome.bound),
            Verdict::OpenUpTo(bound) => ("open", None, Some(*bound)),
            Verdict::GaveUp(reason) => ("gave-up", Some(reason.to_string()), None),
        };
        Self {
            index,
            text: text.to_owned(),
            logic,
            verdict,
            reason,
            engine: outcome.engine.map(|engine| engine.name()),
            bound,
            seconds: outcome.time.as_secs_f64(),
            in_preparation: outcome.in_preparation,
            evidence: None,
            no_evidence: match &outcome.backing {
                Backing::Missing(why) => Some(why.clone()),
                _ => None,
            },
            empty_reasons: Vec::new(),
            interesting: Vec::new(),
            not_proved_up_to: None,
            not_refuted_up_to: None,
            bounds: Vec::new(),
            shown: String::new(),
        }
    }
}
