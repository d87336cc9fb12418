//! Formulas that hold for an empty reason are said to; others are not.

use qmas::check::{Checked, Emptiness, EngineChoice, check};
use qmas::engine::{Options, Shows, Verdict};
use qmas::load::{Strictness, load};

const MODEL: &str = "
Agent Environment
  Vars: hidden: boolean; end Vars
  Actions = { flip, keep };
  Protocol: Other: { flip, keep }; end Protocol
  Evolution: hidden = ~hidden if Action = flip; end Evolution
end Agent
Agent Seer
  Lobsvars = { hidden };
  Vars: steps: 0..2; end Vars
  Actions = { go };
  Protocol: Other: { go }; end Protocol
  Evolution: steps = steps + 1 if steps < 2; end Evolution
end Agent
Agent Blind
  Vars: dummy: boolean; end Vars
  Actions = { none };
  Protocol: Other: { none }; end Protocol
  Evolution: dummy = false if Action = none; end Evolution
end Agent
Evaluation
  never if Seer.steps < 0 + 0 and Seer.steps > 1;
  early if Seer.steps < 2;
  late if Seer.steps = 2;
  dark if Environment.hidden = true;
end Evaluation
InitStates
  Seer.steps = 0 and Environment.hidden = false and Blind.dummy = false;
end InitStates
Formulae
  AG(never -> K(Blind, late));
  AG(late -> AF late);
  AG(dark -> K(Seer, dark));
  AG(dark -> !K(Blind, dark));
  AG((early and late) -> EF never);
end Formulae
";

fn checked(engine: EngineChoice) -> Checked {
    let loaded = load(MODEL, Strictness::Lenient);
    let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    check(&model, engine, &Options { vacuity: true, ..Options::default() })
}

#[test]
fn empty_reasons_are_found_and_no_others() {
    for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
        let checked = checked(engine);
        let of = |number: usize| {
            let outcome = &checked.outcomes[number - 1];
            assert_eq!(outcome.verdict, Verdict::Holds, "{engine:?}, formula {number}");
            let antecedent = outcome.emptiness.iter().any(|reason| matches!(reason, Emptiness::Antecedent(_)));
            let knowledge = outcome.emptiness.iter().any(|reason| matches!(reason, Emptiness::Knowledge(_)));
            (antecedent, knowledge)
        };
        // `never` is false everywhere; Blind sees little.
        assert_eq!(of(1), (true, false), "{engine:?}");
        assert_eq!(of(2), (false, false), "{engine:?}");
        // The Seer sees everything but Blind's variable, which never changes.
        assert_eq!(of(3), (false, true), "{engine:?}");
        assert_eq!(of(4), (false, false), "{engine:?}");
        assert_eq!(of(5), (true, false), "{engine:?}");
    }
}

/// A counter that stops: all its paths end.
#[test]
fn formulas_about_paths_that_are_not_there() {
    let text = "Agent C Vars: x: 0..2; end Vars Actions = { up }; Protocol: x < 2: { up }; end Protocol
        Evolution: x = x + 1 if Action = up; end Evolution end Agent
        Evaluation p if C.x = 1; end Evaluation InitStates C.x = 0; end InitStates
        Formulae LTL G p; AF p; end Formulae";
    let model = load(text, Strictness::Lenient).model.expect("it is right");
    for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
        let checked = check(&model, engine, &Options { vacuity: true, ..Options::default() });
        assert_eq!(checked.outcomes[0].verdict, Verdict::Holds);
        assert_eq!(checked.outcomes[0].emptiness, [Emptiness::NoPath]);
        assert!(checked.outcomes[1].emptiness.is_empty());
    }
}

/// Where the left side of an implication is true, that is shown, on request.
#[test]
fn interesting_cases_are_shown() {
    let loaded = load(MODEL, Strictness::Lenient);
    let model = loaded.model.expect("it is right");
    let options = Options { vacuity: true, evidence: Shows::Everything, ..Options::default() };
    for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
        let checked = check(&model, engine, &options);
        // `never -> …` has no such case, `late -> …` has one two steps away.
        assert!(checked.outcomes[0].interesting.is_empty(), "{engine:?}");
        let case = &checked.outcomes[1].interesting[0];
        assert_eq!(case.evidence.length(), Some(2), "{engine:?}");
    }
}
