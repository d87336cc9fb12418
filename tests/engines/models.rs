//! Every verdict that a source states about a model of the library: by the explicit engine at small sizes, by the BDD
//! engine at small and medium sizes.

use qmas::diagnostic::Severity;
use qmas::engine::{Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;
use qmas_models::{ExpectedVerdict, Model, Parameters, Source, models};

/// Left to the symbolic engines: most of a minute for an enumeration.
const SLOW: [(&str, usize); 1] = [("faulty-trains", 5)];

/// Medium sizes that take more than a second or two even when everything is optimised.
const HEAVY: [(&str, usize); 10] = [
    ("card-ladder", 10),
    ("card-memory", 8),
    ("go-back-n", 6),
    ("go-back-n", 8),
    ("go-back-n", 10),
    ("go-back-n-finite", 6),
    ("go-back-n-finite", 8),
    ("prisoners", 12),
    ("prisoners", 15),
    ("prisoners-toggle-chain", 6),
];

/// Which sizes of a model that has several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sizes {
    Small,
    Medium,
    /// Of the medium sizes those that take long.
    Heavy,
}

/// The text of a model at each of these sizes; a model of one size has one text.
fn texts(model: &Model, sizes: Sizes) -> Vec<(usize, String)> {
    match model.source {
        Source::File(text) => vec![(0, text.to_owned())],
        Source::Family { generate, .. } => {
            let heavy = |n: &usize| HEAVY.contains(&(model.name, *n));
            let expected = model.expected();
            let sizes: Vec<usize> = match sizes {
                Sizes::Small => expected.small,
                Sizes::Medium => expected.medium.into_iter().filter(|n| !heavy(n)).collect(),
                Sizes::Heavy => expected.medium.into_iter().filter(heavy).collect(),
            };
            sizes.into_iter().map(|n| (n, generate(Parameters { n, seed: 1 }))).collect()
        }
    }
}

fn options(model: &Model) -> Options {
    let expected = model.expected();
    Options {
        traces: match expected.traces {
            qmas_models::Traces::Infinite => Traces::Infinite,
            qmas_models::Traces::Finite => Traces::Finite,
        },
        strategies: if expected.uniform { Strategies::Uniform } else { Strategies::PerfectInformation },
        ..Options::default()
    }
}

/// How many verdicts were compared.
fn compare(model: &Model, engine: EngineChoice, sizes: Sizes) -> usize {
    let expected = model.expected().formulas;
    let mut compared = 0;
    for (n, text) in texts(model, sizes) {
        if engine == EngineChoice::Explicit && SLOW.contains(&(model.name, n)) {
            continue;
        }
        let loaded = load(&text, Strictness::Strict).model.unwrap_or_else(|| panic!("{} at size {n}", model.name));
        let checked = check_with(&loaded, engine, &options(model));
        assert_eq!(checked.outcomes.len(), expected.len(), "{} at size {n}", model.name);
        for (outcome, expected) in checked.outcomes.iter().zip(&expected) {
            let verdict = match expected.verdict {
                ExpectedVerdict::Holds => Verdict::Holds,
                ExpectedVerdict::Fails => Verdict::Fails,
            };
            let (index, name) = (expected.index, &expected.name);
            assert_eq!(outcome.verdict, verdict, "{} at size {n}, formula {index}, {name}", model.name);
            compared += 1;
        }
    }
    compared
}

fn families() -> impl Iterator<Item = Model> {
    models().into_iter().filter(|model| matches!(model.source, Source::Family { .. }))
}

#[test]
fn files_have_the_verdicts_that_their_sources_state() {
    let files = models().into_iter().filter(|model| matches!(model.source, Source::File(_)));
    let compared: usize = files.map(|model| compare(&model, EngineChoice::Explicit, Sizes::Small)).sum();
    assert!(compared > 100, "only {compared} verdicts compared");
}

#[test]
fn families_have_the_verdicts_that_their_sources_state() {
    let compared: usize = families().map(|model| compare(&model, EngineChoice::Explicit, Sizes::Small)).sum();
    assert!(compared > 100, "only {compared} verdicts compared");
}

#[test]
fn the_bdd_engine_at_small_sizes() {
    let compared: usize = models().iter().map(|model| compare(model, EngineChoice::Bdd, Sizes::Small)).sum();
    assert!(compared > 300, "only {compared} verdicts compared");
}

/// Verdicts do not depend on the size.
#[test]
fn the_bdd_engine_at_medium_sizes() {
    let compared: usize = families().map(|model| compare(&model, EngineChoice::Bdd, Sizes::Medium)).sum();
    assert!(compared > 300, "only {compared} verdicts compared");
}

#[test]
#[ignore = "takes minutes; `cargo test --release --test engines -- --ignored` runs it"]
fn the_bdd_engine_at_the_other_medium_sizes() {
    let compared: usize = families().map(|model| compare(&model, EngineChoice::Bdd, Sizes::Heavy)).sum();
    assert!(compared > 50, "only {compared} verdicts compared");
}

/// Models of one generator share atoms and groups that not every one of them asks about, and at the smallest size a
/// line may have nothing to do. Nothing else is worth a warning.
#[test]
fn the_front_end_has_nothing_to_say() {
    for model in models() {
        for (n, text) in texts(&model, Sizes::Small) {
            for diagnostic in load(&text, Strictness::Strict).diagnostics {
                let harmless = diagnostic.severity == Severity::Warning
                    && (diagnostic.code.0.starts_with("unused-") || (diagnostic.code.0 == "idle" && n <= 2));
                assert!(harmless, "{} at size {n}: {diagnostic:?}", model.name);
            }
        }
    }
}
