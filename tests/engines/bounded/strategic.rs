//! ATL, nested with CTLK: never a wrong verdict, and always a verdict at some bound. Random pairs of a system and a
//! formula, some 7,000 with `QMAS_TESTS=long`; and games that go on for several rounds, which random systems
//! hardly ever are.

use std::cell::Cell;
use std::fmt::Write;

use qmas::bounded::{BoundedOptions, Paths, Reach, Savings};
use qmas::engine::Verdict;
use qmas::ir::AgentId;
use qmas::logic::Formula;
use qmas::options::Options;

use crate::bounded::{agrees, ask, in_every_way, read};
use crate::common::effort;
use crate::common::random::{Logic, Prng, Wishes, draw, forall, loaded};

/// Formulas per system.
const FORMULAS: usize = 10;

fn verdicts(seeds: std::ops::Range<u64>, most_states: usize, bounded: BoundedOptions) {
    let options = Options { bounded, ..Options::default() };
    let wishes = Wishes { most_states, ..Wishes::default() };
    forall(seeds, |seed| draw(seed, wishes, Logic::Atl, FORMULAS), |drawn| agrees(drawn, &options));
}

#[test]
fn of_tiny_systems() {
    verdicts(810_000..810_500, 5, BoundedOptions::default());
}

#[test]
fn of_small_systems() {
    verdicts(820_000..820_060, 9, BoundedOptions::default());
}

#[test]
fn with_runs_only() {
    verdicts(830_000..830_100, 4, BoundedOptions { reach: Reach::Unroll, ..BoundedOptions::default() });
}

#[test]
fn without_savings() {
    let savings = Savings { selectors: false, lazy: false, symmetry: false };
    let bounded = BoundedOptions { savings, induction: false, paths: Paths::Not, ..BoundedOptions::default() };
    verdicts(840_000..840_040, 4, bounded);
}

/// What is drawn, here more of it, has all that a game can be: with and without the environment, of all and of one, with states in which
/// somebody has no action, and others in which everybody has one and nothing happens.
#[test]
fn games_of_all_kinds_are_drawn() {
    let (groups, states) = (Cell::new([0; 4]), Cell::new([0; 3]));
    let seeds = 810_000..811_600;
    forall(
        seeds.clone(),
        |seed| draw(seed, Wishes { most_states: 5, ..Wishes::default() }, Logic::Atl, FORMULAS),
        |drawn| {
            let (mut kinds, mut moves) = (groups.get(), states.get());
            let model = loaded(drawn)?;
            let agents = drawn.agents.len();
            for id in model.formulas.ids() {
                let Formula::Strategic(group, _) = model.formulas.get(id) else { continue };
                let members = &model.system.group(group).members;
                let with_environment = members.contains(&AgentId::ENVIRONMENT);
                kinds[usize::from(with_environment)] += 1;
                kinds[2] += usize::from(members.len() == agents);
                kinds[3] += usize::from(members.len() == 1 && agents > 1);
            }
            for row in drawn.reached(5).ok_or("it has at most 5 states")?.moves {
                moves[0] += usize::from(row.is_empty());
                moves[1] += usize::from(row.iter().any(|step| step.targets.is_empty()));
                moves[2] += usize::from(row.iter().any(|step| step.targets.len() > 1));
            }
            groups.set(kinds);
            states.set(moves);
            Ok(())
        },
    );
    let least = effort::share(200, seeds);
    assert!(groups.get().iter().all(|&count| count > least), "{:?}", groups.get());
    assert!(states.get().iter().all(|&count| count > least), "{:?}", states.get());
}

/// A game on numbers: where it leads is decided by Ann, who sees the number, Bob, who sees half of it, the Environment, and chance.
fn game(random: &mut Prng, last: usize) -> String {
    let mut text = format!("Agent Environment Vars: x : 0..{last}; half : 0..{last}; end Vars Actions = {{c, d}};\n");
    let _ =
        writeln!(text, "Protocol: x = {} : {{c}}; Other : {{c, d}}; end Protocol Evolution:", random.below(last + 1));
    for x in 0..=last {
        for joint in 0..8 {
            let actions =
                [(joint & 1, "Ann.Action = a", "Ann.Action = b"), (joint & 2, "Bob.Action = a", "Bob.Action = b")];
            let [ann, bob] = actions.map(|(bit, one, other)| if bit == 0 { one } else { other });
            let own = if joint & 4 == 0 { "Action = c" } else { "Action = d" };
            for _ in 0..if random.chance(25) { 2 } else { 1 } {
                let to = match random.below(20) {
                    // Out of range: this evolution is dropped.
                    0 => last + 1,
                    1..=9 => (x + 1).min(last),
                    10..=12 => x,
                    13..=15 => random.below(last + 1),
                    _ => random.below(x + 1),
                };
                let half = to.min(last) / 2;
                let _ =
                    writeln!(text, "x = x + {to} - {x} and half = {half} if x = {x} and {ann} and {bob} and {own};");
            }
        }
    }
    text += "end Evolution end Agent\n";
    for (agent, seen) in [("Ann", "x"), ("Bob", "half")] {
        // Somewhere there may be one action, or none.
        let one = random.below(last + 1);
        let none = if random.chance(30) { random.below(last + 1) } else { last + 2 };
        let gap = format!("Environment.{seen} <> {none}").replace(&format!("<> {}", last + 2), ">= 0");
        let _ = writeln!(
            text,
            "Agent {agent} Lobsvars = {{{seen}}}; Vars: v : boolean; end Vars Actions = {{a, b}};
            Protocol: Environment.{seen} = {one} : {{b}}; Environment.{seen} <> {one} and {gap} : {{a, b}}; end Protocol
            Evolution: v = v if Action = a; end Evolution end Agent"
        );
    }
    text += "Evaluation\n";
    for name in ["p", "q"] {
        let _ = writeln!(text, "{name} if Environment.x <> {};", random.below(last + 1));
    }
    let _ = writeln!(text, "r if Environment.x = {last};");
    text + "end Evaluation
        InitStates Environment.x = 0 and Environment.half = 0 and Ann.v = false and Bob.v = false; end InitStates
        Groups ann = {Ann}; bob = {Bob}; both = {Ann, Bob}; nature = {Environment}; against = {Environment, Ann};
        all = {Environment, Ann, Bob}; end Groups
        Formulae <ann>F r; <bob>F r; <both>F r; <against>F r; <all>F r; <nature>F !p;
        <ann>G p; <bob>G p; <both>G p; <against>G p; <all>G p; <nature>G q;
        <ann>(p U r); <both>(q U r); !<bob>(p U !q); <ann>X <bob>X p; <against>X <ann>X !p;
        <bob>G <ann>F r; <ann>F <both>G p; AG <ann>F r; AG (r or <both>X <ann>G q); EF !<bob>F !p;
        K(Bob, <ann>F r); <ann>F K(Bob, !p); <both>G (p or <ann>X q); <ann>F !<nature>G q; <all>G <bob>F r;
        AF !<ann>G p; <ann>F EG q; <both>G EF r;
        <ann>(p U <bob>X r); <bob>(q U <ann>X !q); !<both>(!r U EX r); end Formulae"
}

#[test]
fn of_games_that_go_on() {
    let mut late = 0;
    for seed in 0..if effort::long() { 20 } else { 4 } {
        let mut random = Prng::new(seed);
        let last = if effort::long() { random.between(3, 4) } else { 3 };
        late += in_every_way(&game(&mut random, last), 3).1;
    }
    assert!(late > 4, "only {late} verdicts needed a bound of 3");
}

/// Everybody must be able to act, also those outside the group; where all can and nothing comes of it, all is enforced.
#[test]
fn who_is_stuck_enforces_nothing() {
    let counter = |agent: &str, protocol: &str| {
        format!(
            "Agent {agent} Vars: x : 0..1; end Vars Actions = {{go}}; Protocol: {protocol} : {{go}}; end Protocol
            Evolution: x = x + 1 if Action = go; end Evolution end Agent "
        )
    };
    let rest = "Evaluation p if One.x = 0; end Evaluation InitStates One.x = 0 and Two.x = 0; end InitStates
        Groups g = {One}; both = {One, Two}; end Groups Formulae <g>X true; AX <g>X true; AX <both>X true; AX <g>X p;
        AX <g>X false; AX <both>G !p; AX !(<g>F p); end Formulae";
    let verdicts = |two: &str| -> Vec<bool> {
        let text = [counter("One", "Other"), counter("Two", two), rest.to_owned()].concat();
        let checked = ask(&read(&text), BoundedOptions::default());
        checked.outcomes.iter().map(|outcome| outcome.verdict == Verdict::Holds).collect()
    };
    // In the second state Two has no action.
    assert_eq!(verdicts("x = 0"), [true, false, false, false, false, false, true]);
    // In the second state all results are out of range: whatever is said of the next state is true.
    assert_eq!(verdicts("Other"), [true, true, true, true, true, true, false]);
}

/// As many rounds as an aim is away, and as many as there are states on the way around: at no bound before.
#[test]
fn the_bound_is_the_number_of_rounds() {
    let text = "Agent Ann Vars: x : 0..5; end Vars Actions = {on, back}; Protocol: Other : {on, back}; end Protocol
        Evolution: x = x + 1 if Action = on and x < 5; x = 0 if Action = back and x = 3; end Evolution end Agent
        Evaluation far if Ann.x = 5; near if Ann.x < 4; end Evaluation InitStates Ann.x = 0; end InitStates
        Groups ann = {Ann}; nobody = {Environment}; end Groups
        Formulae <ann>F far; <nobody>G !far; <ann>G near; <nobody>F !near; end Formulae";
    let found = |text: &str| -> Vec<(Verdict, Option<usize>)> {
        let checked = ask(&read(text), BoundedOptions::default());
        checked.outcomes.into_iter().map(|outcome| (outcome.verdict, outcome.bound)).collect()
    };
    // Ann can stay where she is: that is a repetition.
    let expected = [(Verdict::Holds, 5), (Verdict::Fails, 5), (Verdict::Holds, 1), (Verdict::Fails, 1)];
    assert_eq!(found(text), expected.map(|(verdict, bound)| (verdict, Some(bound))));
    // Whatever she does she walks around, through four states.
    let around = text.replace("Action = back and ", "").replace("Action = on and x < 5", "x < 3");
    assert_eq!(found(&around)[2..], [(Verdict::Holds, Some(4)), (Verdict::Fails, Some(4))]);
}
