//! JUnit XML, which CI systems read: a suite per model, a test case per formula.
//!
//! There is no standard but what the readers of the format agree on. A formula that fails is a `failure`. One that
//! stayed open or gave up is an `error`, not `skipped`: CI systems show skipped tests as green, and a question without
//! an answer must not be. A formula that fails as a comment expects it to is a success, and one that holds then is a failure. A model that cannot be read is a suite with one `error`.

use std::fmt::Write;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::content::{FormulaReport, Report, Said};
use super::diagnostics::Position;
use super::evidence::{Style, backing};
use super::reporter::{Reporter, Sink};
use crate::diagnostic::Severity;
use crate::engine::Verdict;
use crate::model::Model;
use crate::outcome::Searched;

/// Reports for CI systems.
pub struct JunitReporter {
    to: Box<dyn Sink>,
    style: Style,
}

impl JunitReporter {
    /// Writes to `to`, all values of all states if evidence is shown in `full`.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, full: bool) -> Self {
        Self { to, style: Style { full, ..Style::default() } }
    }
}

impl Reporter for JunitReporter {
    fn finish(&mut self, reports: &[Report], _exit_status: u8) {
        self.to.out(&document(reports, self.style));
    }
}

/// All reports as one document.
fn document(reports: &[Report], style: Style) -> String {
    let mut document = Document::new("qmas-rs");
    document.add_test_suites(reports.iter().map(|report| suite(report, style)));
    document.set_time(document.test_suites.iter().filter_map(|suite| suite.time).sum());
    document.to_string().expect("text and numbers can be written to memory")
}

fn suite(report: &Report, style: Style) -> TestSuite {
    let mut suite = TestSuite::new(printable(&report.file));
    let mut time = report.time();
    if let Some(check) = &report.check {
        suite.add_test_cases(check.formulas.iter().map(|formula| {
            let status = status(&check.model, formula, style);
            let name = format!("{}: {}", formula.stated.index, formula.stated.title());
            case(report, &name, status, formula.outcome.time)
        }));
    }
    let mut said = String::new();
    for diagnostic in &report.diagnostics {
        if diagnostic.severity == Severity::Error || diagnostic.asked {
            suite.add_test_case(case(report, diagnostic.code, wrong(diagnostic), Duration::ZERO));
        } else {
            let _ = writeln!(said, "{}", describe(diagnostic));
        }
    }
    for searched in report.check.iter().flat_map(|check| &check.searched) {
        if let Some(status) = not_found(searched) {
            suite.add_test_case(case(report, searched.defect.name(), status, searched.time));
            time += searched.time;
        }
    }
    if !said.is_empty() {
        suite.set_system_err(printable(&said));
    }
    suite.set_time(time);
    suite
}

fn case(report: &Report, name: &str, status: TestCaseStatus, time: Duration) -> TestCase {
    let mut case = TestCase::new(printable(name), status);
    case.set_classname(printable(&report.file)).set_time(time);
    case
}

/// How a formula was answered.
fn status(model: &Model, formula: &FormulaReport, style: Style) -> TestCaseStatus {
    let FormulaReport { stated, outcome, .. } = formula;
    if formula.as_expected() == Some(true) {
        return TestCaseStatus::success();
    }
    let (kind, message) = match &outcome.verdict {
        Verdict::Holds if formula.as_expected() == Some(false) => {
            let message = "the formula holds, and was expected to fail";
            return non_success(NonSuccessKind::Failure, "unexpected", message, &stated.text);
        }
        Verdict::Holds => return TestCaseStatus::success(),
        Verdict::Fails => {
            let by = outcome.engine.map_or(String::new(), |engine| format!(", says the {} engine", engine.name()));
            let at = outcome.bound.map_or(String::new(), |bound| format!(" at bound {bound}"));
            let text = format!("{}\n{}", stated.text, backing(model, &outcome.backing, style));
            let message = format!("the formula fails{at}{by}");
            return non_success(NonSuccessKind::Failure, "fails", &message, text.trim_end());
        }
        Verdict::OpenUpTo(bound) => ("open", format!("neither proved nor refuted up to bound {bound}")),
        Verdict::GaveUp(reason) => ("gave-up", format!("gave up: {reason}")),
    };
    non_success(NonSuccessKind::Error, kind, &message, &stated.text)
}

/// What was looked for and not found, or not found out; what was found is a diagnostic.
fn not_found(searched: &Searched) -> Option<TestCaseStatus> {
    match &searched.found {
        Ok(true) => None,
        Ok(false) => Some(TestCaseStatus::success()),
        Err(reason) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("gave-up").set_message(printable(&format!("gave up: {reason}")));
            Some(status)
        }
    }
}

/// What is wrong with the model, or was looked for and found there, is a case of its own.
fn wrong(diagnostic: &Said) -> TestCaseStatus {
    let error = diagnostic.severity == Severity::Error;
    let kind = if error { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    non_success(kind, diagnostic.code, &diagnostic.message, &describe(diagnostic))
}

fn non_success(kind: NonSuccessKind, name: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(name).set_message(printable(message)).set_description(printable(text));
    status
}

fn describe(diagnostic: &Said) -> String {
    let Said { severity, code, message, file, place, hint, .. } = diagnostic;
    let place = place.map_or(file.clone(), |Position { line, column }| format!("{file}:{line}:{column}"));
    let severity = severity.name();
    let hint = hint.as_ref().map_or(String::new(), |hint| format!("\n{hint}"));
    format!("{place}: {severity} [{code}]: {message}{hint}")
}

/// Text with a sign in place of every character that XML cannot say: dropped without a trace, as they would be
/// otherwise, two names of files could become one.
fn printable(text: &str) -> String {
    let unsayable = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(unsayable, "\u{fffd}")
}
