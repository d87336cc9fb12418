//! The bounded engine against the oracle on random systems, deadlocks included: never a wrong verdict, always a verdict
//! at some bound, and what is answered at a bound is answered at every larger one (Lemmas 3.1 and 3.2 of the qMAS paper).
//! And the bounds that the paper reports for its examples.

mod common;

use common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use qmas::Model;
use qmas::bounded::{BoundedOptions, Query, Reach, Repetition};
use qmas::check::{Checked, EngineChoice, check};
use qmas::engine::{Options, Verdict};
use qmas::explicit::Explicit;
use qmas::load::{Strictness, load};
use qmas::solver::SatChoice;

fn ask(model: &Model, bounded: BoundedOptions) -> Checked {
    check(model, EngineChoice::Bounded, &Options { bounded, ..Options::default() })
}

/// What the oracle says, and the number of states; nothing if there is no initial state.
fn expected(model: &Model) -> Result<Option<(Vec<Verdict>, usize)>, String> {
    let mut explicit = Explicit::new(model, &Options::default()).map_err(|reason| reason.to_string())?;
    if explicit.statistics().initial_states == 0 {
        return Ok(None);
    }
    let verdicts = model.specifications.iter().map(|&specification| explicit.check(specification)).collect();
    Ok(Some((verdicts, explicit.statistics().states)))
}

/// Every formula gets the oracle's verdict at some bound, at the latest when all paths must repeat a state.
fn agrees(drawn: &RandomModel, options: BoundedOptions) -> Result<(), String> {
    let model = loaded(drawn)?;
    let Some((expected, states)) = expected(&model)? else { return Ok(()) };
    let checked = ask(&model, BoundedOptions { max: Some(states + 1), ..options });
    for (number, (outcome, expected)) in checked.outcomes.iter().zip(expected).enumerate() {
        if outcome.verdict != expected {
            return Err(format!("formula {}: {:?} instead of {expected:?}", number + 1, outcome.verdict));
        }
    }
    Ok(())
}

fn small() -> Wishes {
    Wishes { most_states: 12, ..Wishes::default() }
}

#[test]
fn verdicts() {
    forall(
        100_000..100_500,
        |seed| draw(seed, small(), Logic::Ctl, 4),
        |drawn| agrees(drawn, BoundedOptions::default()),
    );
}

#[test]
fn verdicts_with_runs_only() {
    let options = BoundedOptions { reach: Reach::Unroll, ..BoundedOptions::default() };
    forall(200_000..200_100, |seed| draw(seed, small(), Logic::Ctl, 4), |drawn| agrees(drawn, options));
}

#[test]
fn verdicts_with_diagrams_and_repeated_states() {
    // That more paths than pigeonholes repeat a state is hard to see for a SAT solver: few states.
    let wishes = Wishes { most_states: 5, ..Wishes::default() };
    forall(300_000..300_150, |seed| draw(seed, wishes, Logic::Ctl, 4), |drawn| agrees(drawn, of_the_paper()));
}

#[test]
fn verdicts_of_every_solver() {
    for &sat in SatChoice::ALL {
        let options = BoundedOptions { sat, ..BoundedOptions::default() };
        forall(400_000..400_040, |seed| draw(seed, small(), Logic::Ctl, 4), |drawn| agrees(drawn, options));
    }
}

/// The verdicts at one bound alone.
fn at(model: &Model, bound: usize, options: BoundedOptions) -> Vec<Verdict> {
    let checked = ask(model, BoundedOptions { start: bound, max: Some(bound), ..options });
    checked.outcomes.into_iter().map(|outcome| outcome.verdict).collect()
}

/// Lemma 3.2: at no bound is a verdict wrong. Lemma 3.1: what is known at a bound is known at the next.
fn sound_and_monotone(drawn: &RandomModel, options: BoundedOptions) -> Result<(), String> {
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
        |drawn| every.iter().try_for_each(|&options| sound_and_monotone(drawn, options)),
    );
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

/// The verdicts and bounds of a model of the library.
fn bounds(name: &str, options: BoundedOptions) -> Vec<(Verdict, Option<usize>)> {
    let path = format!("{}/models/library/{name}/model.ispl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the library is there");
    let model = load(&text, Strictness::Lenient).model.expect("the library is right");
    ask(&model, options).outcomes.into_iter().map(|outcome| (outcome.verdict, outcome.bound)).collect()
}

fn of_the_paper() -> BoundedOptions {
    BoundedOptions { repetition: Repetition::State, reach: Reach::Bdd, induction: false, ..BoundedOptions::default() }
}

/// Section 5.1: ψ1 at 7, ψ2 at 2.
#[test]
fn the_train_controller() {
    let found = bounds("train-controller", of_the_paper());
    assert_eq!(found, [(Verdict::Holds, Some(7)), (Verdict::Holds, Some(2))]);
}

/// Section 5.2: ψ1 at 2, ψ2 at 3, ψ3 at 2, ψ4 at 4.
#[test]
fn the_dining_cryptographers() {
    let found = bounds("dining-cryptographers-qmas", of_the_paper());
    let expected =
        [(Verdict::Holds, Some(2)), (Verdict::Holds, Some(3)), (Verdict::Fails, Some(2)), (Verdict::Fails, Some(4))];
    assert_eq!(found[..4], expected);
}

/// Section 3, Figure 1: C p at 4. Its negation is refuted where C p is proved.
#[test]
fn the_chain_of_doubt() {
    let found = bounds("kripke-chain", of_the_paper());
    assert_eq!(found, [(Verdict::Holds, Some(4)), (Verdict::Fails, Some(4))]);
}

/// Section 3, the table after Figure 1 for the chain in which s2 violates p: the dual of C is true from 2 on.
#[test]
fn the_broken_chain() {
    let found = bounds("kripke-chain-broken", of_the_paper());
    assert_eq!(found[0], (Verdict::Fails, Some(2)));
}

/// Paths of knowledge can be cut where an agent sees no difference: no bound is larger than with repeated states.
#[test]
fn classes_need_no_larger_bounds_than_states() {
    for name in ["train-controller", "dining-cryptographers-qmas", "kripke-chain"] {
        let classes = bounds(name, BoundedOptions { repetition: Repetition::Class, ..of_the_paper() });
        for (class, state) in classes.into_iter().zip(bounds(name, of_the_paper())) {
            assert_eq!(class.0, state.0, "{name}");
            assert!(class.1 <= state.1, "{name}: {class:?}, {state:?}");
        }
    }
}

/// Induction proves ψ1 of the train controller earlier than the paper's bound 7, once the reachable states are known.
#[test]
fn induction_needs_no_repetitions() {
    let found = bounds("train-controller", BoundedOptions { induction: true, ..of_the_paper() });
    assert_eq!(found[0].0, Verdict::Holds);
    assert!(found[0].1 < Some(7), "{found:?}");
}

/// A bug at depth 3 in an agent whose reachable states nobody wants to know: no diagram is made to refute it.
#[test]
fn refutations_need_no_reachable_states() {
    let text = "Agent One Vars: x : 0..2147483647; y : 0..65535; end Vars Actions = {go, stay};
        Protocol: Other : {go, stay}; end Protocol
        Evolution: x = x * x + 3 and y = y + 1 if Action = go and y < 100; end Evolution end Agent
        Agent Two Vars: b : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
        Evolution: b = true if One.Action = go; end Evolution end Agent
        Evaluation far if One.x = 147; end Evaluation
        InitStates One.x = 0 and One.y = 0 and Two.b = false; end InitStates
        Formulae AG(K(Two, !far)); end Formulae";
    let loaded = load(text, Strictness::Lenient);
    let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let bounded = BoundedOptions { query: Query::Refute, ..BoundedOptions::default() };
    let mut options = Options { bounded, ..Options::default() };
    // Not even one node.
    options.limits.max_nodes = 0;
    let checked = check(&model, EngineChoice::Bounded, &options);
    assert_eq!((&checked.outcomes[0].verdict, checked.outcomes[0].bound), (&Verdict::Fails, Some(3)));
    assert!(checked.diagrams.is_empty());
}

#[test]
fn what_is_declined() {
    let text = "Agent One Vars: x : boolean; end Vars Actions = {go}; Protocol: Other : {go}; end Protocol
        Evolution: x = true if Action = go; end Evolution end Agent
        Evaluation p if One.x = true; end Evaluation InitStates One.x = false; end InitStates Groups g = {One}; end Groups ";
    let verdict = |rest: &str| {
        let loaded = load(&format!("{text}{rest}"), Strictness::Lenient);
        let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        format!("{:?}", ask(&model, BoundedOptions::default()).outcomes[0].verdict)
    };
    assert!(verdict("Formulae <g>F p; end Formulae").contains("not ATL"));
    assert!(verdict("Fairness p; end Fairness Formulae AF p; end Formulae").contains("does not do Fairness"));
    assert_eq!(verdict("Formulae AF p; end Formulae"), "Holds");
    let deep = "X".repeat(400).replace('X', "AX EX ");
    assert!(verdict(&format!("Formulae {deep} p; end Formulae")).contains("at most 300 operators"));
}
