//! What there is to report of a model, as plain data: every format is made of it, and it knows none.

use std::time::Duration;

use num_bigint::BigUint;

use super::diagnostics::{Position, Source};
use super::findings::{Noticed, noticed};
use crate::annotations::{Expected, Note};
use crate::bdd::BddStatistics;
use crate::bounded::BoundRow;
use crate::diagnostic::{Diagnostic, Replacement, Severity};
use crate::engine::{Fault, GaveUp, Verdict};
use crate::explicit::Statistics;
use crate::ir::InterpretedSystem;
use crate::lints::{Level, Levels};
use crate::logic::{Fragment, Specification};
use crate::model::Model;
use crate::outcome::Defect;
use crate::outcome::{Checked, Finding, Outcome, Searched};

/// The report of one model.
#[derive(Debug, Clone)]
pub struct Report {
    /// The file that was checked.
    pub file: String,
    /// What is wrong or suspicious, in the order in which it was said: with the file, with what was asked of it, with the
    /// model, and with us.
    pub diagnostics: Vec<Said>,
    /// What was found out, if it could be checked.
    pub check: Option<CheckReport>,
    /// The exit status for this model alone.
    pub exit_status: u8,
    /// How long it took, from reading the file to the last piece of evidence, if anybody has looked at a clock.
    pub elapsed: Option<Duration>,
}

/// What a check found out.
#[derive(Debug, Clone)]
pub struct CheckReport {
    /// What was checked.
    pub model: Model,
    /// The formulas in file order.
    pub formulas: Vec<FormulaReport>,
    /// What was noticed of the model.
    pub findings: Vec<Said>,
    /// Engines that panicked.
    pub faults: Vec<Said>,
    /// What was looked for besides.
    pub searched: Vec<Searched>,
    /// The number of reachable states, if known.
    pub states: Option<BigUint>,
    /// What enumeration counted, if there was one.
    pub statistics: Option<Statistics>,
    /// What the BDD engine says of its work.
    pub diagrams: Vec<BddStatistics>,
    /// What is known of the model although an engine gave up on it.
    pub learnt: Option<String>,
    /// Which limit ended the work on evidence and empty reasons, if one did.
    pub cut_short: Option<GaveUp>,
    /// How long these may take together, if the user has said so.
    pub allowance: Option<Duration>,
    /// Time spent on the model before the first formula.
    pub preparation: Duration,
}

/// A formula and what was found out about it.
#[derive(Debug, Clone)]
pub struct FormulaReport {
    /// The formula.
    pub stated: Stated,
    /// The answer.
    pub outcome: Outcome,
    /// What the bounded engine asked, if it had a look.
    pub bounds: Option<Vec<BoundRow>>,
    /// What is known of the model, if an engine gave up on it before it came to the formula.
    pub learnt: Option<String>,
}

/// A formula as it was stated.
#[derive(Debug, Clone)]
pub struct Stated {
    /// Position in the file, from 1.
    pub index: usize,
    /// As written.
    pub text: String,
    /// As understood.
    pub specification: Specification,
    /// The smallest logic that it belongs to.
    pub logic: Fragment,
    /// What is said about it besides: its name, and what is expected of it.
    pub note: Note,
}

/// An error or a warning.
#[derive(Debug, Clone)]
pub struct Said {
    /// Which of them.
    pub severity: Severity,
    /// Its kind.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The file that it is about.
    pub file: String,
    /// The place in it, if it is about one.
    pub place: Option<Position>,
    /// Where that ends.
    pub end: Option<Position>,
    /// What to do, or how to get there.
    pub hint: Option<String>,
    /// What a program may do: replace all of these.
    pub fix: Vec<Rewritten>,
    /// Whether it is a result: it was looked for, or is denied.
    pub asked: bool,
}

/// Text that would stand better in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// Where the place begins.
    pub from: Position,
    /// Where it ends.
    pub to: Position,
    /// What to write there.
    pub text: String,
}

/// What came out for a model, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
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
}

impl Report {
    /// A report with nothing in it yet.
    #[must_use]
    pub fn new(file: impl Into<String>) -> Self {
        Self { file: file.into(), diagnostics: Vec::new(), check: None, exit_status: 0, elapsed: None }
    }

    /// Adds what was said about a source.
    pub fn add_diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        self.diagnostics.extend(diagnostics.iter().map(|diagnostic| Said::new(diagnostic, source)));
    }

    /// Adds what was found out.
    pub fn add_check(&mut self, check: CheckReport) {
        self.diagnostics.extend(check.said().cloned());
        self.check = Some(check);
    }

    /// The formulas in file order; none if the model could not be checked.
    #[must_use]
    pub fn formulas(&self) -> &[FormulaReport] {
        self.check.as_ref().map_or(&[], |check| &check.formulas)
    }

    /// Time for all formulas; what several of them name is counted once.
    #[must_use]
    pub fn time(&self) -> Duration {
        let times = |common: bool| {
            let outcomes = self.formulas().iter().map(|formula| &formula.outcome);
            outcomes.filter(move |outcome| outcome.in_preparation == common).map(|outcome| outcome.time)
        };
        times(false).sum::<Duration>() + times(true).max().unwrap_or_default()
    }

    /// How many formulas have which verdict, and how many errors there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for formula in self.formulas() {
            *match formula.outcome.verdict {
                Verdict::Holds => &mut counts.holds,
                Verdict::Fails => &mut counts.fails,
                Verdict::OpenUpTo(_) => &mut counts.open,
                Verdict::GaveUp(_) => &mut counts.gave_up,
            } += 1;
        }
        counts.errors = self.diagnostics.iter().filter(|said| said.severity == Severity::Error).count();
        counts
    }
}

impl CheckReport {
    /// What was found out about the model of a file. Defects that were `asked` for are results, others are warnings.
    #[must_use]
    pub fn new(file: &str, model: Model, stated: Vec<Stated>, checked: Checked, asked: &[Defect]) -> Self {
        let formulas = (0..).zip(stated).take(checked.outcomes.len());
        Self {
            formulas: formulas.map(|(number, stated)| FormulaReport::new(number, stated, &checked)).collect(),
            findings: checked.findings.iter().map(|item| finding(&model.system, file, item, asked)).collect(),
            faults: checked.faults.iter().map(|fault| Said::fault(file, fault)).collect(),
            searched: checked.searched,
            states: checked.states,
            statistics: checked.statistics,
            diagrams: checked.diagrams,
            learnt: checked.learnt,
            cut_short: checked.cut_short,
            allowance: checked.allowance,
            preparation: checked.preparation,
            model,
        }
    }

    /// Drops findings that are allowed, and makes errors of those that are denied.
    pub fn settle(&mut self, levels: &Levels) {
        self.findings.retain_mut(|said| {
            if said.severity == Severity::Error || said.asked {
                return true;
            }
            let level = levels.in_check(said.code);
            if level == Level::Deny {
                (said.severity, said.asked) = (Severity::Error, true);
            }
            level != Level::Allow
        });
    }

    /// What was noticed of the model, and faults of ours.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        self.findings.iter().chain(&self.faults)
    }
}

impl FormulaReport {
    /// What was found out about the formula with this number, from 0.
    #[must_use]
    pub fn new(number: usize, stated: Stated, checked: &Checked) -> Self {
        let outcome = checked.outcomes[number].clone();
        let asked = checked.bounds.binary_search_by_key(&number, |(of, _)| *of).ok();
        let bounds = asked.map(|place| checked.bounds[place].1.clone());
        let learnt = checked.learnt.clone().filter(|_| outcome.in_preparation || outcome.engine.is_none());
        Self { stated, outcome, bounds, learnt }
    }

    /// Whether the verdict is as expected; none if there is no verdict, or nothing is expected.
    #[must_use]
    pub fn as_expected(&self) -> Option<bool> {
        let expected = self.stated.note.expected?;
        match self.outcome.verdict {
            Verdict::Holds => Some(expected == Expected::Holds),
            Verdict::Fails => Some(expected == Expected::Fails),
            Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => None,
        }
    }

    /// A verdict that has just become known.
    #[must_use]
    pub fn answered(stated: Stated, outcome: Outcome) -> Self {
        Self { stated, outcome, bounds: None, learnt: None }
    }
}

/// Something noticed of a model, as it is said.
fn finding(system: &InterpretedSystem, file: &str, finding: &Finding, asked: &[Defect]) -> Said {
    let Noticed { severity, code, message, trace } = noticed(system, finding);
    Said {
        severity,
        code,
        message,
        file: file.to_owned(),
        place: None,
        end: None,
        fix: Vec::new(),
        hint: (!trace.is_empty()).then_some(trace),
        asked: finding.defect().is_some_and(|found| asked.contains(&found)),
    }
}

impl Stated {
    /// The formula as people read it, with its name if it has one.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.note.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        name + &self.text
    }

    /// The formulas of a model: as they were written, and where.
    #[must_use]
    pub fn all(model: &Model, texts: &[String], indices: &[usize]) -> Vec<Self> {
        let logics = model.formulas.fragments(model.specifications.iter().map(|one| one.formula));
        let places = texts.iter().zip(indices).zip(&model.specifications).zip(logics);
        places
            .map(|(((text, &index), &specification), logic)| Self {
                index,
                text: text.clone(),
                specification,
                logic,
                note: Note::default(),
            })
            .collect()
    }
}

impl Said {
    /// What was said about a source.
    #[must_use]
    pub fn new(diagnostic: &Diagnostic, source: &Source) -> Self {
        let somewhere = !source.text().is_empty();
        let rewritten = |replacement: &Replacement| Rewritten {
            from: source.position(replacement.span.start),
            to: source.position(replacement.span.end),
            text: replacement.text.clone(),
        };
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code.0,
            message: diagnostic.message.clone(),
            file: source.name().to_owned(),
            // What could not be read at all is about no place.
            place: somewhere.then(|| source.position(diagnostic.span().start)),
            end: somewhere.then(|| source.position(diagnostic.span().end)),
            fix: diagnostic.fix.iter().map(rewritten).collect(),
            hint: diagnostic.hint.clone(),
            asked: false,
        }
    }

    fn fault(file: &str, fault: &Fault) -> Self {
        Self {
            severity: Severity::Error,
            code: "internal",
            message: fault.to_string(),
            file: file.to_owned(),
            place: None,
            end: None,
            fix: Vec::new(),
            hint: None,
            asked: false,
        }
    }
}
