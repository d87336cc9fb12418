//! The class of an automaton is what it says, checked on words; and formulas that everybody knows have the class that
//! everybody knows.

use qmas::automata::{Buchi, Class, Graph, PathAutomaton, PathFormula};
use qmas::engine::Traces;
use qmas::ir::AtomId;
use qmas::logic::{Formula, FormulaId, Formulas, Temporal};

use crate::automata::accept::Reading;
use crate::automata::grammar::Language;
use crate::automata::{automata, draw};
use crate::common::words::Word;

/// Which states the word can lead to, position by position, up to twice around the loop.
fn visited(reading: &Reading<'_>, graph: &Graph) -> Vec<usize> {
    let mut states = vec![Graph::INITIAL];
    let mut all = states.clone();
    let mut position = 0;
    for _ in 0..reading.word.len() * (graph.len() + 1) {
        states = states.iter().flat_map(|&state| reading.targets(graph, state, position)).collect();
        states.sort_unstable();
        states.dedup();
        all.extend(&states);
        position = reading.word.next(position).expect("a lasso goes on");
    }
    if states.is_empty() { Vec::new() } else { all }
}

/// What the class promises about one word.
fn keeps_promise(automaton: &Buchi, reading: &Reading<'_>) -> bool {
    let accepted = reading.accepted_by_buchi(automaton);
    let visited = visited(reading, automaton.graph());
    match automaton.class() {
        Class::CoSafety => accepted == visited.iter().any(|&state| automaton.is_sink(state)),
        // So long without an accepting state would be a rejecting cycle.
        Class::Safety => accepted != visited.is_empty(),
        Class::Weak | Class::General => !(accepted && visited.is_empty()),
    }
}

#[test]
fn classes_keep_their_promises() {
    let mut seen = [0; 4];
    for seed in 800_000..802_000 {
        let (mut grammar, root, propositions) = draw(seed, Language::Both, 2);
        let path = PathFormula::plain(root);
        let explicit = automata(&grammar.formulas, &propositions, Traces::Infinite, path).explicit;
        let PathAutomaton::Buchi(automaton) = explicit else { continue };
        seen[automaton.class() as usize] += 1;
        for _ in 0..10 {
            let word = Word::lasso(&mut grammar.random);
            let reading = Reading { formulas: &grammar.formulas, propositions: &propositions, word: &word };
            assert!(keeps_promise(&automaton, &reading), "seed {seed}, {:?}, {word:?}", automaton.class());
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "classes are too rare: {seen:?}");
}

/// In a weak automaton a cycle does not mix; in one that is not, some component does.
#[test]
fn weak_means_unmixed() {
    for seed in 810_000..811_000 {
        let (grammar, root, propositions) = draw(seed, Language::Both, 2);
        let path = PathFormula::plain(root);
        let explicit = automata(&grammar.formulas, &propositions, Traces::Infinite, path).explicit;
        let PathAutomaton::Buchi(automaton) = explicit else { continue };
        let reaches = reachability(automaton.graph());
        let count = automaton.graph().len();
        let together = |p: usize, q: usize| reaches[p][q] && reaches[q][p];
        let mixed = (0..count)
            .any(|p| (0..count).any(|q| together(p, q) && automaton.is_accepting(p) && !automaton.is_accepting(q)));
        assert_eq!(mixed, automaton.class() == Class::General, "seed {seed}");
    }
}

/// Paths of at least one edge: Warshall.
fn reachability(graph: &Graph) -> Vec<Vec<bool>> {
    let count = graph.len();
    let mut reaches = vec![vec![false; count]; count];
    for (state, row) in reaches.iter_mut().enumerate() {
        for edge in graph.edges(state) {
            row[edge.target] = true;
        }
    }
    for middle in 0..count {
        for from in 0..count {
            if reaches[from][middle] {
                let further = reaches[middle].clone();
                reaches[from].iter_mut().zip(further).for_each(|(to, more)| *to |= more);
            }
        }
    }
    reaches
}

#[test]
fn well_known_classes() {
    let mut formulas = Formulas::default();
    let [p, q] = [0, 1].map(|index| formulas.intern(Formula::Atom(AtomId::new(index))));
    let mut linear = |operator: Temporal| formulas.intern(Formula::Linear(operator));
    let until = linear(Temporal::Until(p, q));
    let release = linear(Temporal::Release(p, q));
    let weak = linear(Temporal::WeakUntil(p, q));
    let [f, g] = [linear(Temporal::Finally(p)), linear(Temporal::Globally(p))];
    let [gf, fg] = [linear(Temporal::Globally(f)), linear(Temporal::Finally(g))];
    let xxp = linear(Temporal::Next(p));
    let xxp = linear(Temporal::Next(xxp));
    let response = formulas.intern(Formula::Implies(p, until));
    let response = formulas.intern(Formula::Linear(Temporal::Globally(response)));
    let known: [(FormulaId, Class, usize); 9] = [
        (until, Class::CoSafety, 2),
        (release, Class::Safety, 2),
        (weak, Class::Safety, 2),
        (f, Class::CoSafety, 2),
        (g, Class::Safety, 1),
        (gf, Class::General, 2),
        (fg, Class::Weak, 2),
        (xxp, Class::CoSafety, 4),
        (response, Class::General, 2),
    ];
    for (formula, class, states) in known {
        let propositions = qmas::automata::Propositions::of(&formulas, formula, qmas::automata::Grain::Leaves);
        let explicit = automata(&formulas, &propositions, Traces::Infinite, PathFormula::plain(formula)).explicit;
        let PathAutomaton::Buchi(automaton) = explicit else { panic!("not explicit") };
        assert_eq!((automaton.class(), automaton.graph().len()), (class, states), "{:?}", formulas.get(formula));
    }
}
