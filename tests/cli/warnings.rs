//! How much is said about warnings, and who decides what one is: settings, comments in the file, the command line.

use serde_json::Value;

use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// The lamp with three atoms and a group that no formula uses, and two formulas that MCMAS does not read.
fn chatty() -> String {
    LAMP.replace("  dead if", "  a if Lamp.used = 1;\n  b if Lamp.used = 2;\n  c if Lamp.used = 0;\n  dead if")
        .replace("lamp = { Lamp };", "lamp = { Lamp };\n  both = { Lamp, Blind };")
        .replace("  EF light;\n", "  EF light;\n  EF (Lamp.used = 2);\n  EF (Lamp.used = 1);\n")
}

#[test]
fn a_line_per_kind_before_the_verdicts() {
    let setup = Setup::new(&chatty());
    let said = stderr(&setup.check(&["--formula", "1"]).code(0));
    contains(
        &said,
        &[
            "warning [unused-atoms]: 3 atoms are never used, the first at model.ispl:28:3 (-W shows them)\n",
            "warning [extension]: 2 extensions of MCMAS's language, the first at model.ispl:",
            // What occurs once is shown where it is.
            "[unused-groups] Warning: group `both` is never used\n",
        ],
    );
    assert_eq!(said.matches("unused-atoms").count(), 1, "{said}");
    let all = stderr(&setup.check(&["--formula", "1", "-W"]).code(0));
    assert_eq!(all.matches("[unused-atoms] Warning").count(), 3, "{all}");
    assert_eq!(all.matches("[extension] Warning").count(), 2, "{all}");
    let lint = stderr(&setup.run(&["lint", "model.ispl"]).code(0));
    assert!(all.starts_with(&lint), "`lint` shows all of them: {lint}");
}

/// Formulas of a file of formulas are read one by one; their warnings are counted together.
#[test]
fn formulas_from_elsewhere_are_counted_together() {
    let setup = Setup::new(LAMP);
    setup.write("asked", "EF (Lamp.used = 2)\nEF (Lamp.used = 1)\nEF light\nEF (Lamp.used = 0)\n");
    let said = stderr(&setup.check(&["--formulas", "asked"]).code(0));
    contains(
        &said,
        &["warning [extension]: 3 extensions of MCMAS's language, the first at asked:1:4 (-W shows them)\n"],
    );
    assert_eq!(said.matches("[extension]").count(), 1, "{said}");
    let one = stderr(&setup.check(&["--formula", "EF (Lamp.used = 2)"]).code(0));
    contains(&one, &["warning [extension]: ", ", at --formula:1:4 (-W shows it)\n"]);
}

#[test]
fn programs_are_told_of_each() {
    let report = stdout(&Setup::new(&chatty()).check(&["--formula", "1", "--format", "json"]).code(0));
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let codes: Vec<_> = report["diagnostics"].as_array().expect("a list").iter().map(|said| &said["code"]).collect();
    assert_eq!(codes.iter().filter(|code| **code == "unused-atoms").count(), 3, "{codes:?}");
}

#[test]
fn commands_about_something_else_say_nothing() {
    let setup = Setup::new(&chatty());
    for command in [&["simulate", "model.ispl", "--random", "1"][..], &["health", "model.ispl"]] {
        assert_eq!(stderr(&setup.run(command)), "", "{command:?}");
        contains(&stderr(&setup.run(&[command, &["-W"]].concat())), &["[unused-atoms] Warning"]);
    }
    let explain = ["explain", "model.ispl", "--formula", "K(Blind, light)"];
    assert_eq!(stderr(&setup.run(&explain).code(1)), "");
    contains(&stderr(&setup.run(&[&explain[..], &["-W"]].concat()).code(1)), &["[unused-atoms] Warning"]);
    let export = stderr(&setup.run(&["export", "model.ispl", "--formula", "1"]).code(0));
    contains(&export, &["warning [unused-atoms]: 3 atoms"]);
}

#[test]
fn allowed_and_denied_by_flags() {
    let setup = Setup::new(&chatty());
    let lint = |flags: &[&str], code| stderr(&setup.run(&[&["lint", "model.ispl"], flags].concat()).code(code));
    let silent = lint(&["--allow", "unused", "--allow", "extension"], 0);
    assert_eq!(silent, "");
    let denied = lint(&["--deny", "unused-groups"], 2);
    contains(&denied, &["[unused-groups] Error", "[unused-atoms] Warning"]);
    // The last word counts.
    lint(&["--deny", "unused", "--warn", "unused-groups", "--allow", "unused-atoms"], 0);
    lint(&["--allow", "unused-groups", "--deny", "unused-groups"], 2);
    // What is allowed is no warning.
    lint(&["--deny", "warnings", "--allow", "unused", "--allow", "extension"], 0);
    contains(&lint(&["--deny", "unused-atom"], 2), &["unused-atom", "unused-atoms"]);
    // A check is refused as well.
    contains(&stderr(&setup.check(&["--deny", "unused-groups"]).code(2)), &["[unused-groups] Error", "1 error"]);
}

/// Settings are for a project, a comment is for its file, and what is typed is for this run.
#[test]
fn whose_word_counts() {
    let allowed = format!("-- @allow unused, extension\n{}", chatty());
    let setup = Setup::new(&allowed);
    let lint = |flags: &[&str], code| stderr(&setup.run(&[&["lint", "model.ispl"], flags].concat()).code(code));
    assert_eq!(lint(&[], 0), "");
    assert_eq!(lint(&["--deny", "warnings"], 0), "", "a file that allows a kind has no warning of it");
    contains(&lint(&["--deny", "unused-groups"], 2), &["[unused-groups] Error"]);
    setup.write("qmas.toml", "[lints]\nunused-groups = \"deny\"\nextension = \"deny\"\n");
    assert_eq!(lint(&[], 0), "", "the file counts more than settings");
    setup.write("model.ispl", &chatty());
    let denied = lint(&["--allow", "extension"], 2);
    contains(&denied, &["[unused-groups] Error"]);
    assert!(!denied.contains("extension"), "what is typed counts more than settings: {denied}");
    setup.write("model.ispl", &format!("-- @deny unused-atoms\n{}", chatty()));
    contains(&lint(&["--no-config"], 2), &["[unused-atoms] Error"]);
}

#[test]
fn settings_hold_for_all_commands() {
    let setup = Setup::new(&chatty());
    setup.write("qmas.toml", "[lints]\nunused-atoms = \"deny\"\n");
    for command in [&["model.ispl"][..], &["lint", "model.ispl"], &["health", "model.ispl"]] {
        contains(&stderr(&setup.run(command).code(2)), &["[unused-atoms] Error"]);
    }
    contains(&stdout(&setup.run(&["config"]).code(0)), &["[lints]\nunused-atoms = \"deny\"  # ", "qmas.toml:2"]);
    setup.write("qmas.toml", "[lints]\nunused-atom = \"deny\"\nidle = \"no\"\n");
    contains(
        &stderr(&setup.check(&[]).code(2)),
        &[
            "qmas.toml:2:1",
            "there is no kind of warnings `unused-atom`",
            "did you mean `unused-atoms`?",
            "qmas.toml:3:8",
            "`idle` is \"allow\", \"warn\" or \"deny\"",
        ],
    );
}

#[test]
fn what_is_wrong_with_annotations() {
    let lint = |comment: &str| stderr(&Setup::new(&format!("{comment}\n{LAMP}")).run(&["lint", "model.ispl"]).code(0));
    contains(
        &lint("-- @allow unused-atom"),
        &["[annotations] Warning", "model.ispl:1:11", "did you mean `unused-atoms`?"],
    );
    contains(&lint("-- @alow unused"), &["[annotations] Warning", "model.ispl:1:4", "did you mean `@allow`?"]);
    contains(&lint("-- @deny"), &["`@deny` does not say what"]);
    assert_eq!(lint("-- @author somebody\n-- mail to me@allow.org"), "", "other words are for somebody else");
}

/// What is found in reachable states is a result if it is denied.
#[test]
fn findings_have_levels_as_well() {
    let unfair = LAMP.replace("end Groups", "end Groups\nFairness\n  dead and light and !light;\nend Fairness");
    let setup = Setup::new(&unfair);
    contains(&stderr(&setup.check(&["--formula", "1"]).code(0)), &["warning [no-fair-path]"]);
    contains(&stdout(&setup.check(&["--formula", "1", "--deny", "no-fair-path"]).code(1)), &["no-fair-path: no state"]);
    let allowed = stderr(&setup.check(&["--formula", "1", "--allow", "no-fair-path"]).code(0));
    assert!(!allowed.contains("no-fair-path"), "{allowed}");
    // `warnings` are those about texts.
    setup.check(&["--formula", "1", "--deny", "warnings"]).code(0);
}

/// What only `health` looks for cannot be denied elsewhere; that used to be accepted without a word.
#[test]
fn denied_where_nobody_looks() {
    let setup = Setup::new(LAMP);
    let note = "note: --deny constants changes nothing here: it is looked for by `health` only\n";
    contains(&stderr(&setup.check(&["--formula", "1", "--deny", "constants"])), &[note]);
    contains(&stderr(&setup.run(&["lint", "model.ispl", "--deny", "constants"])), &[note]);
    let text_only = stderr(&setup.run(&["lint", "model.ispl", "--deny", "deadlock"]));
    contains(&text_only, &["it is looked for by checks and `health` only"]);
    for (arguments, words) in [
        (["health", "model.ispl", "--quiet"], ["--deny", "constants"]),
        (["model.ispl", "--formula", "1"], ["--deny", "deadlock"]),
        (["model.ispl", "--formula", "1"], ["--deny", "warnings"]),
        (["model.ispl", "--formula", "1"], ["--allow", "constants"]),
    ] {
        let said = stderr(&setup.run(&[&arguments[..], &words[..]].concat()));
        assert!(!said.contains("changes nothing"), "{words:?}: {said}");
    }
    let listed = stdout(&program().args(["lint", "--list"]).assert().code(0));
    for (word, who) in [("constants", "`health`"), ("deadlock", "checks and `health`"), ("no-fair-path", "checks")] {
        let line = listed.lines().find(|line| line.starts_with(word)).expect("it is listed");
        assert!(line.ends_with(&format!("(looked for by {who})")), "{line}");
    }
    assert!(listed.lines().any(|line| line.starts_with("idle ") && !line.contains("looked for")), "{listed}");
}

#[test]
fn all_kinds_are_listed() {
    let listed = stdout(&program().args(["lint", "--list"]).assert().code(0));
    let words: Vec<&str> = listed.lines().map(|line| line.split(' ').next().expect("a word")).collect();
    for word in ["unused-atoms", "extension", "deadlock", "unused", "warnings"] {
        assert!(words.contains(&word), "{listed}");
    }
    // Every kind of the sources is one of them.
    let mut found = 0;
    let mut work = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(path) = work.pop() {
        if path.is_dir() {
            work.extend(std::fs::read_dir(path).expect("readable").map(|entry| entry.expect("readable").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for rest in text.split("Diagnostic::warning(").skip(1) {
            let Some(code) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next()) else {
                continue;
            };
            assert!(words.contains(&code), "{}: `{code}` is in no list of kinds", path.display());
            found += 1;
        }
    }
    assert!(found > 5, "only {found} warnings in the sources");
}
