//! Enumeration: numbers, traces, deadlocks, limits.

use crate::engine::{GaveUp, Limits, Terms, Verdict};
use crate::explicit::testing::Builder;
use crate::explicit::{Explicit, Space, Statistics};
use crate::ir::{Domain, Expr};
use crate::logic::{Formula, Logic, Specification};

#[test]
fn a_walk_is_counted_and_shortest_traces_are_found() {
    let (mut builder, at) = Builder::walk(5, &[0], &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 3), (3, 4)]);
    let anywhere = builder.formula(Formula::True);
    let model = builder.model();
    let mut engine = Explicit::new(&model, &Terms::default()).expect("five states");
    let expected = Statistics {
        states: 5,
        transitions: 6,
        moves: 6,
        deadlocks: 1,
        initial_states: 1,
        fair_states: 5,
        dropped_choices: 0,
    };
    assert_eq!(engine.statistics(), expected);
    assert!(!engine.vacuous());
    let last = (0..5).find(|&state| engine.space().value(state, at) == 4).expect("4 is reachable");
    let values: Vec<i64> = engine.space().run_to(last).states.iter().map(|state| state.get(at)).collect();
    assert_eq!(values, [0, 1, 3, 4]);
    assert_eq!(engine.check(Specification { logic: Logic::Ctl, formula: anywhere }), Verdict::Holds);
}

#[test]
fn a_choice_out_of_range_is_dropped_and_remembered() {
    let (mut builder, at) = Builder::walk(3, &[0], &[(0, 1), (1, 1)]);
    let one = builder.is(at, 1);
    builder.becomes(at, 7, one);
    let model = builder.model();
    let space = Space::explore(&model.system, &Limits::default()).expect("two states");
    assert_eq!((space.len(), space.dropped()), (2, 1));
    let (state, dropped) = space.first_dropped().expect("7 is out of range");
    assert_eq!((space.value(*state, at), dropped.variable, dropped.value), (1, at, Some(7)));
}

#[test]
fn limits_end_the_enumeration() {
    let (builder, _) = Builder::walk(100, &(0..100).collect::<Vec<_>>(), &[]);
    let model = builder.model();
    let limits = Limits { max_states: 99, ..Limits::default() };
    assert_eq!(Space::explore(&model.system, &limits).err(), Some(GaveUp::States(99)));
    assert_eq!(Space::explore(&model.system, &Limits { max_states: 100, ..limits }).map(|space| space.len()), Ok(100));
    let limits = Limits::default();
    limits.cancel.cancel();
    assert_eq!(Space::explore(&model.system, &limits).err(), Some(GaveUp::Interrupted));
}

/// Two to the hundredth successors must neither be listed nor bring the process down.
#[test]
fn a_state_with_too_many_moves_is_declined() {
    let mut builder = Builder::new();
    let mut start = Vec::new();
    let always = builder.expr(Expr::Bool(true));
    for number in 0..100 {
        let agent = builder.agent(&format!("A{number}"), &["go"]);
        let coin = builder.variable(agent, "coin", Domain::Boolean);
        start.push(builder.is(coin, 0));
        builder.becomes(coin, 0, always);
        builder.becomes(coin, 1, always);
    }
    let start = builder.and(&start);
    builder.init(start);
    let model = builder.model();
    let result = Space::explore(&model.system, &Limits::default());
    assert!(matches!(result.err(), Some(GaveUp::Declined(_))));
}

#[test]
fn no_initial_state_means_no_state() {
    let (mut builder, at) = Builder::walk(2, &[], &[(0, 1)]);
    let here = builder.is(at, 0);
    let atom = builder.atom(here);
    let model = builder.model();
    let mut engine = Explicit::new(&model, &Terms::default()).expect("no states");
    assert!(engine.vacuous());
    assert_eq!(engine.check(Specification { logic: Logic::Ctl, formula: atom }), Verdict::Holds);
}
