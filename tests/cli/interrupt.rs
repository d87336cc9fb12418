//! Ctrl-C.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::{contains, program, stdout};

#[test]
fn an_interrupted_check_says_so() {
    let model = stdout(&program().args(["gen", "faulty-trains", "-n", "12"]).assert().code(0));
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    // More than a pipe holds: once all is written, the program is reading, and so it listens to signals.
    let padding = "-- nothing to see here\n".repeat(20_000);
    let mut input = child.stdin.take().expect("it was piped");
    input.write_all(format!("{padding}{model}").as_bytes()).expect("the program reads");
    drop(input);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
    let mut text = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut text).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    contains(&text, &["gave up", "interrupted"]);
}
