//! Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::budget::hopeless;
use crate::{Setup, contains};

/// A check of a model from standard input that has begun to read.
fn start(model: &str, arguments: &[&str]) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .arg("-")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    // More than a pipe holds: once all is written, the program is reading, and so it listens to signals.
    let padding = "-- nothing to see here\n".repeat(20_000);
    let mut input = child.stdin.take().expect("it was piped");
    input.write_all(format!("{padding}{model}").as_bytes()).expect("the program reads");
    child
}

/// A program that has read a part of all that it is given, and waits for more.
pub(crate) fn started(arguments: &[&str], setup: &Setup, input: &str) -> Child {
    assert!(input.len() > 1 << 16, "more than a pipe holds");
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .args(arguments)
        .current_dir(setup.folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    child.stdin.as_mut().expect("it was piped").write_all(input.as_bytes()).expect("the program reads");
    child
}

pub(crate) fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
}

#[test]
fn an_interrupted_check_says_so() {
    let mut child = start(&hopeless("CTL* A(G(light -> A(F authorised))); AG(true);"), &[]);
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut text).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    contains(&text, &["gave up", "interrupted"]);
}

/// What is known takes more than a pipe holds, and nobody reads it: only a second interrupt can end the program.
#[test]
fn a_second_interrupt_ends_at_once() {
    let mut child = start(&hopeless(&"CTL* A(G(light -> A(F authorised))); ".repeat(2_000)), &[]);
    let code = loop {
        interrupt(&child);
        std::thread::sleep(std::time::Duration::from_millis(50));
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status.code();
        }
    };
    assert_eq!(code, Some(130));
    let mut text = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut text).expect("text");
    assert!(!text.contains("2000 formulas:"), "it had the time to say everything");
}

/// Nothing can wake a thread that waits for standard input. The first interrupt used to be noticed at its end.
#[test]
fn waiting_for_input_can_be_interrupted() {
    let mut child = started(&["-"], &Setup::new(""), &"-- nothing yet\n".repeat(20_000));
    // More could come.
    let input = child.stdin.take();
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(input);
}

#[test]
fn other_commands_can_be_interrupted() {
    let model = hopeless("CTL* A(G(light -> A(F authorised)));");
    let setup = Setup::new(&model);
    let padded = format!("{}{model}", "-- nothing to see here\n".repeat(20_000));
    for arguments in [
        &["explain", "-", "--formula", "K(Guard, authorised)"][..],
        &["export", "-", "--formula", "AG(light -> K(Guard, authorised))"],
        &["health", "-"],
    ] {
        let mut child = started(arguments, &setup, &padded);
        drop(child.stdin.take());
        std::thread::sleep(std::time::Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{arguments:?}");
    }
}

/// Files without a manifest are worth little: what there is has one, and what is missing is said.
#[test]
fn a_folder_of_questions_is_never_without_manifest() {
    let setup = Setup::new(&hopeless("AG(light -> authorised);"));
    let all = ["export", "model.ispl", "--formula", "1", "--all-bounds", "1..100000", "--directory", "out"];
    let assert = setup.run(&[&all[..], &["--reach", "unroll", "--timeout", "2s"]].concat()).code(3);
    contains(&crate::stderr(&assert), &["the files end before bound ", "gave up: time limit"]);
    let manifest = std::fs::read_to_string(setup.folder.path().join("out/manifest.json")).expect("it is there");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let files = std::fs::read_dir(setup.folder.path().join("out")).expect("it is there").count();
    assert_eq!(manifest.as_array().map(Vec::len), Some(files - 1));
    assert!(files > 1);
}

/// All formulas are answered, and evidence takes a while.
#[test]
fn an_interrupt_between_verdicts_and_evidence() {
    let output = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .args(["gen", "bit-transmission-chain", "-n", "3000"])
        .output()
        .expect("it runs");
    let model = String::from_utf8(output.stdout).expect("text");
    let mut child = start(&model, &["--format", "jsonl"]);
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines().map(|line| line.expect("text"));
    let formulas = lines.by_ref().filter(|line| line.contains(r#""type":"formula""#)).take(12);
    assert!(formulas.filter(|line| line.contains(r#""verdict":"gave-up""#)).count() == 0, "there are verdicts");
    interrupt(&child);
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    contains(rest.last().expect("a summary"), &[r#""holds":9,"fails":3"#, r#""exit_status":130}"#]);
    assert!(rest.iter().any(|line| line.contains(r#""no_evidence":"interrupted""#)), "{rest:?}");
}
