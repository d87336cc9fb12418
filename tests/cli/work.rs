//! Which models and formulas are checked: several at once, folders, files of formulas, and again on save.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use qmas::report::Published;
use serde_json::Value;

use crate::schema::obeys;
use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// A folder with two models below it, one of which holds throughout, and things that are no models.
fn folder() -> Setup {
    let setup = Setup::new(LAMP);
    let root = setup.folder.path();
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
        std::fs::write(path, text).expect("it can be written");
    };
    write("all/b/fails.ispl", LAMP);
    write("all/a/holds.ispl", &LAMP.replace("  AG !dead;\n", "").replace("  AG (light -> K(Blind, light));\n", ""));
    write("all/a/notes.txt", "no model");
    write("all/.hidden/wrong.ispl", "no model");
    write("empty/notes.txt", "no model");
    setup
}

#[test]
fn a_folder_has_a_table() {
    let setup = folder();
    let text = stdout(&setup.run(&["all"]).code(1));
    let table: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.starts_with("model "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(table[1], ["all/a/holds.ispl", "3", "0", "0", "0", "0"]);
    assert_eq!(table[2], ["all/b/fails.ispl", "3", "2", "0", "0", "0"]);
    assert_eq!(table[3], ["2", "models", "6", "2", "0", "0", "0"]);
    assert_eq!(table.len(), 4);
    // Each model's own lines come under its name.
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
    assert!(at("all/a/holds.ispl\n1  holds") < at("all/b/fails.ispl\n1  holds"));
}

#[test]
fn the_worst_exit_status_counts() {
    let setup = folder();
    setup.run(&["all/a"]).code(0);
    setup.run(&["all/a", "model.ispl"]).code(1);
    setup.run(&["all/a", "model.ispl", "nowhere.ispl"]).code(2);
    let one = ["--formula", "1", "--engine", "explicit"];
    setup.run(&[&["all", "model.ispl"], &one[..]].concat()).code(0);
    setup.run(&[&["all", "model.ispl", "--max-states", "2"], &one[..]].concat()).code(3);
    // A failure says more than a missing answer.
    let sleepy = LAMP.replace("Lamp.used = 0 and Blind.asleep = true", "Lamp.used = 0");
    std::fs::write(setup.folder.path().join("larger.ispl"), sleepy).expect("it can be written");
    let both = setup.run(&["model.ispl", "larger.ispl", "--formula", "2", "--engine", "explicit", "--max-states", "4"]);
    contains(&stdout(&both.code(1)), &["fails", "gave up", "more than 4 states"]);
}

#[test]
fn folders_without_models() {
    let setup = folder();
    contains(&stderr(&setup.run(&["empty"]).code(2)), &["there is no `.ispl` file below `empty`"]);
    contains(&stderr(&setup.run(&["nowhere/"]).code(2)), &["cannot read `nowhere/`"]);
    contains(&stderr(&setup.run(&["model.ispl", "health"]).code(2)), &["commands come first: `qmas-rs health …`"]);
    contains(&stderr(&setup.run(&["helth", "model.ispl"]).code(2)), &["did you mean `qmas-rs health`?"]);
}

/// A folder without models used to hide all other models.
#[test]
fn the_rest_is_checked() {
    let setup = folder();
    let assert = setup.run(&["empty", "model.ispl", "nowhere.ispl", "--formula", "1"]).code(2);
    contains(&stderr(&assert), &["no `.ispl` file below `empty`", "cannot read `nowhere.ispl`"]);
    contains(&stdout(&assert), &["model.ispl\n1  holds", "3 models"]);
    let json = stdout(&setup.run(&["empty", "model.ispl", "--format", "json"]).code(2));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    obeys(Published::Report, &json);
    assert_eq!(
        (&json[0]["diagnostics"][0]["code"], &json[1]["formulas"][0]["verdict"]),
        (&"io".into(), &"holds".into())
    );
}

/// Read-only for everybody but the superuser, who can read everything.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let setup = folder();
    let closed = setup.folder.path().join("all/b");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).expect("it is ours");
    let readable = std::fs::read_dir(&closed).is_ok();
    let text = stdout(&setup.run(&["all", "--formula", "1"]).code(if readable { 0 } else { 2 }));
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o700)).expect("it is ours");
    contains(&text, &["all/a/holds.ispl\n1  holds", "2 models"]);
}

#[test]
fn folders_of_other_commands() {
    let setup = folder();
    contains(&stderr(&setup.run(&["lint", "all", "empty"]).code(2)), &["no `.ispl` file below `empty`"]);
    setup.run(&["lint", "all"]).code(0);
    let unformatted = stdout(&setup.run(&["fmt", "all", "--check"]).code(1));
    setup.run(&["fmt", "all"]).code(0);
    assert_eq!(unformatted.lines().collect::<Vec<_>>(), ["all/a/holds.ispl", "all/b/fails.ispl"]);
    setup.run(&["fmt", "all", "--check"]).code(0);
    let health = stdout(&setup.run(&["health", "all"]).code(1));
    contains(&health, &["all/a/holds.ispl: 4 reachable states", "\nall/b/fails.ispl: 4 reachable states"]);
    let json: Value =
        serde_json::from_str(&stdout(&setup.run(&["health", "all", "empty", "--format", "json"]).code(2)))
            .expect("JSON");
    obeys(Published::Health, &json);
    assert_eq!(json.as_array().map(Vec::len), Some(3));
    for command in ["lint", "fmt", "health"] {
        let twice = program().args([command, "-", "-"]).write_stdin(LAMP).assert().code(2);
        contains(&stderr(&twice), &["standard input can be read once"]);
    }
}

#[test]
fn several_models_are_a_list() {
    let setup = folder();
    let report = |arguments: &[&str], code: i32| -> Value {
        let value = serde_json::from_str(&stdout(&setup.run(arguments).code(code))).expect("JSON");
        obeys(Published::Report, &value);
        value
    };
    let several = report(&["all", "--format", "json"], 1);
    let files: Vec<_> = several.as_array().expect("a list").iter().map(|one| one["file"].as_str()).collect();
    assert_eq!(files, [Some("all/a/holds.ispl"), Some("all/b/fails.ispl")]);
    // A folder is a list, however many models it has.
    assert_eq!(report(&["all/a", "--format", "json"], 0).as_array().map(Vec::len), Some(1));
    assert!(report(&["model.ispl", "--format", "json"], 1).is_object());
    assert!(report(&["empty", "--format", "json"], 2).is_object());
}

#[test]
fn formulas_of_a_file() {
    let setup = Setup::new(LAMP);
    let write = |text: &str| std::fs::write(setup.folder.path().join("asked"), text).expect("it can be written");
    write("-- what I want to know\nEX light;\n\n  2\nLTL G !light -- never\n");
    let assert = setup.check(&["--formulas", "asked", "--formula", "1", "--evidence", "none"]).code(1);
    let words: Vec<Vec<String>> =
        stdout(&assert).lines().map(|line| line.split_whitespace().take(2).map(str::to_owned).collect()).collect();
    // Those of the command line come first; numbers are those of the model.
    assert_eq!(words[..4], [["1", "holds"], ["6", "holds"], ["2", "fails"], ["7", "fails"]]);
    write("EX light\nEX lihgt\n17\n");
    let wrong = stderr(&setup.check(&["--formulas", "asked"]).code(2));
    contains(&wrong, &["asked:2:4", "lihgt", "asked:3:1", "there is no formula 17"]);
    write("-- nothing\n");
    contains(&stderr(&setup.check(&["--formulas", "asked"]).code(2)), &["there is no formula in `asked`"]);
    contains(&stderr(&setup.check(&["--formulas", "nowhere"]).code(2)), &["cannot read `nowhere`"]);
}

#[test]
fn standard_input_is_read_once() {
    let setup = Setup::new(LAMP);
    let run = |arguments: &[&str], input: &str| {
        program().current_dir(setup.folder.path()).args(arguments).write_stdin(input).assert()
    };
    let both = stdout(&run(&["-", "model.ispl", "--formula", "1"], LAMP).code(0));
    contains(&both, &["-\n1  holds", "model.ispl\n1  holds", "standard input"]);
    run(&["model.ispl", "--formulas", "-"], "EX light\n").code(0);
    contains(&stderr(&run(&["-", "--formulas", "-"], LAMP).code(2)), &["standard input can be read once"]);
    contains(&stderr(&run(&["-", "--watch"], LAMP).code(2)), &["--watch needs files"]);
}

/// A watching program, ended when the test ends.
struct Watcher(Child);

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn watching() {
    let setup = Setup::new(LAMP);
    let child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .current_dir(setup.folder.path())
        .args(["model.ispl", "--formula", "AG !dead", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut watcher = Watcher(child);
    let mut errors = BufReader::new(watcher.0.stderr.take().expect("it was piped"));
    // Returns the rules between checks that it has come across.
    let mut wait = || {
        let (mut line, mut rules) = (String::new(), Vec::new());
        while !line.starts_with("watching") {
            line.clear();
            assert!(errors.read_line(&mut line).expect("text") > 0, "the program has ended");
            rules.extend(line.starts_with("-----").then(|| line.trim_matches(['-', ' ', '\n']).to_owned()));
        }
        rules
    };
    assert!(wait().is_empty(), "nothing separates the first check");
    // Another length as well: the clock of files may be coarse.
    std::fs::write(setup.path(), LAMP.replace("dead if Lamp.used = 3", "dead if Lamp.used > 3")).expect("written");
    // A save may be seen while it is being written: then there is one more round.
    let rules = wait();
    assert_eq!(rules[0], "check 2");
    std::fs::write(setup.path(), "no model").expect("it can be written");
    wait();
    let killed = Command::new("kill").args(["-INT", &watcher.0.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
    assert_eq!(watcher.0.wait().expect("it ends").code(), Some(130));
    let mut text = String::new();
    watcher.0.stdout.take().expect("it was piped").read_to_string(&mut text).expect("text");
    let verdicts: Vec<&str> = text.lines().filter(|line| line.contains("AG !dead")).collect();
    assert_eq!(verdicts.len(), 2, "{text}");
    assert!(verdicts[0].contains("fails") && verdicts[1].contains("holds"), "{text}");
}

/// What was saved during a check used to be seen when that check had ended.
#[cfg(unix)]
#[test]
fn a_save_ends_the_running_check() {
    let setup = Setup::new(&crate::budget::hopeless("CTL* A(G(light -> A(F authorised)));"));
    let child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .current_dir(setup.folder.path())
        .args(["model.ispl", "--timeout", "100s", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut watcher = Watcher(child);
    // Long enough for it to have begun; should it not, it sees the new file only.
    std::thread::sleep(std::time::Duration::from_millis(700));
    std::fs::write(setup.path(), LAMP).expect("it can be written");
    let mut errors = BufReader::new(watcher.0.stderr.take().expect("it was piped"));
    let mut line = String::new();
    while !line.starts_with("watching") {
        line.clear();
        assert!(errors.read_line(&mut line).expect("text") > 0, "the program has ended");
    }
    watcher.0.kill().expect("it is ours");
    let mut text = String::new();
    watcher.0.stdout.take().expect("it was piped").read_to_string(&mut text).expect("text");
    contains(&text, &["EF light", "5 formulas:"]);
    assert!(!text.contains("gave up"), "{text}");
}
