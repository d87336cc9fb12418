//! Formulas of CTL about single paths, as lassos: always a verdict, and never a wrong one, deadlocks included. A long run compares
//! more than 20,000 pairs of a random system and such a formula with the oracle.

use std::cell::Cell;
use std::ops::Range;

use qmas::Model;
use qmas::bounded::{BoundedOptions, Paths, Query, is_about_a_path};
use qmas::engine::Verdict;

use crate::bounded::{ask, expected, read};
use crate::common::effort;
use crate::common::random::{
    BinaryTemporal, Formula, FormulaShape, Logic, Prng, Quantifier, RandomModel, Temporal, UnaryTemporal, Wishes,
    forall, loaded, random_formula,
};

const FORMULAS: usize = 16;
const WISHES: Wishes = Wishes { total: false, never_blocked: false, fairness: 0, most_states: 40 };

/// Atoms and Boolean connectives.
fn plain(prng: &mut Prng, model: &RandomModel) -> Formula {
    let mut leaf = || random_formula(prng, model, FormulaShape::of(Logic::Ctl, 0));
    let (one, other) = (leaf(), leaf());
    match prng.below(4) {
        0 => one.or(other),
        1 => one.and(other),
        2 => one.not(),
        _ => one,
    }
}

/// A formula that asks for a path.
fn asking(prng: &mut Prng, model: &RandomModel, depth: usize) -> Formula {
    if depth == 0 {
        return plain(prng, model);
    }
    let exists = |operator| Formula::Branching(Quantifier::Exists, operator);
    let unary = |operator, f: Formula| exists(Temporal::Unary(operator, Box::new(f)));
    let binary = |operator, f: Formula, g: Formula| exists(Temporal::Binary(operator, Box::new(f), Box::new(g)));
    let plain = plain(prng, model);
    let inner = asking(prng, model, depth - 1);
    match prng.below(10) {
        0 => plain.and(inner),
        1 => asking(prng, model, depth - 1).or(inner),
        2 => unary(UnaryTemporal::Next, inner),
        3 | 4 => unary(UnaryTemporal::Finally, inner),
        5 => binary(BinaryTemporal::Until, plain, inner),
        6..=8 => unary(UnaryTemporal::Globally, plain),
        _ => binary(BinaryTemporal::Release, inner, plain),
    }
}

fn draw(seed: u64) -> RandomModel {
    let model = RandomModel::random(seed, WISHES);
    let mut prng = Prng::new(!seed);
    let formulas = (0..FORMULAS).map(|_| {
        let depth = prng.between(1, 4);
        let formula = asking(&mut prng, &model, depth);
        let formula = if prng.chance(50) { formula.not() } else { formula };
        formula.spec(Logic::Ctl)
    });
    let formulas = formulas.collect();
    model.with_formulas(formulas)
}

/// The oracle's verdicts on the formulas that are about single paths.
fn taken(model: &Model) -> Result<Vec<(usize, Verdict)>, String> {
    let Some((expected, _)) = expected(model)? else { return Ok(Vec::new()) };
    let all = expected.into_iter().enumerate();
    Ok(all.filter(|&(number, _)| is_about_a_path(model, model.specifications[number])).collect())
}

/// All verdicts are the oracle's; where there is a last bound, formulas may be open there. How many of each answer there were.
fn verdicts(seeds: Range<u64>, options: &BoundedOptions) -> [usize; 2] {
    let seen = Cell::new([0; 2]);
    forall(seeds, draw, |drawn| {
        let model = loaded(drawn)?;
        let checked = ask(&model, options.clone());
        for (number, expected) in taken(&model)? {
            let found = &checked.outcomes[number].verdict;
            if *found == expected {
                let mut counts = seen.get();
                counts[usize::from(expected == Verdict::Fails)] += 1;
                seen.set(counts);
            } else if options.max.is_none_or(|max| *found != Verdict::OpenUpTo(max)) {
                return Err(format!("formula {}: {found:?} instead of {expected:?} with {options:?}", number + 1));
            }
        }
        Ok(())
    });
    seen.get()
}

fn only() -> BoundedOptions {
    BoundedOptions { paths: Paths::Only, ..BoundedOptions::default() }
}

#[test]
fn as_lassos_alone() {
    let seeds = 820_000..821_600;
    let [holds, fails] = verdicts(seeds.clone(), &only());
    assert!(holds + fails >= effort::share(15_000, seeds.clone()), "{holds} and {fails}");
    assert!(holds.min(fails) >= effort::share(4_000, seeds), "{holds} and {fails}");
}

#[test]
fn in_turns() {
    let seeds = 822_000..822_600;
    let [holds, fails] = verdicts(seeds.clone(), &BoundedOptions::default());
    assert!(holds.min(fails) >= effort::share(1_500, seeds), "{holds} and {fails}");
}

/// Where nobody looks for lassos nothing but a sound argument keeps a proof from being wrong.
#[test]
fn with_one_question() {
    let seeds = 823_000..823_400;
    for (query, answer) in [(Query::Prove, 0), (Query::Refute, 1)] {
        let options = BoundedOptions { query, max: Some(8), ..only() };
        let seen = verdicts(seeds.clone(), &options);
        assert!(seen[answer] >= effort::share(1_000, seeds.clone()), "{query:?}: {seen:?}");
        assert_eq!(seen[1 - answer], 0, "{query:?}");
    }
}

/// A state from which there is nothing but a step into a deadlock.
const DEADLOCK: &str = "
Agent One
  Vars: at : {first, second, third}; end Vars
  Actions = {go};
  Protocol: at = first : {go}; at = second : {go}; end Protocol
  Evolution: at = second if at = first; at = third if at = second; end Evolution
end Agent
Evaluation start if One.at = first; middle if One.at = second; over if One.at = third; never if One.at = first and One.at = third; end Evaluation
InitStates One.at = first; end InitStates
Formulae
";

/// On infinite paths the answers would be others: there are none.
#[test]
fn deadlocks_are_ends() {
    let formulas = [
        ("AF never", true),
        ("AG !over", false),
        ("EF over", true),
        ("EG (start or middle or over)", false),
        ("A(start U middle)", true),
        ("A(start U over)", false),
        ("A(start U never)", false),
        ("A((start or middle or over) U never)", true),
        ("AX middle", true),
        ("AX AX AX never", true),
        ("EX EX over", true),
        ("EX EX EX true", false),
        ("AG (middle -> AF never)", true),
        ("AG (middle -> AX never)", false),
        ("E(over R (start or middle or over))", true),
        ("E(never R (start or middle or over))", false),
    ];
    let text: String = formulas.iter().map(|(formula, _)| format!("{formula};")).collect();
    let text = format!("{DEADLOCK}{text} end Formulae");
    let model = read(&text);
    for options in [only(), BoundedOptions::default()] {
        let checked = ask(&model, options);
        for (number, (formula, holds)) in formulas.iter().enumerate() {
            assert!(is_about_a_path(&model, model.specifications[number]), "{formula}");
            let expected = if *holds { Verdict::Holds } else { Verdict::Fails };
            assert_eq!(checked.outcomes[number].verdict, expected, "{formula}");
        }
    }
}

/// What asks for a tree, or for nothing, is left to others.
#[test]
fn what_is_not_about_a_path() {
    let text = format!(
        "{DEADLOCK}start; AF AG start; EG EF start; AG EF start; (EF start) and (EF middle); K(One, AF middle); end Formulae"
    );
    let model = read(&text);
    assert_eq!(model.specifications.len(), 6);
    assert!(model.specifications.iter().all(|&specification| !is_about_a_path(&model, specification)));
}
