//! Uniform strategies in the BDD engine against the oracle, on games that are hard to play without seeing everything:
//! a position moves at random with what two players do, each sees it blurred and has some memory. Ordinary random
//! systems seldom leave a gap between what can be won with and without perfect information; these do.

use std::fmt::Write as _;

use std::time::{Duration, Instant};

use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::Prng;
use qmas::bdd::BddEngine;
use qmas::engine::{Cancel, GaveUp, Limits, Strategies, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::Options;

const PLAYERS: [&str; 2] = ["Left", "Right"];
const ACTIONS: [&str; 3] = ["a", "b", "c"];

/// What is drawn first.
struct Shape {
    positions: usize,
    views: usize,
    actions: usize,
    /// Whether players remember their last action.
    memory: bool,
    /// Percent of the local states in which an action is not allowed.
    forbidden: usize,
    /// Percent of the moves that stay undefined, so that nothing happens, or lead out of range, so that nothing can.
    odd: usize,
}

fn shape(prng: &mut Prng, most_positions: usize) -> Shape {
    Shape {
        positions: prng.between(4, most_positions),
        views: prng.between(1, 4),
        actions: prng.between(2, 3),
        memory: prng.chance(30),
        forbidden: *prng.pick(&[0, 0, 20]),
        odd: *prng.pick(&[0, 0, 10]),
    }
}

/// The text of a random game with `fairness` constraints.
fn game(seed: u64, fairness: usize) -> String {
    let mut prng = Prng::new(seed);
    // Under fairness little is settled early, and searches are long.
    let shape = shape(&mut prng, if fairness == 0 { 14 } else { 6 });
    let views: Vec<Vec<usize>> =
        (0..2).map(|_| (0..shape.positions).map(|_| prng.below(shape.views)).collect()).collect();
    let mut text = environment(&mut prng, &shape, &views);
    for (number, player) in PLAYERS.iter().enumerate() {
        text.push_str(&agent(&mut prng, &shape, number, player));
    }
    let atoms = ["p", "q", "fair0", "fair1"];
    let some_positions = |prng: &mut Prng| {
        let chosen: Vec<usize> = (0..shape.positions).collect();
        let tests: Vec<String> = prng.some_of(&chosen, 35).iter().map(|at| format!("Environment.at = {at}")).collect();
        tests.join(" or ")
    };
    text.push_str("Evaluation\n");
    for atom in atoms {
        let _ = writeln!(text, "  {atom} if {};", some_positions(&mut prng));
    }
    let starts: Vec<usize> = (0..prng.between(1, shape.positions)).map(|_| prng.below(shape.positions)).collect();
    let starts: Vec<String> = starts
        .iter()
        .map(|&at| {
            let (left, right) = (views[0][at], views[1][at]);
            format!("(Environment.at = {at} and Environment.view0 = {left} and Environment.view1 = {right})")
        })
        .collect();
    let _ =
        writeln!(text, "end Evaluation\nInitStates\n  ({}) and Left.last = 0 and Right.last = 0;", starts.join(" or "));
    text.push_str("end InitStates\nGroups\n  one = {Left};\n  two = {Left, Right};\nend Groups\n");
    if fairness > 0 {
        let constraints: String = (0..fairness).map(|number| format!("  fair{number};\n")).collect();
        let _ = write!(text, "Fairness\n{constraints}end Fairness\n");
    }
    text + FORMULAE
}

fn environment(prng: &mut Prng, shape: &Shape, views: &[Vec<usize>]) -> String {
    let (last, most) = (shape.positions - 1, shape.views - 1);
    let mut text = format!(
        "Agent Environment\n  Vars:\n    at : 0..{last};\n    view0 : 0..{most};\n    view1 : 0..{most};\n  end Vars\n  \
         Actions = {{}};\n  Protocol:\n  end Protocol\n  Evolution:\n"
    );
    for at in 0..shape.positions {
        for left in &ACTIONS[..shape.actions] {
            for right in &ACTIONS[..shape.actions] {
                let when = format!("at = {at} and Left.Action = {left} and Right.Action = {right}");
                if prng.chance(shape.odd) {
                    if prng.chance(50) {
                        let _ = writeln!(text, "    at = at + {} if {when};", shape.positions);
                    }
                    continue;
                }
                for _ in 0..prng.between(1, 2) {
                    let to = prng.below(shape.positions);
                    let (view0, view1) = (views[0][to], views[1][to]);
                    let _ = writeln!(text, "    at = {to} and view0 = {view0} and view1 = {view1} if {when};");
                }
            }
        }
    }
    text + "  end Evolution\nend Agent\n"
}

fn agent(prng: &mut Prng, shape: &Shape, number: usize, name: &str) -> String {
    let actions = &ACTIONS[..shape.actions];
    let mut text = format!(
        "Agent {name}\n  Lobsvars = {{view{number}}};\n  Vars:\n    last : 0..{};\n  end Vars\n  Actions = {{{}}};\n  Protocol:\n",
        shape.actions - 1,
        actions.join(", ")
    );
    for view in 0..shape.views {
        // No line at all would not be a protocol.
        let allowed = if view == 0 {
            prng.some_of(actions, 100 - shape.forbidden)
        } else {
            prng.some(actions, 100 - shape.forbidden)
        };
        if !allowed.is_empty() {
            let _ = writeln!(text, "    Environment.view{number} = {view} : {{{}}};", allowed.join(", "));
        }
    }
    text.push_str("  end Protocol\n  Evolution:\n");
    for (value, action) in actions.iter().enumerate() {
        let value = if shape.memory { value } else { 0 };
        let _ = writeln!(text, "    last = {value} if Action = {action};");
    }
    text + "  end Evolution\nend Agent\n"
}

const FORMULAE: &str = "Formulae
  <one>X p;
  <one>F p;
  <one>G p;
  <one>(p U q);
  <two>X p;
  <two>F p;
  <two>G p;
  <two>(p U q);
  <one>F(K(Left, p) or q);
  <two>G(!(<one>X q));
  AG(p -> <two>F(<one>G q));
end Formulae
";

fn agree(text: &str) -> Result<(), String> {
    let model = load(text, Strictness::Lenient).model.ok_or("the front end refuses the text")?;
    let limits = Limits { max_nodes: 1 << 20, ..Limits::default() };
    let options = Options { limits, strategies: Strategies::Uniform, ..Options::default() };
    let mut explicit = Oracle::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut bdd = BddEngine::new(&model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let (expected, found) = (explicit.check(specification), bdd.check(specification));
        if found != expected {
            return Err(format!("formula {}: {found:?} instead of {expected:?}", number + 1));
        }
        let expected = explicit.satisfying(specification.formula).map_err(|reason| reason.to_string())?.count();
        let found = bdd.count_satisfying(specification).map_err(|reason| reason.to_string())?;
        if found != expected.into() {
            return Err(format!("formula {} holds in {found} states instead of {expected}", number + 1));
        }
    }
    Ok(())
}

fn forall_games(seeds: std::ops::Range<u64>, fairness: usize) {
    for seed in effort::seeds(seeds) {
        let text = game(seed, fairness);
        if let Err(complaint) = agree(&text) {
            panic!("seed {seed}: {complaint}\n\n{text}");
        }
    }
}

#[test]
fn without_fairness() {
    forall_games(0..400, 0);
}

#[test]
fn with_one_constraint() {
    forall_games(10_000..10_200, 1);
}

#[test]
fn with_two_constraints() {
    forall_games(20_000..20_200, 2);
}

/// Twenty cards on nineteen ticks: to see that there is no strategy takes a search without end.
#[test]
fn searches_keep_to_limits() {
    let ladder = qmas_models::find("card-ladder").expect("a model of the library");
    let qmas_models::Source::Family { generate, .. } = ladder.source else { panic!("a family") };
    let model = load(&generate(qmas_models::Parameters { n: 20, seed: 1 }), Strictness::Strict).model.expect("valid");
    let verdict = |limits: Limits| {
        let options = Options { limits, strategies: Strategies::Uniform, ..Options::default() };
        BddEngine::new(&model, &options.bdd_terms()).expect("a small model").check(model.specifications[2])
    };
    let deadline = Some(Instant::now() + Duration::from_secs(2));
    assert_eq!(verdict(Limits { deadline, ..Limits::default() }), Verdict::GaveUp(GaveUp::Time));
    let cancel = Cancel::default();
    let token = cancel.clone();
    let interrupt = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(1));
        token.cancel();
    });
    assert_eq!(verdict(Limits { cancel, ..Limits::default() }), Verdict::GaveUp(GaveUp::Interrupted));
    interrupt.join().expect("it only sleeps");
}
