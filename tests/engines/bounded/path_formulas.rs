//! Path formulas anywhere: below knowledge, inside each other, with knowledge inside, on finite traces; against the
//! oracle, bound by bound, and against the same formulas in the form of CTL. A long run compares 20,000 pairs of a random
//! system and a formula in each group, deadlocks included.

use std::cell::Cell;
use std::ops::Range;

use qmas::Model;
use qmas::automata::{Grain, PathFormula, Propositions, Size, Translator};
use qmas::bounded::{BoundedOptions, Paths, Reach, can_answer};
use qmas::engine::{Declined, GaveUp, Limits, Terms, Traces, Verdict};
use qmas::logic::{self, FormulaKind, Specification};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

use crate::bounded::depths::system;
use crate::bounded::{ask, read};
use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::{FormulaShape, Logic, Prng, RandomModel, Wishes, forall, loaded, random_formula};

const FORMULAS: usize = 14;
const TINY: Wishes = Wishes { total: false, never_blocked: false, fairness: 0, most_states: 6 };
/// Formulas whose product with the system has more nodes than this may stay open.
const PRODUCT: usize = 20;

/// A system with formulas of a logic that are not too deep, what random formulas ask for grows fast, and not left to others.
fn draw(seed: u64, wishes: Wishes, logic: Logic, (count, traces): (usize, Traces)) -> RandomModel {
    // A system without initial states has few states.
    let tries = (0..).map(|again| RandomModel::random(seed + again * 1_000_000, wishes));
    let model = tries.into_iter().find(|model| !model.initial_states().is_empty()).expect("there are many");
    let mut prng = Prng::new(!seed);
    let formulas = (0..20 * count).map(|_| {
        let depth = prng.between(2, 3);
        random_formula(&mut prng, &model, FormulaShape::of(logic, depth)).spec(logic)
    });
    let formulas: Vec<_> = formulas.collect();
    let all = model.with_formulas(formulas);
    let Ok(read) = loaded(&all) else { return all };
    let own = |number: usize| is_for_players(&read, read.specifications[number], traces);
    let kept = (0..all.formulas.len()).filter(|&number| own(number)).take(count);
    let kept = kept.map(|number| all.formulas[number].clone()).collect();
    all.with_formulas(kept)
}

/// Whether a formula speaks of paths and is not left to lassos and counting.
fn is_for_players(model: &Model, specification: Specification, traces: Traces) -> bool {
    !model.formulas.is_ctlk(specification.formula) && !is_of_single_paths(model, specification, traces)
}

/// Whether a formula is left to lassos and counting: A or E of a formula over atoms, on infinite paths.
fn is_of_single_paths(model: &Model, specification: Specification, traces: Traces) -> bool {
    let mut id = specification.formula;
    while let logic::Formula::Not(inner) = model.formulas.get(id) {
        id = inner;
    }
    let logic::Formula::Quantified(_, path) = model.formulas.get(id) else { return false };
    let of_states = |formula: logic::Formula| !formula.kind().is_propositional() && formula.kind() != FormulaKind::Path;
    traces == Traces::Infinite && !model.formulas.any_below(path, of_states)
}

fn options(traces: Traces, bounded: BoundedOptions) -> Options {
    Options { traces, bounded, ..Options::default() }
}

/// What the oracle says, and the number of states; nothing if there is no initial state.
fn expected(model: &Model, traces: Traces) -> Result<Option<(Vec<Verdict>, usize)>, String> {
    let terms = Terms { traces, ..Terms::default() };
    let mut oracle = Oracle::new(model, &terms).map_err(|reason| reason.to_string())?;
    if oracle.space().initial_states().count() == 0 {
        return Ok(None);
    }
    let verdicts = model.specifications.iter().map(|&specification| oracle.check(specification)).collect();
    Ok(Some((verdicts, oracle.space().len())))
}

/// The states of the largest automaton that a formula needs.
fn largest(model: &Model, specification: Specification, traces: Traces) -> usize {
    let limits = Limits::default();
    let size = |quantifier, path| {
        let propositions = Propositions::of(&model.formulas, path, Grain::Whole);
        let translator = Translator {
            formulas: &model.formulas,
            propositions: &propositions,
            traces,
            size: Size::default(),
            limits: &limits,
        };
        let plain = PathFormula::plain(path);
        let sought = if quantifier == logic::Quantifier::Exists { plain } else { !plain };
        translator.translate(sought).map_or(usize::MAX, |automaton| automaton.len())
    };
    let below = model.formulas.below(specification.formula).into_iter();
    let sizes = below.map(|id| match model.formulas.get(id) {
        logic::Formula::Quantified(quantifier, path) => size(quantifier, path),
        _ => 1,
    });
    sizes.max().unwrap_or(1)
}

/// No verdict is wrong, and where the product of system and automaton is small there is one, at the latest at a bound as
/// large as that. How many formulas that are not left to lassos got theirs, and how many stayed open.
fn agrees(drawn: &RandomModel, options: &Options) -> Result<[usize; 2], String> {
    let model = loaded(drawn)?;
    let Some((expected, states)) = expected(&model, options.traces)? else { return Ok([0; 2]) };
    let bounded = BoundedOptions { max: Some(PRODUCT + 1), ..options.bounded.clone() };
    let checked = check_with(&model, EngineChoice::Bounded, &Options { bounded, ..options.clone() });
    let mut counts = [0; 2];
    for (number, (outcome, expected)) in checked.outcomes.iter().zip(expected).enumerate() {
        let specification = model.specifications[number];
        let traces = options.traces_of(specification.logic);
        let own = is_for_players(&model, specification, traces);
        match &outcome.verdict {
            found if *found == expected => counts[0] += usize::from(own),
            Verdict::GaveUp(GaveUp::Declined(Declined::BoundedAutomaton(_))) => counts[1] += 1,
            Verdict::OpenUpTo(_) if states * largest(&model, specification, traces) > PRODUCT => counts[1] += 1,
            found => return Err(format!("formula {}: {found:?} instead of {expected:?}", number + 1)),
        }
    }
    Ok(counts)
}

/// So many formulas with path quantifiers are compared in a long run, and hardly any stays open.
fn verdicts(seeds: Range<u64>, wishes: Wishes, logic: Logic, options: &Options, often: usize) {
    let seen = Cell::new([0; 2]);
    forall(
        seeds.clone(),
        |seed| draw(seed, wishes, logic, (FORMULAS, options.traces)),
        |drawn| {
            let [compared, open] = agrees(drawn, options)?;
            seen.set([seen.get()[0] + compared, seen.get()[1] + open]);
            Ok(())
        },
    );
    let [compared, open] = seen.get();
    assert!(compared >= effort::share(often, seeds), "only {compared} formulas were compared, {open} stayed open");
    assert!(open * 10 <= compared, "{open} stayed open, {compared} were answered");
}

fn infinite() -> Options {
    options(Traces::Infinite, BoundedOptions::default())
}

fn finite() -> Options {
    options(Traces::Finite, BoundedOptions::default())
}

#[test]
fn linear_time_with_knowledge() {
    verdicts(840_000..841_600, TINY, Logic::Ltl, &infinite(), 20_000);
}

#[test]
fn nested_path_quantifiers() {
    verdicts(844_000..845_600, TINY, Logic::CtlStar, &infinite(), 20_000);
}

#[test]
fn linear_dynamic_logic_with_knowledge() {
    verdicts(847_000..848_600, TINY, Logic::Ldl, &infinite(), 20_000);
}

#[test]
fn nested_dynamic_path_quantifiers() {
    verdicts(851_000..852_600, TINY, Logic::CdlStar, &infinite(), 20_000);
}

#[test]
fn finite_traces() {
    verdicts(854_000..855_600, TINY, Logic::Ldl, &finite(), 20_000);
    verdicts(856_000..857_600, TINY, Logic::CdlStar, &finite(), 20_000);
}

/// Finite traces ignore the Fairness section; all else with Fairness and knowledge is left to others.
#[test]
fn finite_traces_beside_fairness() {
    let fair = Wishes { fairness: 2, ..TINY };
    verdicts(858_000..858_400, fair, Logic::CdlStar, &finite(), 4_000);
}

/// Without selectors, without laziness, and with runs for all reachable states.
#[test]
fn in_every_way() {
    let savings = qmas::bounded::Savings { selectors: false, lazy: false, symmetry: false };
    let copies = BoundedOptions { savings, ..BoundedOptions::default() };
    let runs = BoundedOptions { reach: Reach::Unroll, ..BoundedOptions::default() };
    let wishes = Wishes { most_states: 4, ..TINY };
    for (seeds, bounded) in [(859_000..859_100, copies), (860_000..860_100, runs)] {
        verdicts(seeds.clone(), wishes, Logic::CtlStar, &options(Traces::Infinite, bounded.clone()), 800);
        verdicts(seeds, wishes, Logic::CdlStar, &options(Traces::Finite, bounded), 800);
    }
}

/// At no bound is a verdict wrong, and what is known at a bound is known at the next.
fn sound_and_monotone(drawn: &RandomModel, options: &Options) -> Result<[usize; 2], String> {
    let model = loaded(drawn)?;
    let Some((expected, _)) = expected(&model, options.traces)? else { return Ok([0; 2]) };
    let mut known = vec![false; expected.len()];
    let mut late = [0; 2];
    for bound in 1..=5 {
        let bounded = BoundedOptions { start: bound, max: Some(bound), ..options.bounded.clone() };
        let checked = check_with(&model, EngineChoice::Bounded, &Options { bounded, ..options.clone() });
        for (number, outcome) in checked.outcomes.iter().enumerate() {
            let specification = model.specifications[number];
            // Whether a formula of single paths over atoms is proved is not a matter of bounds alone.
            if !model.formulas.any_below(specification.formula, |formula| matches!(formula, logic::Formula::Knows(..)))
            {
                continue;
            }
            let open = outcome.verdict == Verdict::OpenUpTo(bound);
            if !open && outcome.verdict != expected[number] {
                return Err(format!("formula {} at bound {bound}: {:?}", number + 1, outcome.verdict));
            }
            if open && known[number] {
                return Err(format!("formula {} was known before bound {bound}", number + 1));
            }
            if !open && !known[number] && bound > 1 {
                late[usize::from(expected[number] == Verdict::Fails)] += 1;
            }
            known[number] = !open;
        }
    }
    Ok(late)
}

#[test]
fn every_bound_is_sound_and_knows_what_smaller_ones_know() {
    // On finite traces hardly anything takes more than a step or two.
    let groups = [(Logic::Ltl, infinite(), 20), (Logic::CtlStar, infinite(), 20), (Logic::CdlStar, finite(), 2)];
    for (number, (logic, options, often)) in (0..).zip(groups) {
        let seeds = 861_000 + number * 1_000..861_160 + number * 1_000;
        let late = Cell::new([0; 2]);
        forall(
            seeds.clone(),
            |seed| draw(seed, TINY, logic, (6, options.traces)),
            |drawn| {
                let found = sound_and_monotone(drawn, &options)?;
                late.set([late.get()[0] + found[0], late.get()[1] + found[1]]);
                Ok(())
            },
        );
        let [holds, fails] = late.get();
        assert!(holds.min(fails) >= effort::share(often, seeds), "{logic:?}: late verdicts are {holds} and {fails}");
    }
}

/// A formula of CTL and its form of CTL*, over p, q and r, of which r stands innermost: no operand is another one, and
/// none is a constant, of which automata would make nothing.
fn twins(prng: &mut Prng, depth: usize) -> [String; 2] {
    if depth == 0 {
        let leaf = *prng.pick(&["r", "(!r)"]);
        return [leaf.to_owned(), leaf.to_owned()];
    }
    let [ctl, star] = twins(prng, depth - 1);
    let (quantifier, beside) = (*prng.pick(&["A", "E"]), *prng.pick(&["p", "q", "(!p)"]));
    let both = |form: &dyn Fn(&str) -> String| [form(&ctl), form(&star)];
    let unary = |operator| [format!("({quantifier}{operator} {ctl})"), format!("({quantifier}({operator} {star}))")];
    match prng.below(9) {
        0 => both(&|f| format!("({f} and {beside})")),
        1 => both(&|f| format!("({f} or {beside})")),
        2 => both(&|f| format!("K(Bob, {f})")),
        3 => unary("X"),
        4 => unary("F"),
        5 => unary("G"),
        6 => both(&|f| format!("({quantifier}({beside} U {f}))")),
        7 => both(&|f| format!("({quantifier}({f} U {beside}))")),
        _ => both(&|f| format!("({quantifier}({f} R {beside}))")),
    }
}

/// Where every path goes on for ever, a formula of CTL and its form of CTL* have the same verdict. Automata never need a
/// smaller bound: what they find is a lasso, or a path without repetition, and its beginning is what the rows of CTL ask
/// for. They often need a larger one, for the lasso.
#[test]
fn as_formulas_of_ctl() {
    let mut bounds = [0; 2];
    for seed in effort::seeds(865_000..865_400) {
        let mut random = Prng::new(seed);
        let last = random.between(2, 4);
        let system = system(&mut random, last);
        let formulas: Vec<[String; 2]> = (0..FORMULAS).map(|_| twins(&mut random, 3)).collect();
        let asked = |prefix: &str, form: usize| {
            // With knowledge beside it, it is no formula of single paths.
            let known = |formula: &[String; 2]| format!("{prefix} K(Bob, p) or !K(Bob, p) and {};\n", formula[form]);
            let text: String = formulas.iter().map(known).collect();
            let own =
                BoundedOptions { induction: false, paths: Paths::Not, max: Some(40), ..BoundedOptions::default() };
            ask(&read(&format!("{system}Formulae {text} end Formulae")), own)
        };
        for ((ctl, star), text) in asked("", 0).outcomes.iter().zip(&asked("CTL*", 1).outcomes).zip(&formulas) {
            assert_eq!(ctl.verdict, star.verdict, "seed {seed}: {text:?} of\n{system}");
            assert!(matches!(ctl.verdict, Verdict::Holds | Verdict::Fails), "seed {seed}: {text:?} of\n{system}");
            assert!(ctl.bound <= star.bound, "seed {seed}: {:?}, {:?}, {text:?} of\n{system}", ctl.bound, star.bound);
            bounds[usize::from(ctl.bound < star.bound)] += 1;
        }
    }
    assert!(bounds.iter().all(|&count| count > 50), "{bounds:?}");
}

/// A state with a loop, and steps from there to a state with one step into a deadlock. The agent sees only whether it is
/// over.
const ENDS: &str = "
Agent One
  Vars: at : {first, second, third}; end Vars
  Actions = {stay, go};
  Protocol: at = first : {stay, go}; at = second : {go}; end Protocol
  Evolution: at = second if at = first and Action = go; at = third if at = second; end Evolution
end Agent
Agent Bob
  Vars: over : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: over = true if One.Action = go; end Evolution
end Agent
Evaluation
  start if One.at = first; middle if One.at = second; last if One.at = third;
end Evaluation
InitStates One.at = first and Bob.over = false; end InitStates
Formulae
";

fn answers(formulas: &[(&str, bool)], traces: Traces) {
    let text: String = formulas.iter().map(|(formula, _)| format!("{formula};")).collect();
    let model = read(&format!("{ENDS}{text} end Formulae"));
    let bounded = BoundedOptions { max: Some(12), ..BoundedOptions::default() };
    let checked = check_with(&model, EngineChoice::Bounded, &options(traces, bounded));
    for (number, (formula, holds)) in formulas.iter().enumerate() {
        assert!(can_answer(&model, model.specifications[number], traces), "{formula}");
        let expected = if *holds { Verdict::Holds } else { Verdict::Fails };
        assert_eq!(checked.outcomes[number].verdict, expected, "{formula}, {traces:?}");
    }
}

/// The only infinite path stays in the first state for ever. Where none begins, A of anything is true and E false.
#[test]
fn deadlocks_end_paths_without_a_verdict() {
    let formulas = [
        ("CTL* K(One, A(G start))", true),
        ("CTL* K(Bob, E(X start))", true),
        ("LTL G K(Bob, start)", true),
        ("LTL X K(Bob, F middle)", false),
        ("CTL* E(F K(One, A(X !start)))", false),
        ("CTL* A(G E(X start)) and E(G start)", true),
        ("CTL* !E(X A(G (middle or last)))", true),
        ("CTL* E(G A(F G start))", true),
        ("CTL* K(Bob, start) and !K(Bob, A(X middle))", true),
    ];
    answers(&formulas, Traces::Infinite);
}

/// Finite traces end anywhere, also in a deadlock.
#[test]
fn finite_traces_end_anywhere() {
    let formulas = [
        ("LDL [true*]start", false),
        ("CDL* E <true*>last", true),
        ("CDL* E <true;true>last", true),
        ("CDL* E <true;true;true>last", true),
        ("CDL* E <true>last", false),
        ("CDL* E <true*>(last and [true]false)", true),
        ("CDL* A <true>true", false),
        ("CDL* A [true*]<true*>([true]false)", true),
        ("CDL* E <true*>(last and <true>true)", false),
        ("CDL* E <true*>K(Bob, !start)", true),
        ("CDL* A [true*](middle -> K(Bob, A [true](last)))", true),
        ("CDL* A [true*](middle -> K(Bob, middle))", false),
        ("LDL [start]K(One, <true*>start)", false),
        ("LDL [start]K(One, [true*](start -> <true*>!(K(Bob, last))))", true),
        ("LDL <start>true", false),
    ];
    answers(&formulas, Traces::Finite);
}

/// The clock stops after three steps; one more goes round the loop. For `F late` the automaton has to read `late` before
/// that.
#[test]
fn bounds_are_lengths_of_lassos() {
    let text = "
Agent Environment
  Vars: clock : 0..3; end Vars
  Actions = {tick};
  Protocol: Other : {tick}; end Protocol
  Evolution: clock = clock + 1 if clock < 3; end Evolution
end Agent
Agent Blind
  Vars: none : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: none = none if Action = none; end Evolution
end Agent
Evaluation late if Environment.clock = 3; end Evaluation
InitStates Environment.clock = 0 and Blind.none = false; end InitStates
Formulae
  CTL* K(Blind, A(F late)); CTL* !K(Blind, A(F late)); CTL* K(Blind, E(F late)); CTL* !K(Blind, E(F late));
end Formulae";
    let checked = ask(&read(text), BoundedOptions { max: Some(9), ..BoundedOptions::default() });
    let found: Vec<_> = checked.outcomes.iter().map(|outcome| (outcome.verdict.clone(), outcome.bound)).collect();
    let at = |bound| [(Verdict::Holds, Some(bound)), (Verdict::Fails, Some(bound))];
    assert_eq!(found, [at(4), at(5)].concat());
}
