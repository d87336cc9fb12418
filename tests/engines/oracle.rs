//! The front end, the resolved system and the explicit engine against a second, naive reading of the law: the same
//! reachable states, the same steps, the same sets of states for every formula, the same verdicts. A long run compares
//! 20,000 pairs of a system and a formula of CTLK, and as many of ATL.

use std::collections::BTreeMap;

use crate::common::naive::Naive;
use crate::common::random::{Domain, Logic, RandomModel, SYMBOLS, State, Wishes, draw, forall, loaded};
use qmas::engine::{Terms, Verdict};
use qmas::explicit::Explicit;
use qmas::ir::{InterpretedSystem, VarId};

/// A state of the product in terms of the drawn model.
fn translate(model: &RandomModel, system: &InterpretedSystem, state: &qmas::ir::State) -> State {
    let names: BTreeMap<String, VarId> = system.var_ids().map(|id| (system.qualified(id), id)).collect();
    let value = |variable: &crate::common::random::Variable| {
        let id = names[&model.qualified(variable.id)];
        match variable.domain {
            Domain::Boolean | Domain::Range(..) => state.get(id),
            Domain::Enumeration(_) => {
                let shown = system.show_value(id, state.get(id));
                let position = SYMBOLS.iter().position(|symbol| *symbol == shown).expect("a drawn symbol");
                i64::try_from(position).expect("a few symbols")
            }
        }
    };
    model.variables().map(|variable| (variable.id, value(variable))).collect()
}

/// Whether the product and the naive reading agree on everything about a model.
fn agree(model: &RandomModel) -> Result<(), String> {
    let product = loaded(model)?;
    let mut explicit = Explicit::new(&product, &Terms::default()).map_err(|reason| reason.to_string())?;
    let reached = model.reached(usize::MAX).expect("there is no limit");
    let naive = Naive::new(model, &reached);

    let numbers: BTreeMap<&State, usize> = reached.states.iter().zip(0..).collect();
    let states: Vec<State> = (0..explicit.space().len())
        .map(|state| translate(model, &product.system, &explicit.space().state(state)))
        .collect();
    let Some(number): Option<Vec<usize>> = states.iter().map(|state| numbers.get(state).copied()).collect() else {
        return Err("the product reaches a state that cannot be reached".to_owned());
    };
    if states.len() != reached.states.len() {
        return Err(format!("{} reachable states instead of {}", states.len(), reached.states.len()));
    }
    for state in 0..states.len() {
        let mut successors: Vec<usize> = explicit.space().graph().successors(state).map(|next| number[next]).collect();
        successors.sort_unstable();
        if successors != reached.successors(number[state]) {
            return Err(format!("other successors of {:?}", states[state]));
        }
    }
    for (specification, drawn) in product.specifications.iter().zip(&model.formulas) {
        let expected = naive.evaluate(&drawn.formula);
        let found = explicit.satisfying_specification(*specification).map_err(|reason| reason.to_string())?;
        for state in 0..states.len() {
            if found.contains(state) != expected[number[state]] {
                let truth = if expected[number[state]] { "true" } else { "false" };
                return Err(format!("{} should be {truth} in {:?}", model.show(drawn), states[state]));
            }
        }
        let holds = (0..reached.initial).all(|state| expected[state] || !naive.universe[state]);
        let expected = if holds { Verdict::Holds } else { Verdict::Fails };
        let verdict = explicit.check(*specification);
        if verdict != expected {
            return Err(format!("{} gives {verdict:?} instead of {expected:?}", model.show(drawn)));
        }
    }
    Ok(())
}

#[test]
fn branching_time_knowledge_and_obligation() {
    forall(0..1_700, |seed| draw(seed, Wishes::default(), Logic::Ctl, 8), agree);
}

#[test]
fn fairness() {
    let wishes = Wishes { fairness: 2, ..Wishes::default() };
    forall(10_000..10_800, |seed| draw(seed, wishes, Logic::Ctl, 8), agree);
}

#[test]
fn strategies() {
    forall(20_000..23_400, |seed| draw(seed, Wishes::default(), Logic::Atl, 6), agree);
}

#[test]
fn larger_systems() {
    let wishes = Wishes { most_states: 2_000, ..Wishes::default() };
    forall(3_000..3_100, |seed| draw(seed, wishes, Logic::Ctl, 4), agree);
}
