//! S(u), by polarity: a reachable state of a player's choice.
//!
//! An occurrence of S that ∃ chooses may be any subset of the reachable states: ∃ shows a run of at most k steps, which
//! is unrolled in place. An occurrence that ∀ chooses may be any superset: all codes that are values. Both make the
//! encoding weaker, never wrong: what it proves of fewer choices of ∃ and more choices of ∀ is true of the right ones.
//! The subset grows with k, and is all of S at some k; the superset is exact only if S is known, as a literal or
//! as a number of steps within which all of it is reached.

use super::encoder::{Encoder, Reachable};
use super::scope::{Part, Role, Scope};
use super::state::{ChosenState, State};
use crate::circuit::Lit;
use crate::hash::FastMap;
use crate::qbf::Quantifier;
use crate::sat::Stop;

impl Encoder {
    /// A state that `side` chooses and that agrees with `like` in the listed bits; valid if it can be reached.
    pub(super) fn member(
        &mut self,
        side: Quantifier,
        like: &State,
        equal: &[usize],
        scope: Scope,
    ) -> Result<ChosenState, Stop> {
        let steps = match (self.reachable, side) {
            (Reachable::Unknown, Quantifier::Exists) => Some(self.bound),
            (Reachable::Within(steps), _) => Some(steps),
            (Reachable::Exactly(_), _) | (Reachable::Unknown, Quantifier::Forall) => None,
        };
        if let Some(steps) = steps {
            let ChosenState { state, valid, inputs } = self.run(scope, steps)?;
            let same = self.same(&state, like, equal.iter().copied());
            return Ok(ChosenState { state, valid: self.system.circuit.and(valid, same), inputs });
        }
        let given: FastMap<usize, Lit> = equal.iter().map(|&bit| (bit, like[bit])).collect();
        let (state, inputs) = self.fresh(scope, &given);
        let valid = match self.reachable {
            Reachable::Exactly(reachable) => self.holds(reachable, &state),
            Reachable::Unknown | Reachable::Within(_) => self.domain(&state),
        };
        Ok(ChosenState { state, valid, inputs })
    }

    /// The last state of a run from an initial state that moves at most so many times. With
    /// [`Savings::symmetry`](super::Savings) it moves first and rests then: a run that rests in between ends in the same
    /// state as one that rests later, so no state is lost, and of all such runs one is left to be looked at.
    fn run(&mut self, scope: Scope, steps: usize) -> Result<ChosenState, Stop> {
        let scope = self.names.part(scope, Part::Run);
        let ChosenState { mut state, mut valid, mut inputs } = self.start(scope);
        let mut moved = Lit::TRUE;
        for frame in 0..steps {
            let (id, moves) = self.names.input(&mut self.system.circuit, (scope, Role::Stop), frame, 0);
            let step = self.step(&state, scope, frame)?;
            inputs.push(id);
            inputs.extend(step.inputs);
            let circuit = &mut self.system.circuit;
            let fine = circuit.implies(moves, step.valid);
            valid = circuit.and(valid, fine);
            if self.savings.symmetry {
                let after_rest = circuit.and(moves, !moved);
                valid = circuit.and(valid, !after_rest);
            }
            moved = moves;
            state = state.iter().zip(step.state.iter()).map(|(&old, &new)| circuit.ite(moves, new, old)).collect();
        }
        Ok(ChosenState { state, valid, inputs })
    }
}
