//! Time, memory and threads, as users limit them.

use crate::{Setup, contains, program, stderr, stdout};

/// A model whose reachable states have no small diagram and are too many to list, with these formulas.
pub(crate) fn hopeless(formulas: &str) -> String {
    let output = program().args(["gen", "backdoor", "-n", "40"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let at = text.find("Formulae").expect("a model has formulas");
    format!("{}Formulae {formulas} end Formulae", &text[..at])
}

/// The same with Fairness, where nested path quantifiers are left to the BDD engine and to enumeration.
fn for_diagrams(formulas: &str) -> String {
    hopeless(formulas).replace("Formulae ", "Fairness light; end Fairness Formulae ")
}

/// No engine can answer the first in such a time, and all can answer the second.
const FORMULAS: &str = "CTL* A(G(light -> A(F authorised))); AG(authorised -> light);";

#[test]
fn the_whole_run() {
    for arguments in [["--timeout", "500ms"], ["--timeout", "0.5"]] {
        let assert = Setup::new(&hopeless(FORMULAS)).check(&arguments).code(3);
        contains(&stdout(&assert), &["1  gave up", "(time limit", "2 formulas: 1 holds, 1 gave up"]);
    }
}

#[test]
fn one_formula() {
    let setup = Setup::new(&hopeless(FORMULAS));
    for jobs in ["1", "2"] {
        let assert = setup.check(&["--formula-timeout", "1s", "--jobs", jobs]).code(3);
        contains(&stdout(&assert), &["1  gave up", "(time limit", "2  holds"]);
    }
}

/// Time that was spent on the model before any formula is time: which engine spent it is said, and it is counted once.
#[test]
fn who_was_at_work() {
    let setup = Setup::new(&for_diagrams("CTL* A(G(light -> A(F authorised))); CTL* A(F(light and A(X light)));"));
    for engine in ["auto", "bdd"] {
        let assert = setup.check(&["--timeout", "500ms", "--engine", engine, "--format", "json"]).code(3);
        let report: serde_json::Value = serde_json::from_str(&stdout(&assert)).expect("JSON");
        for formula in report["formulas"].as_array().expect("a list") {
            assert_eq!((&formula["verdict"], &formula["engine"]), (&"gave-up".into(), &"bdd".into()), "{report}");
            assert!(formula["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{report}");
        }
        let assert = setup.check(&["--timeout", "500ms", "--engine", engine, "--format", "jsonl"]).code(3);
        let text = stdout(&assert);
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let of = |line: &serde_json::Value| line["seconds"].as_f64();
        let formulas = lines.iter().filter(|line| line["type"] == "formula").filter_map(of).fold(0.0, f64::max);
        let all = of(&lines[lines.len() - 1]["models"][0]).expect("a number");
        assert!((all - formulas).abs() < 1e-9, "{text}");
    }
}

/// A model that explodes ends in a verdict, with its peak below the limit and not far above.
#[cfg(target_os = "linux")]
#[test]
fn memory() {
    let setup = Setup::new(&for_diagrams("CTL* A(G(light -> A(F authorised))); "));
    for engine in ["auto", "bdd"] {
        let assert = setup.check(&["--memory", "300MiB", "--engine", engine]).code(3);
        contains(&stdout(&assert), &["1  gave up", "(memory limit", "1 formula: 1 gave up"]);
    }
    // Enumeration gives up as well, long before all states are listed.
    let all = ["--memory", "100MiB", "--engine", "explicit", "--max-states", "4000000000"];
    contains(&stdout(&setup.check(&all).code(3)), &["1  gave up", "(memory limit)"]);
}

#[test]
fn what_is_no_budget() {
    let setup = Setup::new(crate::LAMP);
    for (flag, value) in [
        ("--timeout", "soon"),
        ("--formula-timeout", "5 days"),
        ("--memory", "much"),
        ("--memory", "-1"),
        ("--jobs", "0"),
        ("--jobs", "many"),
    ] {
        let assert = setup.check(&[&format!("{flag}={value}")]).code(2);
        contains(&stderr(&assert), &[flag, value]);
    }
    contains(&stderr(&setup.check(&["--jobs", "0"]).code(2)), &["expected a number from 1 on"]);
    contains(&stderr(&setup.check(&["--timeout=-5"]).code(2)), &["expected a time, such as `30`"]);
    // Bounds that are none.
    let backwards = setup.check(&["--bound-start", "5", "--bound-max", "3"]).code(2);
    contains(&stderr(&backwards), &["--bound-max 3 is less than --bound-start 5"]);
    contains(&stderr(&setup.check(&["--bound-step", "0"]).code(2)), &["--bound-step 0"]);
}

/// With one job the report is the same every time, but for its times.
#[test]
fn one_job() {
    let setup = Setup::new(crate::LAMP);
    let arguments = ["--jobs", "1", "--format", "json"];
    let without_times =
        |text: &str| text.lines().filter(|line| !line.contains("\"seconds\"")).collect::<Vec<_>>().join("\n");
    let first = without_times(&stdout(&setup.check(&arguments).code(1)));
    assert_eq!(first, without_times(&stdout(&setup.check(&arguments).code(1))));
    contains(&first, &["\"engine\": \"explicit\""]);
}

/// Commands that check no formulas name a limit of time with the words that `check` uses.
#[test]
fn other_commands_have_limits() {
    let setup = Setup::new(&hopeless("AG(light -> K(Guard, authorised));"));
    setup.check(&["--qbf-timeout", "500ms", "--formula", "AG true"]).code(0);
    for arguments in [
        &["explain", "model.ispl", "--formula", "K(Guard, authorised)", "--timeout", "500ms"][..],
        &["export", "model.ispl", "--formula", "1", "--timeout", "500ms"],
        &["automaton", "LTL G p", "--timeout", "0"],
    ] {
        contains(&stderr(&setup.run(arguments).code(3)), &["gave up: time limit"]);
    }
}

/// Flags that change nothing are no secret, unless they come from a file, which is for all engines.
#[test]
fn flags_of_other_engines() {
    let setup = Setup::new(crate::LAMP);
    let proof = setup.check(&["--engine", "explicit", "--proof", "proofs", "--formula", "1"]).code(0);
    contains(&stderr(&proof), &["warning: --proof is for the bounded engine"]);
    let order = setup.check(&["--engine", "explicit", "--order", "values", "--formula", "1"]).code(0);
    contains(&stderr(&order), &["warning: --order is for the BDD engine"]);
    let silent = |arguments: &[&str]| {
        let said = stderr(&setup.check(&[&["--formula", "1"], arguments].concat()).code(0));
        assert!(!said.contains("warning: --"), "{said}");
    };
    silent(&["--bound-max", "3"]);
    setup.write("qmas.toml", "bound-max = 3\n");
    silent(&["--engine", "explicit"]);
}
