//! What changes in one direction only: formulas that are proved at once with it and not at such bounds without, and random
//! systems on which nothing but proofs is asked for, so that a wrong one would be seen.

use std::cell::Cell;

use qmas::Model;
use qmas::bounded::{BoundedOptions, Paths, Query};
use qmas::engine::Verdict;

use crate::bounded::{ask, expected, read};
use crate::common::effort;
use crate::common::random::{FormulaShape, Logic, Prng, RandomModel, Wishes, forall, loaded, random_formula};

const MOST: usize = 4;

fn proving(stabilizing: bool) -> BoundedOptions {
    BoundedOptions {
        query: Query::Prove,
        max: Some(MOST),
        paths: Paths::Only,
        stabilizing,
        ..BoundedOptions::default()
    }
}

/// All formulas are proved, and without stable literals none is.
fn needed(text: &str) {
    let model = read(text);
    for (stabilizing, verdict) in [(true, Verdict::Holds), (false, Verdict::OpenUpTo(MOST))] {
        let checked = ask(&model, proving(stabilizing));
        for (number, outcome) in checked.outcomes.iter().enumerate() {
            assert_eq!(outcome.verdict, verdict, "formula {}, {stabilizing}, of\n{text}", number + 1);
        }
    }
}

fn agent(vars: &str, actions: &[String], protocol: &str, evolution: &str) -> String {
    let actions = actions.join(", ");
    format!(
        "Agent One Vars: {vars} end Vars Actions = {{{actions}}}; Protocol: {protocol} end Protocol
         Evolution: {evolution} end Evolution end Agent\n"
    )
}

/// Cells are filled in any order, by either of two values; when a cell is full it stays so.
#[test]
fn a_grid_that_is_filled() {
    let cells = 0..9;
    let each = |f: &dyn Fn(usize) -> String, between: &str| cells.clone().map(f).collect::<Vec<_>>().join(between);
    let actions: Vec<String> = cells.clone().flat_map(|cell| [format!("x{cell}"), format!("o{cell}")]).collect();
    let protocol = each(&|cell| format!("c{cell} = e : {{x{cell}, o{cell}}};"), " ");
    let evolution = each(&|cell| format!("c{cell} = x if Action = x{cell}; c{cell} = o if Action = o{cell};"), " ");
    let one = agent(&each(&|cell| format!("c{cell} : {{e, x, o}};"), " "), &actions, &protocol, &evolution);
    let full = each(&|cell| format!("One.c{cell} <> e"), " and ");
    let empty = each(&|cell| format!("One.c{cell} = e"), " and ");
    needed(&format!(
        "{one} Evaluation full if {full}; first if One.c0 <> e; end Evaluation InitStates {empty}; end InitStates
         Formulae AF full; LTL F full; AG (first -> AF full); A(!full U (full or first)); end Formulae"
    ));
}

/// Whenever a counter goes down those after it go anywhere: lines of a number, the first one most significant.
#[test]
fn counters_of_counters() {
    let vars = "a : 0..5; b : 0..5; c : 0..5;";
    let actions = ["a1", "b1", "c1", "rest"].map(str::to_owned);
    let protocol = "a > 0 or b > 0 or c > 0 : {a1, b1, c1}; Other : {rest};";
    let evolution = "
        (a = a - 1 and b = 5 and c = 5) if a > 0 and Action = a1;
        (a = a - 1 and b = 3 and c = 0) if a > 0 and Action = a1;
        (b = b - 1 and c = 5) if b > 0 and (Action = b1 or Action = a1 and a = 0);
        c = c - 1 if c > 0 and Action = c1;
        (b = b - 1 and c = 4) if b > 0 and c = 0 and Action = c1;
        (a = a - 1 and b = 5) if a > 0 and b = 0 and Action <> c1;
        (a = a - 1 and b = 5) if a > 0 and b = 0 and c = 0;
        c = c - 1 if c > 0 and b = 0 and (Action = b1 or Action = a1 and a = 0);";
    let evolution = evolution.replace("Action <> c1", "!(Action = c1)");
    let one = agent(vars, &actions, protocol, &evolution);
    let rest = "
        Evaluation over if One.a = 0 and One.b = 0 and One.c = 0; end Evaluation
        InitStates One.a = 5 and One.b = 5 and One.c = 5; end InitStates
        Formulae AF over; LTL F over; end Formulae";
    needed(&format!("{one}{rest}"));
}

/// A job goes through phases; their codes are in no order, but the system asks which one it is.
#[test]
fn phases_one_after_the_other() {
    let order = [4, 1, 6, 3, 0, 7, 2, 5];
    let vars = "at : {p0, p1, p2, p3, p4, p5, p6, p7};";
    let step = |pair: &[usize]| format!("at = p{} if at = p{} and Action = go;", pair[1], pair[0]);
    let evolution: String = order.windows(2).map(step).collect();
    let one = agent(vars, &["go".to_owned()], "Other : {go};", &evolution);
    needed(&format!(
        "{one} Evaluation over if One.at = p5; end Evaluation InitStates One.at = p4; end InitStates
         Formulae AF over; LTL F over; end Formulae"
    ));
}

/// After `armed` nothing that is armed changes back, so that a path on which `hit` is true again and again is one on which
/// it is armed for ever; and then the fuse burns down.
#[test]
fn what_acceptance_says() {
    let text = "
        Agent One
          Vars: armed : boolean; fuse : 0..7; clock : 0..6; end Vars
          Actions = {arm, wait};
          Protocol: Other : {arm, wait}; end Protocol
          Evolution:
            (armed = true and clock = 0) if Action = arm and armed = false;
            fuse = fuse - 1 if armed = true and fuse > 0;
            clock = clock + 1 if armed = false and clock < 6;
            clock = 0 if armed = false and clock = 6;
          end Evolution
        end Agent
        Evaluation hit if One.armed = true and One.fuse > 0; end Evaluation
        InitStates One.armed = false and One.fuse = 7 and One.clock = 0; end InitStates
        Formulae LTL F G !hit; end Formulae";
    needed(text);
}

/// Counters that go up and down have paths on which they do so for ever.
#[test]
fn nothing_is_proved_of_what_goes_back() {
    let evolution = "a = a + 1 if a < 7 and Action = up; a = a - 1 if a > 0 and Action = down;
                     (a = a - 1 and b = b + 1) if a > 0 and b < 7 and Action = over;
                     (b = b - 1 and a = a + 1) if b > 0 and a < 7 and Action = back;";
    let actions = ["up", "down", "over", "back"].map(str::to_owned);
    let one = agent("a : 0..7; b : 0..7;", &actions, "Other : {up, down, over, back};", evolution);
    let model = read(&format!(
        "{one} Evaluation top if One.a = 7 and One.b = 7; end Evaluation InitStates One.a = 0 and One.b = 0; end InitStates
         Formulae AF top; LTL F top; LTL F G (!top); end Formulae"
    ));
    let checked = ask(&model, proving(true));
    assert!(checked.outcomes.iter().all(|outcome| outcome.verdict == Verdict::OpenUpTo(MOST)));
    let checked = ask(&model, BoundedOptions::default());
    assert!(checked.outcomes.iter().all(|outcome| outcome.verdict == Verdict::Fails));
}

/// A proof that is not the oracle's verdict is wrong; that there is none is fine.
fn proofs(model: &Model, stabilizing: bool) -> Result<usize, String> {
    let Some((expected, _)) = expected(model)? else { return Ok(0) };
    let checked = ask(model, proving(stabilizing));
    let mut proved = 0;
    for (number, (outcome, expected)) in checked.outcomes.iter().zip(expected).enumerate() {
        if matches!(outcome.verdict, Verdict::Holds | Verdict::Fails) {
            proved += 1;
            if outcome.verdict != expected {
                return Err(format!("formula {}: {:?} instead of {expected:?}", number + 1, outcome.verdict));
            }
        }
    }
    Ok(proved)
}

/// Nobody looks for lassos, so nothing but the argument keeps a proof from being wrong.
#[test]
fn proofs_alone() {
    let seeds = 830_000..832_000;
    let proved = Cell::new([0; 2]);
    let wishes = |seed: u64| Wishes {
        total: false,
        never_blocked: false,
        fairness: if seed.is_multiple_of(2) { 2 } else { 0 },
        most_states: 40,
    };
    let draw = |seed: u64| {
        let model = RandomModel::random(seed, wishes(seed));
        let mut prng = Prng::new(!seed);
        let shape = FormulaShape { knowledge: false, ..FormulaShape::of(Logic::Ltl, 3) };
        let formulas = (0..12).map(|_| random_formula(&mut prng, &model, shape).spec(Logic::Ltl)).collect();
        model.with_formulas(formulas)
    };
    forall(seeds.clone(), draw, |drawn| {
        let model = loaded(drawn)?;
        let counts = [proofs(&model, true)?, proofs(&model, false)?];
        proved.set([proved.get()[0] + counts[0], proved.get()[1] + counts[1]]);
        Ok(())
    });
    let [with, without] = proved.get();
    assert!(with >= effort::share(4_000, seeds), "{with}");
    assert!(with > without, "{with} with stable literals and {without} without");
}
