//! Never a wrong verdict, and always a verdict at some bound: more than 20,000 pairs of a random system and a random
//! formula of CTLK and obligation, deadlocks included, against the oracle. So many with
//! `QMAS_TESTS=long`.

use qmas::bounded::{BoundedOptions, Query, Reach};
use qmas::engine::Verdict;
use qmas::options::Options;
use qmas::solver::SatChoice;

use crate::bounded::{agrees, ask, expected, of_the_paper, small};
use crate::common::random::{Logic, Wishes, draw, forall, loaded};

/// Formulas per system: what a system costs before the first formula is shared by many.
const FORMULAS: usize = 10;

fn verdicts(seeds: std::ops::Range<u64>, wishes: Wishes, bounded: BoundedOptions) {
    let options = Options { bounded, ..Options::default() };
    forall(seeds, |seed| draw(seed, wishes, Logic::Ctl, FORMULAS), |drawn| agrees(drawn, &options));
}

#[test]
fn of_tiny_systems() {
    let wishes = Wishes { most_states: 6, ..Wishes::default() };
    verdicts(100_000..101_200, wishes, BoundedOptions::default());
}

#[test]
fn of_small_systems() {
    verdicts(110_000..110_500, small(), BoundedOptions::default());
}

#[test]
fn with_runs_only() {
    let wishes = Wishes { most_states: 8, ..Wishes::default() };
    verdicts(200_000..200_200, wishes, BoundedOptions { reach: Reach::Unroll, ..BoundedOptions::default() });
}

#[test]
fn with_diagrams_and_repeated_states() {
    // That more paths than pigeonholes repeat a state is hard to see for a SAT solver: few states.
    verdicts(300_000..300_100, Wishes { most_states: 5, ..Wishes::default() }, of_the_paper());
}

#[test]
fn of_every_solver() {
    for &sat in SatChoice::ALL {
        verdicts(400_000..400_020, small(), BoundedOptions { sat, ..BoundedOptions::default() });
    }
}

#[test]
fn one_question_alone() {
    let one = |query| BoundedOptions { query, max: Some(13), ..BoundedOptions::default() };
    forall(
        600_000..600_030,
        |seed| draw(seed, small(), Logic::Ctl, 4),
        |drawn| {
            let model = loaded(drawn)?;
            let Some((expected, _)) = expected(&model)? else { return Ok(()) };
            let (proved, refuted) = (ask(&model, one(Query::Prove)), ask(&model, one(Query::Refute)));
            for (number, expected) in expected.into_iter().enumerate() {
                let found = (&proved.outcomes[number].verdict, &refuted.outcomes[number].verdict);
                let fine = match expected {
                    Verdict::Holds => found == (&Verdict::Holds, &Verdict::OpenUpTo(13)),
                    _ => found == (&Verdict::OpenUpTo(13), &Verdict::Fails),
                };
                if !fine {
                    return Err(format!("formula {}: {found:?} instead of {expected:?}", number + 1));
                }
            }
            Ok(())
        },
    );
}
