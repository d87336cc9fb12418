//! Against the truth on single words, against enumerated paths, against laws, and at the limits.

mod bounds;
mod laws;
mod random;
mod words;

use std::collections::HashMap;

use super::super::{Graph, StateSet};
use super::{Paths, Walk};
use crate::engine::{Limits, Traces};
use crate::logic::{Formula, FormulaId};
use random::{Grammar, Language};
use words::Word;

type Labels = HashMap<FormulaId, StateSet>;

fn infinite(graph: &Graph, fairness: &[StateSet], grammar: &Grammar, path: FormulaId, labels: &Labels) -> StateSet {
    exists(
        &Paths {
            traces: Traces::Infinite,
            graph,
            fairness,
            formulas: &grammar.formulas,
            labels,
            limits: &Limits::default(),
        },
        path,
    )
}

fn finite(graph: &Graph, grammar: &Grammar, path: FormulaId, labels: &Labels) -> StateSet {
    exists(
        &Paths {
            traces: Traces::Finite,
            graph,
            fairness: &[],
            formulas: &grammar.formulas,
            labels,
            limits: &Limits::default(),
        },
        path,
    )
}

/// Where some path satisfies `path`. There is one to show from these states, and none from the others.
fn exists(paths: &Paths<'_>, path: FormulaId) -> StateSet {
    let found = paths.exists(path).expect("no limit is near");
    let last = StateSet::collect(paths.graph.len(), |state| found.iter().last() == Some(state));
    for starts in [&found, &last, &found.complement()] {
        let walk = paths.walk(path, starts).expect("no limit is near");
        assert_eq!(walk.is_some(), !starts.and(&found).is_empty());
        if let Some(walk) = walk {
            assert!(starts.contains(walk.states[0]));
            is_path(paths, path, &walk);
        }
    }
    found
}

/// Whether a walk takes steps of the graph, is fair, and satisfies `path`.
fn is_path(paths: &Paths<'_>, path: FormulaId, Walk { states, back_to }: &Walk) {
    assert_eq!(back_to.is_some(), paths.traces == Traces::Infinite);
    let next = states.iter().skip(1).copied().chain(back_to.map(|position| states[position]));
    for (&from, to) in states.iter().zip(next) {
        assert!(paths.graph.successors(from).any(|next| next == to), "{from} has no step to {to}");
    }
    if let Some(start) = *back_to {
        let is_met = |set: &StateSet| states[start..].iter().any(|&state| set.contains(state));
        assert!(paths.fairness.iter().all(is_met), "the loop is not fair");
    }
    let atom = |id: FormulaId, position: usize| paths.labels[&id].contains(states[position]);
    assert!(Word { length: states.len(), back: *back_to, atom: &atom }.truth(paths.formulas, path)[0]);
}

/// Whether `path` holds at the start of the word that visits `states` and then goes back to `back`.
fn holds_on(grammar: &Grammar, path: FormulaId, labels: &Labels, states: &[usize], back: Option<usize>) -> bool {
    let atom = |id: FormulaId, position: usize| labels[&id].contains(states[position]);
    Word { length: states.len(), back, atom: &atom }.truth(&grammar.formulas, path)[0]
}

/// Calls `visit` with every path of at most `longest` states from `start`.
fn each_path(graph: &Graph, start: usize, longest: usize, mut visit: impl FnMut(&[usize])) {
    let mut work = vec![vec![start]];
    while let Some(path) = work.pop() {
        visit(&path);
        if path.len() < longest {
            work.extend(graph.successors(path[path.len() - 1]).map(|next| [path.as_slice(), &[next]].concat()));
        }
    }
}

/// One word with one path: every state must agree with the truth at its position, in both directions.
fn agree_on_lassos(seed: u64, language: Language, depth: usize, rounds: usize) -> usize {
    let mut true_ones = 0;
    for round in 0..rounds {
        let mut grammar = Grammar::new(seed + round as u64, language);
        let (successors, back) = grammar.random.lasso();
        let length = successors.len();
        let labels = grammar.labels(length);
        let path = grammar.path(depth);
        let fairness: Vec<StateSet> = (0..grammar.random.below(2)).map(|_| grammar.random.set(length)).collect();
        let fair = fairness.iter().all(|set| (back..length).any(|state| set.contains(state)));
        let atom = |id: FormulaId, position: usize| labels[&id].contains(position);
        let truth = Word { length, back: Some(back), atom: &atom }.truth(&grammar.formulas, path);
        let found = infinite(&Graph::new(successors), &fairness, &grammar, path, &labels);
        let expected = StateSet::collect(length, |state| fair && truth[state]);
        assert_eq!(found, expected, "seed {seed} round {round}");
        true_ones += usize::from(fair && truth[0]);
    }
    true_ones
}

#[test]
fn ldl_on_single_words() {
    let rounds = 16_000;
    let true_ones = agree_on_lassos(1_000_000, Language::Dynamic, 3, rounds);
    assert!((rounds / 5..rounds * 4 / 5).contains(&true_ones), "the test says little: {true_ones} of {rounds}");
}

#[test]
fn ltl_on_single_words() {
    agree_on_lassos(2_000_000, Language::Linear, 4, 8_000);
}

#[test]
fn mixed_on_single_words() {
    agree_on_lassos(3_000_000, Language::Both, 3, 6_000);
}

/// Every short lasso that satisfies the formula must be found; and what is found has a short lasso.
#[test]
fn infinite_paths_of_branching_graphs() {
    let mut unconfirmed = 0;
    let rounds = 3_000;
    for round in 0..rounds {
        let mut grammar = Grammar::new(4_000_000 + round, Language::Both);
        let size = 2 + grammar.random.below(3);
        let graph = grammar.random.graph(size, false);
        let labels = grammar.labels(size);
        let path = grammar.path(2);
        let fairness: Vec<StateSet> = (0..grammar.random.below(2)).map(|_| grammar.random.set(size)).collect();
        let found = infinite(&graph, &fairness, &grammar, path, &labels);
        for start in 0..size {
            let mut some = false;
            each_path(&graph, start, 7, |states| {
                let last = states[states.len() - 1];
                for back in 0..states.len() {
                    let closes = graph.successors(last).any(|next| next == states[back]);
                    let fair = fairness.iter().all(|set| states[back..].iter().any(|&state| set.contains(state)));
                    some |= !some && closes && fair && holds_on(&grammar, path, &labels, states, Some(back));
                }
            });
            assert!(!some || found.contains(start), "round {round} misses a path from {start}");
            unconfirmed += u32::from(!some && found.contains(start));
        }
    }
    assert!(unconfirmed <= 3, "{unconfirmed} answers without a lasso of at most 7 states");
}

/// An acyclic graph has finitely many finite traces: both directions.
#[test]
fn finite_traces_of_acyclic_graphs() {
    for round in 0..10_000 {
        let language = if round % 4 == 0 { Language::Both } else { Language::Dynamic };
        let mut grammar = Grammar::new(5_000_000 + round, language);
        let size = 1 + grammar.random.below(5);
        let graph = grammar.random.graph(size, true);
        let labels = grammar.labels(size);
        let path = grammar.path(3);
        let found = finite(&graph, &grammar, path, &labels);
        let expected = StateSet::collect(size, |start| {
            let mut some = false;
            each_path(&graph, start, size, |trace| some |= holds_on(&grammar, path, &labels, trace, None));
            some
        });
        assert_eq!(found, expected, "round {round}");
    }
}

#[test]
fn finite_traces_of_cyclic_graphs() {
    let mut unconfirmed = 0;
    for round in 0..2_000 {
        let mut grammar = Grammar::new(6_000_000 + round, Language::Dynamic);
        let size = 2 + grammar.random.below(3);
        let graph = grammar.random.graph(size, false);
        let labels = grammar.labels(size);
        let path = grammar.path(2);
        let found = finite(&graph, &grammar, path, &labels);
        for start in 0..size {
            let mut some = false;
            each_path(&graph, start, 7, |trace| some |= !some && holds_on(&grammar, path, &labels, trace, None));
            assert!(!some || found.contains(start), "round {round} misses a trace from {start}");
            unconfirmed += u32::from(!some && found.contains(start));
        }
    }
    assert!(unconfirmed <= 3, "{unconfirmed} answers without a trace of at most 7 states");
}

#[test]
fn state_subformulas_stop_at_state_formulas() {
    use crate::ir::AgentId;
    use crate::logic::{Knowledge, Modality, Quantifier, Regex, Temporal};
    let mut grammar = Grammar::new(0, Language::Both);
    let atoms: Vec<FormulaId> = (0..3).map(|index| grammar.atom(index)).collect();
    let formulas = &mut grammar.formulas;
    let inner = formulas.intern(Formula::Linear(Temporal::Finally(atoms[0])));
    let quantified = formulas.intern(Formula::Quantified(Quantifier::Exists, inner));
    let knows = formulas.intern(Formula::Knows(Knowledge::Agent(AgentId::ENVIRONMENT), quantified));
    let test = formulas.intern_regex(Regex::Test(knows));
    let step = formulas.intern_regex(Regex::Step(atoms[1]));
    let both = formulas.intern_regex(Regex::Sequence(test, step));
    let dynamic = formulas.intern(Formula::Dynamic(Modality::Box, both, atoms[2]));
    let path = formulas.intern(Formula::Not(dynamic));
    assert_eq!(super::state_subformulas(formulas, path), vec![atoms[1], atoms[2], knows]);
}
