//! `qmas-rs health`: what is wrong with a model before any formula is asked.

use qmas::report::Published;
use serde_json::Value;

use crate::schema::obeys;
use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// A lamp with one of everything that can be wrong.
fn sick() -> String {
    LAMP.replace("    used < 3: { press, wait };", "    used < 3: { press, wait };\n    used > 3: { wait };")
        .replace("if Action = press;", "if Action = press;\n    used = used + 2 if used = 2 and Action = press;")
        .replace("if Action = none and asleep = true;", "if Action = none;\n    asleep = false if asleep = false;")
        .replace("dead if", "lit_or_not if Lamp.on = true or Lamp.on = false;\n  broken if Lamp.used > 3;\n  dead if")
}

#[track_caller]
fn findings(setup: &Setup, arguments: &[&str], code: i32) -> Value {
    let assert = setup.run(&[&["health", "model.ispl", "--format", "json"], arguments].concat()).code(code);
    assert_eq!(stderr(&assert), "");
    let report: Value = serde_json::from_str(&stdout(&assert)).expect("JSON");
    obeys(Published::Health, &report);
    report["findings"].clone()
}

fn names(list: &Value, field: &str) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|item| item[field].as_str().expect("text").to_owned()).collect()
}

#[test]
fn everything_that_can_be_wrong() {
    let text = sick();
    let setup = Setup::new(&text);
    for engine in ["auto", "explicit", "bdd"] {
        let found = findings(&setup, &["--engine", engine], 1);
        assert_eq!(found["engine"], if engine == "bdd" { "bdd" } else { "explicit" });
        assert_eq!(
            (&found["states"], &found["initial_states"], &found["deadlocks"]),
            (&4.into(), &1.into(), &1.into())
        );
        let trace = found["deadlock_trace"].as_array().expect("a trace");
        assert_eq!(trace.len(), 4);
        assert_eq!((&trace[0]["state"]["Lamp.used"], &trace[3]["state"]["Lamp.used"]), (&"0".into(), &"3".into()));
        assert_eq!(trace[1]["actions"]["Lamp"], "press");
        assert_eq!(names(&found["overflowing_lines"], "text"), ["used = used + 2 if used = 2 and Action = press"]);
        assert_eq!(names(&found["unused_protocol_lines"], "text"), ["used > 3: { wait }"]);
        let place = text.lines().position(|line| line.contains("used > 3: {")).expect("it is there") + 1;
        assert_eq!(found["unused_protocol_lines"][0]["line"], place);
        assert_eq!(names(&found["unused_evolution_lines"], "text"), ["asleep = false if asleep = false"]);
        assert_eq!(found["atoms_always_true"], serde_json::json!(["lit_or_not"]));
        assert_eq!(found["atoms_always_false"], serde_json::json!(["broken"]));
        assert_eq!(names(&found["unchanging_variables"], "variable"), ["Blind.asleep"]);
        assert_eq!(found["unchanging_variables"][0]["value"], "true");
        let trace = found["overflow_trace"].as_array().expect("a trace");
        assert_eq!((trace.len(), &trace[2]["state"]["Lamp.used"]), (3, &"2".into()));
        assert_eq!(found["unanswered"], serde_json::json!([]));
    }
}

#[test]
fn for_people() {
    let text = stdout(&Setup::new(&sick()).run(&["health", "model.ispl"]).code(1));
    let lines = [
        "model.ispl: 4 reachable states, 1 initial state (explicit)",
        "deadlocks: 1 state",
        "Lamp.used=3",
        "overflows: 1",
        "line 2 of Lamp: used = used + 2",
        "protocol lines never used: 1",
        "evolution lines never used: 1",
        "atoms always true: lit_or_not",
        "atoms always false: broken",
        "variables that never change: Blind.asleep = true",
    ];
    contains(&text, &lines);
}

/// Nothing is said of whether the lamp is on: it is at first, or it is not.
#[test]
fn what_initstates_leaves_free() {
    let setup = Setup::new(LAMP);
    assert_eq!(findings(&setup, &[], 1)["free_variables"], serde_json::json!([]));
    let text = LAMP.replace("Lamp.on = false and ", "");
    assert_ne!(text, LAMP);
    let found = findings(&Setup::new(&text), &[], 1);
    let lamp = serde_json::json!([{ "variable": "Lamp.on", "values": "boolean" }]);
    assert_eq!((&found["free_variables"], &found["initial_states"]), (&lamp, &2.into()));
    // It is no mistake.
    assert_eq!(found["wrong"], findings(&setup, &[], 1)["wrong"]);
    let text = stdout(&Setup::new(&text).run(&["health", "model.ispl"]).code(1));
    contains(&text, &["variables left free by InitStates: Lamp.on: boolean"]);
}

#[test]
fn a_healthy_model() {
    let healthy = LAMP
        .replace("used < 3: { press, wait };", "used < 3: { press, wait };\n    used = 3: { wait };")
        .replace("asleep = true if Action = none and asleep = true;", "asleep = ~asleep if Action = none;");
    let setup = Setup::new(&healthy);
    let text = stdout(&setup.run(&["health", "model.ispl"]).code(0));
    assert!(text.lines().skip(1).all(|line| line.ends_with(": none")), "{text}");
    assert_eq!(text.lines().count(), 10, "{text}");
    let piped = program().args(["health", "-"]).write_stdin(healthy).assert().code(0);
    contains(&stdout(&piped), &["standard input: 8 reachable states"]);
}

#[test]
fn larger_models_go_to_diagrams() {
    let model = stdout(&program().args(["gen", "dining-cryptographers", "-n", "12"]).assert().code(0));
    let setup = Setup::new(&model);
    let found = findings(&setup, &["--max-states", "1000"], 0);
    assert_eq!(found["engine"], "bdd");
    let states = found["states"].as_u64().expect("a number");
    assert!(states > 1000, "{states}");
    assert_eq!(found["deadlocks"], 0);
}

#[test]
fn no_answer() {
    let setup = Setup::new(LAMP);
    let gave_up = setup.run(&["health", "model.ispl", "--engine", "explicit", "--max-states", "2"]).code(3);
    contains(&stderr(&gave_up), &["gave up: more than 2 states"]);
    contains(&stderr(&setup.run(&["health", "model.ispl", "--engine", "bounded"]).code(2)), &["auto, explicit, bdd"]);
    let nothing = findings(&setup, &["--engine", "explicit", "--max-states", "2"], 3);
    assert!(nothing.is_null());
    contains(&stderr(&setup.run(&["health", "nowhere.ispl"]).code(2)), &["cannot read `nowhere.ispl`"]);
    contains(&stdout(&setup.run(&["health", "nowhere.ispl", "--format", "json"]).code(2)), &["\"io\""]);
    // More values than are asked one by one; and there is a deadlock.
    let wide = LAMP.replace("used: 0..3;", "used: 0..100;");
    let open = findings(&Setup::new(&wide), &["--engine", "bdd"], 1);
    contains(open["unanswered"][0].as_str().expect("text"), &["Lamp.used"]);
}

/// Whoever has to give up says how far the search had come.
#[test]
fn what_is_known_anyway() {
    let setup = Setup::new(&stdout(&program().args(["gen", "prisoners", "-n", "10"]).assert().code(0)));
    let few = ["health", "model.ispl", "--engine", "bdd", "--max-nodes", "60000"];
    contains(
        &stderr(&setup.run(&few).code(3)),
        &["gave up: more than 60000 nodes; the search had found ", " states after "],
    );
    let json = stdout(&setup.run(&[&few[..], &["--format", "json"]].concat()).code(3));
    contains(&json, &["\"gave_up\": \"", "; the search had found "]);
}

#[test]
fn limits() {
    let setup = Setup::new(&crate::budget::hopeless("AG true;"));
    let late = setup.run(&["health", "model.ispl", "--timeout", "500ms", "--quiet"]).code(3);
    contains(&stderr(&late), &["gave up: time limit"]);
    if cfg!(target_os = "linux") {
        let large = setup.run(&["health", "model.ispl", "--memory", "150MiB", "--engine", "bdd"]).code(3);
        contains(&stderr(&large), &["gave up: memory limit"]);
    }
}

/// Exit status 1 is for what is wrong; what never changes may be meant.
#[test]
fn a_gate() {
    let deadlock = Setup::new(LAMP);
    assert_eq!(findings(&deadlock, &[], 1)["wrong"], serde_json::json!(["deadlock"]));
    assert_eq!(findings(&deadlock, &["--allow", "deadlock"], 0)["wrong"], serde_json::json!([]));
    assert_eq!(findings(&deadlock, &["--warn", "deadlock"], 0)["deadlocks"], 1, "it is found all the same");
    let both = ["--allow", "deadlock", "--deny", "constants"];
    assert_eq!(findings(&deadlock, &both, 1)["wrong"], serde_json::json!(["constants"]), "Blind sleeps for ever");
    // Warnings are about the file, and there are none.
    findings(&deadlock, &["--allow", "deadlock", "--deny", "warnings"], 0);
    let sick = Setup::new(&sick());
    assert_eq!(findings(&sick, &[], 1)["wrong"], serde_json::json!(["deadlock", "overflow", "unused-lines"]));
    contains(&stdout(&sick.run(&["health", "model.ispl"]).code(1)), &["\nwrong: deadlock, overflow, unused-lines\n"]);
    let meant = Setup::new(&format!("-- @allow deadlock: a lamp burns out\n{LAMP}"));
    contains(&stderr(&meant.run(&["lint", "model.ispl"]).code(0)), &["there is no kind of warnings `deadlock:`"]);
    let meant = Setup::new(&format!("-- @allow deadlock\n{LAMP}"));
    assert_eq!(findings(&meant, &[], 0)["wrong"], serde_json::json!([]));
    findings(&meant, &["--deny", "deadlock"], 1);
    meant.write("qmas.toml", "[lints]\nconstants = \"deny\"\n");
    assert_eq!(findings(&meant, &[], 1)["wrong"], serde_json::json!(["constants"]));
}

/// A counter that goes up by itself and at its end wakes two variables, beside bits that the Environment turns as it likes.
fn far(end: usize, bits: usize, together: &str) -> String {
    let names: Vec<String> = (0..bits).map(|bit| format!("b{bit}")).collect();
    let each = |text: &dyn Fn(&str) -> String| names.iter().map(|name| text(name)).collect::<String>();
    let start: Vec<String> = names.iter().map(|name| format!("Environment.{name} = false")).collect();
    format!(
        "Agent Environment
           Vars: {} end Vars
           Actions = {{ {} }}; Protocol: Other: {{ {} }}; end Protocol
           Evolution: {} end Evolution
         end Agent
         Agent Clock
           Vars: n: 0..{end}; red: boolean; loud: boolean; end Vars
           Actions = {{ tick, ring }}; Protocol: n = {end}: {{ ring }}; Other: {{ tick }}; end Protocol
           Evolution:
             n = n + 1 if Action = tick;
             {together}
           end Evolution
         end Agent
         Evaluation red if Clock.red = true; loud if Clock.loud = true; end Evaluation
         InitStates Clock.n = 0 and Clock.red = false and Clock.loud = false and {}; end InitStates
         Formulae AG (red -> loud); end Formulae",
        each(&|name| format!("{name}: boolean; ")),
        names.join("x, ") + "x",
        names.join("x, ") + "x",
        each(&|name| format!("{name} = ~{name} if Action = {name}x; ")),
        start.join(" and ")
    )
}

const RING: &str = "red = true if Action = ring;
             loud = true if Action = ring;";

/// Lines that meet only where a search near the start does not come, and what becomes of that as a gate.
#[test]
fn rival_lines_anywhere() {
    let setup = Setup::new(&far(25, 9, RING));
    let lint = setup.run(&["lint", "model.ispl"]).code(0);
    assert!(!stderr(&lint).contains("rival"), "{}", stderr(&lint));
    for engine in ["explicit", "bdd"] {
        let found = findings(&setup, &["--engine", engine], 0);
        let rivals = found["rival_lines"].as_array().expect("a list");
        assert_eq!(rivals.len(), 1, "{engine}");
        let rival = &rivals[0];
        assert_eq!(names(&rival["lines"], "text"), ["red = true if Action = ring", "loud = true if Action = ring"]);
        assert_eq!(rival["lines"][0]["number"], 2);
        // Only the end of the counter lets the clock ring; after the first step one of both lines has nothing left to do.
        let state = &rival["state"];
        let values = (&state["Clock.n"], &state["Clock.red"], &state["Clock.loud"], &rival["actions"]["Clock"]);
        assert_eq!(values, (&"25".into(), &"false".into(), &"false".into(), &"ring".into()));
        assert_eq!(found["rival_lines_gaps"], serde_json::json!([]));
        assert_eq!(found["wrong"], serde_json::json!([]), "to know, unless somebody says otherwise");
    }
    let denied = ["--deny", "rival-lines"];
    assert_eq!(findings(&setup, &denied, 1)["wrong"], serde_json::json!(["rival-lines"]));
    let text = stdout(&setup.run(&["health", "model.ispl", "--deny", "rival-lines"]).code(1));
    let text: Vec<&str> = text.split_whitespace().collect();
    let lines = [
        "rival lines: 1 pair; a step executes only one of both:",
        "line 3 of Clock: loud = true if Action = ring",
        "with Clock.red = false and Clock.loud = false, which can be reached, Clock.Action = ring enables both",
        "wrong: rival-lines",
    ];
    contains(&text.join(" "), &lines);
    for together in [
        "red = true and loud = true if Action = ring;",
        "red = true if Action = ring; loud = true if Action = tick and n > 25;",
    ] {
        let setup = Setup::new(&far(25, 2, together));
        let expected = if together.contains("n > 25") { ["--allow", "unused-lines"] } else { ["--deny", "overflow"] };
        let found = findings(&setup, &[&denied[..], &expected].concat(), 0);
        assert_eq!(found["rival_lines"], serde_json::json!([]), "{together}");
    }
}

/// What is found near the start is not said twice, and does not keep the model from being read.
#[test]
fn rival_lines_at_once() {
    let setup = Setup::new(&far(0, 1, &format!("{RING}\n n = 0 if Action = tick;")));
    contains(&stderr(&setup.run(&["lint", "model.ispl"]).code(0)), &["[rival-lines] Warning"]);
    setup.run(&["lint", "model.ispl", "--deny", "rival-lines"]).code(2);
    let health = setup.run(&["health", "model.ispl", "--deny", "rival-lines", "--allow", "unused-lines"]).code(1);
    assert!(!stderr(&health).contains("rival"), "{}", stderr(&health));
    contains(&stdout(&health), &["rival lines: 1 pair", "wrong: rival-lines"]);
    let single = format!("Semantics = SingleAssignment;\n{}", far(0, 1, RING));
    let found = findings(&Setup::new(&single), &["--deny", "rival-lines", "--allow", "unused-lines"], 0);
    assert_eq!(found["rival_lines"], serde_json::json!([]));
}

/// Where there are too many pairs, what was not looked at is said; whoever counts on the answer is not let through.
#[test]
fn too_many_pairs() {
    let lines: String =
        (0..60).map(|line| format!("v{line} = true if v{} = true and Action = ring; ", (line + 1) % 60)).collect();
    let variables: String = (0..60).map(|line| format!("v{line}: boolean; ")).collect();
    let start: String = (0..60).map(|line| format!(" and Clock.v{line} = false")).collect();
    let model = far(1, 1, &lines)
        .replace("red: boolean;", &format!("red: boolean; {variables}"))
        .replace("Clock.red = false", &format!("Clock.red = false{start}"));
    let setup = Setup::new(&model);
    let gate = ["--deny", "rival-lines", "--allow", "unused-lines"];
    let all = findings(&setup, &[&gate[..], &["--engine", "explicit"]].concat(), 0);
    assert_eq!((&all["rival_lines"], &all["rival_lines_gaps"]), (&serde_json::json!([]), &serde_json::json!([])));
    // Of 61 lines, there are 1,830 pairs.
    let some = findings(&setup, &[&gate[..], &["--engine", "bdd"]].concat(), 3);
    assert_eq!(some["rival_lines"], serde_json::json!([]));
    contains(some["rival_lines_gaps"][0].as_str().expect("text"), &["pairs of lines of Clock were looked at"]);
    findings(&setup, &["--allow", "unused-lines", "--engine", "bdd"], 0);
}
