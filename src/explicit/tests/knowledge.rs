//! Knowledge and obligation.

use crate::explicit::testing::{Builder, values_where};
use crate::ir::{AgentId, Domain, VarId};
use crate::logic::{Formula, FormulaId, Knowledge};

/// Two agents, left and right, each with a hidden half of a position: states 0 to 3 of a variable of the Environment.
/// Left sees position / 2, right sees (position + 1) / 2: 0 1|2 3 for left, 0|1 2|3 for right.
struct Halves {
    builder: Builder,
    at: VarId,
    left: AgentId,
    right: AgentId,
}

fn halves() -> Halves {
    let mut b = Builder::new();
    let left = b.agent("Left", &["wait"]);
    let right = b.agent("Right", &["wait"]);
    let at = b.variable(AgentId::ENVIRONMENT, "at", Domain::Range { low: 0, high: 3 });
    let x = b.variable(left, "x", Domain::Range { low: 0, high: 1 });
    let y = b.variable(right, "y", Domain::Range { low: 0, high: 2 });
    let mut start = b.expr(crate::ir::Expr::Bool(false));
    for position in 0..4 {
        let parts = [b.is(at, position), b.is(x, position / 2), b.is(y, (position + 1) / 2)];
        let here = b.and(&parts);
        start = b.expr(crate::ir::Expr::Or(start, here));
    }
    b.init(start);
    Halves { builder: b, at, left, right }
}

fn where_true(halves: Halves, formula: FormulaId) -> Vec<i64> {
    let at = halves.at;
    values_where(&halves.builder.model(), formula, at)
}

/// Where `not_three`, true in 0, 1 and 2, is known in a certain way.
fn known(knowledge: impl Fn(&mut Halves) -> Knowledge) -> Vec<i64> {
    let mut halves = halves();
    let kind = knowledge(&mut halves);
    let below = halves.builder.is_one_of(halves.at, &[0, 1, 2]);
    let below = halves.builder.atom(below);
    let formula = halves.builder.formula(Formula::Knows(kind, below));
    // The dual must be the dual.
    let not = halves.builder.formula(Formula::Not(below));
    let dual = halves.builder.formula(Formula::Considers(kind, not));
    let same = halves.builder.formula(Formula::Not(dual));
    let at = halves.at;
    let model = halves.builder.model();
    assert_eq!(values_where(&model, formula, at), values_where(&model, same, at));
    values_where(&model, formula, at)
}

#[test]
fn an_agent_knows_what_its_local_state_implies() {
    assert_eq!(known(|halves| Knowledge::Agent(halves.left)), [0, 1]);
    assert_eq!(known(|halves| Knowledge::Agent(halves.right)), [0, 1, 2]);
    assert_eq!(known(|_| Knowledge::Agent(AgentId::ENVIRONMENT)), [0, 1, 2]);
}

#[test]
fn groups_know_each_together_and_in_common() {
    let group = |halves: &mut Halves| halves.builder.group(&[halves.left, halves.right]);
    assert_eq!(known(|halves| Knowledge::Everyone(group(halves))), [0, 1]);
    assert_eq!(known(|halves| Knowledge::Distributed(group(halves))), [0, 1, 2]);
    assert_eq!(known(|halves| Knowledge::Common(group(halves))), Vec::<i64>::new());
    let alone = |halves: &mut Halves| halves.builder.group(&[halves.left]);
    assert_eq!(known(|halves| Knowledge::Common(alone(halves))), [0, 1]);
}

/// O is the same everywhere: true iff every green state agrees.
#[test]
fn obligation_speaks_of_green_states() {
    for (red, obliged, permitted) in [(&[3][..], true, true), (&[0], false, true), (&[0, 1, 2, 3], true, false)] {
        let mut halves = halves();
        let condition = halves.builder.is_one_of(halves.at, red);
        halves.builder.red(halves.left, condition);
        let below = halves.builder.is_one_of(halves.at, &[0, 1, 2]);
        let below = halves.builder.atom(below);
        let formulas = [
            (halves.builder.formula(Formula::Obliged(halves.left, below)), obliged),
            (halves.builder.formula(Formula::Permitted(halves.left, below)), permitted),
        ];
        let red_there = halves.builder.formula(Formula::Red(halves.left));
        let (at, model) = (halves.at, halves.builder.model());
        for (formula, expected) in formulas {
            let count = if expected { 4 } else { 0 };
            assert_eq!(values_where(&model, formula, at).len(), count, "{red:?}");
        }
        assert_eq!(values_where(&model, red_there, at), red);
    }
}

#[test]
fn nothing_is_red_without_red_states() {
    let mut halves = halves();
    let red = halves.builder.formula(Formula::Red(halves.right));
    assert_eq!(where_true(halves, red), Vec::<i64>::new());
}
