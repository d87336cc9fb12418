//! The explicit engine, which lists no joint actions, with the oracle, which lists all of them: the states under the
//! numbers that a literal search gives them, steps, counts, and the states of every formula. And systems with so many
//! actions that the oracle would take too long: there steps are drawn and tried one by one.

use std::fmt::Write;

use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::{Logic, Prng, RandomModel, Wishes, draw, forall, loaded};
use qmas::Model;
use qmas::engine::{Limits, Strategies, Terms, Traces};
use qmas::explicit::{Explicit, Space};
use qmas::ir::{ActionId, JointAction, Transitions};
use qmas::load::{Strictness, load};

/// Whether engine and oracle agree on everything about a model.
fn agree(model: &Model, terms: &Terms) -> Result<(), String> {
    let mut engine = Explicit::new(model, terms).map_err(|reason| reason.to_string())?;
    let mut oracle = Oracle::new(model, terms).map_err(|reason| reason.to_string())?;
    let (found, expected) = (engine.space(), oracle.space());
    if found.len() != expected.len() || found.initial_states().count() != expected.initial_states().count() {
        return Err(format!("{} states instead of {}", found.len(), expected.len()));
    }
    for number in 0..found.len() {
        if found.state(number) != expected.state(number) {
            return Err(format!("state {number} is another one"));
        }
        if !found.graph().successors(number).eq(expected.graph().successors(number)) {
            return Err(format!("state {number} has other successors"));
        }
    }
    let counts = |moves, dropped, first| format!("{moves} moves, {dropped} dropped choices, first {first:?}");
    let (left, right) = (
        counts(found.moves(), found.dropped(), found.first_dropped()),
        counts(expected.moves(), expected.dropped(), expected.first_dropped()),
    );
    if left != right {
        return Err(format!("{left} instead of {right}"));
    }
    for (number, &specification) in model.specifications.iter().enumerate() {
        let found = engine.satisfying_specification(specification).map_err(|reason| reason.to_string())?;
        let expected = oracle.satisfying_specification(specification).map_err(|reason| reason.to_string())?;
        if !found.iter().eq(expected.iter()) {
            return Err(format!("formula {} is true in other states", number + 1));
        }
    }
    Ok(())
}

fn drawn_agree(terms: Terms) -> impl Fn(&RandomModel) -> Result<(), String> {
    move |model| agree(&loaded(model)?, &terms)
}

#[test]
fn branching_time_and_knowledge() {
    let wishes = Wishes { fairness: 2, ..Wishes::default() };
    forall(60_000..62_500, |seed| draw(seed, wishes, Logic::Ctl, 8), drawn_agree(Terms::default()));
}

#[test]
fn strategies() {
    for (seeds, strategies) in [(63_000..66_400, Strategies::PerfectInformation), (67_000..67_800, Strategies::Uniform)]
    {
        let terms = Terms { strategies, ..Terms::default() };
        forall(seeds, |seed| draw(seed, Wishes::default(), Logic::Atl, 6), drawn_agree(terms));
    }
}

#[test]
fn paths() {
    for (start, logic) in
        [(70_000, Logic::Ltl), (73_000, Logic::CtlStar), (76_000, Logic::Ldl), (79_000, Logic::CdlStar)]
    {
        let wishes = Wishes { fairness: 1, ..Wishes::default() };
        for traces in [Traces::Infinite, Traces::Finite] {
            let terms = Terms { traces, ..Terms::default() };
            forall(start..start + 600, |seed| draw(seed, wishes, logic, 5), drawn_agree(terms));
        }
    }
}

/// A game with many actions, as text: lines test the actions of several agents, or none, and few lines matter at a time.
pub(crate) fn many_actions(prng: &mut Prng, agents: usize, actions: usize, places: usize, single: bool) -> String {
    let mut text = String::new();
    if single {
        text.push_str("Semantics = SingleAssignment;\n");
    }
    let act = |prng: &mut Prng| format!("a{}", prng.between(0, actions - 1));
    // Of one agent or two: with more, the classes of all agents multiply, and so do the branches of a state.
    let test = |prng: &mut Prng| {
        let one = |prng: &mut Prng| {
            let agent = prng.between(0, agents - 1);
            match prng.between(0, 2) {
                0 => format!("A{agent}.Action = {}", act(prng)),
                1 => format!("!(A{agent}.Action = {})", act(prng)),
                _ => format!("(A{agent}.Action = {} or A{agent}.Action = {})", act(prng), act(prng)),
            }
        };
        let first = one(prng);
        if prng.chance(50) { format!("{first} and {}", one(prng)) } else { first }
    };
    let _ = writeln!(text, "Agent Environment\n  Obsvars:\n    at : 0..{};\n    n : 0..2;\n  end Obsvars", places - 1);
    text.push_str("  Actions = {};\n  Protocol:\n  end Protocol\n  Evolution:\n");
    for _ in 0..places * 4 {
        let (from, to) = (prng.between(0, places - 1), prng.between(0, places - 1));
        let _ = writeln!(text, "    at = {to} if at = {from} and {};", test(prng));
    }
    let _ = writeln!(text, "    n = n + 1 if {};\n    n = 0 if n = 2 and {};", test(prng), test(prng));
    text.push_str("  end Evolution\nend Agent\n");
    let names: Vec<String> = (0..actions).map(|action| format!("a{action}")).collect();
    for agent in 0..agents {
        let _ = writeln!(text, "Agent A{agent}\n  Vars:\n    m : boolean;\n  end Vars");
        let _ = writeln!(text, "  Actions = {{{}}};\n  Protocol:", names.join(", "));
        let half = &names[..=prng.between(0, actions - 1)];
        let _ = writeln!(text, "    m = true and Environment.n < 2 : {{{}}};", half.join(", "));
        let _ = writeln!(text, "    Other : {{{}}};\n  end Protocol\n  Evolution:", names.join(", "));
        let _ = writeln!(text, "    m = true if m = false and {};\n    m = false if {};", test(prng), test(prng));
        text.push_str("  end Evolution\nend Agent\n");
    }
    let _ =
        writeln!(text, "Evaluation\n  far if Environment.at = {};\n  m0 if A0.m = true;\nend Evaluation", places - 1);
    text.push_str("InitStates\n  Environment.at = 0 and Environment.n = 0");
    for agent in 0..agents {
        let _ = write!(text, " and A{agent}.m = false");
    }
    text.push_str(";\nend InitStates\nGroups\n  g = {A0, A1};\n  h = {A2};\nend Groups\nFormulae\n");
    text.push_str("  <g>F far;\n  <h>G !far;\n  <g>(m0 U far);\n  <h>X m0;\n  AG EF far;\n  AG (far -> K(A0, far));\nend Formulae\n");
    text
}

pub(crate) fn model(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics))
}

#[test]
fn many_actions_all_of_them_listed_by_the_oracle() {
    for seed in effort::seeds(90_000..90_040) {
        let mut prng = Prng::new(seed);
        let actions = prng.between(3, 6);
        let text = many_actions(&mut prng, 3, actions, 4, seed % 2 == 0);
        if let Err(what) = agree(&model(&text), &Terms::default()) {
            panic!("seed {seed}: {what}\n{text}");
        }
    }
}

/// Stations in a ring, who act without regard to each other but for the one that passes the token on: the same plans of
/// classes again and again, groups that decide everything, nothing or something, and path formulas over more states than
/// a page of numbers holds.
fn ring(stations: usize) -> String {
    let mut text = String::from("Agent Environment\n  Obsvars:\n    bell : boolean;\n  end Obsvars\n");
    text.push_str("  Actions = {ring, wait};\n  Protocol:\n    Other : {ring, wait};\n  end Protocol\n  Evolution:\n");
    text.push_str(
        "    bell = true if Action = ring;\n    bell = false if Action = wait;\n  end Evolution\nend Agent\n",
    );
    for station in 0..stations {
        let before = (station + stations - 1) % stations;
        let _ = write!(
            text,
            "Agent S{station}\n  Vars:\n    state : {{idle, want, critical}};\n    token : boolean;\n  end Vars
  Actions = {{nothing, ask, enter, stay, leave, pass}};\n  Protocol:
    state = idle and token = false : {{nothing, ask}};\n    state = idle and token = true : {{ask, pass}};
    state = want and token = true : {{enter}};\n    state = critical : {{stay, leave}};\n    Other : {{nothing}};
  end Protocol\n  Evolution:
    state = want and token = true if Action = ask and S{before}.Action = pass;
    state = want if Action = ask and !(S{before}.Action = pass);
    token = true if Action = nothing and S{before}.Action = pass;\n    token = false if Action = pass;
    state = critical if Action = enter;\n    state = idle if Action = leave;\n  end Evolution\nend Agent\n"
        );
    }
    text.push_str("Evaluation\n  bell if Environment.bell = true;\n");
    for station in 0..stations {
        let _ = writeln!(
            text,
            "  want{station} if S{station}.state = want;\n  in{station} if S{station}.state = critical;"
        );
    }
    text.push_str("end Evaluation\nInitStates\n  Environment.bell = false");
    for station in 0..stations {
        let _ = write!(text, " and S{station}.state = idle and S{station}.token = {}", station == 0);
    }
    let stations: Vec<String> = (0..stations).map(|station| format!("S{station}")).collect();
    let _ = write!(
        text,
        ";\nend InitStates\nGroups\n  clock = {{Environment}};\n  first = {{S0}};\n  two = {{S0, S2}};\n  all = {{{}}};
end Groups\nFormulae\n",
        stations.join(", ")
    );
    text.push_str(
        "  <clock>F in0;\n  <clock>G !bell;\n  <first>F in0;\n  <two>G !in2;\n  <two>X want2;\n  <all>F in1;\n",
    );
    text.push_str(
        "  LTL G (want0 -> F in0);\n  LTL (G F bell) -> F in0;\n  LTL F G !in1;\n  CTL* E (G F in0 and F G !bell);\n",
    );
    text.push_str("  AG (in0 -> K(S1, !in1));\nend Formulae\n");
    text
}

#[test]
fn agents_that_act_without_regard_to_each_other() {
    let model = model(&ring(4));
    let space = Space::explore(&model.system, &Limits::default()).expect("it is within the limits");
    assert!(space.len() > 100, "there are {} states only", space.len());
    for traces in [Traces::Infinite, Traces::Finite] {
        agree(&model, &Terms { traces, ..Terms::default() }).unwrap_or_else(|what| panic!("{what}"));
    }
}

/// Joint actions in billions, states in thousands: no list of all moves could be made.
#[test]
fn more_actions_than_anybody_could_list() {
    let mut largest = 0;
    for seed in effort::seeds(91_000..91_004) {
        let mut prng = Prng::new(seed);
        let (agents, actions, places) = (prng.between(3, 6), prng.between(10, 40), prng.between(50, 150));
        let text = many_actions(&mut prng, agents, actions, places, seed % 2 == 0);
        let model = model(&text);
        let terms = Terms::default();
        let engine = Explicit::new(&model, &terms).expect("it is within the limits");
        let space = engine.space();
        largest = largest.max(space.len());
        for _ in 0..40 {
            drawn_steps_are_there(&mut prng, &model, space)
                .unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
        }
    }
    assert!(largest > 2_000, "the largest system has {largest} states only");
}

/// Joint actions that are drawn lead to successors only, and every successor is led to by the action that is said to.
fn drawn_steps_are_there(prng: &mut Prng, model: &Model, space: &Space<'_>) -> Result<(), String> {
    let transitions = Transitions::new(&model.system);
    let number = prng.between(0, space.len() - 1);
    let state = space.state(number);
    let enabled: Vec<Vec<ActionId>> =
        model.system.agent_ids().map(|agent| transitions.enabled(&state, agent)).collect();
    if enabled.iter().all(|actions| !actions.is_empty()) {
        for _ in 0..20 {
            let joint: Vec<ActionId> = enabled.iter().map(|actions| *prng.pick(actions)).collect();
            for target in transitions.evolve(&state, &JointAction::new(joint)) {
                let found = space.find(&target);
                if found.is_none_or(|target| !space.graph().successors(number).any(|next| next == target)) {
                    return Err(format!("state {number} has a successor that was not found"));
                }
            }
        }
    }
    for next in space.graph().successors(number) {
        let action = space.action_between(number, next);
        let allowed = model.system.agent_ids().all(|agent| enabled[agent.index()].contains(&action.get(agent)));
        if !allowed || !transitions.can_lead(&state, &action, &space.state(next)) {
            return Err(format!("state {number} cannot be followed by state {next}"));
        }
    }
    Ok(())
}
