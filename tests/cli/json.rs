//! `--format json`: a stable shape, also when something is wrong.

use qmas::report::Published;
use serde_json::Value;

use crate::schema::obeys;
use crate::{LAMP, Setup, stderr, stdout};

/// The report of a check; nothing goes to standard error.
#[track_caller]
fn report(setup: &Setup, arguments: &[&str], code: i32) -> Value {
    let assert = setup.check(&[arguments, &["--format", "json"]].concat()).code(code);
    assert_eq!(stderr(&assert), "");
    let report = serde_json::from_str(&stdout(&assert)).expect("one JSON value");
    obeys(Published::Report, &report);
    report
}

#[track_caller]
fn fields(value: &Value, expected: &[&str]) {
    let found: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

const TOP: [&str; 5] = ["version", "file", "formulas", "diagnostics", "model"];
const FORMULA: [&str; 9] = ["index", "text", "logic", "verdict", "reason", "engine", "bound", "seconds", "evidence"];
const DIAGNOSTIC: [&str; 9] =
    ["severity", "code", "message", "file", "line", "column", "end_line", "end_column", "hint"];

#[test]
fn verdicts() {
    let report = report(&Setup::new(LAMP), &[], 1);
    fields(&report, &TOP);
    assert_eq!(report["version"], 1);
    assert_eq!(report["file"], "model.ispl");
    let formulas = report["formulas"].as_array().expect("a list");
    assert_eq!(formulas.len(), 5);
    for (formula, index) in formulas.iter().zip(1..) {
        fields(formula, &FORMULA);
        assert_eq!(formula["index"], index);
        assert_eq!(formula["engine"], "explicit");
        assert!(formula["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
        assert!(formula["bound"].is_null() && formula["reason"].is_null());
    }
    assert_eq!(formulas[0]["text"], "EF light");
    let column = |name: &str| formulas.iter().map(|formula| formula[name].as_str().expect("text")).collect::<Vec<_>>();
    assert_eq!(column("verdict"), ["holds", "fails", "holds", "fails", "holds"]);
    assert_eq!(column("logic"), ["ECTLK", "ACTLK", "LDLK", "ACTLK", "ATLK"]);
    fields(&report["model"], &["agents", "variables", "states", "transitions", "deadlocks"]);
    let size = |name: &str| report["model"][name].as_u64();
    assert_eq!((size("agents"), size("variables"), size("states")), (Some(3), Some(3), Some(4)));
    // The deadlock is about no place of the file.
    let deadlock = &report["diagnostics"][0];
    fields(deadlock, &DIAGNOSTIC);
    assert_eq!((&deadlock["severity"], &deadlock["code"]), (&"warning".into(), &"deadlock".into()));
    assert!(deadlock["line"].is_null() && deadlock["column"].is_null());
}

#[test]
fn diagrams() {
    let report = report(&Setup::new(LAMP), &["--engine", "bdd", "--no-cone", "--order", "values"], 1);
    let [diagrams] = report["diagrams"].as_array().expect("a list").as_slice() else { panic!("one part: {report}") };
    fields(
        diagrams,
        &[
            "bits",
            "variables",
            "order",
            "initial_states",
            "states",
            "events",
            "rounds",
            "live_nodes",
            "peak_nodes",
            "relation_seconds",
            "reachability_seconds",
        ],
    );
    // The explicit engine counts as many.
    assert_eq!((&diagrams["states"], &diagrams["order"]), (&4.into(), &"values".into()));
}

#[test]
fn no_verdicts() {
    let report = report(&Setup::new(LAMP), &["--engine", "explicit", "--max-states", "1"], 3);
    for formula in report["formulas"].as_array().expect("a list") {
        fields(formula, &FORMULA);
        assert_eq!(formula["verdict"], "gave-up");
        assert_eq!(formula["reason"], "more than 1 states");
        assert_eq!(formula["engine"], "explicit");
    }
    assert!(report["model"]["states"].is_null());
}

#[test]
fn a_wrong_file() {
    let report = report(&Setup::new(&LAMP.replace("EF light", "EF lihgt")), &[], 2);
    fields(&report, &TOP);
    assert!(report["formulas"].as_array().is_some_and(Vec::is_empty) && report["model"].is_null());
    let diagnostic = &report["diagnostics"][0];
    fields(diagnostic, &[&DIAGNOSTIC[..], &["fix"]].concat());
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["code"], "unknown-atom");
    assert_eq!(diagnostic["file"], "model.ispl");
    let line = LAMP.lines().position(|line| line.contains("EF light")).expect("it is there") + 1;
    assert_eq!((diagnostic["line"].as_u64(), diagnostic["column"].as_u64()), (Some(line as u64), Some(6)));
    assert_eq!((diagnostic["end_line"].as_u64(), diagnostic["end_column"].as_u64()), (Some(line as u64), Some(11)));
    let replacement = &diagnostic["fix"][0];
    fields(replacement, &["line", "column", "end_line", "end_column", "text"]);
    assert_eq!((&replacement["column"], &replacement["end_column"]), (&6.into(), &11.into()));
    assert_eq!(replacement["text"], "light");
    assert!(diagnostic["message"].as_str().is_some_and(|text| text.contains("lihgt")));
    assert!(diagnostic["hint"].as_str().is_some_and(|text| text.contains("light")));
}

#[test]
fn a_wrong_formula() {
    let report = report(&Setup::new(LAMP), &["--formula", "EF nothing"], 2);
    assert_eq!(report["diagnostics"][0]["file"], "--formula");
    assert_eq!(report["diagnostics"][0]["column"], 4);
}

#[test]
fn a_missing_file() {
    let assert = Setup::new(LAMP).run(&["nowhere.ispl", "--format", "json"]).code(2);
    let report: Value = serde_json::from_str(&stdout(&assert)).expect("one JSON value");
    fields(&report, &TOP);
    obeys(Published::Report, &report);
    assert_eq!(report["diagnostics"][0]["code"], "io");
}

#[test]
fn lint() {
    let setup = Setup::new(&LAMP.replace("EF light", "EF true"));
    let one = setup.run(&["lint", "model.ispl", "--format", "json"]).code(0);
    let one: Value = serde_json::from_str(&stdout(&one)).expect("one JSON value");
    fields(&one, &TOP);
    obeys(Published::Report, &one);
    assert_eq!(one["diagnostics"][0]["code"], "extension");
    let two = setup.run(&["lint", "model.ispl", "nowhere.ispl", "--format", "json"]).code(2);
    let two: Value = serde_json::from_str(&stdout(&two)).expect("one JSON value");
    assert_eq!(two.as_array().map(Vec::len), Some(2));
    obeys(Published::Report, &two);
}

#[test]
fn the_same_report_twice() {
    let setup = Setup::new(LAMP);
    let untimed = || {
        let mut report = report(&setup, &[], 1);
        for formula in report["formulas"].as_array_mut().expect("a list") {
            formula["seconds"] = Value::Null;
        }
        report
    };
    assert_eq!(untimed(), untimed());
}
