//! The other tool's own example files, wherever they are present: every failing formula says why.
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use std::path::Path;

use qmas::check::{Backing, EngineChoice, check};
use qmas::engine::{Options, Shows, Verdict};
use qmas::load::{Strictness, load};

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
            let checked = check(&model, engine, &options);
            for (number, outcome) in checked.outcomes.iter().enumerate() {
                if outcome.verdict == Verdict::Fails {
                    let found = matches!(outcome.backing, Backing::Shown { .. });
                    assert!(found, "{file}, formula {}: {:?}", number + 1, outcome.backing);
                    shown += 1;
                }
            }
        }
    }
    assert!(shown > 50, "only {shown} formulas");
}
