//! `qmas-rs export` as its users meet it.

use assert_cmd::Command;
use tempfile::TempDir;

use crate::common::skipped::installed;

fn model() -> String {
    format!("{}/models/library/train-controller/model.ispl", env!("CARGO_MANIFEST_DIR"))
}

/// Standard output and standard error.
#[track_caller]
fn export(arguments: &[&str], code: i32) -> (String, String) {
    let assert = Command::new(env!("CARGO_BIN_EXE_qmas-rs")).arg("export").arg(model()).args(arguments).assert();
    let assert = assert.code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    for format in ["qdimacs", "qcir"] {
        let arguments = ["--formula", "2", "--bound", "2", "--format", format, "--output", "-"];
        let (first, _) = export(&arguments, 0);
        assert_eq!(first, export(&arguments, 0).0);
        // psi2 of the paper speaks of train 1, at a step of a path.
        let mark = if format == "qcir" { "# " } else { "c " };
        let says = |word: &str| first.lines().any(|line| line.starts_with(mark) && line.contains(word));
        assert!(says("true iff the formula is proved") && says(".Action[0]") && says("frame 1"), "{first}");
    }
}

#[test]
fn one_quantifier_is_plain_clauses() {
    // AG of knowledge is universal: its proof is one block.
    let (text, _) = export(&["--formula", "1", "--bound", "1", "--format", "dimacs"], 0);
    assert!(text.contains("c unsatisfiable iff the formula is proved"), "{text}");
    assert!(text.lines().all(|line| !line.starts_with("a ") && !line.starts_with("e ")), "{text}");
    let (nothing, why) = export(&["--formula", "2", "--format", "dimacs"], 2);
    assert!(nothing.is_empty() && why.contains("DIMACS has no quantifiers"), "{why}");
}

#[test]
fn all_bounds_come_with_a_manifest() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("out");
    let path_text = path.display().to_string();
    let arguments = ["--formula", "2", "--query", "refute", "--all-bounds", "1..3", "--directory", &path_text];
    export(&arguments, 0);
    let manifest = std::fs::read_to_string(path.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let entries = manifest.as_array().expect("a list");
    assert_eq!(entries.iter().map(|entry| entry["bound"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    for entry in entries {
        let file = std::fs::read_to_string(path.join(entry["file"].as_str().expect("a name"))).expect("a file");
        let head = file.lines().find(|line| line.starts_with("p cnf")).expect("a head");
        assert_eq!(head, format!("p cnf {} {}", entry["variables"], entry["clauses"]));
        // The paper proves psi2, at bound 2: it is never refuted, and so no file is true.
        assert_eq!((entry["answer"].as_bool(), entry["exit_status"].as_u64()), (Some(false), Some(20)));
        assert_eq!(entry["query"], "refute");
    }
}

/// A folder of models becomes a folder of questions, with all formulas that have questions, both queries, and every bound at
/// which something else is asked.
#[test]
fn folders_become_collections() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let train = std::fs::read_to_string(model()).expect("the library is there");
    std::fs::create_dir(at("models")).expect("a folder");
    std::fs::write(at("models/train.ispl"), &train).expect("a file");
    let plain = format!(
        "{}Formulae t1tunnel -> t1tunnel; K(T1, t1tunnel); end Formulae",
        &train[..train.find("Formulae").unwrap_or(0)]
    );
    std::fs::write(at("models/plain.ispl"), plain).expect("a file");
    let export = |more: &[&str], code: i32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
        command.current_dir(folder.path()).args(["export", "models"]).args(more);
        String::from_utf8(command.assert().code(code).get_output().stderr.clone()).expect("text")
    };
    let said = export(&["--all-bounds", "1..3", "--directory", "out"], 0);
    let manifest = std::fs::read_to_string(at("out/manifest.json")).expect("a manifest");
    let manifest: Vec<serde_json::Value> = serde_json::from_str(&manifest).expect("JSON");
    assert!(said.contains(&format!("{} files\n", manifest.len())), "{said}");
    let mut texts = std::collections::BTreeSet::new();
    for entry in &manifest {
        let text = std::fs::read_to_string(at("out").join(entry["file"].as_str().expect("a name"))).expect("a file");
        let questions: String = text.lines().filter(|line| !line.starts_with("c ")).collect();
        let (model, query) = (entry["model"].to_string(), entry["query"].to_string());
        assert!(texts.insert((model, entry["formula"].to_string(), query, questions)), "twice: {entry}");
    }
    let about = |model: &str, query: &str| {
        let file = |entry: &&serde_json::Value| entry["file"].as_str().is_some_and(|file| file.starts_with(model));
        manifest.iter().filter(file).filter(|entry| entry["query"] == query).count()
    };
    // Two formulas at three bounds each; two at which no bound makes a difference, since who knows needs no path.
    assert_eq!([about("models/train/", "prove"), about("models/train/", "refute")], [6, 6], "{manifest:?}");
    assert!(about("models/plain/", "prove") >= 2 && about("models/plain/", "refute") >= 2, "{manifest:?}");
    assert!(manifest.iter().all(|entry| entry["logic"].is_string()), "{manifest:?}");
    // Two models never share a folder, and what has no questions is counted for one model, too.
    std::fs::create_dir(at("inner")).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
    command.current_dir(at("inner")).args(["export", "../models/train.ispl", "./../models/train.ispl"]);
    command.args(["--formula", "1", "--all-bounds", "1..2", "--directory", "out"]).assert().code(0);
    for folder in ["train", "train.2"] {
        assert!(at("inner/out/models").join(folder).join("formula-1-prove-1.qdimacs").is_file(), "{folder}");
    }
    let fair = train.replace("\nFormulae\n", "\nFairness t1tunnel; end Fairness\nFormulae\n");
    std::fs::write(at("fair.ispl"), fair).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
    command.current_dir(folder.path()).args(["export", "fair.ispl", "--all-bounds", "1..2", "--directory", "fair"]);
    let said = String::from_utf8(command.assert().code(2).get_output().stderr.clone()).expect("text");
    assert!(said.contains("0 files; 2 formulas without questions"), "{said}");
    // Without a folder to write to, there is one question.
    assert!(export(&[], 2).contains("--directory"));
}

#[test]
fn what_cannot_be_written_is_said() {
    assert!(export(&[], 2).1.contains("choose one with --formula"));
    assert!(export(&["--formula", "9"], 2).1.contains("there is no formula 9"));
    assert!(export(&["--format", "aiger", "--formula", "2"], 2).1.contains("AIGER takes `AG p`"));
    assert!(export(&["--formula", "1", "--output", "/nowhere/at/all"], 2).1.contains("cannot write"));
    assert!(export(&["--all-bounds", "3..1", "--directory", "x"], 2).1.contains("must not be larger"));
    assert!(export(&["--format", "aiger", "--formula", "AG !t1tunnel"], 0).0.starts_with("aag "));
    let fair = std::fs::read_to_string(model()).expect("the library is there");
    let fair = fair.replace("\nFormulae\n", "\nFairness t1tunnel; end Fairness\nFormulae\n");
    for format in ["smv", "aig", "qdimacs"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
        command.args(["export", "-", "--format", format, "--formula", "AG !t1tunnel"]).write_stdin(fair.clone());
        let assert = command.assert().code(2);
        let text = String::from_utf8(assert.get_output().stderr.clone()).expect("text");
        assert!(text.to_lowercase().contains("fairness"), "{format}: {text}");
    }
}

/// The states of automata, and claims where letters have operators.
#[test]
fn path_formulas_are_written() {
    let text = export(&["--formula", "LTL G (t1tunnel -> X K(T1, !t2tunnel))", "--bound", "2", "--output", "-"], 0).0;
    assert!(text.contains(" frame 1 automaton[0]") && text.contains(" frame 0 claim[0]"), "{text}");
    let text = export(&["--formula", "LTL F G t1tunnel", "--bound", "1", "--output", "-"], 0).0;
    assert!(text.contains(" frame 1 automaton[0]") && !text.contains("claim["), "{text}");
}

#[test]
fn solvers_are_listed() {
    let assert = Command::new(env!("CARGO_BIN_EXE_qmas-rs")).arg("solvers").assert().code(0);
    let text = String::from_utf8(assert.get_output().stdout.clone()).expect("text");
    for word in ["SAT (--sat)", "varisat", "QBF (--qbf)", "expansion", "depqbf", "caqe", "quabs", "cqesto"] {
        assert!(text.contains(word), "{word} is not in\n{text}");
    }
    let nowhere = Command::new(env!("CARGO_BIN_EXE_qmas-rs")).arg("solvers").env("PATH", "/nowhere").assert().code(0);
    let text = String::from_utf8(nowhere.get_output().stdout.clone()).expect("text");
    assert!(text.contains("depqbf     not found; install it with `apt-get install depqbf`"), "{text}");
}

/// psi2 of the paper: train 1 gets into the tunnel in two steps, and not sooner.
#[test]
fn a_winning_move_is_shown() {
    for solver in ["expansion", "depqbf"] {
        if solver == "depqbf" && !installed("depqbf") {
            continue;
        }
        let arguments = ["--engine", "bounded", "--reach", "bdd", "--formula", "2", "--qbf", solver];
        let assert = Command::new(env!("CARGO_BIN_EXE_qmas-rs")).arg(model()).args(arguments).assert().code(0);
        let text = String::from_utf8(assert.get_output().stdout.clone()).expect("text");
        let (_, run) = text.split_once("formula 2 is made true by choices that begin with\n").expect(&text);
        let lines: Vec<&str> = run.lines().collect();
        assert!(lines[0].starts_with("  0  ") && lines[0].contains("T1.place=away"), "{text}");
        assert_eq!(lines.len(), 5, "two steps: {text}");
        assert!(lines[4].starts_with("  2  ") && lines[4].contains("T1.place=tunnel"), "{text}");
        let without = [arguments.as_slice(), &["--evidence", "none"]].concat();
        let assert = Command::new(env!("CARGO_BIN_EXE_qmas-rs")).arg(model()).args(without).assert().code(0);
        let text = String::from_utf8(assert.get_output().stdout.clone()).expect("text");
        assert!(!text.contains("choices that begin"), "{text}");
    }
}
