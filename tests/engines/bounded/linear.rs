//! Path formulas by lassos and counting: always a verdict, without any limit on bounds, and never a wrong one, wherever the
//! automaton is not too large. A long run compares more than 20,000 pairs of a random system and a path formula over atoms
//! with the oracle; half of the systems have fairness, many have deadlocks, many several initial states.

use std::cell::Cell;
use std::ops::Range;

use qmas::Model;
use qmas::bounded::{Asked, BoundedOptions, Query, can_answer};
use qmas::engine::{Declined, GaveUp, Strategies, Terms, Traces, Verdict};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;
use qmas::solver::SatChoice;

use crate::bounded::{ask, read};
use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::{
    Formula, FormulaShape, Logic, Prng, Quantifier, RandomModel, Wishes, forall, loaded, random_formula,
};

const FORMULAS: usize = 16;
const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 40 };
const PLAIN: Wishes = Wishes { fairness: 0, ..FAIR };

/// A system with path formulas over atoms: behind LTL and LDL, or behind A, E and their negations.
fn draw(seed: u64, wishes: Wishes, logic: Logic) -> RandomModel {
    let model = RandomModel::random(seed, wishes);
    let mut prng = Prng::new(!seed);
    let words = if matches!(logic, Logic::Ltl | Logic::CtlStar) { Logic::Ltl } else { Logic::Ldl };
    let formulas = (0..FORMULAS).map(|_| {
        let depth = prng.between(1, 4);
        let shape = FormulaShape { knowledge: false, ..FormulaShape::of(words, depth) };
        let path = random_formula(&mut prng, &model, shape);
        let quantified = |quantifier| Formula::quantified(path.clone(), quantifier);
        let formula = match (logic, prng.below(4)) {
            (Logic::Ltl | Logic::Ldl, _) => path,
            (_, 0) => quantified(Quantifier::Forall),
            (_, 1) => quantified(Quantifier::Forall).not(),
            (_, 2) => quantified(Quantifier::Exists).not(),
            _ => quantified(Quantifier::Exists),
        };
        formula.spec(logic)
    });
    let formulas = formulas.collect();
    model.with_formulas(formulas)
}

/// Whether a formula is one of paths that the engine takes: not one of those that are about a state after all.
fn is_taken(model: &Model, number: usize) -> bool {
    let specification = model.specifications[number];
    !model.formulas.is_atlk(specification.formula)
        && can_answer(model, specification, Traces::Infinite, Strategies::default())
}

/// The verdicts of the oracle on the formulas that the engine takes; none if there is no initial state.
fn expected(model: &Model) -> Result<Vec<(usize, Verdict)>, String> {
    let mut oracle = Oracle::new(model, &Terms::default()).map_err(|reason| reason.to_string())?;
    if oracle.space().initial_states().count() == 0 {
        return Ok(Vec::new());
    }
    let taken = (0..model.specifications.len()).filter(|&number| is_taken(model, number));
    Ok(taken.map(|number| (number, oracle.check(model.specifications[number]))).collect())
}

fn agrees(drawn: &RandomModel, options: &Options) -> Result<usize, String> {
    let model = loaded(drawn)?;
    let expected = expected(&model)?;
    let checked = check_with(&model, EngineChoice::Bounded, options);
    let mut compared = 0;
    for (number, expected) in &expected {
        match &checked.outcomes[*number].verdict {
            found if found == expected => compared += 1,
            // Random formulas are not like those that people write.
            Verdict::GaveUp(GaveUp::Declined(Declined::BoundedAutomaton(_))) => {}
            found => return Err(format!("formula {}: {found:?} instead of {expected:?}", number + 1)),
        }
    }
    Ok(compared)
}

/// All verdicts are the oracle's; at least `often` of them in a long run.
fn verdicts(seeds: Range<u64>, wishes: Wishes, logic: Logic, bounded: BoundedOptions, often: usize) {
    let options = Options { bounded, ..Options::default() };
    let compared = Cell::new(0);
    forall(
        seeds.clone(),
        |seed| draw(seed, wishes, logic),
        |drawn| {
            compared.set(compared.get() + agrees(drawn, &options)?);
            Ok(())
        },
    );
    assert!(compared.get() >= effort::share(often, seeds), "only {} formulas were compared", compared.get());
}

#[test]
fn linear_time() {
    verdicts(800_000..801_500, PLAIN, Logic::Ltl, BoundedOptions::default(), 5_000);
    verdicts(802_000..803_500, FAIR, Logic::Ltl, BoundedOptions::default(), 5_000);
}

#[test]
fn linear_dynamic_logic() {
    verdicts(804_000..805_500, PLAIN, Logic::Ldl, BoundedOptions::default(), 5_000);
    verdicts(806_000..807_500, FAIR, Logic::Ldl, BoundedOptions::default(), 5_000);
}

#[test]
fn path_quantifiers() {
    verdicts(808_000..809_500, PLAIN, Logic::CtlStar, BoundedOptions::default(), 6_000);
    // E is left to others where there is fairness.
    verdicts(810_000..811_500, FAIR, Logic::CtlStar, BoundedOptions::default(), 3_000);
    verdicts(812_000..812_750, PLAIN, Logic::CdlStar, BoundedOptions::default(), 1_000);
}

#[test]
fn of_every_solver() {
    for &sat in SatChoice::ALL {
        verdicts(813_000..813_050, FAIR, Logic::Ltl, BoundedOptions { sat, ..BoundedOptions::default() }, 150);
    }
}

#[test]
fn from_other_bounds() {
    let bounded = BoundedOptions { start: 3, step: 2, ..BoundedOptions::default() };
    verdicts(814_000..814_100, PLAIN, Logic::Ltl, bounded, 300);
}

/// Without counting a formula that holds may stay open; nothing else changes. With one question, the other answer is never
/// given.
#[test]
fn with_less_than_everything() {
    let most = 6;
    let some = BoundedOptions { max: Some(most), ..BoundedOptions::default() };
    let asked = [
        (BoundedOptions { counting: false, ..some.clone() }, [true, true]),
        (BoundedOptions { query: Query::Prove, ..some.clone() }, [true, false]),
        (BoundedOptions { query: Query::Refute, ..some }, [false, true]),
    ];
    let seen = Cell::new([0; 2]);
    forall(
        815_000..815_200,
        |seed| draw(seed, PLAIN, Logic::Ltl),
        |drawn| {
            let model = loaded(drawn)?;
            for (options, may) in &asked {
                let checked = ask(&model, options.clone());
                for (number, expected) in expected(&model)? {
                    let found = &checked.outcomes[number].verdict;
                    let answer = usize::from(expected == Verdict::Fails);
                    let large = matches!(found, Verdict::GaveUp(GaveUp::Declined(Declined::BoundedAutomaton(_))));
                    let fine = large || *found == Verdict::OpenUpTo(most) || *found == expected && may[answer];
                    if !fine {
                        return Err(format!("formula {}: {found:?} with {options:?}", number + 1));
                    }
                    let mut counts = seen.get();
                    counts[answer] += usize::from(*found == expected);
                    seen.set(counts);
                }
            }
            Ok(())
        },
    );
    let often = effort::share(100, 815_000..815_200);
    assert!(seen.get().iter().all(|&count| count >= often), "{:?}", seen.get());
}

/// A lamp that may be switched on and never off, and a clock beside it that goes round.
const LAMP: &str = "
Agent Environment
  Vars: clock : 0..6; end Vars
  Actions = {tick};
  Protocol: Other : {tick}; end Protocol
  Evolution: clock = clock + 1 if clock < 6; clock = 0 if clock = 6; end Evolution
end Agent
Agent Lamp
  Vars: lit : boolean; end Vars
  Actions = {wait, press};
  Protocol: PROTOCOL end Protocol
  Evolution: lit = true if Action = press; end Evolution
end Agent
Evaluation lit if Lamp.lit = true; noon if Environment.clock = 6; end Evaluation
InitStates Environment.clock = 0 and Lamp.lit = false; end InitStates
";

fn lamp(protocol: &str, rest: &str) -> Model {
    read(&format!("{}{rest}", LAMP.replace("PROTOCOL", protocol)))
}

/// A lasso that goes once round the clock has seven steps. That the lamp stays lit takes no path to the end, since paths
/// do not end: only counting shows it.
#[test]
fn shortest_lassos_and_proofs_by_counting() {
    let text = "Formulae LTL F lit; LTL G (lit -> G lit); LTL F noon; LTL G F noon; CTL* E (G !lit); end Formulae";
    let model = lamp("Other : {wait, press};", text);
    let counted = ask(&model, BoundedOptions::default());
    let verdicts: Vec<_> = counted.outcomes.iter().map(|outcome| (&outcome.verdict, outcome.bound)).collect();
    assert_eq!(verdicts[0], (&Verdict::Fails, Some(1)), "the clock is outside the cone: waiting is a loop");
    for number in [1, 2, 3] {
        assert_eq!(verdicts[number].0, &Verdict::Holds, "formula {}", number + 1);
    }
    assert_eq!(verdicts[4].0, &Verdict::Holds);
    let whole = Options { whole_system: true, ..Options::default() };
    let checked = check_with(&model, EngineChoice::Bounded, &whole);
    assert_eq!((&checked.outcomes[0].verdict, checked.outcomes[0].bound), (&Verdict::Fails, Some(7)));
    let without = ask(&model, BoundedOptions { counting: false, max: Some(10), ..BoundedOptions::default() });
    let verdicts: Vec<_> = without.outcomes.iter().map(|outcome| &outcome.verdict).collect();
    assert_eq!(verdicts[1], &Verdict::OpenUpTo(10), "no path of the product ends");
    assert_eq!(verdicts[2], &Verdict::Holds, "no path without noon has seven steps");
    let asked = |number: usize, asked: Asked| {
        let rows = counted.bounds.iter().filter(|(of, _)| *of == number).flat_map(|(_, rows)| rows);
        rows.filter(|row| row.asked == asked && row.yes).count()
    };
    assert_eq!(asked(1, Asked::Counting), 1, "it is counting that proves it");
}

/// A path that runs into a deadlock is no path: whatever is said of all paths is true there. Without an infinite path from
/// one of several initial states, E fails.
#[test]
fn in_deadlocks() {
    let protocol = "lit = false : {wait, press};";
    let text = "Formulae LTL G !lit; LTL F noon; CTL* E (F lit); CTL* E (F noon); LTL X false; end Formulae";
    let found = ask(&lamp(protocol, text), BoundedOptions::default());
    let verdicts: Vec<_> = found.outcomes.iter().map(|outcome| &outcome.verdict).collect();
    let (holds, fails) = (&Verdict::Holds, &Verdict::Fails);
    assert_eq!(verdicts, [holds, holds, fails, holds, fails]);
}

/// With Fairness a lasso must meet every constraint, and E is declined.
#[test]
fn with_fairness() {
    let text =
        "Fairness lit; noon; end Fairness Formulae LTL F lit; LTL G F noon; LTL G lit; CTL* E (F lit); end Formulae";
    let model = lamp("Other : {wait, press};", text);
    let found = ask(&model, BoundedOptions::default());
    let verdicts: Vec<_> = found.outcomes.iter().map(|outcome| &outcome.verdict).collect();
    assert_eq!(verdicts[..3], [&Verdict::Holds, &Verdict::Holds, &Verdict::Fails]);
    assert!(matches!(verdicts[3], Verdict::GaveUp(_)), "{:?}", verdicts[3]);
}

/// varisat called assumptions contradictory that are not, and counting believed it: both agents may wait forever.
#[test]
fn cores_are_asked_about_once_more() {
    let text = "
Semantics=SA;
Agent One
  Vars: x : 1..3; y : -2..0; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution:
    y = y - 1 if Two.Action = a;
    y = x - -2 if -1 <> y;
    y = y + 1 if Two.Action = a;
    x = 3 if !(Two.Action = b);
    x = x + 1 if x = x;
  end Evolution
end Agent
Agent Two
  Vars: x : boolean; end Vars
  Actions = {a, b};
  Protocol: x = x : {a, b}; end Protocol
  Evolution: x = x if x = x; end Evolution
end Agent
Evaluation low if One.y <= 0; never if One.x <> One.x; end Evaluation
InitStates One.y = -2; end InitStates
Formulae CTL* !E(X (X (never U (G low)))); end Formulae
";
    let model = read(text);
    assert_eq!(expected(&model), Ok(vec![(0, Verdict::Fails)]));
    for &sat in SatChoice::ALL {
        let checked = ask(&model, BoundedOptions { sat, ..BoundedOptions::default() });
        assert_eq!(checked.outcomes[0].verdict, Verdict::Fails, "{sat:?}");
    }
}
