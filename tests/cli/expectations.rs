//! Names and expectations of formulas: comments that MCMAS ignores, read, shown, kept and written.

use serde_json::Value;

use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// The lamp: formula 1 holds, formula 2 fails (it burns out after three steps), formula 3 holds.
fn lamp(first: &str, second: &str) -> Setup {
    let formulas = format!("Formulae\n  {first}\n  EF light;\n  AG !dead; {second}\n  EF dead;\nend Formulae\n");
    let (before, _) = LAMP.split_once("Formulae\n").expect("it has formulas");
    Setup::new(&(before.to_owned() + &formulas))
}

#[test]
fn a_name_stands_for_its_formula() {
    let setup = lamp("-- @name can_light", "-- @name never_burns_out");
    let text = stdout(&setup.check(&["--formula", "never_burns_out"]).code(1));
    contains(&text, &["2  fails ", "never_burns_out: AG !dead\n"]);
    assert_eq!(text.matches(" s  ").count(), 1, "one formula only: {text}");
    contains(&stdout(&setup.check(&["--formula", "can_light"]).code(0)), &["1  holds ", "can_light: EF light"]);
    let all = stdout(&setup.check(&[]).code(1));
    contains(&all, &["can_light: EF light", "never_burns_out: AG !dead", "s  EF dead\n"]);
    setup.run(&["export", "model.ispl", "--formula", "can_light"]).code(0);
    setup.check(&["--formula", "another_name"]).code(2);
}

#[test]
fn what_is_expected_is_no_failure() {
    let setup = lamp("-- @expect holds", "-- @name burns @expect fails");
    let text = stdout(&setup.check(&[]).code(0));
    contains(&text, &["(as expected)", "3 formulas: 2 hold, 1 fails; 2 as expected; "]);
    setup.check(&["--formula", "burns"]).code(0);
    // A formula of which nothing is expected is a question as before.
    let other = lamp("", "");
    other.check(&[]).code(1);
}

#[test]
fn what_is_not_as_expected_has_a_status_of_its_own() {
    let fails = lamp("", "-- @expect holds");
    contains(&stdout(&fails.check(&[]).code(4)), &["(expected to hold)", "; 1 not as expected; "]);
    let holds = lamp("-- @expect fails", "-- @expect fails");
    contains(&stdout(&holds.check(&[]).code(4)), &["(expected to fail)", "; 1 not as expected; "]);
    // It says more than another formula that fails, and less than a model that cannot be read.
    let both = lamp("-- @expect fails", "");
    both.check(&[]).code(4);
    both.check(&["nowhere.ispl"]).code(2);
    // What has no verdict is not unexpected.
    let open = ["--engine", "explicit", "--max-states", "2"];
    holds.check(&open).code(3);
}

#[test]
fn programs_and_ci_are_told() {
    let setup = lamp("-- @name can_light @expect fails", "-- @name burns @expect fails");
    let report: Value = serde_json::from_str(&stdout(&setup.check(&["--format", "json"]).code(4))).expect("JSON");
    let formulas = &report["formulas"];
    assert_eq!((&formulas[0]["name"], &formulas[0]["expected"]), (&"can_light".into(), &"fails".into()));
    assert_eq!((&formulas[1]["name"], &formulas[1]["verdict"]), (&"burns".into(), &"fails".into()));
    assert_eq!(formulas[2].get("name"), None);
    let lines = stdout(&setup.check(&["--format", "jsonl"]).code(4));
    contains(&lines, &["\"name\":\"burns\""]);
    let junit = stdout(&setup.check(&["--format", "junit"]).code(4));
    contains(
        &junit,
        &[
            "tests=\"3\"",
            "failures=\"1\"",
            "name=\"1: can_light: EF light\"",
            "the formula holds, and was expected to fail",
            "name=\"2: burns: AG !dead\"",
        ],
    );
}

#[test]
fn formulas_of_a_file_have_them_too() {
    let setup = lamp("-- @name can_light", "-- @expect holds");
    setup.write("asked", "-- @name dies\nEF dead -- @expect holds\n\ncan_light -- @expect fails\n2 -- @expect fails\n");
    let text = stdout(&setup.check(&["--formulas", "asked"]).code(4));
    contains(
        &text,
        &["dies: EF dead", "can_light: EF light", "(expected to fail)", "2 hold, 1 fails; 1 not as expected"],
    );
    // Mistakes in several lines are counted once, each in its place.
    setup.write("asked", "EF ded\nEF light\n\n  9\nEF lihgt\n");
    let wrong = stderr(&setup.check(&["--formulas", "asked"]).code(2));
    contains(&wrong, &["asked:1:4", "asked:4:3", "asked:5:4", "asked: 3 errors\n"]);
    assert_eq!(wrong.matches("asked: ").count(), 1, "{wrong}");
    setup.write("asked", "EF dead -- @expct holds\n");
    contains(
        &stderr(&setup.check(&["--formulas", "asked"]).code(2)),
        &["[annotations] Error", "asked:1:12", "did you mean `@expect`?"],
    );
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let said = |first: &str, second: &str| stderr(&lamp(first, second).run(&["lint", "model.ispl"]).code(0));
    contains(&said("-- @exepct fails", ""), &["[annotations] Warning", ":37:6", "did you mean `@expect`?"]);
    contains(&said("-- @expect fail", ""), &["cannot be expected to be `fail`", ":37:14", "did you mean `fails`?"]);
    contains(&said("-- @name a", "-- @name a"), &["`a` is the name of two formulas", "first here"]);
    contains(&said("-- @name a b", ""), &["`@name` takes one word, not 2"]);
    contains(&said("-- @name 1", ""), &["`1` is no name"]);
    contains(&said("-- @expect holds @expect fails", ""), &["has an expectation already"]);
    contains(&said("-- @name a\n  -- @name b", ""), &["called `a` already"]);
    let misplaced = format!("-- @name lamp\n{LAMP}");
    let said = stderr(&Setup::new(&misplaced).run(&["lint", "model.ispl"]).code(0));
    contains(&said, &["`@name` is about no formula", "model.ispl:1:4"]);
    assert_eq!(said.matches("Warning").count(), 1, "{said}");
}

#[test]
fn blessing_writes_what_holds_now() {
    let setup = lamp("-- @name can_light\n  -- @expect fails, once", "");
    let before = std::fs::read_to_string(setup.path())
        .expect("text")
        .replace("  EF dead;", "\tEF dead;  -- why")
        .replace(", once", "");
    std::fs::write(setup.path(), before.replace('\n', "\r\n")).expect("it can be written");
    setup.check(&[]).code(4);
    contains(
        &stderr(&setup.check(&["--bless"]).code(0)),
        &["note: model.ispl: expectations of 3 formulas are written"],
    );
    let after = std::fs::read_to_string(setup.path()).expect("text");
    let wanted = before
        .replace("@expect fails", "@expect holds")
        .replace("  AG !dead;", "  -- @expect fails\n  AG !dead;")
        .replace("\tEF dead;", "\t-- @expect holds\n\tEF dead;");
    assert_eq!(after, wanted.replace('\n', "\r\n"), "only comments change, and lines end as they did");
    setup.check(&[]).code(0);
    // Once more, nothing changes; and nothing is written of formulas that are not in the file, or have no verdict.
    setup.check(&["--bless"]).code(0);
    setup.check(&["--bless", "--formula", "AG dead"]).code(0);
    let open = setup.check(&["--bless", "--engine", "explicit", "--max-states", "2"]).code(3);
    contains(&stderr(&open), &["of 0 formulas", "3 without a verdict are left as they are"]);
    assert_eq!(std::fs::read_to_string(setup.path()).expect("text"), after);
    // They are where they were when the file has been formatted.
    setup.run(&["fmt", "model.ispl"]).code(0);
    contains(&stdout(&setup.check(&[]).code(0)), &["can_light: EF light", "3 as expected"]);
}

#[test]
fn what_cannot_be_blessed() {
    contains(&stderr(&program().args(["-", "--bless"]).write_stdin(LAMP).assert().code(2)), &["--bless needs files"]);
    contains(&stderr(&Setup::new(LAMP).check(&["--bless", "--watch"]).code(2)), &["--watch"]);
}
