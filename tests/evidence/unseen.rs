//! Forgeries that were accepted because replay did not look at what decides the verdict: each made by hand, minimised.

use std::collections::BTreeMap;

use qmas::Model;
use qmas::engine::{Strategies, Verdict};
use qmas::ir::{ActionId, AgentId, InitialStates, JointAction, State};
use qmas::load::{Strictness, load, load_formula};
use qmas::logic::{Formula, Specification};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;
use qmas::run::Run;
use qmas::witness::{
    Beyond, Conclusion, Evidence, Jump, Mismatch, Node, Path, Reason, Replayed, Unseen, replay_within,
};

use crate::claimed::Forger;
use crate::random::{on_finite_traces, uniform};

/// A counter from 0 to 3 that goes or stays.
const COUNTER: &str = "Agent Environment Vars: x : 0..3; end Vars
    Actions = {go, stay}; Protocol: Other : {go, stay}; end Protocol
    Evolution: x = x + 1 if Action = go and x < 3; end Evolution end Agent
    Agent Bob Vars: idle : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
    Evolution: idle = true if idle = false; end Evolution end Agent
    Evaluation x0 if Environment.x = 0; x3 if Environment.x = 3; end Evaluation
    InitStates START Bob.idle = true; end InitStates
    Groups bob = {Bob}; end Groups FAIRNESS
    Formulae x0; end Formulae";

fn counter(start: &str, fairness: &str) -> Model {
    model(&COUNTER.replace("START", start).replace("FAIRNESS", fairness))
}

fn model(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn verdict(model: &Model, specification: Specification, options: &Options) -> Verdict {
    let model = Model { specifications: vec![specification], ..model.clone() };
    check_with(&model, EngineChoice::Explicit, options).outcomes[0].verdict.clone()
}

/// Evidence that claims of a formula, about the first initial state, what is not so.
fn claimed(model: &mut Model, formula: &str, shown: Conclusion, options: &Options) -> (Specification, Evidence) {
    let (specification, _) = load_formula(formula, model, Strictness::Lenient).expect("it is a formula");
    let other = if shown == Conclusion::Holds { Verdict::Fails } else { Verdict::Holds };
    assert_eq!(verdict(model, specification, options), other, "{formula}: nothing is forged");
    let first = InitialStates::new(&model.system, 1_000).next().expect("a state").expect("few values");
    let forger = Forger::new(model, specification, shown, options);
    let evidence = forger.forge((shown, options.strategies), vec![first], None);
    (specification, evidence.expect("it can be made of claims"))
}

fn rejected(replayed: Result<Replayed, Mismatch>, why: &str) {
    let mismatch = replayed.expect_err("it is forged").to_string();
    assert!(mismatch.contains(why), "{mismatch}");
}

/// One jump to the state itself, and one claim about all paths: it was "right as far as it can be replayed".
#[test]
fn a_claim_about_all_paths_behind_a_jump() {
    let library = qmas_models::models();
    let bits = library.iter().find(|model| model.name == "bit-transmission").expect("it is in the library");
    let mut model = crate::library::loaded(bits);
    let formula = "CTL* K(Sender, E(F recbit))";
    let (specification, evidence) = claimed(&mut model, formula, Conclusion::Fails, &Options::default());
    assert!(matches!(evidence.nodes[0].reason, Reason::Jump(_)));
    assert!(matches!(evidence.nodes[1].reason, Reason::Checked(_)));
    rejected(replay_within(&evidence, &model, specification, 20_000), "part 1: a universal claim is false");
    // Where there are too many states, it is said what was not looked at.
    let replayed = replay_within(&evidence, &model, specification, 3).expect("nothing speaks against it");
    assert_eq!(replayed.open.len(), 1, "{replayed:?}");
    assert_eq!((replayed.open[0].what, replayed.open[0].why), (Unseen::Claim(1), Beyond::States(3)));
}

/// Claims about finite traces were looked at by no code.
#[test]
fn claims_about_all_finite_traces() {
    let mut model = counter("Environment.x = 0 and", "");
    for (formula, shown) in [
        // The trace that ends at once never comes to 3.
        ("CDL* A(<true*>x3)", Conclusion::Holds),
        ("LDL <true*>x3", Conclusion::Holds),
        // The counter can go three times.
        ("CDL* E(<true;true;true>x3)", Conclusion::Fails),
        ("CDL* K(Bob, E([(!x3)*]!x3)) or K(Bob, E(<(!x3)*>x3))", Conclusion::Fails),
    ] {
        let (specification, evidence) = claimed(&mut model, formula, shown, &on_finite_traces());
        rejected(replay_within(&evidence, &model, specification, 1_000), "a universal claim is false");
        let replayed = replay_within(&evidence, &model, specification, 1).expect("nothing speaks against it");
        assert!(!replayed.open.is_empty(), "{formula}");
    }
}

/// What a group can and cannot do was the word of whoever said so.
#[test]
fn claims_about_strategies() {
    for options in [Options::default(), uniform()] {
        let mut model = counter("Environment.x = 0 and", "");
        for (formula, shown) in [
            ("<bob>F x3", Conclusion::Holds),
            ("<Environment>F x3", Conclusion::Fails),
            ("K(Bob, <bob>X x0)", Conclusion::Holds),
            ("<Environment>G x0", Conclusion::Fails),
        ] {
            let (specification, evidence) = claimed(&mut model, formula, shown, &options);
            rejected(replay_within(&evidence, &model, specification, 1_000), "a universal claim is false");
            let replayed = replay_within(&evidence, &model, specification, 1).expect("nothing speaks against it");
            assert!(!replayed.open.is_empty(), "{formula}");
        }
    }
}

/// From 1 on, a path that stays is not fair: on fair paths the counter comes to 3, whatever Bob does. That Bob cannot
/// enforce it is a claim about all that others may do, fair or not.
#[test]
fn claims_about_strategies_on_fair_paths() {
    let mut model = counter("Environment.x = 1 and", "Fairness x0 or x3; end Fairness");
    let (specification, _) = load_formula("<bob>F x3", &mut model, Strictness::Lenient).expect("it is a formula");
    let first = InitialStates::new(&model.system, 1_000).next().expect("a state").expect("few values");
    let x = model.system.var_ids().next().expect("x comes first");
    let states = [1, 2, 3].map(|value| {
        let mut state = first.clone();
        state.set(x, value);
        state
    });
    let [go, stay] = [0, 1].map(|action| JointAction::new(vec![ActionId::new(action), ActionId::new(0)]));
    let actions = vec![go.clone(), go, stay];
    let path = Path { states: vec![0, 1, 2], actions, back_to: Some(2), parts: Vec::new(), fair: vec![(0, 2)] };
    for options in [Options::default(), uniform()] {
        assert_eq!(verdict(&model, specification, &options), Verdict::Holds);
        let forger = Forger::new(&model, specification, Conclusion::Fails, &options);
        let evidence = forger.forge((Conclusion::Fails, options.strategies), states.to_vec(), Some(path.clone()));
        let evidence = evidence.expect("it can be made of claims");
        rejected(replay_within(&evidence, &model, specification, 1_000), "part 0: a universal claim is false");
        let replayed = replay_within(&evidence, &model, specification, 1).expect("nothing speaks against it");
        assert_eq!(replayed.open[0].what, Unseen::Claim(0));
    }
}

/// A formula that is true in one initial state only does not hold, whatever is shown of that one.
#[test]
fn what_holds_does_so_in_all_initial_states() {
    let mut model = counter("", "");
    let (specification, evidence) = claimed(&mut model, "x0", Conclusion::Holds, &Options::default());
    assert!(matches!(evidence.nodes[0].reason, Reason::Evident));
    rejected(replay_within(&evidence, &model, specification, 1_000), "false in another initial state");
    let replayed = replay_within(&evidence, &model, specification, 1).expect("nothing speaks against it");
    assert_eq!(replayed.open[0].what, Unseen::OtherInitialStates);
    // With one initial state there is nothing more to look at.
    let mut model = counter("Environment.x = 0 and", "");
    let (specification, _) = load_formula("x0", &mut model, Strictness::Lenient).expect("it is a formula");
    let replayed = replay_within(&evidence, &model, specification, 1).expect("it is right");
    assert!(replayed.open.is_empty(), "{replayed:?}");
}

/// Alice sees a, Bob sees b, and the state between the other two has no fair path.
const BRIDGE: &str = "Agent Environment Vars: a : boolean; b : boolean; dead : boolean; end Vars
    Actions = {none}; Protocol: Other : {none}; end Protocol Evolution: end Evolution end Agent
    Agent Alice Lobsvars = {a}; Vars: idle : boolean; end Vars Actions = {none};
    Protocol: Other : {none}; end Protocol Evolution: idle = true if idle = false; end Evolution end Agent
    Agent Bob Lobsvars = {b}; Vars: idle : boolean; end Vars Actions = {none};
    Protocol: Other : {none}; end Protocol Evolution: idle = true if idle = false; end Evolution end Agent
    Evaluation home if Environment.a = false; alive if Environment.dead = false; end Evaluation
    InitStates Alice.idle = true and Bob.idle = true and
        ((Environment.a = false and Environment.b = false and Environment.dead = false) or
         (Environment.a = false and Environment.b = true and Environment.dead = true) or
         (Environment.a = true and Environment.b = true and Environment.dead = false)); end InitStates
    Groups both = {Alice, Bob}; end Groups Fairness alive; end Fairness
    Formulae home -> GCK(both, home); end Formulae";

/// With fairness no agent considers a state without a fair path possible, not even on the way to another one.
#[test]
fn common_knowledge_does_not_go_through_unfair_states() {
    let model = model(BRIDGE);
    let specification = model.specifications[0];
    assert_eq!(verdict(&model, specification, &Options::default()), Verdict::Holds);
    let states: Vec<State> = InitialStates::new(&model.system, 1_000).map(|state| state.expect("few")).collect();
    let values = |state: &State| -> Vec<i64> { state.values().iter().take(3).copied().collect() };
    let [home, bridge, away] = [[0, 0, 0], [0, 1, 1], [1, 1, 0]]
        .map(|wanted| states.iter().find(|&state| values(state) == wanted).expect("it is initial").clone());
    let forger = Forger::new(&model, specification, Conclusion::Fails, &Options::default());
    let formulas = forger.formulas().clone();
    let Formula::And(at_home, considers) = formulas.get(forger.root) else { panic!("home, but an agent doubts it") };
    let Formula::Considers(_, not_home) = formulas.get(considers) else { panic!("an agent doubts it") };
    let ever = formulas.ids().last().expect("EG true is made last");
    let nothing = JointAction::new(vec![ActionId::new(0); 3]);
    let stays = |state| {
        let (states, actions) = (vec![state], vec![nothing.clone()]);
        Reason::Path(Path { states, actions, back_to: Some(0), parts: Vec::new(), fair: vec![(0, 0)] })
    };
    let node = |state, formula, reason, fair| Node { state, formula, reason, fair };
    let [alice, bob] = [1, 2].map(AgentId::new);
    let steps = vec![(vec![alice], 1), (vec![bob], 2)];
    let run = |state: &State| Run { states: vec![state.clone()], actions: Vec::new(), back_to: None };
    let evidence = Evidence {
        shown: Conclusion::Fails,
        traces: qmas::engine::Traces::Infinite,
        strategies: Strategies::PerfectInformation,
        origins: BTreeMap::from([(1, run(&bridge)), (2, run(&away))]),
        states: vec![home, bridge, away],
        nodes: vec![
            node(0, forger.root, Reason::Both(1, 2), Some(3)),
            node(0, at_home, Reason::Evident, None),
            node(0, considers, Reason::Jump(Jump { steps, part: 4 }), None),
            node(0, ever, stays(0), None),
            node(2, not_home, Reason::Evident, Some(5)),
            node(2, ever, stays(2), None),
        ],
        formulas,
        universe: None,
        slice: None,
    };
    rejected(replay_within(&evidence, &model, specification, 1_000), "state 1 has no fair path");
    let replayed = replay_within(&evidence, &model, specification, 1).expect("nothing speaks against it");
    assert_eq!(replayed.open[0].what, Unseen::FairOnTheWay(2));
}
