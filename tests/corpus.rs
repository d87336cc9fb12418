//! The other tool's own example files: the same verdicts, wherever the files are present.
//!
//! The corpus is not part of this project. Without it these tests say that they were skipped.
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use qmas::check::{EngineChoice, check};
use qmas::engine::{Options, Verdict};
use qmas::load::{Strictness, load};

fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: there is no corpus beside this project");
    None
}

/// Formula number → expected verdict, per file.
fn expected(corpus: &Path) -> BTreeMap<String, BTreeMap<usize, bool>> {
    let table = std::fs::read_to_string(corpus.join("verdicts.tsv")).expect("the corpus has its table");
    let mut all: BTreeMap<String, BTreeMap<usize, bool>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let mut fields = line.split('\t');
        let (Some(file), Some(number), Some(verdict)) = (fields.next(), fields.next(), fields.next()) else {
            panic!("malformed line {line:?}");
        };
        let verdict = match verdict {
            "TRUE" => true,
            "FALSE" => false,
            other => panic!("unknown verdict {other:?}"),
        };
        all.entry(file.to_owned()).or_default().insert(number.parse().expect("a number"), verdict);
    }
    all
}

fn verdicts(path: &Path) -> Vec<Verdict> {
    let source = std::fs::read_to_string(path).expect("corpus files are text");
    let loaded = load(&source, Strictness::Lenient);
    let model = loaded.model.unwrap_or_else(|| panic!("{}: {:#?}", path.display(), loaded.diagnostics));
    check(&model, EngineChoice::Explicit, &Options::default()).outcomes.into_iter().map(|o| o.verdict).collect()
}

#[test]
fn same_verdicts_as_the_other_tool() {
    let Some(corpus) = corpus() else { return };
    let mut compared = 0;
    for (file, expected) in expected(&corpus) {
        let found = verdicts(&corpus.join(&file));
        for (number, expected) in expected {
            let expected = if expected { Verdict::Holds } else { Verdict::Fails };
            assert_eq!(found[number - 1], expected, "{file}, formula {number}");
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} verdicts compared");
}

#[test]
fn every_file_of_the_corpus_is_accepted() {
    let Some(corpus) = corpus() else { return };
    let mut files = Vec::new();
    let mut folders = vec![corpus];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ispl") {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 20);
    for path in files {
        let source = std::fs::read_to_string(&path).expect("corpus files are text");
        let loaded = load(&source, Strictness::Lenient);
        assert!(loaded.model.is_some(), "{}: {:#?}", path.display(), loaded.diagnostics);
    }
}
