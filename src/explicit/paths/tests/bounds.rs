//! Deep formulas, stars over tests, deadlocks, the last position, and limits.

use super::super::super::{Graph, StateSet};
use super::super::Paths;
use super::{Grammar, Labels, Language, finite, infinite};
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{Formula, FormulaId, Modality, Regex, RegexId, Temporal};

/// A ring of that many states with a chord from 0 to 2; atom 0 holds in state 0 only.
fn ring(size: usize) -> (Grammar, Graph, Labels, FormulaId) {
    let mut grammar = Grammar::new(0, Language::Both);
    let mut successors: Vec<Vec<u32>> = (1..).take(size).map(|next| vec![next]).collect();
    successors[size - 1] = vec![0];
    successors[0].push(2);
    let p = grammar.atom(0);
    let labels = Labels::from([(p, StateSet::collect(size, |state| state == 0))]);
    (grammar, Graph::new(successors), labels, p)
}

fn nest(grammar: &mut Grammar, depth: usize, mut f: FormulaId, wrap: impl Fn(FormulaId) -> Formula) -> FormulaId {
    for _ in 0..depth {
        f = grammar.formulas.intern(wrap(f));
    }
    f
}

#[test]
fn long_chains_of_next() {
    let (mut grammar, graph, labels, p) = ring(20);
    let chain = nest(&mut grammar, 1_000, p, |f| Formula::Linear(Temporal::Next(f)));
    assert_eq!(infinite(&graph, &[], &grammar, chain, &labels).count(), 20);
    let chain = nest(&mut grammar, 200, p, |f| Formula::Linear(Temporal::Next(f)));
    for operator in [Temporal::Globally(chain), Temporal::Finally(chain)] {
        let path = grammar.formulas.intern(Formula::Linear(operator));
        let found = infinite(&graph, &[], &grammar, path, &labels);
        assert_eq!(found.count(), if matches!(operator, Temporal::Finally(_)) { 20 } else { 0 });
    }
}

#[test]
fn nesting_does_not_use_the_stack() {
    let (mut grammar, graph, labels, p) = ring(3);
    let deep = nest(&mut grammar, 10_000, p, |f| Formula::Linear(Temporal::Next(f)));
    assert_eq!(infinite(&graph, &[], &grammar, deep, &labels).count(), 3);
    let deep = nest(&mut grammar, 100_001, p, Formula::Not);
    assert_eq!(infinite(&graph, &[], &grammar, deep, &labels).count(), 2);
    // (((p?;p?)*;p?)*;...)*, and a test of a test of a test
    let test = grammar.formulas.intern_regex(Regex::Test(p));
    let mut rho = test;
    let mut tested = p;
    for _ in 0..3_000 {
        let sequence = grammar.formulas.intern_regex(Regex::Sequence(rho, test));
        rho = grammar.formulas.intern_regex(Regex::Star(sequence));
        let inner = grammar.formulas.intern_regex(Regex::Test(tested));
        tested = grammar.formulas.intern(Formula::Dynamic(Modality::Diamond, inner, p));
    }
    let starred = grammar.formulas.intern(Formula::Dynamic(Modality::Diamond, rho, p));
    for path in [starred, tested] {
        assert_eq!(infinite(&graph, &[], &grammar, path, &labels).count(), 1);
        assert_eq!(finite(&graph, &grammar, path, &labels).count(), 1);
    }
}

/// `<rho>f` or `[rho]f` on the ring of three.
fn on_ring(modality: Modality, rho: impl Fn(&mut Grammar, FormulaId) -> RegexId, negated: bool) -> [StateSet; 2] {
    let (mut grammar, graph, labels, p) = ring(3);
    let rho = rho(&mut grammar, p);
    let f = if negated { grammar.formulas.intern(Formula::Not(p)) } else { p };
    let path = grammar.formulas.intern(Formula::Dynamic(modality, rho, f));
    [infinite(&graph, &[], &grammar, path, &labels), finite(&graph, &grammar, path, &labels)]
}

/// `<(p?)*>!p` would hold in state 0 if it could test p forever.
#[test]
fn a_star_over_tests_does_not_loop() {
    let star_of_test = |grammar: &mut Grammar, p: FormulaId| {
        let test = grammar.formulas.intern_regex(Regex::Test(p));
        grammar.formulas.intern_regex(Regex::Star(test))
    };
    let not_p = StateSet::collect(3, |state| state != 0);
    for modality in [Modality::Diamond, Modality::Box] {
        assert_eq!(on_ring(modality, star_of_test, true), [not_p.clone(), not_p.clone()]);
        assert_eq!(on_ring(modality, star_of_test, false), [not_p.complement(), not_p.complement()]);
    }
}

/// A match ends at or before the last position: `[true]false` says that this is the last one.
#[test]
fn there_is_no_step_from_the_last_position() {
    let mut grammar = Grammar::new(0, Language::Dynamic);
    let (truth, falsity) = (grammar.formulas.intern(Formula::True), grammar.formulas.intern(Formula::False));
    let step = grammar.formulas.intern_regex(Regex::Step(truth));
    let last = grammar.formulas.intern(Formula::Dynamic(Modality::Box, step, falsity));
    let not_last = grammar.formulas.intern(Formula::Dynamic(Modality::Diamond, step, truth));
    let graph = Graph::new(vec![vec![1], vec![]]);
    let labels = Labels::new();
    assert_eq!(finite(&graph, &grammar, last, &labels), StateSet::full(2));
    assert_eq!(finite(&graph, &grammar, not_last, &labels), StateSet::collect(2, |state| state == 0));
    for path in [truth, last, not_last] {
        assert!(infinite(&graph, &[], &grammar, path, &labels).is_empty(), "no infinite path ends in a deadlock");
    }
    let none = Graph::new(Vec::new());
    assert!(infinite(&none, &[], &grammar, truth, &labels).is_empty());
    assert!(finite(&none, &grammar, truth, &labels).is_empty());
}

#[test]
fn limits_are_kept() {
    let (mut grammar, graph, labels, p) = ring(20);
    let chain = nest(&mut grammar, 100, p, |f| Formula::Linear(Temporal::Next(f)));
    let small = Limits { max_states: 20, ..Limits::default() };
    let (graph, formulas, labels) = (&graph, &grammar.formulas, &labels);
    let paths = |traces, limits| Paths { traces, graph, fairness: &[], formulas, labels, limits };
    assert_eq!(paths(Traces::Infinite, &small).exists(chain), Err(GaveUp::States(160)));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(paths(Traces::Finite, &cancelled).exists(chain), Err(GaveUp::Interrupted));
}
