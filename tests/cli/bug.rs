//! A worker that panics: said to be our error, with where and what to send us; the other engines go on, and their answers
//! count. It was once reported as "gave up (memory limit)" for all formulas of a file, and once ended the program.
//!
//! The program that tests run has failpoints, which programs for users do not have: `QMAS_FAILPOINT` names the work that
//! panics.

use std::path::Path;

use assert_cmd::assert::Assert;

use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// Checks the lamp while some work panics; the bug report goes to the folder of the model.
fn panicking(setup: &Setup, failpoint: &str, arguments: &[&str]) -> Assert {
    let folder = setup.folder.path();
    let mut program = program();
    program.current_dir(folder).env("QMAS_FAILPOINT", failpoint).env("TMPDIR", folder);
    program.arg("model.ispl").args(arguments).assert()
}

/// The folder that the program names, which has the model and the place in it.
fn bundle(setup: &Setup, said: &str) {
    let folder =
        said.split("the files in ").nth(1).and_then(|rest| rest.split(" (").next()).expect("a folder is named");
    assert!(Path::new(folder).starts_with(setup.folder.path()), "{folder}");
    let read = |name: &str| std::fs::read_to_string(Path::new(folder).join(name)).expect("it was written");
    assert_eq!(read("model-1.ispl"), LAMP);
    contains(
        &read("panic.txt"),
        &[concat!("qmas-rs ", env!("CARGO_PKG_VERSION")), "src/engine/fault.rs:", "failpoint"],
    );
}

#[test]
fn the_only_engine_panics() {
    for engine in ["explicit", "bdd", "bounded"] {
        let setup = Setup::new(LAMP);
        let assert = panicking(&setup, engine, &["--engine", engine]).code(70);
        let (text, said) = (stdout(&assert), stderr(&assert));
        contains(&text, &["gave up", "a bug in qmas-rs"]);
        assert!(!text.contains("memory") && !said.contains("memory"), "{text}{said}");
        contains(
            &said,
            &["this is a bug in qmas-rs, not in your model: panic at src/engine/fault.rs:", "Please report it"],
        );
        bundle(&setup, &said);
    }
}

#[test]
fn the_others_answer() {
    let right = stdout(&Setup::new(LAMP).check(&["--evidence", "none"]).code(1));
    let verdicts = |text: &str| -> Vec<String> {
        let words = |line: &str| line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>().join(" ");
        text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(words).collect()
    };
    let expected = verdicts(&right);
    assert_eq!(expected.len(), 6, "five formulas and a line that counts them: {right}");
    for engine in ["explicit", "bdd", "bounded"] {
        for jobs in ["1", "2"] {
            let setup = Setup::new(LAMP);
            let assert = panicking(&setup, engine, &["--evidence", "none", "--jobs", jobs]);
            let text = stdout(&assert);
            assert_eq!(verdicts(&text), expected, "{engine} panicked, {jobs} jobs");
            // Few states are enumerated; then no other engine is asked, and none panics.
            assert.code(if engine == "explicit" { 70 } else { 1 });
        }
    }
}

#[test]
fn evidence_panics_and_verdicts_stay() {
    for engine in ["auto", "explicit", "bdd", "bounded"] {
        let setup = Setup::new(LAMP);
        let assert = panicking(&setup, "evidence", &["--engine", engine, "--formula", "AG !dead"]).code(70);
        contains(&stdout(&assert), &["fails", "no evidence: a bug in qmas-rs: evidence panicked"]);
        bundle(&setup, &stderr(&assert));
    }
}

#[test]
fn searches_and_programs_are_told() {
    let setup = Setup::new(LAMP);
    let arguments = ["--engine", "bdd", "--check", "deadlock", "--formula", "1"];
    let assert = panicking(&setup, "health", &arguments).code(70);
    contains(&stdout(&assert), &["a bug in qmas-rs: health panicked"]);
    let json = panicking(&setup, "bdd", &["--engine", "bdd", "--format", "json"]).code(70);
    contains(&stdout(&json), &["\"code\": \"internal\"", "a bug in qmas-rs: bdd panicked at src/engine/fault.rs:"]);
}
