//! Agents whose actions nothing depends on: what they do is a part of evidence, and follows their protocol.

use qmas::engine::Verdict;
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::Backing;
use qmas::portfolio::check_with;

/// Every bit matters for the formula, but not what Idle does: `rest` is not allowed where it is tired.
const MODEL: &str = "
Agent Environment Vars: x: 0..3; end Vars Actions = { up }; Protocol: Other: { up }; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution end Agent
Agent Idle Vars: tired: boolean; end Vars Actions = { rest, work };
  Protocol: tired = true: { work }; Other: { rest }; end Protocol
  Evolution: tired = false if tired = true; tired = true if tired = false; end Evolution end Agent
Evaluation two if Environment.x = 2 and Idle.tired = true; end Evaluation
InitStates Environment.x = 0 and Idle.tired = true; end InitStates
Formulae AG !two; end Formulae";

#[test]
fn idle_agents_keep_to_their_protocol() {
    let model = load(MODEL, Strictness::Strict).model.expect("it is right");
    let options = Options { evidence: Shows::Failures, ..Options::default() };
    for engine in [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd, EngineChoice::Bounded] {
        let checked = check_with(&model, engine, &options);
        let outcome = &checked.outcomes[0];
        assert_eq!(outcome.verdict, Verdict::Fails, "{engine:?}");
        let Backing::Evidence { evidence, .. } = &outcome.backing else { panic!("{engine:?}: {:?}", outcome.backing) };
        assert_eq!(evidence.length(), Some(2), "{engine:?}");
    }
}
