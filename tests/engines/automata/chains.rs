//! Long formulas: sizes are linear, and nothing overflows a stack.

use qmas::automata::{Class, Grain, PathAutomaton, PathFormula, Propositions, Size, Translator};
use qmas::engine::{GaveUp, Limits, Traces};
use qmas::ir::AtomId;
use qmas::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Temporal};

fn atom(formulas: &mut Formulas, index: usize) -> FormulaId {
    formulas.intern(Formula::Atom(AtomId::new(index)))
}

fn next(formulas: &mut Formulas, f: FormulaId) -> FormulaId {
    formulas.intern(Formula::Linear(Temporal::Next(f)))
}

fn translate(formulas: &Formulas, path: PathFormula, traces: Traces, size: Size) -> PathAutomaton {
    let limits = Limits::default();
    let propositions = Propositions::of(formulas, path.formula, Grain::Leaves);
    let translator = Translator { formulas, propositions: &propositions, traces, size, limits: &limits };
    translator.translate(path).expect("no limit is near")
}

/// States and edges of the Büchi automaton.
fn size(formulas: &Formulas, path: PathFormula) -> (usize, usize, Class) {
    match translate(formulas, path, Traces::Infinite, Size::default()) {
        PathAutomaton::Buchi(automaton) => (automaton.graph().len(), automaton.graph().edge_count(), automaton.class()),
        other => panic!("not explicit: {other:?}"),
    }
}

/// `X X … X p`.
fn nexts(formulas: &mut Formulas, n: usize) -> FormulaId {
    let mut f = atom(formulas, 0);
    for _ in 0..n {
        f = next(formulas, f);
    }
    f
}

/// `tt ; p ; tt ; p …`, nested to the left, as written, or to the right.
fn sequence(formulas: &mut Formulas, n: usize, left: bool) -> RegexId {
    let (p, tt) = (atom(formulas, 0), formulas.intern(Formula::True));
    let steps: Vec<RegexId> =
        (0..n).map(|step| formulas.intern_regex(Regex::Step(if step % 2 == 0 { tt } else { p }))).collect();
    if left {
        let join = |whole, step| formulas.intern_regex(Regex::Sequence(whole, step));
        steps.into_iter().reduce(join).expect("not empty")
    } else {
        let join = |whole, step| formulas.intern_regex(Regex::Sequence(step, whole));
        steps.into_iter().rev().reduce(join).expect("not empty")
    }
}

#[test]
fn nexts_are_one_state_each() {
    for n in [10, 100, 1_000] {
        let mut formulas = Formulas::default();
        let f = nexts(&mut formulas, n);
        // One for each X, one for p, one for what may come after.
        assert_eq!(size(&formulas, PathFormula::plain(f)), (n + 2, n + 2, Class::CoSafety));
        assert_eq!(size(&formulas, !PathFormula::plain(f)), (n + 2, n + 2, Class::CoSafety));
    }
}

#[test]
fn sequences_are_one_state_each() {
    for n in [10, 100, 1_000] {
        for left in [true, false] {
            let mut formulas = Formulas::default();
            let (rho, q) = (sequence(&mut formulas, n, left), atom(&mut formulas, 1));
            let whole = formulas.intern(Formula::Dynamic(Modality::Box, rho, q));
            // One for each step, one for q, one for what may come after; every p may fail.
            let expected = (n + 2, n + 2 + n / 2, Class::CoSafety);
            assert_eq!(size(&formulas, PathFormula::plain(whole)), expected);
            assert_eq!(size(&formulas, !PathFormula::plain(whole)), (n + 2, n + 2, Class::CoSafety));
        }
    }
}

/// The thesis, 8.6, specification 2 as LTL: `X(p and X(p and …)) -> X … X q`.
#[test]
fn two_chains_side_by_side_are_one() {
    for n in [10, 100, 1_000] {
        let mut formulas = Formulas::default();
        let (p, mut q) = (atom(&mut formulas, 0), atom(&mut formulas, 1));
        let mut works = next(&mut formulas, p);
        for _ in 1..n {
            let both = formulas.intern(Formula::And(p, works));
            works = next(&mut formulas, both);
        }
        for _ in 0..=n {
            q = next(&mut formulas, q);
        }
        let whole = formulas.intern(Formula::Implies(works, q));
        let (states, edges, class) = size(&formulas, !PathFormula::plain(whole));
        assert_eq!((states, edges, class), (n + 3, n + 3, Class::CoSafety));
        let (states, edges, class) = size(&formulas, PathFormula::plain(whole));
        assert!(
            states <= 2 * n + 4 && edges <= 4 * n + 8 && class == Class::CoSafety,
            "{states} states, {edges} edges"
        );
    }
}

/// `X p and X X p and …`: N formulas of length N, but N different ones in all.
#[test]
fn a_conjunction_of_chains() {
    let n = 300;
    let mut formulas = Formulas::default();
    let mut f = atom(&mut formulas, 0);
    let mut whole = f;
    for _ in 0..n {
        f = next(&mut formulas, f);
        whole = formulas.intern(Formula::And(whole, f));
    }
    assert_eq!(size(&formulas, PathFormula::plain(whole)), (n + 2, n + 2, Class::CoSafety));
}

#[test]
fn chains_on_finite_words() {
    let n = 1_000;
    let mut formulas = Formulas::default();
    let (rho, q) = (sequence(&mut formulas, n, true), atom(&mut formulas, 1));
    let whole = PathFormula::plain(formulas.intern(Formula::Dynamic(Modality::Diamond, rho, q)));
    for (path, states) in [(whole, n + 2), (!whole, n + 2)] {
        match translate(&formulas, path, Traces::Finite, Size::default()) {
            PathAutomaton::Finite(automaton) => assert_eq!(automaton.graph().len(), states),
            other => panic!("not explicit: {other:?}"),
        }
    }
}

/// What explodes is given back as an alternating automaton, small.
#[test]
fn what_explodes_stays_alternating() {
    let mut formulas = Formulas::default();
    let mut whole = formulas.intern(Formula::True);
    for index in 0..24 {
        let p = atom(&mut formulas, index);
        let eventually = formulas.intern(Formula::Linear(Temporal::Finally(p)));
        let always = formulas.intern(Formula::Linear(Temporal::Globally(eventually)));
        whole = formulas.intern(Formula::And(whole, always));
    }
    match translate(&formulas, PathFormula::plain(whole), Traces::Infinite, Size::default()) {
        PathAutomaton::Symbolic(automaton) => {
            // Of each conjunct, and what it promises; `true` is a conjunct, too.
            assert_eq!(automaton.states().len(), 2 * 24 + 1);
            assert_eq!(automaton.states().iter().filter(|state| state.eventual).count(), 24);
        }
        other => panic!("explicit: {other:?}"),
    }
    // Its conjuncts are small, one by one.
    let propositions = Propositions::of(&formulas, whole, Grain::Leaves);
    let conjuncts = propositions.conjuncts(&formulas, PathFormula::plain(whole));
    assert_eq!(conjuncts.len(), 25);
    for &conjunct in &conjuncts[1..] {
        assert_eq!(size(&formulas, conjunct), (2, 4, Class::General));
    }
}

#[test]
fn limits_end_the_translation() {
    let mut formulas = Formulas::default();
    let (rho, q) = (sequence(&mut formulas, 1_000, true), atom(&mut formulas, 1));
    let path = PathFormula::plain(formulas.intern(Formula::Dynamic(Modality::Box, rho, q)));
    let propositions = Propositions::of(&formulas, path.formula, Grain::Leaves);
    let translate = |limits: &Limits| {
        let size = Size::default();
        let traces = Traces::Infinite;
        Translator { formulas: &formulas, propositions: &propositions, traces, size, limits }.translate(path)
    };
    let few = Limits { max_states: 100, ..Limits::default() };
    assert!(matches!(translate(&few), Err(GaveUp::States(100))));
    let enough = Limits { max_states: 1_001, ..Limits::default() };
    assert!(matches!(translate(&enough), Ok(PathAutomaton::Buchi(_))));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert!(matches!(translate(&cancelled), Err(GaveUp::Interrupted)));
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert!(matches!(translate(&late), Err(GaveUp::Time)));
}

const DEPTH: usize = 100_000;

/// Wraps `p` again and again.
fn nested(wrap: impl Fn(&mut Formulas, FormulaId, usize) -> FormulaId) -> (Formulas, PathFormula) {
    let mut formulas = Formulas::default();
    let mut f = atom(&mut formulas, 0);
    for level in 0..DEPTH {
        f = wrap(&mut formulas, f, level);
    }
    (formulas, PathFormula::plain(f))
}

/// Nesting 100,000 deep, on a thread with an ordinary stack: explicit or not, in both kinds of words.
#[test]
fn deep_nesting() {
    let linear =
        |make: fn(FormulaId) -> Temporal| nested(move |formulas, f, _| formulas.intern(Formula::Linear(make(f))));
    let mixed = |formulas: &mut Formulas, f: FormulaId, level: usize| {
        let p = atom(formulas, level % 3);
        let operator = match level % 5 {
            0 => Formula::Linear(Temporal::Until(f, p)),
            1 => Formula::Linear(Temporal::Release(p, f)),
            2 => Formula::Not(f),
            3 => Formula::Implies(p, f),
            _ => Formula::Linear(Temporal::Finally(f)),
        };
        formulas.intern(operator)
    };
    let boxes = |formulas: &mut Formulas, f: FormulaId, level: usize| {
        let test = formulas.intern_regex(Regex::Test(f));
        let p = atom(formulas, level % 2);
        let step = formulas.intern_regex(Regex::Step(p));
        let both = formulas.intern_regex(Regex::Sequence(test, step));
        let star = formulas.intern_regex(Regex::Star(both));
        formulas.intern(Formula::Dynamic([Modality::Box, Modality::Diamond][level % 2], star, p))
    };
    let cases = [
        linear(Temporal::Next),
        linear(Temporal::Globally),
        linear(Temporal::Finally),
        nested(mixed),
        nested(boxes),
        nested(|formulas, f, level| {
            let p = atom(formulas, level % 1_000);
            let both = formulas.intern(if level % 2 == 0 { Formula::And(p, f) } else { Formula::Or(f, p) });
            formulas.intern(Formula::Not(both))
        }),
    ];
    for (case, (formulas, path)) in cases.into_iter().enumerate() {
        for traces in [Traces::Infinite, Traces::Finite] {
            let small = Size { states: 2_000, edges: 4_000 };
            let automaton = translate(&formulas, path, traces, small);
            if let PathAutomaton::Symbolic(alternating) = &automaton {
                assert!(alternating.states().len() <= 2 * DEPTH + 2, "case {case}");
            }
        }
    }
}

/// Regular expressions nested 100,000 deep.
#[test]
fn deep_expressions() {
    let mut formulas = Formulas::default();
    let p = atom(&mut formulas, 0);
    let step = formulas.intern_regex(Regex::Step(p));
    let test = formulas.intern_regex(Regex::Test(p));
    for kind in 0..4 {
        let mut rho = step;
        for level in 0..DEPTH {
            rho = formulas.intern_regex(match (kind, level % 3) {
                (0, _) | (1, 0) => Regex::Star(rho),
                (1, 1) | (2, _) => Regex::Choice(rho, if level % 2 == 0 { test } else { step }),
                (1, _) => Regex::Sequence(test, rho),
                _ => Regex::Sequence(rho, test),
            });
        }
        for modality in [Modality::Diamond, Modality::Box] {
            let whole = PathFormula::plain(formulas.intern(Formula::Dynamic(modality, rho, p)));
            let small = Size { states: 2_000, edges: 4_000 };
            let automaton = translate(&formulas, whole, Traces::Infinite, small);
            if let PathAutomaton::Symbolic(alternating) = &automaton {
                assert!(alternating.states().len() <= 2 * DEPTH, "kind {kind}");
            }
        }
    }
}
