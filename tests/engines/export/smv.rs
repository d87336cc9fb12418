//! SMV files mean what the models mean: the same initial states, the same steps, and the same invariants in every state.

use std::collections::BTreeSet;

use crate::common::oracle::{Oracle, Space};
use qmas::Model;
use qmas::engine::Terms;
use qmas::export::smv;
use qmas::ir::Domain;
use qmas::load::{Strictness, load, load_formula};

use crate::common::random::{RandomModel, forall, loaded};
use crate::export::smv_reader::{State, Value, read, valuations};

/// A state of the model as the file has it.
fn named(model: &Model, space: &Space<'_>, number: usize) -> State {
    let state = space.state(number);
    let value = |id| match model.system.variable(id).domain {
        Domain::Boolean => Value::Bool(state.get(id) == 1),
        Domain::Range { .. } => Value::Integer(state.get(id)),
        Domain::Enumeration(_) => Value::Name(model.system.show_value(id, state.get(id))),
    };
    model.system.var_ids().map(|id| (model.system.qualified(id).replace('.', "$"), value(id))).collect()
}

fn means_the_same(drawn: &RandomModel) -> Result<(), String> {
    let mut model = loaded(drawn)?;
    let mut formulas = Vec::new();
    for atom in model.system.atoms.clone() {
        let text = format!("AG ({} -> !{} or Environment.RedStates)", atom.name, atom.name);
        let text = if model.system.agents[0].red.is_some() { text } else { format!("AG !{}", atom.name) };
        let (specification, _) =
            load_formula(&text, &mut model, Strictness::Lenient).map_err(|errors| format!("{errors:?}"))?;
        formulas.push((specification, text));
    }
    let text = smv(&model, "a random model", &formulas).map_err(|reason| reason.to_string())?;
    let module = read(&text);
    let mut oracle = Oracle::new(&model, &Terms::default()).map_err(|reason| reason.to_string())?;
    let verdicts: Vec<bool> = formulas
        .iter()
        .map(|(specification, _)| oracle.check(*specification) == qmas::engine::Verdict::Holds)
        .collect();
    let space = oracle.space();
    let states: Vec<State> = (0..space.len()).map(|number| named(&model, space, number)).collect();
    let all = valuations(&module.variables);
    let initial: BTreeSet<&State> = all.iter().filter(|state| module.is_initial(state)).collect();
    let expected: BTreeSet<&State> = space.initial_states().iter().map(|number| &states[number]).collect();
    if initial != expected {
        return Err(format!("initial states {initial:?} instead of {expected:?} in\n{text}"));
    }
    let inputs = valuations(&module.inputs);
    let mut invariants = vec![true; formulas.len()];
    for (number, state) in states.iter().enumerate() {
        let leads = |next: &&State| inputs.iter().any(|inputs| module.is_step(state, inputs, next));
        let found: BTreeSet<&State> = all.iter().filter(leads).collect();
        let expected: BTreeSet<&State> = space.graph().successors(number).map(|next| &states[next]).collect();
        if found != expected {
            return Err(format!("from {state:?} to {found:?} instead of {expected:?} in\n{text}"));
        }
        invariants.iter_mut().zip(module.invariants(state)).for_each(|(all, here)| *all &= here);
    }
    if invariants != verdicts {
        return Err(format!("invariants {invariants:?} instead of {verdicts:?} in\n{text}"));
    }
    Ok(())
}

#[test]
fn files_mean_what_the_models_mean() {
    forall(50_000..50_250, RandomModel::tiny, means_the_same);
}

const DIVIDES: &str = "
Agent Environment Vars: x : -3..4; y : -1..2; end Vars Actions = {next, case};
  Protocol: x / y = 1 : {next}; !(x / y > 0) : {case}; Other : {next, case}; end Protocol
  Evolution: x = (x + 2) / y and y = y if Action = next; x = x * y - 1 if Action = case; y = y - 1 if x / 2 <> 0; end Evolution
end Agent
Agent Bob Vars: mod : {esac, red, TRUE1}; end Vars Actions = {next, xor};
  Protocol: Other : {next, xor}; end Protocol
  Evolution: mod = red if Action = xor; mod = esac if Environment.Action = case and Action = next; end Evolution
end Agent
Evaluation p if Bob.mod = red and Environment.x / Environment.y = 2; end Evaluation
InitStates Environment.x = 4 and Environment.y = 2 and Bob.mod = esac; end InitStates
Formulae AG !p; AG (p -> Bob.mod = red); end Formulae";

/// Exact division, values and actions with names that mean something in SMV.
#[test]
fn divisions_and_reserved_words() {
    let model = load(DIVIDES, Strictness::Lenient);
    let model = model.model.unwrap_or_else(|| panic!("{:?}", model.diagnostics));
    let formulas: Vec<_> = model.specifications.iter().map(|&spec| (spec, "a formula".to_owned())).collect();
    let text = smv(&model, "division", &formulas).expect("invariants");
    let module = read(&text);
    assert!(text.contains("{esac$, red, TRUE1}") && text.contains("{next$, case$}"), "{text}");
    let oracle = Oracle::new(&model, &Terms::default()).expect("few states");
    let space = oracle.space();
    let renamed = |mut state: State| {
        if state["Bob$mod"] == Value::Name("esac".to_owned()) {
            state.insert("Bob$mod".to_owned(), Value::Name("esac$".to_owned()));
        }
        state
    };
    let states: Vec<State> = (0..space.len()).map(|number| renamed(named(&model, space, number))).collect();
    let (all, inputs) = (valuations(&module.variables), valuations(&module.inputs));
    let mut steps = 0;
    for (number, state) in states.iter().enumerate() {
        let leads = |next: &&State| inputs.iter().any(|inputs| module.is_step(state, inputs, next));
        let found: BTreeSet<&State> = all.iter().filter(leads).collect();
        let expected: BTreeSet<&State> = space.graph().successors(number).map(|next| &states[next]).collect();
        assert_eq!(found, expected, "from {state:?} in\n{text}");
        steps += found.len();
    }
    assert!(steps > 10 && states.len() > 4, "{} states, {steps} steps", states.len());
}
