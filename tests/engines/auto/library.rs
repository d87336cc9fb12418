//! The library by the automatic choice: what its sources state, in a race and in turns.

use qmas::Model;
use qmas::engine::{Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::Options;
use qmas_models::{ExpectedVerdict, Parameters, Source, find, models};

use crate::auto::forced;

/// A model from its text.
pub(crate) fn read(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// A model of the library.
pub(crate) fn family(name: &str, n: usize) -> String {
    match find(name).expect("a model of the library").source {
        Source::Family { generate, .. } => generate(Parameters { n, seed: 0 }),
        Source::File(text) => text.to_owned(),
    }
}

#[test]
fn verdicts_are_those_of_the_sources() {
    let mut answered = 0;
    for entry in models() {
        let text = match entry.source {
            Source::File(text) => text.to_owned(),
            Source::Family { smallest, generate } => generate(Parameters { n: smallest, seed: 1 }),
        };
        let (model, expected) = (read(&text), entry.expected());
        let options = Options {
            traces: match expected.traces {
                qmas_models::Traces::Infinite => Traces::Infinite,
                qmas_models::Traces::Finite => Traces::Finite,
            },
            strategies: if expected.uniform { Strategies::Uniform } else { Strategies::PerfectInformation },
            ..Options::default()
        };
        for jobs in [1, 2] {
            let mut options = forced(jobs, &options);
            options.limits.max_nodes = 1 << 20;
            let checked = qmas::check(&model, &options);
            for (outcome, expected) in checked.outcomes.iter().zip(&expected.formulas) {
                let right = match expected.verdict {
                    ExpectedVerdict::Holds => Verdict::Holds,
                    ExpectedVerdict::Fails => Verdict::Fails,
                };
                assert_eq!(outcome.verdict, right, "{}, {jobs} jobs, formula {}", entry.name, expected.index);
                answered += 1;
            }
        }
    }
    assert!(answered > 300, "{answered}");
}
