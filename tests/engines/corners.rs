//! Two corners in which MCMAS was asked (ISPL, section 7): formulas about a state alone where no path starts, and what a
//! group can enforce where an agent cannot act. Every engine answers as MCMAS does.

use qmas::load::{Strictness, load};
use qmas::{EngineChoice, Options, Strategies, Verdict};

/// `Clock` goes from 0 to 1, and there it stops: `Guard` may do nothing any more. At 2, which is another beginning, all may
/// act, and the only evolution is out of range.
const MODEL: &str = "
    Agent Environment
      Obsvars: at : 0..2; end Obsvars
      Actions = {tick};
      Protocol: Other : {tick}; end Protocol
      Evolution:
        at = 1 if at = 0 and Action = tick;
        at = at + 1 if at = 2 and Action = tick;
      end Evolution
    end Agent
    Agent Guard
      Vars: x : boolean; end Vars
      Actions = {go};
      Protocol: Environment.at = 0 or Environment.at = 2 : {go}; end Protocol
      Evolution: x = true if x = true; end Evolution
    end Agent
    Agent Clock
      Vars: y : boolean; end Vars
      Actions = {go};
      Protocol: Other : {go}; end Protocol
      Evolution: y = true if y = true; end Evolution
    end Agent
    Evaluation zero if Environment.at = 0; one if Environment.at = 1; end Evaluation
    InitStates START and Guard.x = false and Clock.y = false; end InitStates
    Groups guard = {Guard}; clock = {Clock}; both = {Guard, Clock}; end Groups
    Formulae FORMULA; end Formulae";

fn verdicts(start: &str, formula: &str) -> Vec<(EngineChoice, Verdict)> {
    let text = MODEL.replace("START", start).replace("FORMULA", formula);
    let loaded = load(&text, Strictness::Lenient);
    let model = loaded.model.unwrap_or_else(|| panic!("{formula}: {:?}", loaded.diagnostics));
    let strategies = [Strategies::PerfectInformation, Strategies::Uniform];
    let engines = [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd, EngineChoice::Bounded];
    let mut found = Vec::new();
    for engine in engines {
        for strategies in strategies {
            let checked = qmas::check(&model, &Options { engine, strategies, ..Options::default() });
            let verdict = checked.outcomes[0].verdict.clone();
            if engine != EngineChoice::Bounded || !matches!(verdict, Verdict::GaveUp(_)) {
                found.push((engine, verdict));
            }
        }
    }
    assert!(found.len() >= 6, "all but the bounded engine answer");
    found
}

fn is(start: &str, formula: &str, expected: Verdict) {
    for (engine, verdict) in verdicts(start, formula) {
        assert_eq!(verdict, expected, "{formula}, {start}, {engine:?}");
    }
}

#[test]
fn what_is_said_of_a_state_alone_is_said_of_it_without_paths() {
    let stopped = "Environment.at = 1";
    for prefix in ["LTL", "LDL", "CTL* A", "CTL* E", "CDL* A", "CDL* E"] {
        is(stopped, &format!("{prefix} (one)"), Verdict::Holds);
        is(stopped, &format!("{prefix} (zero)"), Verdict::Fails);
        is(stopped, &format!("{prefix} (one -> K(Clock, one))"), Verdict::Holds);
        is(stopped, &format!("{prefix} (!K(Clock, one) or zero)"), Verdict::Fails);
    }
    for (formula, expected) in [
        ("LTL X zero", Verdict::Holds),
        ("LTL zero and X zero", Verdict::Holds),
        ("CTL* E X one", Verdict::Fails),
        ("CTL* E (one and X true)", Verdict::Fails),
        ("LDL [true] zero", Verdict::Holds),
        ("CDL* E <true> one", Verdict::Fails),
    ] {
        is(stopped, formula, expected);
    }
}

#[test]
fn a_group_enforces_nothing_where_an_agent_cannot_act() {
    let stopped = "Environment.at = 1";
    for group in ["guard", "clock", "both"] {
        is(stopped, &format!("<{group}>X true"), Verdict::Fails);
        is(stopped, &format!("<{group}>G one"), Verdict::Fails);
        is(stopped, &format!("<{group}>F one"), Verdict::Holds);
        is(stopped, &format!("<{group}>F zero"), Verdict::Fails);
        is("Environment.at = 0", &format!("<{group}>X one"), Verdict::Holds);
        is("Environment.at = 0", &format!("<{group}>X <{group}>X true"), Verdict::Fails);
        is("Environment.at = 2", &format!("<{group}>X zero"), Verdict::Holds);
        is("Environment.at = 2", &format!("<{group}>G !one"), Verdict::Holds);
    }
}
