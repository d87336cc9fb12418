//! The steps that an answer makes: all steps of paths and runs of a question, with the choices of a player put in.

use super::encoder::Encoder;
use super::scope::{InputKey, Role};
use crate::circuit::{InputId, Lit};
use crate::hash::FastMap;
use crate::qbf::Move;

/// A step of the system.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taken {
    /// The bits of the state before.
    pub from: Vec<bool>,
    /// The action bits, and how several choices are told apart, by the inputs of the system.
    pub chosen: Vec<(InputId, bool)>,
    /// The bits of the state after.
    pub to: Vec<bool>,
}

/// What an answer visits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visited {
    /// The states with which paths and runs begin, and those from which they go on, or could.
    pub states: Vec<Vec<bool>>,
    /// The steps.
    pub steps: Vec<Taken>,
}

impl Encoder {
    /// The steps of all questions so far that are possible under these choices, in order. They are steps of the system
    /// wherever the state before is one of its states; whether that can be reached is another question.
    #[must_use]
    pub fn visited(&self, choices: &Move) -> Visited {
        let value = |input: InputId| choices.get(input).unwrap_or(false);
        let inputs: FastMap<InputKey, InputId> = self.names.inputs().collect();
        let mut roots: Vec<Lit> = Vec::new();
        for start in &self.starts {
            roots.extend(start.iter());
        }
        for ((from, ..), (valid, to)) in &self.steps {
            roots.extend(from.iter().chain(to.iter()).chain([valid]));
        }
        let values = self.system.circuit.evaluate_all(&roots, value);
        let mut values = values.into_iter();
        let width = self.system.state.len();
        let mut visited = Visited::default();
        for _ in &self.starts {
            visited.states.push(values.by_ref().take(width).collect());
        }
        for (_, scope, frame) in self.steps.keys() {
            let from: Vec<bool> = values.by_ref().take(width).collect();
            let to: Vec<bool> = values.by_ref().take(width).collect();
            visited.states.push(from.clone());
            if values.next() != Some(true) {
                continue;
            }
            let chosen = (0..self.step.width())
                .filter_map(|number| {
                    let input = inputs.get(&InputKey { scope: *scope, role: Role::Step, frame: *frame, number })?;
                    Some((self.step.input(number), value(*input)))
                })
                .collect();
            visited.steps.push(Taken { from, chosen, to });
        }
        visited.states.sort();
        visited.states.dedup();
        visited.steps.sort();
        visited.steps.dedup();
        visited
    }
}
