//! DOT and JSON: the graph is that of the model, as its plain definition has it, and too many states are an error.

use std::collections::BTreeSet;

use assert_cmd::Command;
use qmas::export::{dot, json};
use qmas::options::Options;

use crate::common::random::{RandomModel, forall, loaded};

#[test]
fn graphs_are_those_of_the_models() {
    forall(60_000..60_100, RandomModel::tiny, |drawn| {
        let model = loaded(drawn)?;
        let reached = drawn.reached(usize::MAX).ok_or("no limit")?;
        let steps: usize = (0..reached.states.len()).map(|state| reached.successors(state).len()).sum();
        let moves: usize = reached.moves.iter().flatten().map(|step| step.targets.len()).sum();
        let graph = json(&model, "a random model", &[], &Options::default()).graph.ok_or("no graph")?;
        assert_eq!((graph.states.len(), graph.initial.len()), (reached.states.len(), reached.initial));
        assert_eq!(graph.steps.len(), steps);
        assert_eq!(graph.steps.iter().map(|step| step.actions.len()).sum::<usize>(), moves);
        let stuck = (0..reached.states.len()).filter(|&state| reached.successors(state).is_empty()).count();
        assert_eq!(graph.deadlocks.len(), stuck);
        let different: BTreeSet<String> = graph.states.iter().map(|state| format!("{state:?}")).collect();
        assert_eq!(different.len(), graph.states.len());
        let drawing = dot(&model, "a \"random\" model", &Options::default()).map_err(|reason| reason.to_string())?;
        let count = |word: &str| drawing.lines().filter(|line| line.contains(word)).count();
        assert_eq!((count(" -> s"), count("peripheries=2"), count("lightgrey")), (steps, reached.initial, stuck));
        assert_eq!(
            drawing.lines().filter(|line| line.starts_with("  s") && !line.contains("->")).count(),
            reached.states.len()
        );
        assert!(drawing.starts_with("digraph \"a \\\"random\\\" model\" {\n") && drawing.ends_with("}\n"));
        Ok(())
    });
}

fn export(arguments: &[&str], code: i32) -> (String, String) {
    let model = format!("{}/models/library/train-controller/model.ispl", env!("CARGO_MANIFEST_DIR"));
    let assert =
        Command::new(env!("CARGO_BIN_EXE_qmas-rs")).arg("export").arg(model).args(arguments).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

/// Two trains that are away, wait or ride, and a light: eight states are reachable, as the paper's picture has them.
#[test]
fn the_train_controller() {
    let (text, _) = export(&["--format", "json"], 0);
    let system: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(system["variables"][0]["name"], "T1.place");
    assert_eq!(system["variables"][0]["values"], serde_json::json!(["away", "wait", "tunnel"]));
    assert_eq!(system["agents"][0]["name"], "Environment");
    assert_eq!(system["agents"][1]["observes"], serde_json::json!(["T1.place"]));
    assert_eq!(system["atoms"][0], serde_json::json!({"name": "t1tunnel", "value": "(T1.place = tunnel)"}));
    assert_eq!(system["graph"]["initial"], serde_json::json!([0]));
    assert_eq!(system["graph"]["states"][0], serde_json::json!(["away", "green", "away"]));
    assert_eq!(system["graph"]["states"].as_array().map(Vec::len), Some(8));
    assert_eq!(system["formulas"].as_array().map(Vec::len), Some(2));
    let (text, _) = export(&["--format", "json", "--max-states", "7"], 0);
    let system: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(system["graph"], serde_json::Value::Null);
}

#[test]
fn too_many_states_to_draw() {
    assert!(export(&["--format", "dot", "--max-states", "8"], 0).0.starts_with("digraph"));
    let (nothing, why) = export(&["--format", "dot", "--max-states", "7"], 2);
    assert!(
        nothing.is_empty() && why.contains("more than 7 reachable states") && why.contains("--max-states"),
        "{why}"
    );
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    for format in ["smv", "dot", "json", "aiger", "dimacs"] {
        let arguments = ["--formula", "AG !t1tunnel", "--format", format, "-o", "-"];
        let (first, _) = export(&arguments, 0);
        assert!(!first.is_empty());
        assert_eq!(first, export(&arguments, 0).0);
    }
    assert!(export(&["--formula", "2", "--format", "smv"], 2).1.contains("SMV takes `AG p`"));
    assert!(
        export(&["--all-bounds", "1..2", "-d", "x", "--format", "dot"], 2).1.contains("--all-bounds is for questions")
    );
}
