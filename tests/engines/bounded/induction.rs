//! Induction: proofs long before all paths repeat a state, wherever an AR stands in a formula.

use qmas::bounded::BoundedOptions;
use qmas::engine::Verdict;

use crate::bounded::{ask, bounds, of_the_paper, read};

/// Induction proves ψ1 of the train controller earlier than the paper's bound 7, once the reachable states are known.
#[test]
fn induction_needs_no_repetitions() {
    let found = bounds("train-controller", BoundedOptions { induction: true, ..of_the_paper() });
    assert_eq!(found[0].0, Verdict::Holds);
    assert!(found[0].1 < Some(7), "{found:?}");
}

/// A counter of 16 bits: no path of less than 65,536 steps repeats a state, but one step shows that the flag, once set,
/// stays. The AR stands under AX, under K, beside another one, and in the negation of what is refuted.
#[test]
fn inductions_inside_formulas() {
    let text = "Agent Clock Vars: x : 0..65535; set : boolean; end Vars Actions = {tick};
        Protocol: Other : {tick}; end Protocol
        Evolution: x = x + 1 and set = true if Action = tick and x < 65535; end Evolution end Agent
        Agent Blind Vars: y : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
        Evolution: y = y if Action = none; end Evolution end Agent
        Evaluation set if Clock.set = true; low if Clock.x <= 1; high if Clock.x >= 1; end Evaluation
        InitStates Clock.x = 0 and Clock.set = false and Blind.y = false; end InitStates
        Formulae AX AG set; AX (AG set and AX AG set); AX K(Clock, AG set); A(set R (low or high));
        EF E(true U !(AG set)); !(EX EF !set); EX !(AG set); end Formulae";
    let checked = ask(&read(text), BoundedOptions { max: Some(3), ..BoundedOptions::default() });
    let found: Vec<Verdict> = checked.outcomes.iter().map(|outcome| outcome.verdict.clone()).collect();
    use Verdict::{Fails, Holds};
    assert_eq!(found, [Holds, Holds, Holds, Holds, Holds, Holds, Fails]);
}
