//! Lemmas 3.1 and 3.2 of the qMAS paper, bound by bound.

use qmas::Model;
use qmas::bounded::{BoundedOptions, Reach};
use qmas::engine::Verdict;

use crate::bounded::{ask, expected, of_the_paper};
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};

/// The verdicts at one bound alone.
fn at(model: &Model, bound: usize, options: &BoundedOptions) -> Vec<Verdict> {
    let checked = ask(model, BoundedOptions { start: bound, max: Some(bound), ..options.clone() });
    checked.outcomes.into_iter().map(|outcome| outcome.verdict).collect()
}

/// Lemma 3.2: at no bound is a verdict wrong. Lemma 3.1: what is known at a bound is known at the next.
fn sound_and_monotone(drawn: &RandomModel, options: &BoundedOptions) -> Result<(), String> {
    let model = loaded(drawn)?;
    let Some((expected, _)) = expected(&model)? else { return Ok(()) };
    let mut known = vec![false; expected.len()];
    for bound in 1..=4 {
        for (number, found) in at(&model, bound, options).into_iter().enumerate() {
            let open = found == Verdict::OpenUpTo(bound);
            if !open && found != expected[number] {
                return Err(format!("formula {} at bound {bound}: {found:?}", number + 1));
            }
            if open && known[number] {
                return Err(format!("formula {} was known before bound {bound}", number + 1));
            }
            known[number] = !open;
        }
    }
    Ok(())
}

#[test]
fn every_bound_is_sound_and_knows_what_smaller_ones_know() {
    let every = [
        BoundedOptions::default(),
        BoundedOptions { reach: Reach::Unroll, ..BoundedOptions::default() },
        of_the_paper(),
    ];
    forall(
        500_000..500_060,
        |seed| draw(seed, Wishes::default(), Logic::Ctl, 4),
        |drawn| every.iter().try_for_each(|options| sound_and_monotone(drawn, options)),
    );
}

/// The same for ATL: what a group can enforce in some rounds it can enforce in more.
#[test]
fn every_number_of_rounds_is_sound_and_enough_for_more() {
    forall(
        510_000..510_100,
        |seed| draw(seed, Wishes { most_states: 6, ..Wishes::default() }, Logic::Atl, 3),
        |drawn| sound_and_monotone(drawn, &BoundedOptions::default()),
    );
}
