//! Automata on paths against their definition: random graphs with random automata, whose letters may be formulas, at every bound, by
//! trying all choices.

mod graph;
mod truth;

use std::sync::Arc;

use super::{
    Acceptance, Edge, Encoder, EncoderLimits, FormulaId, Formulas, Letter, PathAutomaton, Question, Reachable,
    Repetition, Savings, Temporal,
};
use crate::circuit::Lit;
use crate::qbf::Quantifier;
use graph::{Chance, Graph, Label, Words};
use truth::truth;

/// What a test is about: a formula and its negation, whether it is true in state 0, and how large the product is.
struct Drawn {
    encoder: Encoder,
    formulas: [FormulaId; 2],
    holds: bool,
    product: usize,
}

/// E or A of a random automaton on a random graph; with `letters`, of one whose labels speak of successors.
fn drawn(chance: &mut Chance, states: usize, letters: bool, words: Words) -> Drawn {
    let graph = Graph::random(chance);
    let (mut system, p) = graph.system();
    let mut formulas = Formulas::default();
    let quantifier = if chance.of(2) == 0 { Quantifier::Exists } else { Quantifier::Forall };
    let [inside, other] = [p, !p].map(|lit| formulas.state(lit));
    let letter = formulas.path(quantifier, Temporal::Next(inside));
    let opposite = formulas.path(!quantifier, Temporal::Next(other));
    let (is, is_not) = (system.circuit.input(), system.circuit.input());
    let literal = |label: Label| match label {
        Label::Any => Lit::TRUE,
        Label::Plain(value) => p.negated_if(!value),
        Label::Next(true) => is.1,
        Label::Next(false) => is_not.1,
    };
    let automaton = graph::Automaton::random(chance, states, letters, words);
    let edges = automaton.edges.iter().map(|&(from, label, to)| Edge { from, label: literal(label), to }).collect();
    let acceptance = match words {
        Words::Infinite => Acceptance::Often(automaton.accepting.iter().map(|label| label.is_some()).collect()),
        Words::Finite => {
            let last = automaton.accepting.iter().map(|label| label.map_or(Lit::FALSE, literal));
            Acceptance::End(last.collect())
        }
    };
    let mut node = |side: Quantifier| {
        // What ∀ claims is spoilt of the negation.
        let (so, not_so) = if side == Quantifier::Exists { (letter, opposite) } else { (opposite, letter) };
        let both = [Letter { claim: is.0, formula: so }, Letter { claim: is_not.0, formula: not_so }];
        let mut automaton =
            PathAutomaton { edges: Vec::clone(&edges), acceptance: acceptance.clone(), letters: Vec::new() };
        let used = system.circuit.support(automaton.labels());
        automaton.letters.extend(both.into_iter().filter(|letter| used.contains(&letter.claim)));
        formulas.automaton(side, Arc::new(automaton))
    };
    let some = chance.of(2) == 0;
    let side = if some { Quantifier::Exists } else { Quantifier::Forall };
    let formulas_of = [node(side), node(!side)];
    let accepted = graph.accepts(&automaton, quantifier == Quantifier::Exists, words);
    let savings = Savings { lazy: false, ..Savings::default() };
    let how = (Repetition::default(), savings);
    let encoder = Encoder::new(system, &[true], formulas, how, EncoderLimits::default());
    Drawn { encoder, formulas: formulas_of, holds: accepted == some, product: graph.len() * states }
}

/// What was seen: verdicts at some bound, and those that needed a larger one than the first.
#[derive(Debug, Default)]
struct Seen {
    holds: usize,
    fails: usize,
    late: usize,
    settled: usize,
}

/// At no bound does a question have a wrong answer, or one that it lost; at a bound as large as the product one has an answer. With `induction`
/// steps are proved first.
fn right(mut drawn: Drawn, bounds: usize, induction: bool, seen: &mut Seen, what: &str) {
    let mut answered = [false; 2];
    let questions = [Question::Prove, Question::Refute];
    for bound in 1..=bounds {
        for (question, formula) in questions.into_iter().zip(drawn.formulas) {
            if induction {
                for part in drawn.encoder.unsettled(formula) {
                    let step = drawn.encoder.step_of(part, bound, Reachable::Unknown).expect("no limit is near");
                    if truth(drawn.encoder.circuit(), &step) == Some(true) {
                        drawn.encoder.settle(part);
                        seen.settled += 1;
                    }
                }
            }
            let qbf = drawn.encoder.ask(question, formula, bound, Reachable::Unknown).expect("no limit is near");
            let Some(yes) = truth(drawn.encoder.circuit(), &qbf) else { break };
            let answer = drawn.holds == (question == Question::Prove);
            assert!(!yes || answer, "{what}, bound {bound}: {question:?} is wrong");
            let before = std::mem::replace(&mut answered[question as usize], yes);
            assert!(!before || yes, "{what}, bound {bound}: {question:?} was answered before");
            seen.late += usize::from(yes && !before && bound > 1);
            if bound >= drawn.product {
                assert!(yes || !answer, "{what}, bound {bound}: {question:?} is not answered");
            }
        }
    }
    seen.holds += usize::from(answered[0]);
    seen.fails += usize::from(answered[1]);
}

fn all(count: u64, (states, letters): (usize, bool), (bounds, induction): (usize, bool), words: Words) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..count {
        let drawn = drawn(&mut Chance(seed), states, letters, words);
        right(drawn, bounds, induction, &mut seen, &format!("seed {seed}"));
    }
    seen
}

/// The answers at small bounds are right, and at bounds as large as the product all of them are there.
#[test]
fn automata_over_literals() {
    for words in [Words::Infinite, Words::Finite] {
        for (states, bounds) in [(1, 4), (2, 8), (3, 5)] {
            let seen = all(100, (states, false), (bounds, false), words);
            assert!(seen.holds.min(seen.fails) > 20 && seen.late > 10, "{states}: {seen:?}");
        }
    }
}

/// After inductions that were proved on the way as well.
#[test]
fn automata_after_inductions() {
    for words in [Words::Infinite, Words::Finite] {
        for (states, letters, bounds) in [(2, false, 8), (3, false, 3), (2, true, 2)] {
            let seen = all(if bounds == 8 { 100 } else { 500 }, (states, letters), (bounds, true), words);
            assert!(seen.holds.min(seen.fails) > 20 && seen.settled > 5, "{states}: {seen:?}");
        }
    }
}

/// The same where letters are formulas.
#[test]
fn automata_over_formulas() {
    for words in [Words::Infinite, Words::Finite] {
        for (states, bounds) in [(1, 3), (2, 3)] {
            let seen = all(150, (states, true), (bounds, false), words);
            assert!(seen.holds.min(seen.fails) > 15 && seen.late > 5, "{states}: {seen:?}");
        }
    }
}
