//! Circuits against the meaning of the system that they come from: on random systems, for every reachable state and
//! every code of a joint action, the circuits allow what the protocols allow and lead where the evolution leads.

use std::collections::{BTreeSet, HashMap};

use crate::common::oracle::Oracle;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use qmas::engine::Limits;
use qmas::ir::{ActionId, JointAction, State, Transitions};
use qmas::lower::{Lowered, lower};
use qmas::options::Options;
use qmas_encodings::{InputId, Lit, Mover};

/// Values of the state bits and action bits.
struct Inputs(HashMap<InputId, bool>);

impl Inputs {
    fn new(lowered: &Lowered, bits: &[bool], codes: &[usize]) -> Self {
        let state = lowered.system.state.iter().zip(bits).map(|(bit, &value)| (bit.now, value));
        let actions = lowered.system.agents.iter().zip(codes).flat_map(|(agent, &code)| {
            agent.actions.iter().enumerate().map(move |(at, &input)| (input, code >> at & 1 == 1))
        });
        Self(state.chain(actions).collect())
    }

    fn holds(&self, lowered: &Lowered, lit: Lit) -> bool {
        lowered.system.circuit.evaluate(lit, |input| self.0[&input])
    }
}

/// The bits that a mover may leave behind.
fn results(lowered: &Lowered, mover: &Mover, inputs: &Inputs, bits: &[bool]) -> BTreeSet<Vec<(usize, bool)>> {
    let kept = || -> Vec<(usize, bool)> { mover.bits.iter().map(|&bit| (bit, bits[bit])).collect() };
    let enabled: Vec<_> = mover.choices.iter().filter(|choice| inputs.holds(lowered, choice.enabled)).collect();
    if enabled.is_empty() {
        return BTreeSet::from([kept()]);
    }
    let fitting = enabled.into_iter().filter(|choice| inputs.holds(lowered, choice.fits));
    fitting
        .map(|choice| {
            let mut result = kept();
            for &(bit, value) in &choice.updates {
                let place = result.iter_mut().find(|(other, _)| *other == bit).expect("movers update their own bits");
                place.1 = inputs.holds(lowered, value);
            }
            result
        })
        .collect()
}

fn successors(lowered: &Lowered, inputs: &Inputs, bits: &[bool]) -> BTreeSet<Vec<bool>> {
    let mut all = BTreeSet::from([bits.to_vec()]);
    for mover in &lowered.system.movers {
        let results = results(lowered, mover, inputs, bits);
        all = all
            .iter()
            .flat_map(|partial| {
                results.iter().map(|result| {
                    let mut next = partial.clone();
                    for &(bit, value) in result {
                        next[bit] = value;
                    }
                    next
                })
            })
            .collect();
    }
    all
}

/// Every code of a joint action, codes that are no actions included.
fn codes(lowered: &Lowered) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for agent in &lowered.system.agents {
        all = all
            .iter()
            .flat_map(|codes: &Vec<usize>| {
                (0..1usize << agent.actions.len()).map(|code| codes.iter().copied().chain([code]).collect())
            })
            .collect();
    }
    all
}

fn agree(drawn: &RandomModel) -> Result<(), String> {
    let model = loaded(drawn)?;
    let system = &model.system;
    let options = Options { limits: Limits::default(), ..Options::default() };
    let explicit = Oracle::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let lowered = lower(system);
    let transitions = Transitions::new(system);
    let initial = explicit.space().initial_states();
    for number in 0..explicit.space().len().min(12) {
        let state = explicit.space().state(number);
        let bits = lowered.layout.encode(system, &state);
        if lowered.layout.decode(system, &bits) != Some(state.clone()) {
            return Err(format!("{state:?} is coded as {bits:?}"));
        }
        for codes in codes(&lowered) {
            let inputs = Inputs::new(&lowered, &bits, &codes);
            if !lowered.system.domain.iter().all(|&lit| inputs.holds(&lowered, lit)) {
                return Err(format!("{state:?} is outside of the domain"));
            }
            if inputs.holds(&lowered, lowered.system.init) != initial.contains(number) {
                return Err(format!("{state:?} is initial on one side only"));
            }
            for (agent, &code) in system.agent_ids().zip(&codes) {
                let allowed = inputs.holds(&lowered, lowered.system.agents[agent.index()].protocol);
                if allowed != transitions.enabled(&state, agent).contains(&ActionId::new(code)) {
                    return Err(format!("{state:?}: agent {agent:?}, action {code}"));
                }
            }
            if system.agents.iter().zip(&codes).any(|(agent, &code)| code >= agent.actions.len()) {
                continue;
            }
            let action = JointAction::new(codes.iter().map(|&code| ActionId::new(code)).collect::<Vec<_>>());
            let expected: BTreeSet<State> = transitions.evolve(&state, &action).into_iter().collect();
            let found = successors(&lowered, &inputs, &bits);
            let found: Option<BTreeSet<State>> = found.iter().map(|bits| lowered.layout.decode(system, bits)).collect();
            if found.as_ref() != Some(&expected) {
                return Err(format!("{state:?} with {codes:?} leads to {found:?} instead of {expected:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn circuits_mean_what_the_system_means() {
    forall(50_000..50_300, |seed| draw(seed, Wishes::default(), Logic::Ctl, 1), agree);
}
