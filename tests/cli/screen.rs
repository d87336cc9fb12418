//! Evidence fits on a screen: no more lines than that, what has been left out is said, and nothing is lost.

use serde_json::Value;

use crate::{Setup, contains, program, stderr, stdout};

/// Evidence is cut to so many lines per formula.
const MOST: usize = 40;

/// A counter that goes up to 99 in as many steps.
const COUNTER: &str = "
Agent C
  Vars: value: 0..99; end Vars
  Actions = { up, stay };
  Protocol: value < 99: { up }; Other: { stay }; end Protocol
  Evolution: value = value + 1 if Action = up; end Evolution
end Agent
Evaluation full if C.value = 99; end Evaluation
InitStates C.value = 0; end InitStates
Formulae AG !full; end Formulae
";

fn cryptographers(number: &str) -> Setup {
    Setup::new(&stdout(&program().args(["gen", "dining-cryptographers", "-n", number]).assert().code(0)))
}

#[test]
fn thirty_cryptographers_fit_on_a_screen() {
    let setup = cryptographers("30");
    let formulas = ["--formula", "24", "--formula", "28", "--formula", "29", "--evidence", "fails"];
    let text = stdout(&setup.check(&formulas).code(1));
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts.len(), 5, "{text}");
    for part in &parts[1..4] {
        // What is said of a formula stands under its text.
        assert!(part.lines().count() <= 25, "{part}");
    }
    // Nobody's coin is left out, and what the formula names comes first.
    contains(
        parts[1],
        &["s0  Crypt1.paid=true", "Environment.coin1 … coin30=false (30)", "enough to see besides: Crypt1.paid"],
    );
    // The second and the third start where the first did, but for who paid.
    contains(parts[2], &["s0  as s0 of formula 24, but Crypt1.paid=false"]);
    contains(parts[3], &["s0  as s0 of formula 24, but Crypt1.paid=false\n", "Crypt1 … Crypt30.equal (30)"]);
    let full = stdout(&setup.check(&[&formulas[..], &["--full"]].concat()).code(1));
    for name in ["Environment.coin17=", "Crypt23.paid=", "Crypt29.equal"] {
        assert!(full.contains(name) && !text.contains(name), "{name}");
    }
    assert!(!full.contains("coin1 …") && !full.contains("as s0 of"), "{full}");
}

#[test]
fn a_long_run_shows_its_ends_and_says_what_is_missing() {
    let setup = Setup::new(COUNTER);
    let text = stdout(&setup.check(&["--evidence", "fails"]).code(1));
    // Beside the evidence there are the line of the verdict and the sums.
    assert_eq!(text.lines().count(), MOST + 2, "{text}");
    let full = stdout(&setup.check(&["--evidence", "fails", "--full"]).code(1));
    // A heading, a hundred states, the steps between them, and what was replayed; one line says what is missing.
    let left_out = 1 + 100 + 99 + 1 - (MOST - 1);
    contains(&text, &["C.value=0\n", "C.value=99\n", &format!("… {left_out} lines left out; --full shows them")]);
    assert!((0..=99).all(|value| full.contains(&format!("C.value={value}\n"))), "{full}");
    // CI systems get the same, programs everything.
    let junit = stdout(&setup.check(&["--format", "junit"]).code(1));
    contains(&junit, &["lines left out; --full shows them", "C.value=99"]);
    assert!(!junit.contains("C.value=50"), "{junit}");
    let json: Value = serde_json::from_str(&stdout(&setup.check(&["--format", "json"]).code(1))).expect("JSON");
    assert_eq!(json["formulas"][0]["evidence"]["states"].as_array().map(Vec::len), Some(100));
}

#[test]
fn an_explanation_fits_too() {
    let setup = cryptographers("12");
    let asked = ["explain", "model.ispl", "--formula", "K(Crypt1, paid2)", "--where", "odd and paid2"];
    let text = stdout(&setup.run(&asked).code(1));
    assert!(text.lines().count() <= MOST, "{text}");
    assert_eq!(text.lines().last(), Some("it would be enough to see besides: Crypt2.paid"));
    let full = stdout(&setup.run(&[&asked[..], &["--full"]].concat()).code(1));
    assert!(full.lines().count() > MOST && full.contains("Environment.coin7="), "{full}");
}

/// The way into a deadlock, which nobody has asked for, is no longer than what somebody has.
#[test]
fn the_way_into_a_deadlock_fits_too() {
    let setup = Setup::new(&COUNTER.replace(" Other: { stay };", ""));
    let asked = ["--evidence", "none"];
    let warned = stderr(&setup.check(&asked).code(1));
    let warned = &warned[warned.find("warning [deadlock]").expect("a warning")..];
    // Above it is what is wrong.
    assert_eq!(warned.lines().count(), MOST + 1, "{warned}");
    contains(warned, &["C.value=0\n", "C.value=99\n", "lines left out; --full shows them"]);
    let full = stderr(&setup.check(&[&asked[..], &["--full"]].concat()).code(1));
    assert!((0..=99).all(|value| full.contains(&format!("C.value={value}\n"))), "{full}");
    let found = stdout(&setup.check(&[&asked[..], &["--check", "deadlock"]].concat()).code(1));
    contains(&found, &["deadlock: ", "C.value=99\n", "lines left out; --full shows them"]);
    let json: Value = serde_json::from_str(&stdout(&setup.check(&["--format", "json"]).code(1))).expect("JSON");
    assert!(json.to_string().contains("C.value=50"), "programs get everything");
}

/// A message may get lost on its way; Bob sees how late it is, and nothing else.
const LOST: &str = "
Agent Environment
  Vars: hour: 0..7; lost: boolean; end Vars
  Actions = { pass, lose };
  Protocol: hour = 3: { pass, lose }; Other: { pass }; end Protocol
  Evolution:
    hour = hour + 1 if Action = pass and hour < 7;
    hour = hour + 1 and lost = true if Action = lose;
  end Evolution
end Agent
Agent Bob
  Lobsvars = { hour };
  Vars: awake: boolean; end Vars
  Actions = { wait };
  Protocol: Other: { wait }; end Protocol
  Evolution: awake = true if Action = wait; end Evolution
end Agent
Evaluation late if Environment.hour = 7; lost if Environment.lost = true; end Evaluation
InitStates Environment.hour = 0 and Environment.lost = false and Bob.awake = true; end InitStates
Formulae AG (late -> K(Bob, !lost)); end Formulae
";

/// What is shown of two runs is what they differ in, whatever else there is no room for.
#[test]
fn two_long_runs_show_what_is_not_the_same() {
    for (width, hour) in [("100", "hour"), ("60", "hour"), ("60", "hour_of_the_day")] {
        let setup = Setup::new(&LOST.replace("hour", hour));
        let check = |more: &[&str]| {
            let mut command = program();
            let command = command.current_dir(setup.folder.path()).env("COLUMNS", width);
            stdout(&command.args(["model.ispl", "--evidence", "fails"]).args(more).assert().code(1))
        };
        let text = check(&[]);
        // Two lines at most for the verdict, and one for the sums.
        assert!(text.lines().count() <= MOST + 3, "{text}");
        let runs = &text[text.find("what happened").expect("two runs")..];
        let shown = |value: usize| format!("Environment.{hour}={value}");
        contains(runs, &["↓ Environment.lose", "↓ Environment.pass", &shown(7), "… the same in both", "possible"]);
        let beside = runs.lines().next().is_some_and(|line| line.contains('│'));
        assert_eq!(beside, hour == "hour", "{text}");
        assert!(beside || runs.contains("… as above"), "{text}");
        assert!(!runs.contains(&shown(2)), "{text}");
        let full = check(&["--full"]);
        assert!((0..=7).all(|value| full.matches(&shown(value)).count() >= 3), "{full}");
    }
}
