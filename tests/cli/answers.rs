//! Verdicts first: they are seen before evidence is there, which takes little time unless it is asked for.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::{LAMP, Setup, contains, program, stdout};

/// What is left out for lack of time is said in one line; flags that ask for it get it.
#[test]
fn what_does_not_fit_is_said_in_one_line() {
    let setup = Setup::new(LAMP);
    let formulas = ["--formula", "AG !dead", "--formula", "AG (light -> EF dead)"];
    let with = |flags: &[&str]| stdout(&setup.check(&[&formulas[..], flags].concat()).code(1));
    let text = with(&["--evidence-timeout", "0"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].starts_with("6  fails ") && lines[1].starts_with("7  holds "), "{text}");
    let left_out = "left out after 0 s (--evidence-timeout): evidence for formula 6, empty reasons of formula 7";
    assert_eq!(lines[2], left_out);
    assert!(lines[3].starts_with("2 formulas: 1 holds, 1 fails; "), "{text}");
    // A limit that the user gives counts for what was asked for as well.
    let asked = with(&["--evidence-timeout", "0", "--evidence", "all", "--vacuity"]);
    contains(
        &asked,
        &["left out after 0 s (--evidence-timeout): evidence for formulas 6, 7, empty reasons of formula 7"],
    );
    for flags in [&[][..], &["--evidence", "all"], &["--evidence", "fails", "--vacuity"]] {
        let text = with(flags);
        contains(&text, &["fails because in an initial state: EF dead", "(replayed: 3 steps)"]);
        assert!(!text.contains("left out"), "{text}");
    }
}

/// The same for programs.
#[test]
fn what_does_not_fit_in_json() {
    let setup = Setup::new(LAMP);
    let formulas = ["--formula", "AG !dead", "--formula", "AG (light -> EF dead)", "--evidence-timeout", "0"];
    let json = stdout(&setup.check(&[&formulas[..], &["--format", "json"]].concat()).code(1));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let [fails, holds] = [&json["formulas"][0], &json["formulas"][1]];
    assert!(fails["evidence"].is_null() && fails["empty_reasons_left_out"].is_null(), "{json}");
    assert_eq!(fails["no_evidence"], "left out to save time; --evidence asks for it");
    assert_eq!(holds["empty_reasons_left_out"], true);
    let lines = stdout(&setup.check(&[&formulas[..], &["--format", "jsonl"]].concat()).code(1));
    let kinds: Vec<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["type"].to_string())
        .filter(|kind| kind != "\"diagnostic\"")
        .collect();
    assert_eq!(kinds, ["formula", "formula", "evidence", "evidence", "summary"].map(|kind| format!("\"{kind}\"")));
}

#[test]
fn asking_for_vacuity_and_not_is_a_contradiction() {
    Setup::new(LAMP).check(&["--vacuity", "--no-vacuity"]).code(2);
}

/// Evidence stands below all verdicts, under the number and the text of its formula; directly below its verdict it needs
/// no heading.
#[test]
fn evidence_comes_after_all_verdicts() {
    let setup = Setup::new(LAMP);
    let text = stdout(&setup.check(&["--formula", "AG !dead", "--formula", "EF dead"]).code(1));
    let starts: Vec<&str> =
        text.lines().filter(|line| !line.starts_with(' ')).map(|line| &line[..line.len().min(10)]).collect();
    assert_eq!(
        starts[..4],
        ["6  fails   ", "7  holds   ", "", "6  AG !dea"].map(|start| &start[..start.len().min(10)]),
        "{text}"
    );
    contains(&text, &["\n\n6  AG !dead\n   fails because in an initial state: EF dead\n"]);
    let text = stdout(&setup.check(&["--formula", "EF dead", "--formula", "AG !dead"]).code(1));
    contains(&text, &["  AG !dead\n   fails because in an initial state: EF dead\n"]);
    assert!(!text.contains("\n\n"), "{text}");
}

/// All verdicts are read from a pipe while evidence is not there: that takes until the reader interrupts.
#[cfg(unix)]
#[test]
fn verdicts_are_seen_while_evidence_is_made() {
    let output = program().args(["gen", "bit-transmission-chain", "-n", "3000"]).output().expect("it runs");
    let setup = Setup::new(&String::from_utf8(output.stdout).expect("text"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .current_dir(setup.folder.path())
        .args(["model.ispl", "--evidence", "all", "--vacuity"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines().map(|line| line.expect("text"));
    let verdicts: Vec<String> = lines.by_ref().take(12).collect();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    for (number, line) in (1..).zip(&verdicts) {
        assert_eq!(line.trim_start().split("  ").next(), Some(number.to_string().as_str()), "{verdicts:?}");
    }
    // Nothing is lost: what was not made is said, and the sums are there.
    assert!(rest.iter().any(|line| line.ends_with("no evidence: interrupted")), "{rest:?}");
    assert!(rest.last().is_some_and(|last| last.starts_with("12 formulas: 9 hold, 3 fail; ")), "{rest:?}");
}

/// A verdict is read from a pipe while another formula is being answered, which would take an hour; the time of everything
/// comes at the end.
#[cfg(unix)]
#[test]
fn verdicts_are_seen_while_others_are_not_known() {
    let formulas = "AG(authorised -> light); CTL* A(G(light -> A(F authorised)));";
    let setup = Setup::new(&crate::budget::hopeless(formulas));
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .current_dir(setup.folder.path())
        .args(["model.ispl", "--timeout", "1h"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines().map(|line| line.expect("text"));
    let first = lines.next().expect("a verdict");
    assert!(first.starts_with("1  holds "), "{first}");
    assert_eq!(child.try_wait().expect("it can be asked"), None, "the second formula is still being answered");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let last = rest.last().expect("sums");
    assert!(last.starts_with("2 formulas: 1 holds, 1 gave up; ") && last.ends_with(" s in all"), "{rest:?}");
}
