//! `qmas-rs fmt` as a command: files, standard input, exit codes.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use super::with_formula;

fn fmt() -> Command {
    let mut command = Command::cargo_bin("qmas-rs").expect("the binary of this package");
    command.arg("fmt");
    command
}

/// The formatted text, and the same with other blanks.
fn texts() -> (String, String) {
    let tidy = with_formula("AG(p -> EF p)");
    let untidy = tidy.replace(" -> ", "->").replace("  ", "\t");
    (tidy, untidy)
}

fn output(assert: &assert_cmd::assert::Assert) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn files_are_formatted_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tidy, untidy) = texts();
    let [a, b] = ["a.ispl", "b.ispl"].map(|name| folder.path().join(name));
    fs::write(&a, &untidy).expect("written");
    fs::write(&b, &tidy).expect("written");
    let before = fs::metadata(&b).and_then(|metadata| metadata.modified()).expect("a time");
    let assert = fmt().arg(&a).arg(&b).assert().code(0);
    assert_eq!(output(&assert), (String::new(), String::new()));
    assert_eq!(fs::read_to_string(&a).expect("readable"), tidy);
    assert_eq!(fs::read_to_string(&b).expect("readable"), tidy);
    assert_eq!(fs::metadata(&b).and_then(|metadata| metadata.modified()).expect("a time"), before);
    assert_eq!(names(folder.path()), ["a.ispl", "b.ispl"]);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().expect("a folder");
    let (tidy, untidy) = texts();
    let [file, link] = ["file.ispl", "link.ispl"].map(|name| folder.path().join(name));
    fs::write(&file, &untidy).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("allowed");
    symlink(&file, &link).expect("linked");
    fmt().arg(&link).assert().code(0);
    assert_eq!(fs::read_to_string(&file).expect("readable"), tidy);
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    // Renaming would go through, but the user has said that nobody writes this file.
    fs::write(&file, &untidy).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).expect("allowed");
    let assert = fmt().arg(&file).assert().code(2);
    assert!(output(&assert).1.contains("read-only"));
    assert_eq!(fs::read_to_string(&file).expect("readable"), untidy);
}

#[test]
fn check_lists_files_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tidy, untidy) = texts();
    let [a, b, c] = ["a.ispl", "b.ispl", "c.ispl"].map(|name| folder.path().join(name));
    fs::write(&a, &untidy).expect("written");
    fs::write(&b, &tidy).expect("written");
    fs::write(&c, &untidy).expect("written");
    let assert = fmt().arg("--check").args([&a, &b, &c]).assert().code(1);
    assert_eq!(output(&assert), (format!("{}\n{}\n", a.display(), c.display()), String::new()));
    assert_eq!(fs::read_to_string(&a).expect("readable"), untidy);
    let assert = fmt().arg("--check").arg(&b).assert().code(0);
    assert_eq!(output(&assert), (String::new(), String::new()));
}

#[test]
fn wrong_files_are_shown_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tidy, untidy) = texts();
    let [wrong, right] = ["wrong.ispl", "right.ispl"].map(|name| folder.path().join(name));
    let broken = untidy.replace("p->", "p p");
    fs::write(&wrong, &broken).expect("written");
    fs::write(&right, &untidy).expect("written");
    for arguments in [&["--check"][..], &[]] {
        let assert = fmt().args(arguments).args([&wrong, &right]).assert().code(2);
        let (_, shown) = output(&assert);
        assert!(shown.contains("wrong.ispl") && shown.contains("1 error"), "{shown}");
        assert_eq!(fs::read_to_string(&wrong).expect("readable"), broken);
    }
    // The others are formatted nevertheless.
    assert_eq!(fs::read_to_string(&right).expect("readable"), tidy);
    let assert = fmt().arg(folder.path().join("absent.ispl")).assert().code(2);
    assert!(output(&assert).1.contains("cannot read"));
    fs::write(&wrong, b"-- \xff\n").expect("written");
    let assert = fmt().arg(&wrong).assert().code(2);
    assert!(output(&assert).1.contains("UTF-8"));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let (tidy, untidy) = texts();
    let assert = fmt().arg("-").write_stdin(untidy.clone()).assert().code(0);
    assert_eq!(output(&assert).0, tidy);
    let assert = fmt().arg("-").write_stdin(tidy.clone()).assert().code(0);
    assert_eq!(output(&assert).0, tidy);
    let assert = fmt().args(["--check", "-"]).write_stdin(untidy).assert().code(1);
    assert_eq!(output(&assert).0, "standard input\n");
    fmt().args(["--check", "-"]).write_stdin(tidy).assert().code(0);
    let assert = fmt().arg("-").write_stdin("Agent").assert().code(2);
    assert_eq!(output(&assert).0, "");
}
