//! JUnit XML, which CI systems read: a suite per model, a test case per formula.
//!
//! There is no standard but what the readers of the format agree on. A formula that fails is a `failure`. One that
//! stayed open or gave up is an `error`, not `skipped`: CI systems show skipped tests as green, and a question without
//! an answer must not be. A model that cannot be read is a suite with one `error`.

use std::fmt::Write;

use super::json::{JsonCheck, JsonDiagnostic, JsonFormula, JsonReport};

/// All reports as one document.
#[must_use]
pub fn junit(reports: &[JsonReport]) -> String {
    let suites: Vec<Suite> = reports.iter().map(Suite::new).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    // The sum of nothing is -0.0.
    let seconds = suites.iter().map(|suite| suite.seconds).sum::<f64>() + 0.0;
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
    seconds: f64,
    text: String,
}

impl Suite {
    fn new(report: &JsonReport) -> Self {
        let mut suite = Self { tests: 0, failures: 0, errors: 0, seconds: report.seconds(), text: String::new() };
        let mut cases = String::new();
        for formula in &report.formulas {
            suite.formula(&report.file, formula, &mut cases);
        }
        let mut said = String::new();
        for diagnostic in &report.diagnostics {
            if diagnostic.severity == "error" || diagnostic.asked {
                suite.diagnostic(&report.file, diagnostic, &mut cases);
            } else {
                let _ = writeln!(said, "{}", describe(diagnostic));
            }
        }
        for check in &report.checks {
            suite.check(&report.file, check, &mut cases);
        }
        let name = escape(&report.file);
        let Self { tests, failures, errors, seconds, .. } = suite;
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

    fn formula(&mut self, file: &str, formula: &JsonFormula, out: &mut String) {
        self.tests += 1;
        let name = escape(&format!("{}: {}", formula.index, formula.text));
        let case =
            format!("    <testcase classname=\"{}\" name=\"{name}\" time=\"{:.3}\"", escape(file), formula.seconds);
        let by = formula.engine.map_or(String::new(), |engine| format!(", says the {engine} engine"));
        let at = formula.bound.map_or(String::new(), |bound| format!(" at bound {bound}"));
        let text = content(&formula.text);
        match formula.verdict {
            "holds" => {
                let _ = writeln!(out, "{case}/>");
            }
            "fails" => {
                self.failures += 1;
                let message = escape(&format!("the formula fails{at}{by}"));
                let text = content(&format!("{}\n{}", formula.text, formula.shown));
                let text = text.trim_end();
                let _ = writeln!(out, "{case}>\n      <failure type=\"fails\" message=\"{message}\">{text}</failure>");
                out.push_str("    </testcase>\n");
            }
            verdict => {
                self.errors += 1;
                let bound = formula.bound.map_or(0, |bound| bound);
                let message = match &formula.reason {
                    Some(reason) => format!("gave up: {reason}"),
                    None => format!("neither proved nor refuted up to bound {bound}"),
                };
                let message = escape(&message);
                let _ = writeln!(out, "{case}>\n      <error type=\"{verdict}\" message=\"{message}\">{text}</error>");
                out.push_str("    </testcase>\n");
            }
        }
    }

    /// What was looked for and not found, or not found out; what was found is a diagnostic.
    fn check(&mut self, file: &str, check: &JsonCheck, out: &mut String) {
        let (file, code) = (escape(file), check.check);
        let case = format!("    <testcase classname=\"{file}\" name=\"{code}\" time=\"{:.3}\"", check.seconds);
        match (check.result, &check.reason) {
            ("found", _) => return,
            (_, None) => {
                let _ = writeln!(out, "{case}/>");
            }
            (_, Some(reason)) => {
                self.errors += 1;
                let message = escape(&format!("gave up: {reason}"));
                let _ =
                    writeln!(out, "{case}>\n      <error type=\"gave-up\" message=\"{message}\"/>\n    </testcase>");
            }
        }
        self.tests += 1;
        self.seconds += check.seconds;
    }

    /// What is wrong with the model, or was looked for and found there, is a case of its own.
    fn diagnostic(&mut self, file: &str, diagnostic: &JsonDiagnostic, out: &mut String) {
        self.tests += 1;
        let element = if diagnostic.severity == "error" {
            self.errors += 1;
            "error"
        } else {
            self.failures += 1;
            "failure"
        };
        let (name, code) = (escape(file), escape(&diagnostic.code));
        let (message, text) = (escape(&diagnostic.message), content(&describe(diagnostic)));
        let _ = writeln!(
            out,
            "    <testcase classname=\"{name}\" name=\"{code}\" time=\"0.000\">\n      \
             <{element} type=\"{code}\" message=\"{message}\">{text}</{element}>\n    </testcase>"
        );
    }
}

fn describe(diagnostic: &JsonDiagnostic) -> String {
    let JsonDiagnostic { severity, code, message, file, line, column, hint, .. } = diagnostic;
    let place = line.zip(*column).map_or(file.clone(), |(line, column)| format!("{file}:{line}:{column}"));
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
