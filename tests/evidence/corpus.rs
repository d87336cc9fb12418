//! The other tool's own example files, wherever they are present: every failing formula says why, with every
//! engine, as shortly as can be. It was replayed, and the verdicts are the other tool's (`tests/engines/corpus.rs`).

use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::portfolio::check_with;

use crate::common::corpus::corpus;
use crate::library::failures;
use crate::shortest::as_short_as_can_be;

#[test]
fn every_failing_formula_of_the_corpus_says_why() {
    let Some(corpus) = corpus() else { return };
    let table = std::fs::read_to_string(corpus.join("verdicts.tsv")).expect("the corpus has its table");
    let mut files: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    files.dedup();
    let (mut shown, mut compared) = (0, 0);
    for file in files {
        let source = std::fs::read_to_string(corpus.join(file)).expect("corpus files are text");
        let model = load(&source, Strictness::Lenient).model.expect("corpus files are accepted");
        let options = Options { evidence: Shows::Failures, ..Options::default() };
        for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
            let checked = check_with(&model, engine, &options);
            shown += failures(file, &model, &checked).len();
            compared += as_short_as_can_be(&model, &checked, &options).unwrap_or_else(|why| panic!("{file}, {why}"));
        }
    }
    assert!(shown > 50, "only {shown} formulas");
    assert!(compared > 20, "only {compared} lengths were compared");
}
