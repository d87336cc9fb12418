//! From the bits that a SAT solver shows to states and steps of the system.

use qmas_encodings::bounded::{Taken, Visited};

use crate::ir::{ActionId, InterpretedSystem, JointAction, State};
use crate::lower::{BitLayout, Lowered};
use crate::run::Step;

/// States, and steps between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The states.
    pub states: Vec<State>,
    /// The steps.
    pub steps: Vec<Step<State>>,
}

/// States and steps of the system; bits that are no values belong to no state.
#[must_use]
pub fn decoded(system: &InterpretedSystem, lowered: &Lowered, visited: &Visited) -> Decoded {
    let layout = BitLayout::new(system);
    let state = |bits: &[bool]| layout.decode(system, bits);
    let action = |taken: &Taken| {
        let bit = |input| taken.chosen.iter().any(|&(chosen, value)| chosen == input && value);
        let code = |inputs: &[_]| inputs.iter().enumerate().map(|(at, &input)| usize::from(bit(input)) << at).sum();
        let actions: Vec<ActionId> =
            lowered.system.agents.iter().map(|agent| ActionId::new(code(&agent.actions))).collect();
        JointAction::new(actions)
    };
    let states = visited.states.iter().filter_map(|bits| state(bits)).collect();
    let steps = visited
        .steps
        .iter()
        .filter_map(|taken| Some(Step { from: state(&taken.from)?, action: action(taken), to: state(&taken.to)? }))
        .collect();
    Decoded { states, steps }
}
