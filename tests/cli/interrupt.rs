//! Ctrl-C.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::budget::hopeless;
use crate::contains;

/// A check of a model from standard input that has begun to read.
fn start(model: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .arg("-")
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

fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
}

#[test]
fn an_interrupted_check_says_so() {
    let mut child = start(&hopeless("LTL G(light -> F authorised); AG(true);"));
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut text).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    contains(&text, &["gave up", "interrupted"]);
}

/// What is known takes more than a pipe holds, and nobody reads it: only a second interrupt can end the program.
#[test]
fn a_second_interrupt_ends_at_once() {
    let mut child = start(&hopeless(&"LTL G(light -> F authorised); ".repeat(2_000)));
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
