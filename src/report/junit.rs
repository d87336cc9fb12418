//! JUnit XML, which CI systems read: a suite per model, a test case per formula.
//!
//! There is no standard but what the readers of the format agree on. A formula that fails is a `failure`. One that
//! stayed open or gave up is an `error`, not `skipped`: CI systems show skipped tests as green, and a question without
//! an answer must not be. A model that cannot be read is a suite with one `error`.

use std::fmt::Write;
use std::time::Duration;

use super::content::{FormulaReport, Report, Said};
use super::diagnostics::Position;
use super::evidence::{Paint, Style, backing};
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
        Self { to, style: Style { full, paint: Paint(false) } }
    }
}

impl Reporter for JunitReporter {
    fn finish(&mut self, reports: &[Report], _exit_status: u8) {
        self.to.out(&document(reports, self.style));
    }
}

/// All reports as one document.
fn document(reports: &[Report], style: Style) -> String {
    let suites: Vec<Suite> = reports.iter().map(|report| Suite::new(report, style)).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let seconds = suites.iter().map(|suite| suite.time).sum::<Duration>().as_secs_f64();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"qmas-rs\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{seconds:.3}\">",
        sum(|suite| suite.tests),
        sum(|suite| suite.failures),
        sum(|suite| suite.errors)
    );
    for suite in &suites {
        out.push_str(&suite.text);
    }
    out.push_str("</testsuites>\n");
    out
}

/// A suite that has been written.
struct Suite {
    tests: usize,
    failures: usize,
    errors: usize,
    time: Duration,
    text: String,
}

impl Suite {
    fn new(report: &Report, style: Style) -> Self {
        let mut suite = Self { tests: 0, failures: 0, errors: 0, time: report.time(), text: String::new() };
        let mut cases = String::new();
        if let Some(check) = &report.check {
            for formula in &check.formulas {
                suite.formula(&report.file, &check.model, formula, style, &mut cases);
            }
        }
        let mut said = String::new();
        for diagnostic in &report.diagnostics {
            if diagnostic.severity == Severity::Error || diagnostic.asked {
                suite.diagnostic(&report.file, diagnostic, &mut cases);
            } else {
                let _ = writeln!(said, "{}", describe(diagnostic));
            }
        }
        for searched in report.check.iter().flat_map(|check| &check.searched) {
            suite.searched(&report.file, searched, &mut cases);
        }
        let name = escape(&report.file);
        let Self { tests, failures, errors, .. } = suite;
        let seconds = suite.time.as_secs_f64();
        suite.text = format!(
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
             skipped=\"0\" time=\"{seconds:.3}\">\n{cases}"
        );
        if !said.is_empty() {
            let _ = writeln!(suite.text, "    <system-err>{}</system-err>", content(&said));
        }
        suite.text.push_str("  </testsuite>\n");
        suite
    }

    fn formula(&mut self, file: &str, model: &Model, formula: &FormulaReport, style: Style, out: &mut String) {
        self.tests += 1;
        let FormulaReport { stated, outcome, .. } = formula;
        let (file, name) = (escape(file), escape(&format!("{}: {}", stated.index, stated.text)));
        let seconds = outcome.time.as_secs_f64();
        let case = format!("    <testcase classname=\"{file}\" name=\"{name}\" time=\"{seconds:.3}\"");
        let (kind, message) = match &outcome.verdict {
            Verdict::Holds => {
                let _ = writeln!(out, "{case}/>");
                return;
            }
            Verdict::Fails => {
                self.failures += 1;
                let by = outcome.engine.map_or(String::new(), |engine| format!(", says the {} engine", engine.name()));
                let at = outcome.bound.map_or(String::new(), |bound| format!(" at bound {bound}"));
                let message = escape(&format!("the formula fails{at}{by}"));
                let text = content(&format!("{}\n{}", stated.text, backing(model, &outcome.backing, style)));
                let text = text.trim_end();
                let _ = writeln!(out, "{case}>\n      <failure type=\"fails\" message=\"{message}\">{text}</failure>");
                out.push_str("    </testcase>\n");
                return;
            }
            Verdict::OpenUpTo(bound) => ("open", format!("neither proved nor refuted up to bound {bound}")),
            Verdict::GaveUp(reason) => ("gave-up", format!("gave up: {reason}")),
        };
        self.errors += 1;
        let (message, text) = (escape(&message), content(&stated.text));
        let _ = writeln!(out, "{case}>\n      <error type=\"{kind}\" message=\"{message}\">{text}</error>");
        out.push_str("    </testcase>\n");
    }

    /// What was looked for and not found, or not found out; what was found is a diagnostic.
    fn searched(&mut self, file: &str, searched: &Searched, out: &mut String) {
        let (file, code, seconds) = (escape(file), searched.defect.name(), searched.time.as_secs_f64());
        let case = format!("    <testcase classname=\"{file}\" name=\"{code}\" time=\"{seconds:.3}\"");
        match &searched.found {
            Ok(true) => return,
            Ok(false) => {
                let _ = writeln!(out, "{case}/>");
            }
            Err(reason) => {
                self.errors += 1;
                let message = escape(&format!("gave up: {reason}"));
                let _ =
                    writeln!(out, "{case}>\n      <error type=\"gave-up\" message=\"{message}\"/>\n    </testcase>");
            }
        }
        self.tests += 1;
        self.time += searched.time;
    }

    /// What is wrong with the model, or was looked for and found there, is a case of its own.
    fn diagnostic(&mut self, file: &str, diagnostic: &Said, out: &mut String) {
        self.tests += 1;
        let element = if diagnostic.severity == Severity::Error {
            self.errors += 1;
            "error"
        } else {
            self.failures += 1;
            "failure"
        };
        let (name, code) = (escape(file), escape(diagnostic.code));
        let (message, text) = (escape(&diagnostic.message), content(&describe(diagnostic)));
        let _ = writeln!(
            out,
            "    <testcase classname=\"{name}\" name=\"{code}\" time=\"0.000\">\n      \
             <{element} type=\"{code}\" message=\"{message}\">{text}</{element}>\n    </testcase>"
        );
    }
}

fn describe(diagnostic: &Said) -> String {
    let Said { severity, code, message, file, place, hint, .. } = diagnostic;
    let place = place.map_or(file.clone(), |Position { line, column }| format!("{file}:{line}:{column}"));
    let severity = severity.name();
    let hint = hint.as_ref().map_or(String::new(), |hint| format!("\n{hint}"));
    format!("{place}: {severity} [{code}]: {message}{hint}")
}

/// Text that may stand between tags.
fn content(text: &str) -> String {
    escape(text).replace("&#10;", "\n").replace("&#9;", "\t")
}

/// Text that may stand in attributes. XML has no way to write most control characters.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // Attributes turn a plain line break into a blank.
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
