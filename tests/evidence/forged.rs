//! Evidence that somebody made up: each of these was accepted once, or ended in a panic.

use qmas::Model;
use qmas::engine::{Strategies, Traces, Verdict};
use qmas::explain::Listed;
use qmas::explicit::Explicit;
use qmas::load::{Strictness, load};
use qmas::logic::Specification;
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::Backing;
use qmas::portfolio::check_with;
use qmas::witness::{
    Conclusion, Decision, Evidence, EvidenceFile, FileReason, Mismatch, Reason, Replayed, Table, build, prepared,
    replay_within,
};

/// A counter from 0 to 3 that goes or stays, and an agent that sees nothing of it.
const COUNTER: &str = "Agent Environment Vars: x : 0..3; end Vars RedStates: x > 1; end RedStates
    Actions = {go, stay}; Protocol: Other : {go, stay}; end Protocol
    Evolution: x = x + 1 if Action = go and x < 3; end Evolution end Agent
    Agent Bob Vars: idle : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
    Evolution: idle = true if idle = false; end Evolution end Agent
    Evaluation x0 if Environment.x = 0; x1 if Environment.x = 1; x3 if Environment.x = 3; end Evaluation
    InitStates Environment.x = 0 and Bob.idle = true; end InitStates
    FAIRNESS Formulae FORMULA end Formulae";

/// A hidden card, and Alice, which has to name it.
const CARD: &str = "Agent Environment Vars: red : boolean; said : boolean; right : boolean; end Vars
    Actions = {wait}; Protocol: Other : {wait}; end Protocol
    Evolution: said = true and right = true if red = true and Alice.Action = sayred;
        said = true and right = true if red = false and Alice.Action = sayblack;
        said = true if red = true and Alice.Action = sayblack; said = true if red = false and Alice.Action = sayred;
    end Evolution end Agent
    Agent Alice Vars: idle : boolean; end Vars Actions = {sayred, sayblack};
    Protocol: Other : {sayred, sayblack}; end Protocol
    Evolution: idle = true if idle = false; end Evolution end Agent
    Evaluation won if Environment.right = true; end Evaluation
    InitStates Environment.said = false and Environment.right = false and Alice.idle = true; end InitStates
    Groups alice = {Alice}; end Groups
    Formulae <alice>X won; end Formulae";

fn model(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    prepared(&loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)))
}

fn counter(fairness: &str, formula: &str) -> Model {
    model(&COUNTER.replace("FAIRNESS", fairness).replace("FORMULA", formula))
}

/// The evidence of the only formula, with its verdict.
fn evidence(model: &Model, options: &Options) -> (Verdict, Evidence) {
    let checked = check_with(model, EngineChoice::Explicit, options);
    let outcome = &checked.outcomes[0];
    match &outcome.backing {
        Backing::Evidence { evidence, .. } => (outcome.verdict.clone(), evidence.as_ref().clone()),
        other => panic!("{other:?}"),
    }
}

fn everything() -> Options {
    Options { evidence: Shows::Everything, vacuity: false, ..Options::default() }
}

fn specification(model: &Model) -> Specification {
    model.specifications[0]
}

fn replayed(model: &Model, evidence: &Evidence) -> Result<Replayed, Mismatch> {
    replay_within(evidence, model, specification(model), 1_000)
}

fn rejected(model: &Model, evidence: &Evidence, why: &str) {
    let mismatch = replayed(model, evidence).expect_err("it is forged").to_string();
    assert!(mismatch.contains(why), "{mismatch}");
}

#[test]
fn fairness_cannot_be_left_out_by_calling_traces_finite() {
    // Without fairness the counter may stay at 0 forever; with it, it may not.
    let (verdict, mut evidence) = evidence(&counter("", "AF x3;"), &everything());
    assert_eq!(verdict, Verdict::Fails);
    let fair = counter("Fairness x3; end Fairness", "AF x3;");
    assert_eq!(check_with(&fair, EngineChoice::Explicit, &Options::default()).outcomes[0].verdict, Verdict::Holds);
    evidence.universe = None;
    rejected(&fair, &evidence, "fairness constraint 1 is not met");
    evidence.traces = Traces::Finite;
    rejected(&fair, &evidence, "only LDL and CDL* are read on finite traces");
}

#[test]
fn states_that_are_not_there_are_no_panic() {
    let model = counter("", "O(Environment, x0);");
    let (verdict, evidence) = evidence(&model, &everything());
    assert_eq!(verdict, Verdict::Fails);
    for part in 0..evidence.nodes.len() {
        for number in [99, usize::MAX] {
            let mut forged = evidence.clone();
            forged.nodes[part].state = number;
            replayed(&model, &forged).expect_err("there is no such state");
        }
    }
}

#[test]
fn what_is_false_in_all_states_cannot_be_claimed() {
    // Where the counter never moves, it is true: that evidence is taken elsewhere.
    let model = counter("", "AG x0;");
    let frozen = self::model(&COUNTER.replace("FAIRNESS", "").replace("FORMULA", "AG x0;").replace("x + 1", "x"));
    let options = Options::default();
    let mut explicit = Explicit::new(&frozen, &options.terms()).expect("one state");
    let mut listed = Listed::new(&mut explicit, &options, specification(&frozen).logic);
    let mut evidence = build(&mut listed, &frozen, specification(&frozen), Conclusion::Holds, &options.terms())
        .expect("one obligation");
    assert!(matches!(evidence.nodes[0].reason, Reason::Checked(_)));
    rejected(&model, &evidence, "there are not so many states");
    evidence.universe = None;
    rejected(&model, &evidence, "a universal claim is false");
}

#[test]
fn strategies_must_win_wherever_the_group_may_be() {
    let model = model(CARD);
    let uniform = Options { strategies: Strategies::Uniform, ..everything() };
    let checked = check_with(&model, EngineChoice::Explicit, &uniform);
    assert_eq!(checked.outcomes[0].verdict, Verdict::Fails);
    // With perfect information she wins: a strategy that looks at one card only.
    let (verdict, mut evidence) = evidence(&model, &everything());
    assert_eq!(verdict, Verdict::Holds);
    evidence.strategies = Strategies::Uniform;
    let Reason::Strategy(strategy) = &mut evidence.nodes[0].reason else { panic!("a strategy is shown") };
    let Table::Perfect(rows) = &strategy.table else { panic!("with perfect information") };
    let alice = model.system.agent_ids().nth(1).expect("Alice");
    let local = evidence.states[rows[0].0].observation(&model.system, alice);
    strategy.table = Table::Uniform(vec![Decision { agent: alice, sees: local, action: rows[0].1[0] }]);
    rejected(&model, &evidence, "play does not begin in all states that the group cannot tell apart");
}

#[test]
fn play_goes_on_where_it_is_said_to() {
    let model = model(&CARD.replace("<alice>X won", "<alice>F won"));
    let (_, evidence) = evidence(&model, &everything());
    replayed(&model, &evidence).expect("it is right");
    let mut forged = evidence.clone();
    let Reason::Strategy(strategy) = &mut forged.nodes[0].reason else { panic!("a strategy is shown") };
    strategy.outcomes[0].1.clear();
    rejected(&model, &forged, "play does not go on where the strategy says that it does");
    // The state that it leads to, changed into the one that it comes from.
    let mut forged = evidence;
    forged.states[1] = forged.states[0].clone();
    rejected(&model, &forged, "states 0 and 1 are the same");
}

/// What a file says for readers, and everything that is there twice.
#[test]
fn files_say_what_follows_and_nothing_twice() {
    let model = counter("", "CDL* E(<true;true>x1);");
    let (_, evidence) = evidence(&model, &everything());
    let file = EvidenceFile::new(&evidence, &[], &model, specification(&model));
    let text = serde_json::to_string(&file).expect("evidence can be written");
    let judge = |text: &str| -> Result<(), String> {
        let file: EvidenceFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let evidence = file.evidence(&model, specification(&model)).map_err(|error| error.to_string())?;
        replayed(&model, &evidence).map_err(|mismatch| mismatch.to_string())?;
        file.says_what_follows(&evidence, &model, specification(&model)).map_err(|error| error.to_string())
    };
    judge(&text).expect("it is right");
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let reads = &mut value["parts"][0]["reason"]["reads"][0]["ends"];
    assert!(reads.is_array(), "{text}");
    *reads = serde_json::json!([99]);
    let error = judge(&value.to_string()).expect_err("there is no position 99");
    assert!(error.contains("what it says for readers does not follow"), "{error}");
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let states = value["states"][0].clone();
    value["origins"] = serde_json::json!([
        { "state": 0, "states": [["3", "true"]], "actions": [] }, { "state": 0, "states": [states], "actions": [] }
    ]);
    let error = judge(&value.to_string()).expect_err("two runs to one state");
    assert!(error.contains("two runs to state 0"), "{error}");
}

#[test]
fn members_of_a_strategy_are_those_of_the_group() {
    let model = model(CARD);
    let (_, evidence) = evidence(&model, &everything());
    let mut file = EvidenceFile::new(&evidence, &[], &model, specification(&model));
    let FileReason::Strategy { members, table, .. } = &mut file.parts[0].reason else { panic!("a strategy is shown") };
    members[0] = "Environment".to_owned();
    table.iter_mut().for_each(|(_, actions)| actions[0] = "wait".to_owned());
    let evidence = file.evidence(&model, specification(&model)).expect("it can be read");
    let right =
        replayed(&model, &evidence).is_ok() && file.says_what_follows(&evidence, &model, specification(&model)).is_ok();
    assert!(!right, "these are not the members");
}

/// A path that stays at 0 forever is fair and never comes to 3; one that stays at 1 forever is not fair.
#[test]
fn strategies_on_fair_paths_must_not_be_fair_in_vain() {
    let model = counter("Fairness x0 or x3; end Fairness", "<Environment>F x3;");
    let (verdict, evidence) = evidence(&model, &everything());
    assert_eq!(verdict, Verdict::Holds);
    replayed(&model, &evidence).expect("it is right");
    let mut forged = evidence;
    let Reason::Strategy(strategy) = &mut forged.nodes[0].reason else { panic!("a strategy is shown") };
    let Table::Perfect(rows) = &mut strategy.table else { panic!("with perfect information") };
    let stay = model.system.agents[0].actions.iter().position(|name| name == "stay").expect("it is declared");
    rows[0].1[0] = qmas::ir::ActionId::new(stay);
    rejected(&model, &forged, "play can be fair without coming to what it is for");
}
