//! Checking a model: which formulas, how they are read, how far to go, what is reported.

use assert_cmd::assert::Assert;

use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// Standard output, the times left out.
fn without_times(assert: &Assert) -> String {
    let without = |line: &str| match (line.split_once(" s  "), line.trim_end_matches(" in all").strip_suffix(" s")) {
        (Some((before, formula)), _) => format!("{}  {formula}", before.trim_end_matches(|c: char| !c.is_alphabetic())),
        (None, Some(before)) => before.trim_end_matches(|c: char| !c.is_alphabetic()).to_owned(),
        (None, None) => line.to_owned(),
    };
    stdout(assert).lines().map(|line| without(line) + "\n").collect()
}

/// Enumeration takes longer than the automatic choice lets it.
#[test]
fn deadlocks_are_looked_for_on_request() {
    let output = program().args(["gen", "dining-cryptographers", "-n", "8"]).output().expect("it runs");
    let setup = Setup::new(&String::from_utf8(output.stdout).expect("text"));
    let found = |arguments: &[&str]| stdout(&setup.check(&[&["--formula", "1"], arguments].concat()).success());
    contains(&found(&["--check", "deadlock"]), &["deadlock: none can be reached"]);
    assert!(!found(&[]).contains("deadlock"));
}

#[test]
fn all_formulas_hold() {
    let assert = Setup::new(LAMP).check(&["--formula", "1", "--engine", "explicit"]).code(0);
    contains(&without_times(&assert), &["1  holds    explicit  EF light", "1 formula: 1 holds"]);
}

#[test]
fn some_formula_fails() {
    let assert = Setup::new(LAMP).check(&["--engine", "explicit"]).code(1);
    let lines = ["1  holds    explicit  EF light", "2  fails    explicit  AG !dead", "5 formulas: 3 hold, 2 fail"];
    contains(&without_times(&assert), &lines);
}

#[test]
fn a_formula_of_ones_own() {
    let setup = Setup::new(LAMP);
    setup.check(&["--formula", "EX light"]).code(0);
    setup.check(&["--formula", "AX light"]).code(1);
    let several = ["-f", "2", "-f", "LTL G !light", "-f", "CTL* E(G !light);", "--engine", "explicit"];
    let several = setup.check(&several).code(1);
    let lines = [
        "2  fails    explicit  AG !dead",
        "6  fails    explicit  LTL G !light",
        "7  holds    explicit  CTL* E(G !light)",
    ];
    contains(&without_times(&several), &lines);
}

#[test]
fn a_wrong_formula() {
    let setup = Setup::new(LAMP);
    contains(&stderr(&setup.check(&["--formula", "6"]).code(2)), &["there is no formula 6; the file has 5"]);
    contains(&stderr(&setup.check(&["--formula", "0"]).code(2)), &["there is no formula 0"]);
    contains(&stderr(&setup.check(&["--formula", "EF lihgt"]).code(2)), &["unknown-atom", "lihgt", "light"]);
    contains(&stderr(&setup.check(&["--formula", "EF ("]).code(2)), &["--formula", "1 error"]);
    let both = setup.check(&["--formula", "nobody", "--formula", "99"]).code(2);
    contains(&stderr(&both), &["nobody", "there is no formula 99"]);
    assert_eq!(stdout(&both), "");
}

#[test]
fn engines() {
    let setup = Setup::new(LAMP);
    let diagrams = setup.check(&["--engine", "bdd"]).code(1);
    contains(&without_times(&diagrams), &["3  holds    bdd  LDL <light*>(!light or dead)", "3 hold, 2 fail"]);
    let bounded = setup.check(&["--engine", "bounded", "--bound-start", "1"]).code(1);
    contains(
        &without_times(&bounded),
        &["1  holds    bounded  EF light", "proved at bound", "5  holds    bounded  <lamp>F light", "3 hold, 2 fail"],
    );
    let uniform = setup.check(&["--engine", "bounded", "--atl", "uniform"]).code(1);
    contains(&without_times(&uniform), &["the bounded engine looks for strategies that know the state", "1 gave up"]);
    contains(&stdout(&setup.check(&["--engine", "explicit"]).code(1)), &["3 hold, 2 fail"]);
    contains(&stderr(&setup.check(&["--engine", "magic"]).code(2)), &["magic", "explicit"]);
}

#[test]
fn proofs_go_to_a_folder() {
    let setup = Setup::new(LAMP);
    let asked = ["--engine", "bounded", "--formula", "AG !dead", "--stats", "--proof"];
    let refuted = setup.check(&[asked.as_slice(), &["proofs/of/lamps"]].concat()).code(1);
    contains(&stdout(&refuted), &["refuted at bound 3", "question", "induction"]);
    let files: Vec<_> = std::fs::read_dir(setup.folder.path().join("proofs/of/lamps")).expect("a folder").collect();
    assert!(!files.is_empty() && files.len() % 2 == 0, "clauses and proofs: {files:?}");
    let blocked = setup.check(&[asked.as_slice(), &["model.ispl"]].concat()).code(2);
    contains(&stderr(&blocked), &["cannot write to `model.ispl`"]);
}

#[test]
fn limits() {
    let setup = Setup::new(LAMP);
    contains(
        &stdout(&setup.check(&["--engine", "explicit", "--max-states", "3"]).code(3)),
        &["gave up", "more than 3 states"],
    );
    contains(&stdout(&setup.check(&["--max-states", "4"]).code(1)), &["3 hold, 2 fail"]);
    contains(&stdout(&setup.check(&["--timeout", "0"]).code(3)), &["gave up", "time limit"]);
    contains(&stdout(&setup.check(&["--timeout", "600s"]).code(1)), &["3 hold, 2 fail"]);
    contains(&stderr(&setup.check(&["--timeout", "soon"]).code(2)), &["expected a time"]);
}

#[test]
fn statistics() {
    let text = stdout(&Setup::new(LAMP).check(&["--stats", "--formula", "1"]).code(0));
    let line = |word: &str, value: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(word)).map(str::trim);
        assert_eq!(found, Some(value), "{word} in:\n{text}");
    };
    line("agents", "3");
    line("variables", "3");
    line("initial states", "1");
    line("reachable states", "4");
    line("transitions", "6");
    line("deadlocks", "1");
    line("dropped choices", "0");
}

/// The tables used to be numbered from 1, whichever formulas were asked for.
#[test]
fn statistics_name_formulas_by_their_numbers() {
    let asked = ["--engine", "bounded", "--formula", "2", "--formula", "4", "--stats", "--bound-max", "2"];
    let text = stdout(&Setup::new(LAMP).run(&[&["model.ispl"], &asked[..]].concat()).code(1));
    let tables: Vec<&str> = text.lines().filter(|line| line.starts_with("formula ")).collect();
    assert_eq!(tables, ["formula 2", "formula 4"], "{text}");
}

#[test]
fn deadlocks_are_a_warning_or_an_answer() {
    let setup = Setup::new(LAMP);
    let warned = setup.check(&["--formula", "1"]).code(0);
    contains(&stderr(&warned), &["warning [deadlock]", "reached in 3 steps", "Lamp.press", "Lamp.used=3"]);
    assert!(!stdout(&warned).contains("deadlock"));
    let asked = setup.check(&["--formula", "1", "--check", "deadlock"]).code(1);
    contains(&stdout(&asked), &["deadlock:", "reached in 3 steps", "Lamp.used=3", "1  holds"]);
    assert!(!stderr(&asked).contains("deadlock"));
}

#[test]
fn overflows_are_a_warning_or_an_answer() {
    let setup = Setup::new(&LAMP.replace("used < 3: { press, wait }", "Other: { press, wait }"));
    let warned = setup.check(&["--formula", "1"]).code(0);
    contains(&stderr(&warned), &["warning [overflow]", "gives `used` the value 4"]);
    let asked = setup.check(&["--formula", "1", "--check", "overflow", "--check", "deadlock"]).code(1);
    contains(
        &stdout(&asked),
        &["overflow: evolution line 1 of `Lamp`", "Lamp.used=3", "deadlock: none can be reached"],
    );
}

#[test]
fn finite_traces() {
    // No infinite path leads into the deadlock, but a finite trace may end there.
    let setup = Setup::new(LAMP);
    setup.check(&["--formula", "CDL* E(<true*>dead)"]).code(1);
    setup.check(&["--formula", "CDL* E(<true*>dead)", "--finite-traces"]).code(0);
    setup.check(&["--formula", "CDL* E(<true*>dead)", "--ldlf"]).code(0);
    // LTL is about infinite paths in any case.
    setup.check(&["--formula", "LTL G !dead", "--ldlf"]).code(0);
    let fair = Setup::new(&LAMP.replace("Formulae\n  EF", "Fairness !dead; end Fairness\nFormulae\n  EF"));
    let ignored = fair.check(&["--formula", "CDL* E(<true*>dead)", "--ldlf"]).code(0);
    contains(&stderr(&ignored), &["fairness-ignored"]);
}

#[test]
fn no_fair_path() {
    let setup = Setup::new(&LAMP.replace("Formulae\n  EF", "Fairness dead; end Fairness\nFormulae\n  EF"));
    contains(&stderr(&setup.check(&[]).code(0)), &["no-fair-path", "empty reason"]);
}

#[test]
fn no_initial_state() {
    let setup = Setup::new(&LAMP.replace("Lamp.on = false and", "Lamp.on = false and Lamp.on = true and"));
    let assert = setup.check(&[]).code(2);
    contains(&stderr(&assert), &["no-initial-state", "no state satisfies InitStates"]);
    assert_eq!(stdout(&assert), "");
}

#[test]
fn uniform_strategies() {
    // Alice cannot see the card on which she bets.
    let setup = Setup::new("");
    let game = stdout(&setup.run(&["gen", "card-game"]).code(0));
    let setup = Setup::new(&game);
    let bet = ["--formula", "<alice>X won"];
    setup.check(&bet).code(0);
    setup.check(&[&bet[..], &["--atl", "perfect"]].concat()).code(0);
    setup.check(&[&bet[..], &["--atl", "uniform"]].concat()).code(1);
}

#[test]
fn the_same_output_twice() {
    let setup = Setup::new(LAMP);
    let run = || {
        let assert = setup.check(&["--stats", "--check", "deadlock"]).code(1);
        (without_times(&assert), stderr(&assert))
    };
    let first = run();
    assert!(first.0.lines().count() > 15, "{first:?}");
    assert_eq!(first, run());
}
