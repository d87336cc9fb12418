//! Runs of automata on paths: bits of the player who has the path.

use super::automaton::{Acceptance, PathAutomaton};
use super::encoder::Encoder;
use super::scope::{Role, Scope};
use super::state::{Path, State};
use crate::circuit::{Circuit, InputId, Lit};
use crate::sat::Stop;
use crate::substitute::Substitution;

/// A run of an automaton on a path.
pub(super) struct Run {
    /// By position: the state of the system with that of the automaton, as bits.
    pub(super) nodes: Vec<State>,
    /// By position and state of the automaton, where it is in that state.
    pub(super) is: Vec<Vec<Lit>>,
    /// By position, whether path and run get there.
    pub(super) reached: Vec<Lit>,
    /// By position and letter, whether it is claimed. There are none where nothing is read.
    pub(super) claims: Vec<Vec<Lit>>,
    /// By position and edge, its label.
    pub(super) labels: Vec<Vec<Lit>>,
    /// By position, on finite traces, whether the run may end there.
    pub(super) ends: Vec<Lit>,
    /// Codes and claims.
    pub(super) inputs: Vec<InputId>,
}

impl Run {
    /// Whether the automaton is in one of these states at a position.
    pub(super) fn is_one_of(&self, states: &[bool], position: usize, circuit: &mut Circuit) -> Lit {
        let among = self.is[position].iter().zip(states).filter(|(_, one)| **one);
        circuit.or_all(among.map(|(&is, _)| is))
    }
}

impl Encoder {
    /// A run on a path of the player's choice, from a state of the automaton or from its initial one.
    pub(super) fn run_on(
        &mut self,
        automaton: &PathAutomaton,
        path: &Path,
        from: Option<Vec<Lit>>,
        scope: Scope,
    ) -> Result<Run, Stop> {
        let gates = self.system.circuit.below(automaton.labels());
        let steps = path.states.len() - 1;
        let mut code = from.unwrap_or_else(|| vec![Lit::FALSE; automaton.width()]);
        let mut run = Run {
            nodes: Vec::new(),
            is: Vec::new(),
            reached: vec![Lit::TRUE],
            claims: Vec::new(),
            labels: Vec::new(),
            ends: Vec::new(),
            inputs: Vec::new(),
        };
        for (frame, state) in path.states.iter().enumerate() {
            self.check()?;
            run.nodes.push(state.iter().chain(&code).copied().collect());
            let is = automaton.numbers(&mut self.system.circuit, &code);
            run.is.push(is.clone());
            if frame == steps && matches!(automaton.acceptance, Acceptance::Often(_)) {
                // The letter at the end of a lasso is not read: it is that of its beginning.
                break;
            }
            let mut here = self.letters_at(automaton, state, (scope, frame), &mut run);
            let labels = automaton.read(&mut self.system.circuit, &gates, &mut here);
            if let Acceptance::End(last) = &automaton.acceptance {
                let circuit = &mut self.system.circuit;
                let mut ends = Vec::with_capacity(last.len());
                for (&last, &is) in last.iter().zip(&is) {
                    let last = here.apply(circuit, &[], last);
                    ends.push(circuit.and(last, is));
                }
                let ends = circuit.or_all(ends);
                run.ends.push(circuit.and(run.reached[frame], ends));
            }
            if frame < steps {
                code = self.code(automaton, (scope, frame + 1), &mut run);
                let becomes = automaton.numbers(&mut self.system.circuit, &code);
                let mut taken = Vec::with_capacity(labels.len());
                for (edge, &label) in automaton.edges.iter().zip(&labels) {
                    taken.push(self.system.circuit.and_all([is[edge.from], label, becomes[edge.to]]));
                }
                let taken = self.system.circuit.or_all(taken);
                let reached = [run.reached[frame], path.paths[frame + 1], taken];
                run.reached.push(self.system.circuit.and_all(reached));
            }
            run.labels.push(labels);
        }
        Ok(run)
    }

    /// The state and new claims in the place of x and letters.
    fn letters_at(
        &mut self,
        automaton: &PathAutomaton,
        state: &State,
        (scope, frame): (Scope, usize),
        run: &mut Run,
    ) -> Substitution {
        let mut here = Substitution::default();
        for (bit, &value) in self.system.state.iter().zip(state.iter()) {
            here.set(bit.now, value);
        }
        let mut claims = Vec::with_capacity(automaton.letters.len());
        for (number, letter) in automaton.letters.iter().enumerate() {
            let (id, claim) = self.names.input(&mut self.system.circuit, (scope, Role::Claim), frame, number);
            run.inputs.push(id);
            claims.push(claim);
            here.set(letter.claim, claim);
        }
        run.claims.push(claims);
        here
    }

    fn code(&mut self, automaton: &PathAutomaton, at: (Scope, usize), run: &mut Run) -> Vec<Lit> {
        let (code, inputs) = self.any_code(automaton, at);
        run.inputs.extend(inputs);
        code
    }

    /// The number of a state of the automaton, of new inputs.
    pub(super) fn any_code(
        &mut self,
        automaton: &PathAutomaton,
        (scope, frame): (Scope, usize),
    ) -> (Vec<Lit>, Vec<InputId>) {
        let (mut code, mut inputs) = (Vec::new(), Vec::new());
        for bit in 0..automaton.width() {
            let (id, lit) = self.names.input(&mut self.system.circuit, (scope, Role::Automaton), frame, bit);
            inputs.push(id);
            code.push(lit);
        }
        (code, inputs)
    }
}
