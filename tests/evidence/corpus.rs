//! The other tool's own example files, wherever they are present: every failing formula says why. What is said is kept as
//! snapshots; it was replayed, and the verdicts are the other tool's (`tests/corpus.rs`).
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use std::path::Path;

use qmas::portfolio::check_with;
use qmas::engine::{EngineChoice, Options, Shows};
use qmas::load::{Strictness, load};

use crate::library::{failures, keep};

#[test]
fn every_failing_formula_of_the_corpus_says_why() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(table) = std::fs::read_to_string(corpus.join("verdicts.tsv")) else {
        eprintln!("skipped: there is no corpus beside this project");
        return;
    };
    let mut files: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    files.dedup();
    let mut shown = 0;
    for file in files {
        let source = std::fs::read_to_string(corpus.join(file)).expect("corpus files are text");
        let model = load(&source, Strictness::Lenient).model.expect("corpus files are accepted");
        let options = Options { evidence: Shows::Failures, ..Options::default() };
        for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
            let checked = check_with(&model, engine, &options);
            let (text, count) = failures(file, &model, &checked);
            shown += count;
            // Which of several shortest paths is shown depends on the engine.
            if count > 0 && engine == EngineChoice::Explicit {
                keep("snapshots/corpus", &file.trim_end_matches(".ispl").replace('/', "-"), &text);
            }
        }
    }
    assert!(shown > 50, "only {shown} formulas");
}
