//! What is different on a terminal: progress and colours. `script`, of util-linux, plays the terminal.

use std::process::Command;

use crate::budget::hopeless;
use crate::{Setup, contains, stderr, stdout};

/// What the program writes to a terminal, and its exit status.
fn on_a_terminal(setup: &Setup, arguments: &str) -> (String, Option<i32>) {
    on_a_terminal_with(setup, arguments, ("TERM", "xterm-256color"))
}

/// What the program writes to a terminal, and its exit status, with a variable of the environment.
fn on_a_terminal_with(setup: &Setup, arguments: &str, variable: (&str, &str)) -> (String, Option<i32>) {
    let command = format!("stty rows 50 cols 200; {} model.ispl {arguments}", env!("CARGO_BIN_EXE_qmas-rs"));
    let folder = setup.path().parent().expect("it is in a folder").to_owned();
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder)
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .env(variable.0, variable.1)
        .output()
        .expect("these tests need `script`, which is part of util-linux");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// Starts an escape sequence.
const ESCAPE: char = '\u{1b}';

#[test]
fn progress() {
    let setup = Setup::new(&hopeless("CTL* A(G(light -> A(F authorised))); AG(light -> K(Guard, authorised));"));
    let (text, code) = on_a_terminal(&setup, "--timeout 2s");
    // A fast machine may find what is wrong with the second.
    assert!(matches!(code, Some(1 | 3)), "{text}");
    contains(&text, &["s of 2 s", "bdd: round", "nodes", "bounded: bound", "clauses", "formula 2", "gave up"]);
    contains(&text, &["0 of 2 answered"]);
    // The line is taken away before each verdict and before the sums.
    for said in ["gave up", "2 formulas: "] {
        let at = text.find(said).expect("it was said");
        let line = text[..at].rfind(" s of 2 s").expect("it was there");
        assert!(text[line..at].contains("[2K"), "{text}");
    }
}

/// A verdict stands there while the line of progress goes on below it: the second formula is not answered in this time.
#[test]
fn verdicts_before_the_end() {
    let setup = Setup::new(&hopeless("AG(authorised -> light); CTL* A(G(light -> A(F authorised)));"));
    let (text, code) = on_a_terminal(&setup, "--timeout 2s");
    assert_eq!(code, Some(3), "{text}");
    let at = text.find("holds").unwrap_or_else(|| panic!("no verdict: {text}"));
    contains(&text[at..], &["1 of 2 answered", "gave up", "1 holds, 1 gave up; ", " s in all"]);
}

#[test]
fn no_progress_for_those_who_do_not_want_it() {
    let setup = Setup::new(&hopeless("CTL* A(G(light -> A(F authorised)));"));
    let (text, code) = on_a_terminal(&setup, "--timeout 1s --quiet --color never");
    assert_eq!(code, Some(3), "{text}");
    assert!(!text.contains(ESCAPE) && !text.contains("of 1 s"), "{text}");
    // Nor in a pipe.
    let assert = setup.check(&["--timeout", "1s"]).code(3);
    assert_eq!(stderr(&assert), "");
    assert!(!stdout(&assert).contains(ESCAPE));
}

#[test]
fn colours() {
    let setup = Setup::new(&crate::LAMP.replace("AG !dead", "AG !deaf"));
    let (text, code) = on_a_terminal(&setup, "");
    assert_eq!(code, Some(2), "{text}");
    contains(&text, &["deaf", "\u{1b}[31m"]);
    let assert = setup.check(&[]).code(2);
    contains(&stderr(&assert), &["deaf"]);
    assert!(!stderr(&assert).contains(ESCAPE));
}

/// Errors, evidence and help.
#[test]
fn no_colours_for_those_who_do_not_want_them() {
    let setup = Setup::new(crate::LAMP);
    for arguments in ["--formula 2", "--formula 'EF nothing'", "--help", "--no-such-flag"] {
        contains(&on_a_terminal(&setup, arguments).0, &["\u{1b}["]);
        for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            let (text, _) = on_a_terminal_with(&setup, arguments, variable);
            assert!(!text.contains(ESCAPE), "{arguments}, {variable:?}: {text}");
        }
    }
}

/// The question of a walk is seen before it is answered, although it does not end its line.
#[test]
fn questions_are_seen_at_once() {
    use std::io::{Read, Write};
    use std::process::Stdio;
    let setup = Setup::new(crate::LAMP);
    let walk = format!("{} simulate model.ispl", env!("CARGO_BIN_EXE_qmas-rs"));
    // Whoever waits for a question that does not come is sent away: then the output ends without it.
    let mut child = Command::new("timeout")
        .args(["60", "script", "-qec", &walk, "/dev/null"])
        .current_dir(setup.folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need `script`, which is part of util-linux");
    let mut shown = Vec::new();
    let mut output = child.stdout.take().expect("it was piped");
    let mut byte = [0];
    while !shown.ends_with(b"choose: ") {
        assert_eq!(output.read(&mut byte).expect("text"), 1, "{}", String::from_utf8_lossy(&shown));
        shown.push(byte[0]);
    }
    child.stdin.take().expect("it was piped").write_all(b"q\n").expect("it is read");
    output.read_to_end(&mut shown).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
