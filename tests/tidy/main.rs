//! The shape of the code base: every file says why it exists, and modules import only in the agreed directions.

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut work = vec![root().join(folder)];
    while let Some(folder) = work.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folders of the project are readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("source files are text");
                files.push((path, text));
            }
        }
    }
    files.sort();
    files
}

/// The module of a file below `src`: its first folder, or its name.
fn module(path: &Path) -> String {
    let relative = path.strip_prefix(root().join("src")).expect("below src");
    let first = relative.components().next().expect("not empty").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The modules of this crate that a file mentions by `crate::`, outside comments.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            found.push((number + 1, name));
        }
    }
    found
}

fn forbid(importers: &[&str], imported: &[&str], why: &str) {
    let mut seen = false;
    for (path, text) in rust_files("src") {
        if !importers.contains(&module(&path).as_str()) {
            continue;
        }
        seen = true;
        for (line, name) in imports(&text) {
            assert!(!imported.contains(&name.as_str()), "{}:{line} imports `{name}`: {why}", path.display());
        }
    }
    assert!(seen, "no file belongs to {importers:?}: this rule watches nothing");
}

#[test]
fn every_file_says_why_it_exists() {
    for folder in ["src", "encodings/src", "models/src", "tests"] {
        for (path, text) in rust_files(folder) {
            assert!(text.starts_with("//!"), "{} does not open with `//!`", path.display());
        }
    }
}

#[test]
fn meaning_knows_neither_syntax_nor_engines() {
    let above = ["ispl", "resolve", "load", "explicit", "bdd", "lower", "check", "report", "cli", "model"];
    forbid(&["ir"], &above, "`ir` is the meaning of a model, whoever wrote or checks it");
    forbid(&["logic"], &above, "`logic` is the meaning of a formula, whoever wrote or checks it");
}

#[test]
fn the_oracle_stands_alone() {
    let others =
        ["automata", "lower", "bdd", "bounded", "ispl", "resolve", "load", "check", "report", "cli", "witness"];
    forbid(&["explicit"], &others, "an oracle must be able to disagree");
    for (path, text) in rust_files("src/explicit") {
        assert!(!text.contains("qmas_encodings"), "{} uses the encodings", path.display());
    }
}

#[test]
fn engines_do_not_know_each_other() {
    let others = ["explicit", "bounded", "ispl", "resolve", "load", "check", "report", "cli"];
    forbid(&["bdd"], &others, "engines meet in `Verdict`");
    let others = ["explicit", "bdd", "ispl", "resolve", "load", "check", "report", "cli"];
    forbid(&["bounded"], &others, "reachable states come through `ExactStates`, whoever knows them");
    let above = ["explicit", "bdd", "bounded", "ispl", "resolve", "load", "check", "report", "cli", "model"];
    forbid(&["lower"], &above, "circuits come from the meaning of a model alone");
}

/// Evidence is checked by code that no engine uses; engines only lend their sets.
#[test]
fn evidence_knows_no_engine() {
    let above = ["explicit", "bdd", "bounded", "check", "ispl", "resolve", "load", "report", "cli", "solver"];
    forbid(&["witness"], &above, "what is wrong with evidence is found out, whoever made it");
}

#[test]
fn automata_know_formulas_only() {
    let above = ["explicit", "bdd", "bounded", "lower", "ispl", "resolve", "load", "check", "report", "cli", "model"];
    forbid(&["automata"], &above, "an automaton comes from a path formula, whoever walks along it");
    for (path, text) in rust_files("src/automata") {
        assert!(!text.contains("oxidd"), "{} builds decision diagrams of states", path.display());
    }
}

#[test]
fn only_lowering_knows_bit_positions() {
    for (path, text) in rust_files("src") {
        let may = matches!(module(&path).as_str(), "lower" | "witness" | "bdd");
        assert!(may || !text.contains("BitLayout"), "{} knows bit positions", path.display());
    }
}

#[test]
fn the_front_end_knows_no_engine() {
    let engines = ["explicit", "bdd", "check", "report", "cli"];
    forbid(&["ispl", "resolve", "load", "diagnostic"], &engines, "reading a file is not checking it");
}

#[test]
fn only_the_command_line_and_reports_print() {
    // The lint `print_stdout` is on for the whole workspace; only these may switch it off.
    for (path, text) in rust_files("src") {
        let allowed = matches!(module(&path).as_str(), "cli" | "report");
        assert!(allowed || !text.contains("clippy::print_std"), "{} allows printing", path.display());
        let touches = ["std::fs", "std::process", "std::io::stdin"].iter().any(|word| text.contains(word));
        // How large the process is, only the operating system knows: it says so in a file.
        let may_touch = matches!(module(&path).as_str(), "cli" | "report" | "solver" | "main")
            || path.ends_with("engine/memory.rs");
        assert!(may_touch || !touches, "{} touches files or processes", path.display());
    }
}

#[test]
fn the_lowest_layer_imports_nothing_of_ours() {
    for (path, text) in rust_files("encodings/src") {
        for word in ["qmas::", "qmas_models", "std::fs", "std::process", "std::io::stdin"] {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn unsafe_code_is_forbidden() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("readable");
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    for member in ["encodings", "models", "tests/common"] {
        let manifest = std::fs::read_to_string(root().join(member).join("Cargo.toml")).expect("readable");
        assert!(manifest.contains("[lints]\nworkspace = true"), "{member} does not share the lints");
    }
}
