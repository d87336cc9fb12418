//! Strategies found without listing all states, and by keeping quiet, with the oracle; and that few states are enough
//! where the game needs no more.

use std::cell::Cell;
use std::fmt::Write;
use std::ops::Range;

use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::{FormulaShape, Logic, Prng, RandomModel, Wishes, forall, loaded, random_formula};
use crate::explicit::{many_actions, model};
use qmas::engine::{Declined, GaveUp, Limits, Strategies, Terms};
use qmas::explicit::Explicit;
use qmas::explicit::local::{Held, answer, can_answer};
use qmas::slice::{Dependences, quiet, restricted};
use qmas::{Model, Verdict};

const PERFECT: Strategies = Strategies::PerfectInformation;

/// What was seen in many models.
#[derive(Default)]
struct Seen {
    answered: Cell<usize>,
    held: Cell<usize>,
    silenced: Cell<usize>,
    quietly: Cell<usize>,
}

fn count(cell: &Cell<usize>, more: bool) {
    cell.set(cell.get() + usize::from(more));
}

/// Formulas that can be answered without all states, or most of them, for a seed's system.
fn drawn(seed: u64) -> RandomModel {
    let model = RandomModel::random(seed, Wishes { total: seed.is_multiple_of(3), ..Wishes::default() });
    let mut prng = Prng::new(!seed);
    let formulas = (0..10).map(|_| {
        let depth = prng.between(1, 3);
        let shape = FormulaShape { knowledge: false, obligation: false, ..FormulaShape::of(Logic::Atl, depth) };
        random_formula(&mut prng, &model, shape).spec(Logic::Atl)
    });
    let formulas = formulas.collect();
    model.with_formulas(formulas)
}

/// Whether what can be answered has the verdict that others have found.
fn agrees(model: &Model, terms: &Terms, expected: &mut dyn FnMut(usize) -> Verdict, seen: &Seen) -> Result<(), String> {
    for (number, &specification) in model.specifications.iter().enumerate() {
        if !can_answer(model, specification, PERFECT) {
            let found = answer(model, specification, &Terms::default());
            if found != Err(GaveUp::Declined(Declined::LocalLogic)) {
                return Err(format!("formula {}: {found:?}", number + 1));
            }
            continue;
        }
        let found = match answer(model, specification, terms) {
            Err(GaveUp::Effort { .. }) if terms.limits.max_effort.is_some() => continue,
            found => found.map_err(|reason| reason.to_string())?,
        };
        let (found, expected) = (Verdict::from(found.verdict), expected(number));
        if found != expected {
            return Err(format!("formula {}: {found:?} instead of {expected:?}", number + 1));
        }
        count(&seen.answered, true);
        count(&seen.held, found == Verdict::Holds);
        if let Some(silenced) = quiet(model, specification) {
            count(&seen.silenced, true);
            let specification = silenced.specifications[0];
            let cone = Dependences::new(&silenced.system).cone(&silenced, [specification.formula]);
            let slice = restricted(&silenced, &cone).model;
            let found = answer(&slice, specification, &Terms::default()).map_err(|reason| reason.to_string())?;
            count(&seen.quietly, found.verdict == Held::Everywhere);
            if found.verdict == Held::Everywhere && expected != Verdict::Holds {
                return Err(format!("formula {}: it holds quietly, and is {expected:?}", number + 1));
            }
        }
    }
    Ok(())
}

#[test]
fn verdicts_are_those_of_the_oracle() {
    let seeds: Range<u64> = 120_000..125_500;
    let seen = Seen::default();
    forall(seeds.clone(), drawn, |random| {
        let model = loaded(random)?;
        let mut oracle = Oracle::new(&model, &Terms::default()).map_err(|reason| reason.to_string())?;
        agrees(&model, &Terms::default(), &mut |number| oracle.check(model.specifications[number]), &seen)
    });
    let enough = |cell: &Cell<usize>, often| cell.get() >= effort::share(often, seeds.clone());
    let all = [&seen.answered, &seen.held, &seen.silenced, &seen.quietly].map(Cell::get);
    assert!(enough(&seen.answered, 20_000), "{all:?}");
    assert!(enough(&seen.held, 4_000) && seen.held.get() < seen.answered.get(), "{all:?}");
    assert!(enough(&seen.silenced, 2_000) && enough(&seen.quietly, 200), "{all:?}");
}

/// Formulas that many games are asked about.
const ASKED: &str =
    "<g>F far; <h>G !far; <g>(m0 U far); <h>X m0; <h>G (m0 -> <g>F far); <g>X <h>X !m0; <g>F (far and <h>G far);
    <g>G !far; <h>F far; !<h>(!far U m0); <gh>G (far or <g>X !far); <gh>F far";

fn game(prng: &mut Prng, (agents, actions, places): (usize, usize, usize), single: bool) -> String {
    let text = many_actions(prng, agents, actions, places, single);
    let (head, rest) = text.split_once("end Groups").expect("it has groups");
    let formulas = rest.split_once("Formulae").expect("it has formulas").0;
    format!("{head}  gh = {{A0, A1, A2}};\nend Groups{formulas}Formulae\n  {ASKED};\nend Formulae\n")
}

#[test]
fn games_with_several_actions_are_as_the_oracle_says() {
    let seen = Seen::default();
    for seed in effort::seeds(126_000..126_200) {
        let mut prng = Prng::new(seed);
        let actions = prng.between(3, 6);
        let text = game(&mut prng, (3, actions, 4), seed.is_multiple_of(2));
        let model = model(&text);
        let mut oracle = Oracle::new(&model, &Terms::default()).expect("a small game");
        agrees(&model, &Terms::default(), &mut |number| oracle.check(model.specifications[number]), &seen)
            .unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(seen.held.get() > 100 && seen.held.get() + 100 < seen.answered.get(), "{}", seen.held.get());
}

#[test]
fn games_with_many_agents_and_actions_are_as_enumeration_says() {
    let seen = Seen::default();
    let limits = Limits { max_effort: Some(300_000), ..Limits::default() };
    let terms = Terms { limits, ..Terms::default() };
    for seed in effort::seeds(127_000..127_012) {
        let mut prng = Prng::new(seed);
        let (agents, actions, places) = (prng.between(3, 6), prng.between(10, 40), prng.between(5, 20));
        let text = game(&mut prng, (agents, actions, places), seed.is_multiple_of(2));
        let model = model(&text);
        let mut engine = Explicit::new(&model, &Terms::default()).expect("it is within the limits");
        agrees(&model, &terms, &mut |number| engine.check(model.specifications[number]), &seen)
            .unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(seen.held.get() > 0 && seen.held.get() + 10 < seen.answered.get(), "{}", seen.answered.get());
}

/// A guard, a door that it can open, and so many strollers, who go round rooms in their own time.
fn strollers(count: usize) -> String {
    let mut text = String::from(
        "Agent Guard\n  Vars:\n    turns : 0..1000;\n  end Vars\n  Actions = {hold, rest, turn};\n  \
         Protocol:\n    Other : {hold, rest, turn};\n  end Protocol\n  Evolution:\n    \
         turns = turns + 1 if Action = turn and turns < 1000;\n  end Evolution\nend Agent\n\
         Agent Door\n  Vars:\n    open : boolean;\n  end Vars\n  Actions = {none};\n  \
         Protocol:\n    Other : {none};\n  end Protocol\n  Evolution:\n    \
         open = true if Guard.Action = rest;\n  end Evolution\nend Agent\n",
    );
    for number in 0..count {
        let _ = writeln!(text, "Agent S{number}\n  Vars:\n    room : 0..9;\n  end Vars\n  Actions = {{stay, go}};");
        text.push_str("  Protocol:\n    Other : {stay, go};\n  end Protocol\n  Evolution:\n");
        text.push_str("    room = room + 1 if Action = go and room < 9;\n    room = 0 if Action = go and room = 9;\n");
        text.push_str("  end Evolution\nend Agent\n");
    }
    text.push_str("Evaluation\n  open if Door.open = true;\n  met if Guard.turns = 1000");
    for number in 0..count {
        let _ = write!(text, " and S{number}.room = 9");
    }
    text.push_str(";\nend Evaluation\nInitStates\n  Door.open = false and Guard.turns = 0");
    for number in 0..count {
        let _ = write!(text, " and S{number}.room = 0");
    }
    text.push_str(";\nend InitStates\nGroups\n  guard = {Guard};\n  first = {S0};\nend Groups\nFormulae\n");
    text.push_str("  <first>F open;\n  <first>F met;\n  <first>G !open;\n  <guard>F open;\n  <guard>X open;\n");
    text.push_str("  <guard>G !open;\nend Formulae\n");
    text
}

/// There are 2 * 10^9 states and more, and nothing depends on most of them.
#[test]
fn huge_games_need_few_states_where_somebody_may_stay() {
    let model = model(&strollers(6));
    let terms = Terms { limits: Limits { max_states: 5_000, ..Limits::default() }, ..Terms::default() };
    let expected = [Held::NotHere, Held::NotHere, Held::NotHere, Held::Everywhere, Held::Everywhere];
    for (number, (&specification, held)) in model.specifications.iter().zip(expected).enumerate() {
        let found = answer(&model, specification, &terms).map(|answer| answer.verdict);
        assert_eq!(found, Ok(held), "formula {}", number + 1);
    }
    // All of them together cannot be listed.
    let enumerated = Explicit::new(&model, &terms).err();
    assert_eq!(enumerated, Some(GaveUp::States(5_000)));
}

/// Where the guard holds the door, strollers walk through all rooms: too many states, but none of them matters to it.
#[test]
fn who_keeps_quiet_need_not_look_at_others() {
    let mut model = model(&strollers(6));
    model.specifications.drain(..5);
    let limits = Limits { max_effort: Some(100_000), max_states: 100_000, ..Limits::default() };
    let gave_up = answer(&model, model.specifications[0], &Terms { limits: limits.clone(), ..Terms::default() });
    assert!(matches!(gave_up, Err(GaveUp::Effort { .. })), "{gave_up:?}");
    let options = qmas::Options { engine: qmas::EngineChoice::Explicit, limits, ..qmas::Options::default() };
    let whole = qmas::Options { whole_system: true, ..options };
    assert_eq!(qmas::check(&model, &whole).outcomes[0].verdict, Verdict::Holds);
}

/// Limits end the search, and say so.
#[test]
fn limits_are_kept() {
    let model = model(&strollers(6));
    let open = model.specifications[3];
    let states = Limits { max_states: 3, ..Limits::default() };
    let found = answer(&model, open, &Terms { limits: states, ..Terms::default() });
    assert_eq!(found, Err(GaveUp::States(3)));
    let effort = Limits { max_effort: Some(1), ..Limits::default() };
    assert!(answer(&model, open, &Terms { limits: effort, ..Terms::default() }).is_err());
}
