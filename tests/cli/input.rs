//! Where models come from, and how strictly they are read.

use std::io::Read;
use std::process::Stdio;

use crate::{LAMP, Setup, contains, program, stderr, stdout};

#[test]
fn standard_input() {
    let assert = program().args(["-", "--formula", "1"]).write_stdin(LAMP).assert().code(0);
    contains(&stdout(&assert), &["1  holds", "EF light"]);
    let wrong = program().arg("-").write_stdin("Agent").assert().code(2);
    contains(&stderr(&wrong), &["standard input"]);
}

#[test]
fn files_that_are_none() {
    let setup = Setup::new(LAMP);
    contains(&stderr(&setup.run(&["nowhere.ispl"]).code(2)), &["cannot read `nowhere.ispl`"]);
    contains(&stderr(&program().arg("-").write_stdin("").assert().code(2)), &["the file holds no model"]);
    contains(&stderr(&program().arg("-").write_stdin(vec![0xFF, 0xFE]).assert().code(2)), &["not UTF-8", "byte 0"]);
}

#[test]
fn command_lines_that_are_none() {
    contains(&stderr(&program().assert().code(2)), &["MODEL"]);
    contains(&stderr(&Setup::new(LAMP).check(&["--no-such-option"]).code(2)), &["--no-such-option"]);
    contains(&stderr(&Setup::new(LAMP).check(&["another.ispl"]).code(2)), &["another.ispl"]);
}

#[test]
fn help_names_every_exit_status() {
    contains(
        &stdout(&program().arg("--help").assert().code(0)),
        &["Exit status: 0", "1 some", "2 the", "3 some", "130"],
    );
    contains(&stdout(&program().arg("--version").assert().code(0)), &["qmas-rs", env!("CARGO_PKG_VERSION")]);
}

#[test]
fn what_the_other_tool_refuses() {
    let setup = Setup::new(&LAMP.replace("  EF light;\n", "  EF light;\n  EF (Lamp.used = 2);\n"));
    contains(&stderr(&setup.check(&["--formula", "2"]).code(0)), &["warning [extension]: "]);
    contains(&stderr(&setup.check(&["--formula", "2", "--strict"]).code(2)), &["[extension] Error", "1 error"]);
    Setup::new(LAMP).check(&["--formula", "1", "--strict"]).code(0);
    contains(&stderr(&Setup::new(LAMP).check(&["--formula", "EF true", "--strict"]).code(2)), &["[extension] Error"]);
}

#[test]
fn warnings_that_count() {
    let setup = Setup::new(&LAMP.replace("dead if", "spare if Lamp.used = 2;\n  dead if"));
    contains(&stderr(&setup.check(&["--formula", "1"]).code(0)), &["[unused-atoms] Warning", "`spare`"]);
    contains(
        &stderr(&setup.check(&["--formula", "1", "--deny", "warnings"]).code(2)),
        &["[unused-atoms] Error", "1 error"],
    );
    Setup::new(LAMP).check(&["--formula", "1", "--deny", "warnings"]).code(0);
    // Warnings about formulas that are not in the file count as well.
    let lamp = Setup::new(LAMP);
    let extension = "EF (Lamp.used = 2)";
    contains(&stderr(&lamp.check(&["--formula", extension]).code(0)), &["warning [extension]: "]);
    contains(&stderr(&lamp.check(&["--formula", extension, "--deny", "warnings"]).code(2)), &["[extension] Error"]);
    lamp.write("asked", extension);
    lamp.check(&["--formulas", "asked", "--deny", "warnings"]).code(2);
}

#[test]
fn lint_reads_and_does_not_check() {
    let assert = Setup::new(LAMP).run(&["lint", "model.ispl"]).code(0);
    assert_eq!((stdout(&assert), stderr(&assert)), (String::new(), String::new()));
    let unused = Setup::new(&LAMP.replace("lamp = { Lamp };", "lamp = { Lamp };\n  both = { Lamp, Blind };"));
    contains(&stderr(&unused.run(&["lint", "model.ispl"]).code(0)), &["[unused-groups] Warning", "group `both`"]);
    unused.run(&["lint", "model.ispl", "--deny", "warnings"]).code(2);
    let wrong = Setup::new(&LAMP.replace("Lamp.used = 0", "Lamp.used = 9"));
    contains(&stderr(&wrong.run(&["lint", "model.ispl"]).code(2)), &["[range] Error", "model.ispl: 1 error"]);
    let several = wrong.run(&["lint", "model.ispl", "nowhere.ispl"]).code(2);
    contains(&stderr(&several), &["[range] Error", "nowhere.ispl"]);
    program().args(["lint", "-", "--strict"]).write_stdin(LAMP).assert().code(0);
}

/// `qmas-rs … | head -1` closes the pipe early. It used to end in a panic.
#[test]
fn readers_may_stop_early() {
    let broken = Setup::new(&LAMP.replace("EF light", "EF lihgt"));
    let arguments: [&[&str]; 4] =
        [&["gen"], &["lint", "model.ispl", "--format", "json"], &["model.ispl"], &["gen", "english"]];
    for arguments in arguments {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
            .args(arguments)
            .current_dir(broken.path().parent().expect("a file is in a folder"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().expect("it was piped").read_to_string(&mut complaint).expect("text");
        let status = child.wait().expect("it ends");
        assert!(!complaint.contains("panicked"), "{arguments:?}: {complaint}");
        assert!(matches!(status.code(), Some(0 | 2)), "{arguments:?}: {status}");
    }
}
