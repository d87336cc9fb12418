//! What happens when results cannot be written, or nobody reads them.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::budget::hopeless;
use crate::{LAMP, Setup, contains};

fn command(setup: &Setup, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
    command.current_dir(setup.folder.path()).args(arguments);
    command
}

/// It used to be a success without any result.
#[test]
fn a_full_disk_is_an_error() {
    let setup = Setup::new(LAMP);
    let arguments: [&[&str]; 22] = [
        &["model.ispl"],
        &["model.ispl", "--formula", "1"],
        &["model.ispl", "--format", "json"],
        &["model.ispl", "--format", "jsonl"],
        &["model.ispl", "--format", "junit"],
        &["model.ispl", "--format", "mcmas"],
        &["health", "model.ispl"],
        &["health", "model.ispl", "--format", "json"],
        &["lint", "model.ispl", "--format", "json"],
        &["gen"],
        &["gen", "card-game"],
        &["automaton", "LTL G p"],
        &["explain", "model.ispl", "--formula", "K(Blind, light)"],
        &["export", "model.ispl", "--format", "dot"],
        &["simulate", "model.ispl", "--random", "2"],
        &["config"],
        &["completions", "bash"],
        &["man"],
        &["schema"],
        &["solvers"],
        &["--help"],
        &["--version"],
    ];
    for arguments in arguments {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has one");
        let output = command(&setup, arguments).stdout(full).output().expect("it runs");
        contains(&String::from_utf8_lossy(&output.stderr), &["cannot write to standard output"]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    let file = std::fs::File::open(setup.path()).expect("it is there");
    let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has one");
    let output = command(&setup, &["fmt", "-"]).stdin(file).stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

/// `… --format jsonl | head -1` used to work on for as long as it took.
#[test]
fn work_ends_when_nobody_reads() {
    let setup = Setup::new(&hopeless("CTL* A(G(light -> A(F authorised))); AG(authorised -> light);"));
    let mut child = command(&setup, &["model.ispl", "--format", "jsonl", "--timeout", "100s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("it was piped")).read_line(&mut first).expect("a line");
    contains(&first, &["AG(authorised -> light)"]);
    // The reader is gone. With the time limit the exit status would be 3.
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
