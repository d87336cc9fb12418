//! The other tool's own example files: the same verdicts, wherever the files are present.
//!
//! The corpus is not part of this project. Without it these tests are skipped.

use std::collections::BTreeMap;
use std::path::Path;

use qmas::engine::Verdict;
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

use crate::common::corpus::corpus;

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

/// What the authors of a file say behind a formula: `-- True` or `--False`, in the order of the formulas.
fn comments(source: &str) -> Vec<Option<bool>> {
    let parsed = qmas::ispl::parse(source);
    let behind = |end: usize| {
        let line = source[end..].lines().next().unwrap_or_default();
        let comment = line.trim_start_matches([';', ' ']).strip_prefix("--")?.trim().to_ascii_lowercase();
        if comment.starts_with("true") {
            Some(true)
        } else if comment.starts_with("false") {
            Some(false)
        } else {
            None
        }
    };
    parsed.file.formulae.iter().map(|formula| behind(formula.span.end)).collect()
}

fn verdicts(path: &Path, engine: EngineChoice) -> Vec<Verdict> {
    let source = std::fs::read_to_string(path).expect("corpus files are text");
    let loaded = load(&source, Strictness::Lenient);
    let model = loaded.model.unwrap_or_else(|| panic!("{}: {:#?}", path.display(), loaded.diagnostics));
    check_with(&model, engine, &Options::default()).outcomes.into_iter().map(|o| o.verdict).collect()
}

#[test]
fn same_verdicts_as_the_other_tool_and_as_the_comments_say() {
    let Some(corpus) = corpus() else { return };
    let (mut compared, mut commented) = (0, 0);
    for (file, expected) in expected(&corpus) {
        let path = corpus.join(&file);
        let found = verdicts(&path, EngineChoice::Explicit);
        let verdict = |holds: bool| if holds { Verdict::Holds } else { Verdict::Fails };
        for (number, expected) in expected {
            assert_eq!(found[number - 1], verdict(expected), "{file}, formula {number}");
            compared += 1;
        }
        let source = std::fs::read_to_string(&path).expect("corpus files are text");
        for (number, comment) in comments(&source).into_iter().enumerate() {
            let Some(expected) = comment else { continue };
            assert_eq!(found[number], verdict(expected), "{file}, formula {}, by its comment", number + 1);
            commented += 1;
        }
    }
    assert!(compared > 200, "only {compared} verdicts compared");
    assert!(commented > 100, "only {commented} comments compared");
}

#[test]
fn the_bdd_engine_gives_the_same_verdicts() {
    let Some(corpus) = corpus() else { return };
    let mut compared = 0;
    for (file, expected) in expected(&corpus) {
        let found = verdicts(&corpus.join(&file), EngineChoice::Bdd);
        for (number, expected) in expected {
            match (&found[number - 1], expected) {
                (Verdict::Holds, true) | (Verdict::Fails, false) => compared += 1,
                (other, _) => panic!("{file}, formula {number}: {other:?} instead of {expected}"),
            }
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
