//! The bounded engine against the oracle on random systems, deadlocks included, against the qMAS paper, and against
//! itself with its savings switched off.

mod answers;
mod chains;
mod depths;
mod induction;
mod lemmas;
mod linear;
mod paper;
mod path_formulas;
mod paths;
mod proofs;
mod stable;
mod strategic;
mod switches;
mod verdicts;

use crate::common::oracle::Oracle;
use crate::common::random::{RandomModel, Wishes, loaded};
use qmas::Model;
use qmas::bounded::{BoundedOptions, Paths, Reach, Repetition};
use qmas::engine::{Terms, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options};
use qmas::outcome::Checked;
use qmas::portfolio::check_with;

fn ask(model: &Model, bounded: BoundedOptions) -> Checked {
    check_with(model, EngineChoice::Bounded, &Options { bounded, ..Options::default() })
}

/// A model from its text.
fn read(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// A model of the library.
fn library(name: &str) -> Model {
    let path = format!("{}/models/library/{name}/model.ispl", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read_to_string(path).expect("the library is there"))
}

/// The verdicts and bounds of a model of the library.
fn bounds(name: &str, options: BoundedOptions) -> Vec<(Verdict, Option<usize>)> {
    ask(&library(name), options).outcomes.into_iter().map(|outcome| (outcome.verdict, outcome.bound)).collect()
}

/// What the oracle says, and the number of states; nothing if there is no initial state.
fn expected(model: &Model) -> Result<Option<(Vec<Verdict>, usize)>, String> {
    let mut explicit = Oracle::new(model, &Terms::default()).map_err(|reason| reason.to_string())?;
    if explicit.space().initial_states().count() == 0 {
        return Ok(None);
    }
    let verdicts = model.specifications.iter().map(|&specification| explicit.check(specification)).collect();
    Ok(Some((verdicts, explicit.space().len())))
}

/// Every formula gets the oracle's verdict at some bound, at the latest when all paths must repeat a state.
fn agrees(drawn: &RandomModel, options: &Options) -> Result<(), String> {
    let model = loaded(drawn)?;
    let Some((expected, states)) = expected(&model)? else { return Ok(()) };
    let bounded = BoundedOptions { max: Some(states + 1), ..options.bounded.clone() };
    let checked = check_with(&model, EngineChoice::Bounded, &Options { bounded, ..options.clone() });
    for (number, (outcome, expected)) in checked.outcomes.iter().zip(expected).enumerate() {
        if outcome.verdict != expected {
            return Err(format!("formula {}: {:?} instead of {expected:?}", number + 1, outcome.verdict));
        }
    }
    Ok(())
}

/// Every formula of a text gets the oracle's verdict, whichever way the engine goes about it, at the latest when all paths
/// must repeat a state. How many states there are, and how many verdicts needed a bound of `late` or more.
fn in_every_way(text: &str, late: usize) -> (usize, usize) {
    let every = [
        BoundedOptions::default(),
        BoundedOptions { reach: Reach::Unroll, ..BoundedOptions::default() },
        of_the_paper(),
    ];
    let model = read(text);
    let (expected, states) = expected(&model).expect("few states").expect("there is an initial state");
    let mut count = 0;
    for options in every {
        let checked = ask(&model, BoundedOptions { max: Some(states + 1), ..options.clone() });
        for (number, (outcome, expected)) in checked.outcomes.iter().zip(&expected).enumerate() {
            assert_eq!(outcome.verdict, *expected, "{options:?}, formula {} of\n{text}", number + 1);
            count += usize::from(outcome.bound >= Some(late));
        }
    }
    (states, count)
}

fn small() -> Wishes {
    Wishes { most_states: 12, ..Wishes::default() }
}

/// The paper's own definitions: repeated states, reachable states known, no induction.
fn of_the_paper() -> BoundedOptions {
    BoundedOptions {
        repetition: Repetition::State,
        reach: Reach::Bdd,
        induction: false,
        paths: Paths::Not,
        ..BoundedOptions::default()
    }
}
