//! Systems with 3 to 6 agents, 10 to 40 actions each and, in long runs, up to 100,000 states: large enough that engines go
//! the ways that are made for speed. The oracle lists joint actions, so it is asked at small sizes only, where few actions
//! are enabled at a time. At all sizes engines are compared with a simulation that is written here, on tables, and that
//! knows neither ISPL nor any code of the product: states, steps, and the states of each formula.

mod direct;
mod rings;
mod walkers;

use direct::Direct;
use rings::Rings;
use walkers::Walkers;

use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::Prng;
use qmas::Model;
use qmas::bdd::BddEngine;
use qmas::engine::Verdict;
use qmas::explicit::Explicit;
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

/// As many states may be listed; in long runs some systems are as large as promised.
fn most_states(seed: u64) -> usize {
    match effort::long() {
        false => 1_500,
        true if seed.is_multiple_of(4) => 100_000,
        true => 10_000,
    }
}

fn model(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics))
}

/// What a formula is expected to be: true in these states, by their codes.
type Expected = Vec<(&'static str, Vec<bool>)>;

/// Every engine finds the states, the steps and the truths of the simulation.
fn agree(model: &Model, direct: &Direct, expected: &Expected) -> Result<(), String> {
    let options = Options::default();
    let mut explicit = Explicit::new(model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut bdd = BddEngine::new(model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    let (states, steps) = (explicit.space().len(), explicit.space().graph().edges());
    if (states, steps) != (direct.states().len(), direct.steps()) {
        return Err(format!(
            "{states} states and {steps} steps instead of {} and {}",
            direct.states().len(),
            direct.steps()
        ));
    }
    if bdd.statistics().states != states.into() {
        return Err(format!("{} states in decision diagrams instead of {states}", bdd.statistics().states));
    }
    let codes: Vec<usize> = (0..states).map(|number| direct.code(explicit.space().state(number).values())).collect();
    let chosen = check_with(model, EngineChoice::Auto, &options);
    assert_eq!(model.specifications.len(), expected.len(), "a truth for every formula");
    for (number, (&specification, (name, truth))) in model.specifications.iter().zip(expected).enumerate() {
        let found = explicit.satisfying_specification(specification).map_err(|reason| reason.to_string())?;
        if let Some(wrong) = (0..states).find(|&state| found.contains(state) != truth[codes[state]]) {
            return Err(format!("{name} is not right in {:?}", explicit.space().state(wrong).values()));
        }
        let count = direct.states().iter().filter(|&&code| truth[code]).count();
        let found = bdd.count_satisfying(specification).map_err(|reason| reason.to_string())?;
        if found != count.into() {
            return Err(format!("{name} holds in {found} states by decision diagrams instead of {count}"));
        }
        let verdict = if truth[direct.start()] { Verdict::Holds } else { Verdict::Fails };
        if chosen.outcomes[number].verdict != verdict {
            return Err(format!("{name}: {:?} instead of {verdict:?}", chosen.outcomes[number].verdict));
        }
    }
    Ok(())
}

/// The oracle finds the same as the simulation: neither knows the other.
fn oracle_agrees(model: &Model, direct: &Direct, expected: &Expected) -> Result<(), String> {
    let mut oracle = Oracle::new(model, &Options::default().terms()).map_err(|reason| reason.to_string())?;
    if oracle.space().len() != direct.states().len() {
        return Err(format!("{} states instead of {}", direct.states().len(), oracle.space().len()));
    }
    for (&specification, (name, truth)) in model.specifications.iter().zip(expected) {
        let found = oracle.satisfying_specification(specification).map_err(|reason| reason.to_string())?;
        let wrong = |&state: &usize| found.contains(state) != truth[direct.code(oracle.space().state(state).values())];
        if (0..oracle.space().len()).any(|state| wrong(&state)) {
            return Err(format!("{name} is simulated wrongly"));
        }
    }
    Ok(())
}

#[test]
fn few_of_many_actions_enabled() {
    let (mut largest, mut both) = (0, [0; 2]);
    for seed in 120_000..120_012 {
        let mut prng = Prng::new(seed);
        let walkers = Walkers::draw(&mut prng, most_states(seed));
        let text = walkers.text();
        let model = model(&text);
        let direct = walkers.simulate();
        let expected = walkers.truths(&direct);
        largest = largest.max(direct.states().len());
        for (_, truth) in &expected {
            both[usize::from(truth[direct.start()])] += 1;
        }
        agree(&model, &direct, &expected).unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(largest > most_states(0) / 10, "the largest system has {largest} states only");
    assert!(both[0] > 10 && both[1] > 10, "{} formulas fail and {} hold", both[0], both[1]);
}

#[test]
fn the_oracle_agrees_with_the_simulation() {
    let mut largest = 0;
    for seed in 121_000..121_008 {
        let mut prng = Prng::new(seed);
        let walkers = Walkers::draw(&mut prng, 400);
        let (text, direct) = (walkers.text(), walkers.simulate());
        largest = largest.max(direct.states().len());
        oracle_agrees(&model(&text), &direct, &walkers.truths(&direct))
            .unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(largest > 100, "the largest system has {largest} states only");
}

#[test]
fn all_of_many_actions_enabled() {
    let mut largest = 0;
    for seed in 122_000..122_008 {
        let mut prng = Prng::new(seed);
        let rings = Rings::draw(&mut prng, most_states(seed));
        let text = rings.text();
        let direct = rings.simulate();
        largest = largest.max(direct.states().len());
        agree(&model(&text), &direct, &rings.truths(&direct))
            .unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(largest > most_states(0) / 10, "the largest system has {largest} states only");
}
