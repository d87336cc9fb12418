//! `qmas-rs help ispl` and `qmas-rs help logic`: the manual on a terminal.

use crate::{contains, program, stderr, stdout};

fn help(words: &[&str]) -> String {
    stdout(&program().arg("help").args(words).env("COLUMNS", "80").assert().code(0))
}

/// Headings are underlined.
fn headings(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let underlined =
        lines.windows(2).filter(|two| !two[0].is_empty() && two[1].len() > 2 && two[1].trim_matches('=').is_empty());
    underlined.map(|two| two[0]).collect()
}

#[test]
fn the_language() {
    let text = help(&["ispl"]);
    contains(
        &text,
        &["These words are reserved:", "RedStates GreenStates", "SingleAssignment: every line has exactly one"],
    );
    assert!(headings(&text).len() > 15, "{:?}", headings(&text));
    assert!(!text.contains("](") && !text.contains("```"), "links and marks are for other readers");
    assert_eq!(headings(&help(&["ispl", "types"])), ["Types"]);
    assert_eq!(headings(&help(&["ispl", "who", "may", "read"])), ["Who may read what"]);
}

#[test]
fn logics() {
    for (word, heading, words) in [
        ("CTL", "CTLK: time", "`A(f U g)`, `E(f U g)`"),
        ("CTLK", "Knowledge", "`GCK(g, f)`"),
        ("LTL", "LTLK", "`f U g`"),
        ("LTLK", "LTLK", "`X f`"),
        ("CTLSK", "CTL*K", "Path formulas are built"),
        ("CTL*", "CTL*K", "Path formulas are built"),
        ("LDL", "LDLK", "`rho*`"),
        ("CDL*", "CDL*K", "Like CTL*"),
        ("ATL", "Strategies: ATL", "`<g>X f`"),
        ("finite-traces", "Finite traces", "--finite-traces"),
        ("obligation", "Obligation", "`O(i, f)`"),
        ("fairness", "Fairness", "paths are fair paths"),
        ("deadlocks", "Deadlocks", "`EX f` and `EG f` are false"),
    ] {
        let text = help(&["logic", word]);
        contains(&text, &[heading, words]);
        assert!(headings(&text).contains(&heading), "{word}: {:?}", headings(&text));
    }
    let wrong = program().args(["help", "logic", "astrology"]).assert().code(2);
    contains(&stderr(&wrong), &["there is no such section", "LDLK", "Finite traces"]);
}

/// The rest of `help` is as it was.
#[test]
fn commands() {
    for words in [&["help"][..], &["help", "lint"], &["help", "gen"]] {
        contains(&stdout(&program().args(words).assert().code(0)), &["Usage: qmas-rs"]);
    }
    contains(&stdout(&program().args(["help"]).assert().code(0)), &["qmas-rs help ispl", "qmas-rs help logic LDL"]);
    program().args(["help", "nothing"]).assert().code(2);
}
