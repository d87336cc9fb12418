//! What a winning move shows: the states of a path from the initial state, as far as the move decides them.
//!
//! The side that wins a question with an outermost block of its own has chosen, in this block, an initial state if there
//! are several, and the actions of its first path. The path is one of the formula itself or of an operand of its
//! conjunctions: what stands under a disjunction may be irrelevant.

use super::encoder::Encoder;
use super::scope::Scope;
use super::state::State;
use crate::circuit::{InputId, Lit};
use crate::hash::FastSet;
use crate::qbf::{Move, Qbf, Quantifier};

/// The paths from the initial state of the question asked last.
#[derive(Debug, Default)]
pub(super) struct InitialPaths {
    /// The places where the formula must be true.
    places: FastSet<Scope>,
    initial: Option<Lit>,
    /// Which side chooses it, states, and for each of them whether the path gets there.
    paths: Vec<(Quantifier, Vec<(State, Lit)>)>,
}

impl InitialPaths {
    /// A new question.
    pub(super) fn start(&mut self, scope: Scope, start: &State, initial: Lit) {
        self.places = [scope].into_iter().collect();
        self.initial = Some(initial);
        self.paths =
            [Quantifier::Exists, Quantifier::Forall].map(|side| (side, vec![(start.clone(), Lit::TRUE)])).to_vec();
    }

    /// A conjunction.
    pub(super) fn both(&mut self, scope: Scope, left: Scope, right: Scope) {
        if self.places.contains(&scope) {
            self.places.extend([left, right]);
        }
    }

    /// A path of the operator at a place.
    pub(super) fn path(&mut self, (side, scope): (Quantifier, Scope), states: &[State], reached: &[Lit]) {
        if self.places.contains(&scope) {
            self.paths.push((side, states.iter().cloned().zip(reached.iter().copied()).collect()));
        }
    }
}

impl Encoder {
    /// The states, as bits, of the longest path from the initial state that a move in the outermost block of the
    /// question asked last decides; nothing if it does not even decide the initial state.
    #[must_use]
    pub fn shown(&self, qbf: &Qbf, found: &Move) -> Vec<Vec<bool>> {
        let Some(outermost) = qbf.prefix.first() else { return Vec::new() };
        let inner: FastSet<InputId> =
            qbf.prefix.iter().skip(1).flat_map(|block| block.inputs.iter().copied()).collect();
        let circuit = self.circuit();
        let values = |lits: &[Lit]| {
            let decided = circuit.support(lits.iter().copied()).iter().all(|input| !inner.contains(input));
            decided.then(|| circuit.evaluate_all(lits, |input| found.get(input).unwrap_or(false)))
        };
        if self.shown.initial.and_then(|initial| values(&[initial])) != Some(vec![true]) {
            return Vec::new();
        }
        let mut longest = Vec::new();
        for (_, path) in self.shown.paths.iter().filter(|(side, _)| *side == outermost.quantifier) {
            let mut states = Vec::new();
            for (state, reached) in path {
                if values(&[*reached]) != Some(vec![true]) {
                    break;
                }
                let Some(bits) = values(state) else { break };
                states.push(bits);
            }
            if states.len() > longest.len() {
                longest = states;
            }
        }
        longest
    }
}
