//! `qmas.toml` and `qmas-rs config`: flag before file before default, and mistakes are shown where they are.

use std::path::Path;

use crate::{LAMP, Setup, contains, program, stderr, stdout};

fn with_settings(text: &str) -> Setup {
    let setup = Setup::new(LAMP);
    std::fs::write(setup.folder.path().join("qmas.toml"), text).expect("it can be written");
    setup
}

#[test]
fn flag_before_file_before_default() {
    let setup = with_settings("engine = \"bdd\"\nformat = \"mcmas\"\n");
    contains(&stdout(&setup.check(&["--formula", "1"]).code(0)), &["is TRUE in the model"]);
    contains(&stdout(&setup.check(&["--formula", "1", "--format", "text"]).code(0)), &["1  holds    bdd"]);
    let flags = ["--formula", "1", "--format", "text", "--engine", "explicit"];
    contains(&stdout(&setup.check(&flags).code(0)), &["1  holds    explicit"]);
    contains(&stdout(&setup.check(&["--formula", "1", "--no-config"]).code(0)), &["1  holds    explicit"]);
}

#[test]
fn every_kind_of_value() {
    let setup =
        with_settings("stats = true\nmax-states = 1_000\ncheck = [\"deadlock\", \"overflow\"]\ntimeout = \"60s\"\n");
    let text = stdout(&setup.check(&["--formula", "1"]).code(1));
    contains(&text, &["deadlock: a deadlock", "overflow: none", "reachable states   4"]);
    // A list of the command line replaces that of the file.
    let overflow = stdout(&setup.check(&["--formula", "1", "--check", "overflow"]).code(0));
    assert!(!overflow.contains("deadlock:"), "{overflow}");
    let gave_up = with_settings("engine = \"explicit\"\nmax-states = 2\n").check(&[]).code(3);
    contains(&stdout(&gave_up), &["more than 2 states"]);
    with_settings("check = \"deadlock\"\n").check(&["--formula", "1"]).code(1);
    with_settings("timeout = 0\n").check(&["--formula", "1"]).code(3);
}

#[test]
fn settings_of_one_command() {
    let setup = with_settings("strict = false\n[lint]\nstrict = true\n");
    let model = LAMP.replace("EF light;", "EF light;\n  EF (Lamp.used = 2);");
    std::fs::write(setup.path(), model).expect("it can be written");
    setup.check(&["--formula", "2"]).code(0);
    contains(&stderr(&setup.run(&["lint", "model.ispl"]).code(2)), &["[extension] Error"]);
    setup.run(&["lint", "model.ispl", "--no-config"]).code(0);
}

#[test]
fn the_nearest_file_upwards() {
    let setup = with_settings("engine = \"bdd\"\n");
    let below = setup.folder.path().join("a/b");
    std::fs::create_dir_all(&below).expect("a folder");
    let engine = |folder: &Path| {
        let text = stdout(&program().current_dir(folder).arg("config").assert().code(0));
        text.lines().find(|line| line.starts_with("engine")).expect("a line").to_owned()
    };
    contains(&engine(&below), &["engine = \"bdd\"", "qmas.toml:1"]);
    std::fs::write(setup.folder.path().join("a/qmas.toml"), "\nengine = \"explicit\"\n").expect("it can be written");
    contains(&engine(&below), &["engine = \"explicit\"", "qmas.toml:2"]);
    let other = setup.run(&["config", "--config", "a/qmas.toml"]).code(0);
    contains(&stdout(&other), &["engine = \"explicit\"", "# a/qmas.toml:2"]);
}

#[test]
fn what_holds_is_a_file_itself() {
    let setup = with_settings("order = \"values\"\ndeny = [\"warnings\"]\nstats = true\n[health]\nmax-states = 5\n");
    let shown = stdout(&setup.run(&["config"]).code(0));
    contains(
        &shown,
        &[
            "order = \"values\"",
            "deny = [\"warnings\"]",
            "stats = true",
            "# bound-max is not set",
            "# default",
            "[health]",
        ],
    );
    // It says the same when it is read back.
    let copy = with_settings(&shown);
    let values = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split('#').next().unwrap_or_default().trim_end().to_owned()).collect()
    };
    assert_eq!(values(&stdout(&copy.run(&["config"]).code(0))), values(&shown));
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let complaint = |text: &str| stderr(&with_settings(text).check(&[]).code(2));
    contains(
        &complaint("engin = \"bdd\"\n"),
        &["qmas.toml:1:1", "there is no setting `engin`", "did you mean `engine`?"],
    );
    contains(&complaint("\nengine = \"bd\"\n"), &["qmas.toml:2:10", "invalid value 'bd'", "possible values"]);
    contains(&complaint("max-states = \"many\"\n"), &["invalid value 'many'"]);
    contains(&complaint("max-states = true\n"), &["`max-states` is a text or a number, not boolean"]);
    contains(&complaint("stats = \"yes\"\n"), &["`stats` is true or false, not string"]);
    contains(&complaint("engine = \n"), &["qmas.toml:1"]);
    // TOML's parser takes the first for a number.
    for word in ["none", "fails", "inform"] {
        let said = complaint(&format!("stats = true\nevidence = {word}\n"));
        contains(&said, &["qmas.toml:2:12", &format!("texts stand between quotes: `\"{word}\"`")]);
    }
    contains(&complaint("formula = \"1\"\n"), &["`formula` cannot be set in a file"]);
    contains(&complaint("[lnit]\nstrict = true\n"), &["there is no setting `lnit`", "did you mean `lint`?"]);
    contains(&complaint("[lint]\nstrickt = true\n"), &["there is no setting `strickt` for `lint`", "`strict`"]);
    // All of them in one run.
    contains(&complaint("a = 1\nb = 2\n"), &["`a`", "`b`", "2 errors"]);
    let missing = Setup::new(LAMP).check(&["--config", "nowhere.toml"]).code(2);
    contains(&stderr(&missing), &["cannot read `nowhere.toml`"]);
}

#[test]
fn what_has_no_settings_does_not_mind_a_wrong_file() {
    let setup = with_settings("nonsense");
    for arguments in [&["--help"][..], &["gen"], &["completions", "bash"], &["man"], &["schema"], &["--version"]] {
        setup.run(arguments).code(0);
    }
    setup.check(&["--formula", "1", "--no-config"]).code(0);
}

/// Flags that exclude each other: the one that is typed wins over the one in the file.
#[test]
fn a_flag_wins_over_its_opposite_in_the_file() {
    let ask = |file: &str, flag: &str| {
        stdout(&with_settings(&format!("[automaton]\n{file} = true\n")).run(&["automaton", "LTL G p", flag]).code(0))
    };
    contains(&ask("dot", "--hoa"), &["HOA: v1"]);
    contains(&ask("hoa", "--dot"), &["digraph"]);
    contains(&ask("dot", "--negate"), &["digraph"]);
    let bounds = with_settings("[export]\nbound = 3\n");
    let all = ["export", "model.ispl", "--formula", "1", "--all-bounds", "1..2", "--directory", "out"];
    bounds.run(&all).code(0);
    assert!(bounds.folder.path().join("out/formula-1-prove-2.qdimacs").is_file());
}

#[test]
fn before_a_command() {
    let setup = with_settings("nonsense");
    setup.write("other.toml", "[health]\nmax-states = 2\nengine = \"explicit\"\n");
    setup.run(&["--no-config", "lint", "model.ispl"]).code(0);
    for config in [&["--config", "other.toml"][..], &["--config=other.toml"]] {
        contains(&stderr(&setup.run(&[config, &["health", "model.ispl"]].concat()).code(3)), &["more than 2 states"]);
    }
    // What is asked for is read, also where nothing in it matters.
    contains(&stderr(&setup.run(&["gen", "--config", "nowhere.toml"]).code(2)), &["cannot read `nowhere.toml`"]);
}
