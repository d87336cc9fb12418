//! Automata against the meaning of the formulas that they were made of: random formulas on random words.

mod accept;
mod chains;
mod classes;
mod grammar;
mod hanoi;

use qmas::automata::{Alternating, Grain, PathAutomaton, PathFormula, Propositions, Size, Translator};
use qmas::engine::{Limits, Traces};
use qmas::logic::{FormulaId, Formulas, Sign};

use crate::common::effort;
use crate::common::words::Word;
use accept::Reading;
use grammar::{Grammar, Language};

/// How many words each automaton reads.
const WORDS: usize = 12;

/// The automata of a formula.
struct Automata {
    alternating: Alternating,
    explicit: PathAutomaton,
}

fn automata(formulas: &Formulas, propositions: &Propositions, traces: Traces, path: PathFormula) -> Automata {
    let limits = Limits::default();
    let translator = Translator { formulas, propositions, traces, size: Size::default(), limits: &limits };
    Automata {
        alternating: translator.alternating(path).expect("no limit is near"),
        explicit: translator.translate(path).expect("no limit is near"),
    }
}

fn accepts(automaton: &PathAutomaton, reading: &Reading<'_>) -> bool {
    match automaton {
        PathAutomaton::Buchi(automaton) => reading.accepted_by_buchi(automaton),
        PathAutomaton::Finite(automaton) => reading.accepted_by_nfa(automaton),
        PathAutomaton::Symbolic(automaton) => reading.accepted_by_alternating(automaton),
    }
}

/// A drawn formula with its propositions.
fn draw(seed: u64, language: Language, depth: usize) -> (Grammar, FormulaId, Propositions) {
    let mut grammar = Grammar::new(seed, language);
    let root = grammar.path(depth);
    let grain = if seed.is_multiple_of(3) { Grain::Whole } else { Grain::Leaves };
    let propositions = Propositions::of(&grammar.formulas, root, grain);
    (grammar, root, propositions)
}

/// The automata of random formulas and of their negations accept what the definitions say; which part of the pairs of a
/// formula and a word were true.
fn agree(seeds: std::ops::Range<u64>, language: Language, depth: usize, traces: Traces) -> f64 {
    let (mut true_ones, mut symbolic) = (0_u32, 0);
    let seeds = effort::seeds(seeds);
    let rounds = usize::try_from(seeds.end - seeds.start).expect("small");
    for seed in seeds {
        let (mut grammar, root, propositions) = draw(seed, language, depth);
        let path = PathFormula::plain(root);
        let [plain, negated] = [path, !path].map(|path| automata(&grammar.formulas, &propositions, traces, path));
        symbolic += usize::from(matches!(plain.explicit, PathAutomaton::Symbolic(_)));
        for _ in 0..WORDS {
            let word = match traces {
                Traces::Infinite => Word::lasso(&mut grammar.random),
                Traces::Finite => Word::finite(&mut grammar.random),
            };
            let truth = word.satisfies(&grammar.formulas, root);
            let reading = Reading { formulas: &grammar.formulas, propositions: &propositions, word: &word };
            assert_eq!(
                reading.accepted_by_alternating(&plain.alternating),
                truth,
                "alternating, seed {seed}, {word:?}"
            );
            assert_eq!(accepts(&plain.explicit, &reading), truth, "seed {seed}, {word:?}");
            assert_eq!(accepts(&negated.explicit, &reading), !truth, "negated, seed {seed}, {word:?}");
            true_ones += u32::from(truth);
        }
    }
    assert!(symbolic * 20 < rounds, "{symbolic} of {rounds} automata are not explicit");
    f64::from(true_ones) / (rounds * WORDS) as f64
}

#[test]
fn ltl_on_lassos() {
    agree(0..1_500, Language::Linear, 3, Traces::Infinite);
}

#[test]
fn ldl_on_lassos() {
    let part = agree(100_000..102_500, Language::Dynamic, 2, Traces::Infinite);
    assert!((0.2..0.8).contains(&part), "the test says little: {part} of the pairs are true");
}

#[test]
fn deeper_ldl_on_lassos() {
    agree(150_000..150_400, Language::Dynamic, 3, Traces::Infinite);
}

#[test]
fn both_on_lassos() {
    agree(200_000..201_000, Language::Both, 3, Traces::Infinite);
}

#[test]
fn ldl_on_finite_words() {
    let part = agree(300_000..302_500, Language::Dynamic, 2, Traces::Finite);
    assert!((0.2..0.8).contains(&part), "the test says little: {part} of the pairs are true");
}

#[test]
fn ltl_and_both_on_finite_words() {
    agree(400_000..401_500, Language::Linear, 3, Traces::Finite);
    agree(500_000..501_000, Language::Both, 3, Traces::Finite);
}

/// A word satisfies a formula iff it satisfies all its conjuncts, and iff some disjunct; the smaller automaton is one of
/// the two.
#[test]
fn parts_and_the_smaller_one() {
    let limits = Limits::default();
    let (mut split, mut negated) = (0, 0);
    for seed in 820_000..821_000 {
        let (mut grammar, root, propositions) = draw(seed, Language::Both, 3);
        let translator = Translator {
            formulas: &grammar.formulas,
            propositions: &propositions,
            traces: Traces::Infinite,
            size: Size::default(),
            limits: &limits,
        };
        let path = PathFormula::plain(root);
        let conjuncts = propositions.conjuncts(&grammar.formulas, path);
        let disjuncts = propositions.disjuncts(&grammar.formulas, path);
        split += usize::from(conjuncts.len() > 1) + usize::from(disjuncts.len() > 1);
        let translate = |path: &PathFormula| translator.translate(*path).expect("no limit is near");
        let conjuncts: Vec<PathAutomaton> = conjuncts.iter().map(translate).collect();
        let disjuncts: Vec<PathAutomaton> = disjuncts.iter().map(translate).collect();
        let (sign, smaller) = translator.smaller(path).expect("no limit is near");
        negated += usize::from(sign == Sign::Negated);
        for _ in 0..5 {
            let word = Word::lasso(&mut grammar.random);
            let truth = word.satisfies(&grammar.formulas, root);
            let reading = Reading { formulas: &grammar.formulas, propositions: &propositions, word: &word };
            assert_eq!(conjuncts.iter().all(|part| accepts(part, &reading)), truth, "conjuncts, seed {seed}");
            assert_eq!(disjuncts.iter().any(|part| accepts(part, &reading)), truth, "disjuncts, seed {seed}");
            assert_eq!(accepts(&smaller, &reading) == (sign == Sign::Plain), truth, "smaller, seed {seed}");
        }
    }
    assert!(split > 100 && negated > 100, "{split} formulas have parts, {negated} negations are smaller");
}
