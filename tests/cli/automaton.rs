//! `qmas-rs automaton`: automata of path formulas, with and without a model.

use crate::{LAMP, Setup, contains, program, stderr, stdout};

fn automaton(arguments: &[&str]) -> String {
    stdout(&program().arg("automaton").args(arguments).assert().code(0))
}

/// Written by hand from the definition of the format.
#[test]
fn hanoi_is_the_default() {
    let expected = "\
HOA: v1
tool: \"qmas-rs\"
name: \"LTL G F p\"
States: 2
Start: 0
AP: 1 \"p\"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc complete deterministic
--BODY--
State: 0 {0}
  [0] 0
  [!0] 1
State: 1
  [0] 0
  [!0] 1
--END--
";
    assert_eq!(automaton(&["LTL G F p"]), expected);
    assert_eq!(automaton(&["LTL G F p;", "--hoa"]), expected);
}

#[test]
fn drawings_show_names() {
    let drawing = automaton(&["LDL [(any)*](any -> <true; true>q)", "--dot"]);
    contains(&drawing, &["digraph automaton {", "start -> 0", "doublecircle", "any", "q"]);
    assert!(drawing.ends_with("}\n"));
    let finite = automaton(&["LDL <p*>q", "--dot", "--finite-traces"]);
    contains(&finite, &["0 -> 0 [label=\"p & !q\"]", "0 -> 1 [label=\"q\"]", "1 -> 1 [label=\"true\"]"]);
    contains(&finite, &["0 -> end [label=\"q\", style=dashed]", "1 -> end [label=\"true\", style=dashed]"]);
}

#[test]
fn negations_and_finite_traces() {
    contains(&automaton(&["LTL F p", "--negate"]), &["name: \"not: LTL F p\"", "States: 1", "  [!0] 0"]);
    let finite = automaton(&["LDL <true>p", "--finite-traces"]);
    // A step, then p at the last position or before it.
    contains(&finite, &["AP: 2 \"p\" \"alive\"", "States: 4", "State: 0\n  [1] 1\nState: 1\n"]);
    contains(&finite, &["  [0 & 1] 2\n  [0 & 1] 3\n", "State: 3 {0}\n  [!1] 3\n"]);
}

/// Regression: without a model, every name was an atom, also the papers' `tt`.
#[test]
fn paper_constants_are_no_atoms() {
    let body = |text: &str| automaton(&[text, "--finite-traces"]).replace(text, "the formula");
    assert_eq!(body("LDL <tt; tt>(p or ff)"), body("LDL <true; true>(p or false)"));
}

#[test]
fn formulas_of_a_model() {
    let setup = Setup::new(LAMP);
    let shown = |formula: &str| stdout(&setup.run(&["automaton", formula, "--model", "model.ispl"]).code(0));
    contains(&shown("LTL F K(Blind, light)"), &["AP: 1 \"K(Blind, light)\""]);
    contains(&shown("CTL* E(X light)"), &["AP: 1 \"light\""]);
    contains(&shown("LTL F G Lamp.used = 2"), &["AP: 1 \"Lamp.used = 2\""]);
    let unknown = setup.run(&["automaton", "LTL F lihgt", "--model", "model.ispl"]).code(2);
    contains(&stderr(&unknown), &["lihgt", "did you mean `light`?"]);
}

#[test]
fn what_is_wrong_is_said() {
    let complaint = |formula: &str| stderr(&program().args(["automaton", formula]).assert().code(2));
    contains(&complaint("AG p"), &["this is a state formula", "begin with `LTL`"]);
    contains(&complaint("LTL G ("), &["the formula"]);
    contains(&complaint("LTL F K(Bob, p)"), &["Bob", "without --model only atoms are known"]);
    let warned = program().args(["automaton", "LTL ! p U q"]).assert().code(0);
    contains(&stderr(&warned), &["Warning"]);
    program().args(["automaton", "LTL ! p U q", "--deny", "warnings"]).assert().code(2);
    program().args(["automaton", "LTL G F p", "--dot", "--hoa"]).assert().code(2);
}

#[test]
fn what_explodes_is_given_up() {
    let all: Vec<String> = (0..20).map(|number| format!("(G F p{number})")).collect();
    let assert = program().args(["automaton", &format!("LTL {}", all.join(" and "))]).assert().code(3);
    contains(&stderr(&assert), &["gave up: the automaton is too large", "the alternating one has 40 states"]);
    assert!(stdout(&assert).is_empty());
}
