//! Evidence for every failing formula of the library, at its smallest size, as people see it: kept as snapshots, which are
//! right because each was replayed, and whose verdicts are those that the sources state (`tests/models.rs`).

use qmas::outcome::{Backing, Checked};
use qmas::portfolio::check_with;
use qmas::engine::{EngineChoice, Options, Shows, Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
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

/// Why each failing formula fails, and how many there are.
pub(crate) fn failures(name: &str, model: &qmas::Model, checked: &Checked) -> (String, usize) {
    let (mut text, mut count) = (String::new(), 0);
    for (number, outcome) in checked.outcomes.iter().enumerate() {
        if outcome.verdict != Verdict::Fails {
            continue;
        }
        let shown = matches!(outcome.backing, Backing::Shown { .. });
        assert!(shown, "{name}, formula {}: {:?}", number + 1, outcome.backing);
        let formula = model.formulas.show(&model.system, model.specifications[number]);
        text += &format!("{}  {formula}\n{}\n", number + 1, backing(model, &outcome.backing, Style::default()));
        count += 1;
    }
    (text, count)
}

/// Compares with the snapshot of this name.
pub(crate) fn keep(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
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
        let (snapshot, count) = failures(model.name, &loaded, &checked);
        shown += count;
        if count > 0 {
            keep("snapshots", model.name, &snapshot);
        }
    }
    assert!(shown > 50, "only {shown} formulas");
}
