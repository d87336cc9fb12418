//! Long ways: a counter that must be followed for thousands of steps through cycles of an automaton, where searches turn
//! to squaring, and runs that are as short as they can be.

use crate::common::oracle::Oracle;
use qmas::Model;
use qmas::automata::PathFormula;
use qmas::bdd::BddEngine;
use qmas::engine::Terms;
use qmas::ir::State;
use qmas::load::{Strictness, load, load_formula};
use qmas::logic::{Formula, Logic, Specification};
use qmas::options::Options;
use qmas_models::{Parameters, Source, find};

use crate::bdd::options;

/// A counter from 1 to n: `half` from 1 on, and `odd`; the value is twice the half, less one if odd.
fn counter(n: usize) -> Model {
    let Source::Family { generate, .. } = find("counter").expect("the library has counters").source else {
        panic!("counters come in all sizes")
    };
    load(&generate(Parameters { n, seed: 0 }), Strictness::Strict).model.expect("the library is right")
}

fn specification(model: &mut Model, text: &str) -> Specification {
    load_formula(text, model, Strictness::Lenient).expect("the test is right").0
}

#[test]
fn cycles_of_thousands_of_steps() {
    let mut model = counter(3_000);
    let formulas = [
        "CDL* E(<(even;!even)*>maximal)",
        "CDL* E(<(tt;tt;tt)*>maximal)",
        "CDL* E(<((tt;!maximal)+(!even;tt;tt))*>(maximal and <(tt;tt)*>near_maximal))",
        "CDL* E([(tt;tt;tt)*](!maximal) and <(tt;tt)*>near_maximal)",
    ];
    let formulas = formulas.map(|text| specification(&mut model, text));
    let mut explicit = Oracle::new(&model, &Terms::default()).expect("no limit is near");
    let mut bdd = BddEngine::new(&model, &Terms::default()).expect("no limit is near");
    for (number, formula) in formulas.into_iter().enumerate() {
        let expected = explicit.satisfying_specification(formula).expect("no limit is near").count();
        let found = bdd.count_satisfying(formula).expect("no limit is near");
        assert_eq!(found, expected.into(), "formula {}", number + 1);
    }
}

/// From 2 to 20 it takes eighteen steps, and two states are enough for a loop.
#[test]
fn runs_take_the_shortest_way() {
    let mut model = counter(20);
    let eventually = specification(&mut model, "CTL* E(F maximal)");
    let Formula::Quantified(_, path) = model.formulas.get(eventually.formula) else { panic!("E has a path") };
    let mut bdd = BddEngine::new(&model, &options(Options::default()).bdd_terms()).expect("no limit is near");
    let value = |state: &State| 2 * state.values()[0] - state.values()[1];
    let two = State::new([1, 0]);
    let run = bdd.run(Logic::CtlStar, PathFormula::plain(path), Some(&two)).expect("no limit is near");
    let run = run.expect("the maximum can be reached");
    let values: Vec<i64> = run.states.iter().map(value).collect();
    assert_eq!(values[..19], (2..=20).collect::<Vec<i64>>(), "{run:?}");
    assert!(run.states.len() <= 21 && run.back_to.is_some_and(|back| back >= 18), "{run:?}");
    let never = bdd.run(Logic::CtlStar, !PathFormula::plain(path), Some(&State::new([10, 0])));
    assert_eq!(never, Ok(None), "in the maximum it has been reached");
}

/// A list of all states of the automaton would have one for each set of values that are still to come: 2^16.
#[test]
fn automata_too_large_to_be_listed() {
    let mut model = counter(32);
    let values: Vec<String> = (1..=16).map(|half| format!("(F Counter.half={half})")).collect();
    let all = values.join(" and ");
    let some_path = specification(&mut model, &format!("CTL* E({all})"));
    let no_path = specification(&mut model, &format!("CTL* E({all} and (G !maximal))"));
    let again = specification(&mut model, &format!("CTL* E(({all}) and (F(G even)))"));
    let mut bdd = BddEngine::new(&model, &Terms::default()).expect("no limit is near");
    assert_eq!(bdd.count_satisfying(some_path), Ok(32_u32.into()), "every value can be reached from every other");
    let states = bdd.statistics().automaton_states;
    assert!((16..=64).contains(&states), "{states} states of an alternating automaton");
    assert_eq!(bdd.count_satisfying(no_path), Ok(31_u32.into()), "31 has the last half and is not maximal");
    assert_eq!(bdd.count_satisfying(again), Ok(0_u32.into()), "parity changes for ever");
}
