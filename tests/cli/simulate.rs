//! `qmas-rs simulate`: a walk through a model, by hand and at random.

use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// What is printed for a walk with these answers.
#[track_caller]
fn walk(setup: &Setup, arguments: &[&str], answers: &str) -> (String, String) {
    let mut command = program();
    command.current_dir(setup.folder.path()).args(arguments).write_stdin(answers.to_owned());
    let assert = command.assert().code(0);
    (stdout(&assert), stderr(&assert))
}

#[test]
fn a_walk_by_hand() {
    let lamp = Setup::new(LAMP);
    let (text, said) = walk(&lamp, &["simulate", "model.ispl"], "1\n1\nb\n2\nq\n");
    assert_eq!(said, "");
    let walked: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    // On, off again, back to where it was on, and then nothing is done.
    assert_eq!(
        walked,
        [
            "0  Lamp.on=false Lamp.used=0 Blind.asleep=true",
            "1  Lamp.on=true Lamp.used=1",
            "2  Lamp.on=false Lamp.used=2",
            "1  Lamp.on=true Lamp.used=1",
            "2  nothing changes",
        ]
    );
    contains(&text, &["   true: nothing", "   true: light", "   1  Lamp.press Blind.none → Lamp.on=true Lamp.used=1"]);
}

#[test]
fn wrong_answers_are_asked_again_and_a_deadlock_is_said() {
    let lamp = Setup::new(LAMP);
    let (text, said) = walk(&lamp, &["simulate", "model.ispl"], "7\nx\nv\n1\n1\n1\n1\n");
    contains(
        &said,
        &["expected a number from 1 to 2", "expected a number, r (at random)", "expected a number from 1 to 0"],
    );
    contains(&text, &["3  Lamp.on=true Lamp.used=3\n   true: light, dead\n   nothing can be done here\n"]);
}

#[test]
fn chance_has_a_seed() {
    let lamp = Setup::new(LAMP);
    let once = |seed: &str| walk(&lamp, &["simulate", "model.ispl", "--random", "30", "--seed", seed], "").0;
    assert_eq!(once("3"), once("3"));
    assert!((0..10).any(|seed: u64| once(&seed.to_string()) != once("3")));
    // The lamp dies within 30 steps unless one waits 28 times.
    contains(&once("3"), &["nothing can be done here"]);
}

/// A lamp with a bell: a press rings the bell or switches the lamp, and nothing but the line tells these apart.
fn two_lines() -> String {
    LAMP.replace("on: boolean;", "on: boolean; rings: boolean;")
        .replace("if Action = press;", "if Action = press;\n    rings = true if Action = press;")
        .replace("Lamp.on = false and", "Lamp.on = false and Lamp.rings = false and")
}

#[test]
fn the_line_that_makes_the_difference() {
    let bell = Setup::new(&two_lines());
    let (text, said) = walk(&bell, &["simulate", "model.ispl"], "2\n1\n");
    assert_eq!(said, "", "warnings are for checks and `lint`");
    contains(
        &text,
        &[
            "1  Lamp.press Blind.none → Lamp.rings=true (line 2 of Lamp)\n",
            "2  Lamp.press Blind.none → Lamp.on=true Lamp.used=1 (line 1 of Lamp)\n",
            "3  Lamp.wait Blind.none → nothing changes\n",
        ],
    );
    // All lines, if all is wanted; a line that changes nothing was executed all the same.
    let (text, _) = walk(&bell, &["simulate", "model.ispl", "--full"], "");
    contains(&text, &["(line 2 of Lamp, line 1 of Blind)", "(line 1 of Blind)"]);
    let (text, _) = walk(&bell, &["simulate", "model.ispl", "--random", "3", "--seed", "1"], "");
    assert_eq!(text.matches("Lamp.press").count(), text.matches("of Lamp)").count(), "{text}");
}

/// Under SingleAssignment, each variable has its line.
#[test]
fn lines_of_single_assignment() {
    let model =
        two_lines().replace("on = ~on and used = used + 1 if", "on = ~on if Action = press;\n    used = used + 1 if");
    let bell = Setup::new(&format!("Semantics = SingleAssignment;\n{model}"));
    let (text, said) = walk(&bell, &["simulate", "model.ispl"], "");
    assert_eq!(said, "");
    contains(&text, &["1  Lamp.press Blind.none → Lamp.on=true Lamp.rings=true Lamp.used=1\n"]);
    let (text, _) = walk(&bell, &["simulate", "model.ispl", "--full"], "");
    contains(&text, &["(lines 1, 2, 3 of Lamp, line 1 of Blind)"]);
}

#[test]
fn evidence_names_lines_on_request() {
    let bell = Setup::new(&two_lines());
    let shown = |arguments: &[&str]| {
        let all = [&["model.ispl", "--formula", "EF light", "--evidence", "all"], arguments].concat();
        stdout(&bell.run(&all).code(0))
    };
    contains(&shown(&["--full"]), &["Lamp.press Blind.none\n", "line 1 of Lamp, line 1 of Blind\n"]);
    assert!(!shown(&[]).contains("of Lamp"), "only on request");
}

#[test]
fn several_initial_states_are_to_be_chosen_from() {
    let setup = Setup::new(&LAMP.replace("Lamp.on = false and ", ""));
    let (text, _) = walk(&setup, &["simulate", "model.ispl"], "2\nb\n1\n");
    contains(&text, &["initial states:\n   1  Lamp.on=false", "   2  Lamp.on=true", "0  Lamp.on=true Lamp.used=0"]);
    assert_eq!(text.matches("initial states:").count(), 2);
}

#[test]
fn the_old_flag_is_understood() {
    let lamp = Setup::new(LAMP);
    let (text, said) = walk(&lamp, &["-v", "3", "-s", "model.ispl"], "1\n");
    contains(&said, &["`-s` is `qmas-rs simulate MODEL` here", "`-v 3` is left out"]);
    contains(&text, &["1  Lamp.on=true Lamp.used=1"]);
}

#[test]
fn a_model_without_initial_states_is_refused() {
    let setup = Setup::new(&LAMP.replace("Lamp.used = 0 and", "Lamp.used = 0 and Lamp.used = 1 and"));
    contains(&stderr(&setup.run(&["simulate", "model.ispl"]).code(2)), &["no state satisfies InitStates"]);
}

/// With `--random` and by hand: the exit status of a walk that is interrupted says so.
#[cfg(unix)]
#[test]
fn an_interrupted_walk() {
    let answers = "2\nb\n".repeat(20_000);
    let mut child = crate::interrupt::started(&["simulate", "model.ispl"], &Setup::new(LAMP), &answers);
    let answers = child.stdin.take();
    crate::interrupt::interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(answers);
}
