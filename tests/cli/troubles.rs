//! `--check`: deadlocks and overflows, whoever answers formulas, in every format.

use crate::budget::hopeless;
use crate::{LAMP, Setup, contains, program, stdout};

const ENGINES: [&str; 4] = ["auto", "explicit", "bdd", "bounded"];

fn generated(arguments: &[&str]) -> Setup {
    let output = program().arg("gen").args(arguments).output().expect("it runs");
    Setup::new(&String::from_utf8(output.stdout).expect("text"))
}

/// A deadlock three steps away, behind more states than anybody lists; and a line that leaves its range there.
fn many_states() -> Setup {
    let bits: Vec<String> = (0..24).map(|bit| format!("b{bit}")).collect();
    let declared: String = bits.iter().map(|bit| format!("{bit}: boolean; ")).collect();
    let changed: String = bits.iter().map(|bit| format!("{bit} = ~{bit} if Action = go; ")).collect();
    Setup::new(&format!(
        "Semantics = SingleAssignment;
         Agent Bits Vars: {declared} end Vars Actions = {{ go }}; Protocol: Other: {{ go }}; end Protocol
         Evolution: {changed} end Evolution end Agent
         Agent W Vars: x: 0..3; y: 0..3; end Vars Actions = {{ go }}; Protocol: x < 3: {{ go }}; end Protocol
         Evolution: x = x + 1 if x < 3; y = y + 2 if Action = go; end Evolution end Agent
         Evaluation top if W.x = 3; end Evaluation InitStates W.x = 0 and W.y = 0; end InitStates
         Formulae AG (top -> top); end Formulae"
    ))
}

#[test]
fn every_engine_finds_them() {
    let setup = Setup::new(LAMP);
    for engine in ENGINES {
        let assert = setup.check(&["--formula", "1", "--check", "deadlock", "--engine", engine]).code(1);
        let text = stdout(&assert);
        contains(&text, &["deadlock: a deadlock can be reached in 3 steps\n  0  ", "1 formula: 1 holds"]);
        let none = setup.check(&["--formula", "1", "--check", "overflow", "--engine", engine]).code(0);
        contains(&stdout(&none), &["overflow: none can be reached"]);
    }
}

#[test]
fn where_states_cannot_be_listed() {
    let setup = many_states();
    for engine in ["auto", "bdd", "bounded"] {
        let assert = setup.check(&["--check", "deadlock", "--check", "overflow", "--engine", engine]).code(1);
        let text = stdout(&assert);
        contains(
            &text,
            &["overflow: evolution line 2 of `W` gives `y` the value 4", "deadlock: a deadlock", "\n  1  "],
        );
    }
    let setup = generated(&["dining-cryptographers", "-n", "30"]);
    let assert = setup.check(&["--formula", "1", "--check", "deadlock", "--check", "overflow"]).code(0);
    contains(&stdout(&assert), &["deadlock: none can be reached", "overflow: none can be reached"]);
}

#[test]
fn programs_are_told() {
    let setup = Setup::new(LAMP);
    let run = |check: &str, format: &str, code: i32| {
        let arguments = ["--formula", "1", "--engine", "bdd", "--check", check, "--format", format];
        stdout(&setup.check(&arguments).code(code))
    };
    let report: serde_json::Value = serde_json::from_str(&run("deadlock", "json", 1)).expect("JSON");
    assert_eq!(report["checks"][0]["check"], "deadlock");
    assert_eq!(report["checks"][0]["result"], "found");
    assert_eq!(report["checks"][0]["engine"], "bdd");
    assert_eq!(report["diagnostics"][0]["code"], "deadlock");
    let report: serde_json::Value = serde_json::from_str(&run("overflow", "json", 0)).expect("JSON");
    assert_eq!(report["checks"][0]["result"], "none");
    contains(&run("deadlock", "jsonl", 1), &[r#""type":"check","#, r#""result":"found""#, r#""exit_status":1}"#]);
    contains(&run("deadlock", "junit", 1), &["tests=\"2\" skipped=\"0\" failures=\"1\"", "type=\"deadlock\">"]);
    contains(
        &run("overflow", "junit", 0),
        &["tests=\"2\" skipped=\"0\" failures=\"0\" errors=\"0\"", "name=\"overflow\""],
    );
}

/// What was not found out is not green.
#[test]
fn limits_end_the_search() {
    let setup = Setup::new(&hopeless("AG(authorised -> light);"));
    for engine in ["auto", "bounded"] {
        let run = |format: &str| {
            let arguments = ["--check", "deadlock", "--timeout", "3", "--engine", engine, "--format", format];
            stdout(&setup.check(&arguments).code(3))
        };
        contains(&run("text"), &["deadlock: gave up: time limit", "1  holds", "1 formula: 1 holds"]);
        contains(&run("junit"), &["errors=\"1\"", "<error message=\"gave up: time limit\" type=\"gave-up\"/>"]);
        let report: serde_json::Value = serde_json::from_str(&run("json")).expect("JSON");
        assert_eq!(report["checks"][0]["result"], "gave-up");
        assert_eq!(report["checks"][0]["reason"], "time limit");
    }
}
