//! Verdicts do not depend on what makes questions smaller: every switch alone, and all of them, against the oracle; and
//! each of them does something.

use qmas::bounded::{BoundedOptions, Reach, Savings};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

use crate::bounded::{agrees, ask, library, of_the_paper, small};
use crate::common::random::{Logic, Wishes, draw, forall};

const NONE: Savings = Savings { selectors: false, lazy: false, symmetry: false };

fn with(savings: Savings) -> BoundedOptions {
    BoundedOptions { savings, ..BoundedOptions::default() }
}

fn verdicts(seeds: std::ops::Range<u64>, wishes: Wishes, options: &Options) {
    forall(seeds, |seed| draw(seed, wishes, Logic::Ctl, 4), |drawn| agrees(drawn, options));
}

#[test]
fn without_selectors() {
    let bounded = with(Savings { selectors: false, ..Savings::default() });
    verdicts(700_000..700_060, small(), &Options { bounded, ..Options::default() });
}

#[test]
fn without_laziness() {
    let bounded = with(Savings { lazy: false, ..Savings::default() });
    verdicts(710_000..710_060, small(), &Options { bounded, ..Options::default() });
}

#[test]
fn without_symmetry() {
    let savings = Savings { symmetry: false, ..Savings::default() };
    let bounded = BoundedOptions { reach: Reach::Unroll, ..with(savings) };
    let wishes = Wishes { most_states: 8, ..Wishes::default() };
    verdicts(720_000..720_060, wishes, &Options { bounded, ..Options::default() });
}

#[test]
fn without_a_cone() {
    verdicts(730_000..730_060, small(), &Options { whole_system: true, ..Options::default() });
}

#[test]
fn without_induction() {
    let bounded = BoundedOptions { induction: false, ..BoundedOptions::default() };
    verdicts(740_000..740_060, small(), &Options { bounded, ..Options::default() });
}

#[test]
fn without_anything() {
    let bounded = BoundedOptions { induction: false, ..with(NONE) };
    let wishes = Wishes { most_states: 6, ..Wishes::default() };
    verdicts(750_000..750_060, wishes, &Options { bounded, whole_system: true, ..Options::default() });
}

/// What a model of the library costs: gates of all questions together, and rounds beyond the first.
fn cost(name: &str, options: BoundedOptions) -> (usize, usize) {
    let checked = ask(&library(name), options);
    let rows = checked.bounds.iter().flat_map(|(_, rows)| rows);
    rows.fold((0, 0), |(gates, rounds), row| (gates + row.cost.gates, rounds + row.cost.rounds - 1))
}

/// A switch that switches nothing would pass all the tests above.
#[test]
fn every_switch_does_something() {
    let all = Savings::default();
    let unroll = |savings| BoundedOptions { reach: Reach::Unroll, ..with(savings) };
    let train = |savings| BoundedOptions { savings, ..of_the_paper() };
    let of = |options| cost("train-controller", options).0;
    assert_ne!(of(train(all)), of(train(Savings { selectors: false, ..all })), "not always for the better");
    assert!(of(train(all)) < of(train(Savings { lazy: false, ..all })));
    assert!(of(unroll(all)) > of(unroll(Savings { symmetry: false, ..all })), "one gate per frame is the price");
    let (_, rounds) = cost("train-controller", train(all));
    assert!(rounds > 0);
    assert_eq!(cost("train-controller", train(NONE)).1, 0);
    let whole = Options { whole_system: true, ..Options::default() };
    let model = library("train-controller");
    let gates = |options: &Options| -> usize {
        let checked = check_with(&model, EngineChoice::Bounded, options);
        checked.bounds.iter().flat_map(|(_, rows)| rows).map(|row| row.cost.gates).sum()
    };
    assert!(gates(&Options::default()) <= gates(&whole));
}
