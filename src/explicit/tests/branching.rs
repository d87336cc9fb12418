//! CTL, with deadlocks.

use std::time::{Duration, Instant};

use crate::engine::{GaveUp, Limits, Terms};
use crate::explicit::testing::{Builder, Random, values_where};
use crate::explicit::world::World;
use crate::explicit::{Explicit, Graph, StateSet};
use crate::logic::{Formula, Temporal};

/// 0 → 1 → 2 (deadlock), 0 → 3 ⟲, 3 → 4 → 3; p in 0, 1, 3, 4; q in 2, 4.
#[test]
fn every_operator_on_a_walk_with_a_deadlock() {
    let edges = [(0, 1), (0, 3), (1, 2), (3, 3), (3, 4), (4, 3)];
    let (mut b, at) = Builder::walk(5, &[0], &edges);
    let (p, q) = (b.is_one_of(at, &[0, 1, 3, 4]), b.is_one_of(at, &[2, 4]));
    let (p, q) = (b.atom(p), b.atom(q));
    let not_p = b.formula(Formula::Not(p));
    let cases: Vec<(_, &[i64])> = vec![
        (b.exists(Temporal::Next(q)), &[1, 3]),
        (b.forall(Temporal::Next(q)), &[1, 2]),
        (b.exists(Temporal::Finally(not_p)), &[0, 1, 2]),
        (b.forall(Temporal::Finally(q)), &[1, 2, 4]),
        (b.exists(Temporal::Globally(p)), &[0, 3, 4]),
        (b.exists(Temporal::Globally(not_p)), &[]),
        (b.forall(Temporal::Globally(p)), &[3, 4]),
        (b.forall(Temporal::Globally(not_p)), &[2]),
        (b.exists(Temporal::Until(p, q)), &[0, 1, 2, 3, 4]),
        (b.forall(Temporal::Until(p, q)), &[1, 2, 4]),
        (b.exists(Temporal::Release(q, p)), &[0, 3, 4]),
        (b.forall(Temporal::Release(q, p)), &[3, 4]),
        (b.exists(Temporal::WeakUntil(p, q)), &[0, 1, 2, 3, 4]),
        (b.forall(Temporal::WeakUntil(p, q)), &[0, 1, 2, 3, 4]),
        (b.exists(Temporal::WeakUntil(not_p, q)), &[2, 4]),
    ];
    let model = b.model();
    for (number, (formula, expected)) in cases.into_iter().enumerate() {
        assert_eq!(values_where(&model, formula, at), expected, "case {number}");
    }
}

/// p and !p can both fail: a formula has to be true in all initial states.
#[test]
fn a_formula_and_its_negation_can_both_fail() {
    use crate::engine::Verdict;
    use crate::logic::{Logic, Specification};
    let (mut b, at) = Builder::walk(2, &[0, 1], &[]);
    let p = b.is(at, 0);
    let p = b.atom(p);
    let not_p = b.formula(Formula::Not(p));
    let model = b.model();
    let mut engine = Explicit::new(&model, &Terms::default()).expect("two states");
    for formula in [p, not_p] {
        assert_eq!(engine.check(Specification { logic: Logic::Ctl, formula }), Verdict::Fails);
    }
}

#[test]
fn a_hundred_thousand_nested_operators_are_no_problem() {
    let (mut b, at) = Builder::walk(3, &[0], &[(0, 1), (1, 2), (2, 0)]);
    let p = b.is(at, 0);
    let mut formula = b.atom(p);
    for _ in 0..100_000 {
        formula = b.exists(Temporal::Next(formula));
    }
    let model = b.model();
    let start = Instant::now();
    assert_eq!(values_where(&model, formula, at), [2]);
    assert!(start.elapsed() < Duration::from_secs(5));
}

pub(super) fn random_graph(random: &mut Random, size: usize) -> Graph {
    let row = |random: &mut Random| (0..size as u32).filter(|_| random.below(4) == 0).collect();
    Graph::new((0..size).map(|_| row(random)).collect())
}

/// νZ. φ ∧ ⋀_C EX E(φ U (Z ∧ C)), Emerson and Lei's form of fair EG.
fn emerson_lei(world: &World<'_>, phi: &StateSet) -> Result<StateSet, GaveUp> {
    let any = [world.universe.clone()];
    let constraints = if world.fairness.is_empty() { &any } else { world.fairness };
    let mut result = phi.clone();
    loop {
        let mut next = phi.clone();
        for fair in constraints {
            next = next.and(&world.exists_next(&world.exists_until(phi, &result.and(fair))?)?);
        }
        if next == result {
            return Ok(result);
        }
        result = next;
    }
}

#[test]
fn components_and_emerson_lei_find_the_same_fair_paths() {
    let mut random = Random::new(1);
    let limits = Limits::default();
    for round in 0..500 {
        let size = 1 + random.below(9);
        let graph = random_graph(&mut random, size);
        let universe = StateSet::full(size);
        let fairness: Vec<_> = (0..random.below(3)).map(|_| random.subset(size)).collect();
        let world = World { graph: &graph, universe: &universe, fairness: &fairness, limits: &limits };
        let phi = if round % 3 == 0 { universe.clone() } else { random.subset(size) };
        assert_eq!(world.exists_globally(&phi), emerson_lei(&world, &phi), "round {round}");
    }
}
