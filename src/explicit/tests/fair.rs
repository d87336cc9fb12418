//! Fairness: which states are left, and what formulas mean there.

use crate::engine::{Terms, Verdict};
use crate::explicit::Explicit;
use crate::explicit::testing::{Builder, WALKER, values, values_where};
use crate::ir::AgentId;
use crate::logic::{Formula, Knowledge, Logic, Quantifier, Specification, Temporal};

/// 0 ⟲, 0 → 1 → 0, 0 → 2 (deadlock), 0 → 3 ⟲; fair: 1 infinitely often. So 0 and 1 are left.
#[test]
fn states_without_a_fair_path_are_not_there() {
    let (mut b, at) = Builder::walk(4, &[0], &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (3, 3)]);
    let (one, zero) = (b.is(at, 1), b.is(at, 0));
    let (one, zero) = (b.atom(one), b.atom(zero));
    b.fair(one);
    let not_zero = b.formula(Formula::Not(zero));
    let walker = AgentId::new(WALKER);
    let low = b.formula(Formula::Or(zero, one));
    let blind = b.formula(Formula::Knows(Knowledge::Agent(AgentId::ENVIRONMENT), low));
    let obliged = b.formula(Formula::Obliged(walker, low));
    let top = b.formula(Formula::True);
    let cases: Vec<(_, &[i64])> = vec![
        (top, &[0, 1]),
        (b.exists(Temporal::Globally(zero)), &[]),
        (b.forall(Temporal::Finally(one)), &[0, 1]),
        (b.exists(Temporal::Next(not_zero)), &[0]),
        (b.forall(Temporal::Globally(low)), &[0, 1]),
        (b.forall(Temporal::Until(zero, one)), &[0, 1]),
        (blind, &[0, 1]),
        (obliged, &[0, 1]),
    ];
    let model = b.model();
    for (number, (formula, expected)) in cases.into_iter().enumerate() {
        assert_eq!(values_where(&model, formula, at), expected, "case {number}");
    }
}

/// A fairness formula is about all reachable states: EX of a deadlock is true where the deadlock is next.
#[test]
fn fairness_formulas_speak_of_all_states() {
    let (mut b, at) = Builder::walk(3, &[0], &[(0, 0), (0, 1), (1, 0), (1, 2)]);
    let dead = b.is(at, 2);
    let dead = b.atom(dead);
    let near = b.exists(Temporal::Next(dead));
    b.fair(near);
    let top = b.formula(Formula::True);
    let nearly = b.exists(Temporal::Next(dead));
    let model = b.model();
    assert_eq!(values_where(&model, top, at), [0, 1]);
    assert_eq!(values_where(&model, nearly, at), Vec::<i64>::new());
}

#[test]
fn without_a_fair_path_everything_holds_vacuously() {
    let (mut b, at) = Builder::walk(2, &[0], &[(0, 1)]);
    let zero = b.is(at, 0);
    let zero = b.atom(zero);
    b.fair(zero);
    let bottom = b.formula(Formula::False);
    let model = b.model();
    let mut engine = Explicit::new(&model, &Terms::default()).expect("two states");
    assert!(engine.vacuous());
    assert_eq!(engine.statistics().fair_states, 0);
    assert_eq!(engine.check(Specification { logic: Logic::Ctl, formula: bottom }), Verdict::Holds);
}

/// On finite traces fairness is ignored, also by knowledge.
#[test]
fn finite_traces_are_read_over_all_states() {
    let (mut b, at) = Builder::walk(2, &[0], &[(0, 0), (0, 1)]);
    let zero = b.is(at, 0);
    let zero = b.atom(zero);
    b.fair(zero);
    let known = b.formula(Formula::Knows(Knowledge::Agent(AgentId::ENVIRONMENT), zero));
    let model = b.model();
    let options = Terms { traces: crate::engine::Traces::Finite, ..Terms::default() };
    let mut engine = Explicit::new(&model, &options).expect("two states");
    let as_logic = |logic| Specification { logic, formula: known };
    assert_eq!(engine.check(as_logic(Logic::Ltl)), Verdict::Holds);
    assert_eq!(engine.check(as_logic(Logic::Ldl)), Verdict::Fails);
    let all = engine.universe(Logic::CdlStar).clone();
    assert_eq!(values(&engine, &all, at), [0, 1]);
}

/// The state formulas of a path formula are evaluated before it: also those inside regular expressions.
#[test]
fn path_formulas_reach_the_path_engine_with_their_labels() {
    let (mut b, at) = Builder::walk(1, &[0], &[(0, 0)]);
    let zero = b.is(at, 0);
    let zero = b.atom(zero);
    let next = b.formula(Formula::Linear(Temporal::Next(zero)));
    let both = b.formula(Formula::And(zero, next));
    let quantified = b.formula(Formula::Quantified(Quantifier::Forall, both));
    let model = b.model();
    let mut engine = Explicit::new(&model, &Terms::default()).expect("one state");
    let verdict = engine.check(Specification { logic: Logic::CtlStar, formula: quantified });
    assert_eq!(verdict, Verdict::Holds);
}
