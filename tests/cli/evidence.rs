//! Evidence on the command line: text, files, `replay` and `explain`.

use qmas::report::Published;
use serde_json::Value;

use assert_cmd::assert::Assert;

use crate::schema::obeys;
use crate::{LAMP, Setup, contains, stderr, stdout};

#[test]
fn a_failing_formula_says_why() {
    let lamp = Setup::new(LAMP);
    let text = stdout(&lamp.check(&["--formula", "2"]).code(1));
    contains(
        &text,
        &["fails because in an initial state: EF dead", "Lamp.press", "Lamp.used=3", "(replayed: 3 steps)"],
    );
    let none = stdout(&lamp.check(&["--formula", "2", "--evidence", "none"]).code(1));
    assert!(!none.contains("because"), "{none}");
}

#[test]
fn a_formula_that_holds_says_why_if_asked() {
    let lamp = Setup::new(LAMP);
    let text = stdout(&lamp.check(&["--formula", "1"]).code(0));
    assert!(!text.contains("because"), "{text}");
    let text = stdout(&lamp.check(&["--formula", "1", "--evidence", "all"]).code(0));
    contains(&text, &["holds because in an initial state: EF light", "(replayed: 1 step)"]);
}

#[test]
fn who_does_not_know_is_shown_two_runs() {
    let lamp = Setup::new(LAMP);
    let text = stdout(&lamp.check(&["--formula", "4"]).code(1));
    contains(
        &text,
        &[
            "Blind cannot tell",
            "what happened",
            "what Blind considers possible",
            "Blind sees in both:",
            "Blind.asleep=true",
            "it would be enough to see besides: Lamp.on",
        ],
    );
}

#[test]
fn all_engines_show_the_same_path() {
    let lamp = Setup::new(LAMP);
    for engine in ["explicit", "bdd", "bounded", "auto"] {
        let text = stdout(&lamp.check(&["--formula", "2", "--engine", engine]).code(1));
        contains(&text, &["EF dead", "Lamp.used=3", "(replayed: 3 steps)"]);
    }
}

#[test]
fn strategies_are_tables() {
    let lamp = Setup::new(LAMP);
    let text = stdout(&lamp.check(&["--formula", "5", "--evidence", "all"]).code(0));
    contains(&text, &["<lamp>F light", "state  Lamp   leads to", "s0     press  s1"]);
    let uniform = ["--formula", "5", "--evidence", "all", "--atl", "uniform"];
    let text = stdout(&lamp.check(&uniform).code(0));
    contains(&text, &["agent  sees", "press", "state  leads to", "s0     s1"]);
}

#[test]
fn files_are_replayed_and_tampering_is_named() {
    let lamp = Setup::new(LAMP);
    lamp.check(&["--evidence", "all", "--evidence-files", "out", "--dot", "out"]).code(1);
    let replayed = lamp.run(&["replay", "out/formula-2.json", "model.ispl"]).code(0);
    contains(&stdout(&replayed), &["right: `AG !dead` fails", "steps executed: 3"]);
    let read = |name: &str| std::fs::read_to_string(lamp.folder.path().join(name)).expect("it was written");
    contains(&read("out/formula-2.dot"), &["digraph", "Lamp.press", "Lamp.used=3"]);
    let mut json: Value = serde_json::from_str(&read("out/formula-2.json")).expect("JSON");
    let variables = json["variables"].as_array().expect("a list");
    let used = variables.iter().position(|name| name == "Lamp.used").expect("a variable of the lamp");
    json["states"][1][used] = "2".into();
    lamp.write("tampered.json", &json.to_string());
    let rejected = lamp.run(&["replay", "tampered.json", "model.ispl"]).code(1);
    contains(&stdout(&rejected), &["wrong: part 0, position 0: the joint action does not lead to the next state"]);
}

/// The evidence of the fourth formula as a report has it, with two runs that Blind cannot tell apart.
fn doubtful(lamp: &Setup) -> Value {
    let text = stdout(&lamp.check(&["--formula", "4", "--format", "json"]).code(1));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    report["formulas"][0]["evidence"].clone()
}

#[test]
fn files_say_why_somebody_does_not_know() {
    let lamp = Setup::new(LAMP);
    let evidence = doubtful(&lamp);
    obeys(Published::Evidence, &evidence);
    let doubt = &evidence["doubts"][0];
    let names = |positions: &Value| -> Vec<Value> {
        let positions = positions.as_array().expect("a list").iter();
        positions.map(|at| evidence["variables"][at.as_u64().expect("a number") as usize].clone()).collect()
    };
    assert_eq!(doubt["agents"], serde_json::json!(["Blind"]));
    assert_eq!(names(&doubt["different"]), ["Lamp.on", "Lamp.used"]);
    assert_eq!(names(&doubt["enough"]), ["Lamp.on"]);
    assert_eq!((&doubt["smallest"], &doubt["untrue"]), (&true.into(), &false.into()));
    assert_eq!(doubt["real"]["actions"][0][1], "press");
    assert_eq!(doubt["other"]["states"].as_array().map(Vec::len), Some(1));
    lamp.write("doubtful.json", &evidence.to_string());
    lamp.run(&["replay", "doubtful.json", "model.ispl"]).code(0);
    // Who asks for no comparison gets none, as in evidence of older versions.
    let mut bare = evidence.clone();
    bare.as_object_mut().expect("an object").remove("doubts");
    lamp.write("bare.json", &bare.to_string());
    lamp.run(&["replay", "bare.json", "model.ispl"]).code(0);
}

#[test]
fn doubts_that_are_wrong_are_rejected() {
    let lamp = Setup::new(LAMP);
    let right = doubtful(&lamp);
    let variables = right["variables"].as_array().expect("a list");
    let position = |name: &str| variables.iter().position(|variable| variable == name).expect("a variable");
    let (on, asleep) = (position("Lamp.on"), position("Blind.asleep"));
    let other = right["doubts"][0]["other"].clone();
    let real = right["doubts"][0]["real"].clone();
    let mut dark = real.clone();
    dark["states"][1][on] = "false".into();
    let mut awake = other.clone();
    awake["states"][0][asleep] = "false".into();
    let mut idle = real.clone();
    idle["actions"][0][1] = "wait".into();
    for (field, value, expected) in [
        ("part", Value::from(0), "the part is no step of knowledge"),
        ("part", Value::from(99), "there is no such part"),
        ("agents", serde_json::json!(["Lamp"]), "the agents are not those of the part"),
        ("agents", serde_json::json!(["Nobody"]), "there is no agent `Nobody`"),
        ("real", other.clone(), "what happened does not end in the state of the part"),
        ("other", real, "does not end in the state that the part leads to"),
        ("real", serde_json::json!({"states": [], "actions": []}), "a run has no state"),
        ("real", dark, "the joint action does not lead to the next state"),
        ("real", idle, "the joint action does not lead to the next state"),
        ("other", awake, "the first state is not an initial state"),
        ("different", serde_json::json!([]), "`different` is not what differs"),
        ("different", serde_json::json!([99]), "there is no variable 99"),
        ("enough", serde_json::json!([asleep]), "`enough` names what is seen already"),
        ("enough", serde_json::json!([]), "`enough` is not enough"),
        ("untrue", true.into(), "what is false cannot be known"),
    ] {
        let mut wrong = right.clone();
        wrong["doubts"][0][field] = value;
        lamp.write("wrong.json", &wrong.to_string());
        let rejected = stdout(&lamp.run(&["replay", "wrong.json", "model.ispl"]).code(1));
        contains(&rejected, &["wrong: the doubt of part ", expected]);
    }
    let mut wrong = right;
    wrong["doubts"][0]["untrue"] = true.into();
    wrong["doubts"][0]["enough"] = Value::Null;
    lamp.write("wrong.json", &wrong.to_string());
    let rejected = stdout(&lamp.run(&["replay", "wrong.json", "model.ispl"]).code(1));
    contains(&rejected, &["the formula is not false in what happened"]);
}

#[test]
fn graphs_align_their_labels_and_tell_agents_apart() {
    let made = stdout(&crate::program().args(["gen", "dining-cryptographers", "-n", "9"]).assert().code(0));
    let table = Setup::new(&made);
    let formulas = ["--formula", "AG (paid2 -> K(Crypt1, paid2))", "--formula", "AG (paid2 -> K(Crypt9, paid2))"];
    table.check(&[&formulas[..], &["--dot", "out"]].concat()).code(1);
    let mut colours = std::collections::BTreeSet::new();
    let mut files = 0;
    for entry in std::fs::read_dir(table.folder.path().join("out")).expect("graphs were written") {
        let graph = std::fs::read_to_string(entry.expect("readable").path()).expect("text");
        let labels = graph.lines().filter(|line| line.contains("label=\"")).collect::<Vec<_>>();
        assert!(labels.len() > 1, "{graph}");
        for label in labels {
            assert!(label.contains("\\l\""), "the last line is centred: {label}");
        }
        colours.extend(graph.split(" color=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        files += 1;
    }
    assert_eq!((files, colours.len()), (2, 2), "{colours:?}");
}

#[test]
fn what_is_no_evidence_is_refused() {
    let lamp = Setup::new(LAMP);
    lamp.write("other.json", "{\"version\": 1}");
    let refused = lamp.run(&["replay", "other.json", "model.ispl"]).code(2);
    contains(&stderr(&refused), &["is no evidence", "formula"]);
    let refused = lamp.run(&["replay", "missing.json", "model.ispl"]).code(2);
    contains(&stderr(&refused), &["cannot be read"]);
}

#[test]
fn the_json_report_carries_evidence_that_replays() {
    let lamp = Setup::new(LAMP);
    let text = stdout(&lamp.check(&["--format", "json"]).code(1));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let evidence = &report["formulas"][1]["evidence"];
    assert_eq!(evidence["shows"], "fails");
    obeys(Published::Evidence, evidence);
    lamp.write("taken.json", &evidence.to_string());
    lamp.run(&["replay", "taken.json", "model.ispl"]).code(0);
    assert!(report["formulas"][0]["evidence"].is_null());
}

#[test]
fn interesting_cases_are_in_the_report_and_replay() {
    let lamp = Setup::new(LAMP);
    let arguments = ["--formula", "AG (light -> EF dead)", "--evidence", "all", "--format", "json"];
    let report: Value = serde_json::from_str(&stdout(&lamp.check(&arguments).code(0))).expect("JSON");
    let case = &report["formulas"][0]["interesting"][0];
    assert_eq!(case["antecedent"], "light");
    lamp.write("case.json", &case["evidence"].to_string());
    let replayed = lamp.run(&["replay", "case.json", "model.ispl"]).code(0);
    contains(&stdout(&replayed), &["right: `AG (light -> false)` fails", "steps executed: 1"]);
}

#[test]
fn who_cannot_enforce_something_sees_every_attempt_fail() {
    let lamp = Setup::new(LAMP);
    let text = stdout(&lamp.check(&["--formula", "<lamp>X dead"]).code(1));
    contains(&text, &["!<lamp>X dead, whatever is tried:", "can lead to", "s0     press  s1"]);
    assert!(!text.contains("universal claim"), "{text}");
}

#[test]
fn explain_asks_in_any_state() {
    let lamp = Setup::new(LAMP);
    let ask = |formula: &str, more: &[&str]| -> Assert {
        lamp.run(&[&["explain", "model.ispl", "--formula", formula], more].concat())
    };
    let where_light = ask("K(Blind, light)", &["--where", "light"]).code(1);
    contains(&stdout(&where_light), &["what happened", "it would be enough to see besides: Lamp.on"]);
    // Before the first step there is no light: no agent can know it.
    let at_first = ask("K(Blind, light)", &["--where", "light", "--step", "0"]).code(1);
    contains(&stdout(&at_first), &["false in what happened"]);
    // The state is its own other one: two columns would have no rows.
    assert!(!stdout(&at_first).contains("│"), "{}", stdout(&at_first));
    let nowhere = ask("K(Blind, light)", &["--where", "light and !light"]).code(2);
    contains(&stderr(&nowhere), &["--where: no state satisfies `light and !light`"]);
    let everywhere = ask("K(Blind, light or !light)", &[]).code(2);
    contains(&stderr(&everywhere), &["there is no state in which the formula is false"]);
    let late = ask("K(Blind, light)", &["--where", "light", "--step", "9"]).code(2);
    contains(&stderr(&late), &["--step: a shortest run to such a state has 1 step\n"]);
    contains(&stderr(&ask("K(Blind, light)", &["--where", "lihgt"]).code(2)), &["did you mean `light`"]);
    contains(&stdout(&ask("K(Lamp, light)", &["--where", "light"]).code(0)), &["it is known there"]);
    contains(&stderr(&ask("EF light", &[]).code(2)), &["expected K(agent, f), GK(group, f), DK"]);
    // A number of the file: formula 4 is about all states, and not what somebody knows.
    contains(&stderr(&ask("4", &[]).code(2)), &["expected K(agent, f)"]);
    contains(&stderr(&ask("9", &[]).code(2)), &["there is no formula 9; the file has 5"]);
    // An agent is a group, of which all know what it knows.
    let group = ask("GK(Blind, light)", &["--where", "light"]).code(1);
    contains(&stdout(&group), &["Blind does not know light", "it would be enough to see besides: Lamp.on"]);
    let common = ask("GCK(Blind, light)", &["--where", "light"]).code(1);
    contains(&stdout(&common), &["Blind does not know light"]);
    contains(&stdout(&ask("GCK(Lamp, light)", &["--where", "light"]).code(0)), &["it is known there"]);
}

/// It was `!O(Lamp, !AX !light)`, which nobody had written.
#[test]
fn what_is_not_obliged_is_shown_as_it_was_written() {
    let text = stdout(&Setup::new(LAMP).check(&["--formula", "O(Lamp, EX light)"]).code(1));
    contains(&text, &["!O(Lamp, EX light)"]);
    assert!(!text.contains("!AX"), "{text}");
}

/// As for a check: by its name, and a name that is nearly one is no unknown atom.
#[test]
fn explain_takes_names_of_formulas() {
    let question = "  -- @name blind_sees\n  K(Blind, light);\n  EF light;\n";
    let setup = Setup::new(&LAMP.replace("  EF light;\n", question));
    let by_name = setup.run(&["explain", "model.ispl", "-f", "blind_sees", "--where", "light"]).code(1);
    contains(&stdout(&by_name), &["it would be enough to see besides: Lamp.on"]);
    let meant = "did you mean the formula called `blind_sees`?";
    contains(&stderr(&setup.run(&["explain", "model.ispl", "-f", "blind_see"]).code(2)), &[meant]);
    contains(&stderr(&setup.check(&["--formula", "blind-sees"]).code(2)), &[meant]);
}

/// Files of several models used to overwrite each other.
#[test]
fn files_of_several_models() {
    let setup = Setup::new(LAMP);
    let root = setup.folder.path();
    for (folder, text) in [("a", LAMP.to_owned()), ("b", LAMP.replace("used = used + 1", "used = used + 3"))] {
        std::fs::create_dir(root.join(folder)).expect("a folder");
        std::fs::write(root.join(folder).join("model.ispl"), text).expect("it can be written");
    }
    let asked =
        ["a", "b", "--formula", "AG !dead", "--evidence-files", "files", "--dot", "dots", "--html", "page.html"];
    setup.run(&asked).code(1);
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect(path);
    for (folder, model) in [("model", "a/model.ispl"), ("model-2", "b/model.ispl")] {
        let evidence = format!("files/{folder}/formula-6.json");
        setup.run(&["replay", &evidence, model]).code(0);
        contains(&read(&format!("dots/{folder}/formula-6.dot")), &["digraph"]);
    }
    assert_ne!(read("files/model/formula-6.json"), read("files/model-2/formula-6.json"));
    contains(&read("page.html"), &["2 models", "a/model.ispl: 6", "b/model.ispl: 6"]);
    // One file needs no folder of its own.
    setup.check(&["--formula", "2", "--evidence-files", "one", "--html", "one.html"]).code(1);
    assert!(root.join("one/formula-2.json").is_file());
    assert!(!read("one.html").contains("model.ispl: 2"));
}
