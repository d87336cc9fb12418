//! The flags of MCMAS: they work, or an answer says what to type.

use crate::{LAMP, Setup, contains, stderr, stdout};

#[test]
fn old_flags_work() {
    let setup = Setup::new(LAMP);
    let assert = setup.run(&["-k", "-a", "model.ispl", "--formula", "1"]).code(1);
    contains(&stderr(&assert), &["note: `-k` is `--check deadlock` here", "note: `-a` is `--check overflow` here"]);
    contains(&stdout(&assert), &["deadlock: a deadlock can be reached", "overflow: none can be reached"]);
    let finite = ["model.ispl", "--formula", "CDL* E(<true*>dead)"];
    setup.run(&finite).code(1);
    contains(&stderr(&setup.run(&[&["-ldlf"], &finite[..]].concat()).code(0)), &["`-ldlf` is `--finite-traces` here"]);
    let verbose = setup.run(&["-v", "3", "model.ispl", "--formula", "1"]).code(0);
    contains(&stdout(&verbose), &["reachable states   4"]);
    contains(&stderr(&verbose), &["`-v 3` is `--stats` here"]);
}

#[test]
fn old_flags_for_strategies() {
    let game = stdout(&Setup::new("").run(&["gen", "card-game"]).code(0));
    let setup = Setup::new(&game);
    let bet = ["model.ispl", "--formula", "<alice>X won"];
    for (flags, code) in [(&["-atlk", "0"][..], 0), (&["-atlk", "1"], 0), (&["-atlk", "2"], 1), (&["-uniform"], 1)] {
        let assert = setup.run(&[flags, &bet[..]].concat()).code(code);
        contains(&stderr(&assert), &["note: `-", "--atl "]);
    }
    contains(&stderr(&setup.run(&["-atlk", "3", "model.ispl"]).code(2)), &["`--atl uniform`"]);
}

#[test]
fn old_flags_that_change_nothing() {
    let setup = Setup::new(LAMP);
    let assert = setup.run(&["-c", "3", "-o", "2", "-nobddcache", "model.ispl", "--formula", "1"]).code(0);
    contains(&stderr(&assert), &["`-c 3` is `--evidence all`", "`-o 2` is left out", "`-nobddcache` is left out"]);
    contains(&stdout(&assert), &["1  holds", "holds because"]);
}

#[test]
fn old_flags_that_are_answered() {
    let setup = Setup::new(LAMP);
    contains(&stderr(&setup.run(&["-exportmodel", "model.ispl"]).code(2)), &["qmas-rs export --format aiger", "`smv`"]);
}

#[test]
fn mistakes_in_flags() {
    let setup = Setup::new(LAMP);
    contains(&stderr(&setup.check(&["-stats"]).code(2)), &["did you mean `--stats`?"]);
    contains(&stderr(&setup.check(&["--fromula", "1"]).code(2)), &["a similar argument exists: '--formula'"]);
    contains(&stderr(&setup.check(&["--engine", "bd"]).code(2)), &["invalid value 'bd'", "'bdd'"]);
    contains(&stderr(&setup.check(&["--format", "xml"]).code(2)), &["text, json, jsonl, junit, mcmas"]);
}

/// Together they used to be "cannot be used multiple times".
#[test]
fn old_flags_together() {
    let setup = Setup::new(LAMP);
    for flags in ["-v 3 -u", "-atlk 2 -uniform", "-c 1 -c 3", "-u --stats", "-ldlf --ldlf", "-k -k"] {
        let flags: Vec<&str> = flags.split(' ').collect();
        let code = if flags[0] == "-k" { 1 } else { 0 };
        setup.run(&[&flags[..], &["model.ispl", "--formula", "1"]].concat()).code(code);
    }
    let assert = setup.run(&["-c", "1", "--evidence", "none", "model.ispl", "--formula", "1"]).code(0);
    contains(&stderr(&assert), &["`-c 1` is left out: `--evidence` says it already"]);
    assert!(!stdout(&assert).contains("holds because"));
}

/// Hints for what can be done elsewhere but not here.
#[test]
fn hints_that_can_be_followed() {
    let setup = Setup::new(LAMP);
    let two = stderr(&setup.check(&["--formula", "EF light; EF dead"]).code(2));
    contains(&two, &["this takes one formula: `--formula` may be repeated"]);
    setup.check(&["--formula", "EF light;"]).code(0);
    // `export` has no `--engine`.
    setup.write(
        "fair.ispl",
        &LAMP.replace("Groups\nFormulae\n", "Groups\nFairness\n  !dead;\nend Fairness\nFormulae\n  <lamp>F light;\n"),
    );
    let fair = stderr(&setup.run(&["export", "fair.ispl", "--formula", "1"]).code(2));
    contains(&fair, &["there is no question for this formula: "]);
    assert!(!fair.contains("--engine"), "{fair}");
}
