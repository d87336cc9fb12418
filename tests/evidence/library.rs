//! Evidence for every failing formula of the library, at its smallest size, as people see it: kept as snapshots, which are
//! right because each was replayed, and whose verdicts are those that the sources state (`tests/engines/models.rs`).
//!
//! What nobody would read is not kept word for word, but by how long it is and what was replayed. `shortest` says that it
//! is no longer than it must be.

use qmas::engine::{Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::{Backing, Checked};
use qmas::portfolio::check_with;
use qmas::report::evidence::{Style, backing};
use qmas_models::{Model, Parameters, Source, models};

pub(crate) fn options(model: &Model) -> Options {
    let expected = model.expected();
    Options {
        traces: match expected.traces {
            qmas_models::Traces::Infinite => Traces::Infinite,
            qmas_models::Traces::Finite => Traces::Finite,
        },
        strategies: if expected.uniform { Strategies::Uniform } else { Strategies::PerfectInformation },
        evidence: Shows::Failures,
        ..Options::default()
    }
}

fn text(model: &Model) -> String {
    match model.source {
        Source::File(text) => text.to_owned(),
        Source::Family { generate, .. } => {
            let n = model.expected().small.into_iter().min().expect("every family has a small size");
            generate(Parameters { n, seed: 1 })
        }
    }
}

/// A model of the library at its smallest size.
pub(crate) fn loaded(model: &Model) -> qmas::Model {
    load(&text(model), Strictness::Strict).model.expect("the library is in order")
}

/// How many lines of evidence are kept for a model. With what `insta` writes in front it is no more than `tidy` allows.
const LINES: usize = 72;

/// Why each failing formula fails: the formula, and its evidence as it is shown.
pub(crate) fn failures(name: &str, model: &qmas::Model, checked: &Checked) -> Vec<(String, String)> {
    let mut failures = Vec::new();
    for (number, outcome) in checked.outcomes.iter().enumerate() {
        if outcome.verdict != Verdict::Fails {
            continue;
        }
        let shown = matches!(outcome.backing, Backing::Evidence { .. });
        assert!(shown, "{name}, formula {}: {:?}", number + 1, outcome.backing);
        let formula = model.formulas.show(&model.system, model.specifications[number]);
        let text = backing(model, &outcome.backing, Style::default());
        failures.push((format!("{}  {formula}", number + 1), text));
    }
    failures
}

/// As many of them as somebody reads, in full; of the others, how long they are and what was replayed.
fn readable(failures: &[(String, String)]) -> String {
    let mut left = LINES.saturating_sub(2 * failures.len());
    let mut text = String::new();
    for (formula, evidence) in failures {
        let lines = evidence.lines().count();
        if lines <= left {
            left -= lines;
            text += &format!("{formula}\n{evidence}\n");
        } else {
            let replayed = evidence.lines().last().unwrap_or_default().trim_start();
            text += &format!("{formula}\n  {lines} lines {replayed}\n");
        }
    }
    text
}

/// Compares with the snapshot of this name.
fn keep(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_failing_formula_of_the_library_says_why() {
    let mut shown = 0;
    for model in models() {
        let loaded = loaded(&model);
        let checked = check_with(&loaded, EngineChoice::Explicit, &options(&model));
        let failures = failures(model.name, &loaded, &checked);
        shown += failures.len();
        if !failures.is_empty() {
            keep(model.name, &readable(&failures));
        }
    }
    assert!(shown > 50, "only {shown} formulas");
}
