//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | GCK φ | ∀u_0..u_k. u_0=w ∧ ⋀_j (S(u_{j+1}) ∧ ⋁_{i∈Γ} u_j ~i u_{j+1}) → rc(u) ∧ ⋀_j Enc(φ,u_j) |
//! | dual of GCK | ∃ such a path with ⋁_j Enc(φ,u_j) |
//!
//! Table 3 of the qMAS paper, rows C. With [`Repetition::State`] rc is the paper's rs. The agents of the steps need not
//! be named: see `repetition` for what rc is.

use super::encoder::{Encoded, Encoder, Repetition};
use super::formula::FormulaId;
use super::knowledge::seen_by_all;
use super::position::Positions;
use super::repetition::Pair;
use super::scope::{Part, Scope};
use super::state::{ChosenState, State};
use crate::circuit::Lit;
use crate::qbf::Quantifier;
use crate::sat::Stop;

impl Encoder {
    /// GCK and its dual.
    pub(super) fn common(
        &mut self,
        side: Quantifier,
        agents: &[Vec<usize>],
        f: FormulaId,
        at: &State,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let equal = seen_by_all(agents);
        let (mut states, mut reached, mut inputs) = (vec![at.clone()], vec![Lit::TRUE], Vec::new());
        for frame in 0..self.bound {
            let member = self.names.part(scope, Part::Member(frame));
            let ChosenState { state, valid: reachable, inputs: bits } =
                self.member(side, &states[frame], &equal, member)?;
            let related = self.indistinguishable(agents, &states[frame], &state);
            reached.push(self.system.circuit.and_all([reached[frame], reachable, related]));
            inputs.extend(bits);
            states.push(state);
        }
        let inner = self.names.part(scope, Part::Left);
        let positions = Positions { states: &states, counts: &reached };
        let mut wins = self.some_position(side, &positions, f, inner)?;
        if side == Quantifier::Forall {
            let pair = match self.repetition {
                Repetition::State => Pair::State,
                Repetition::Class => Pair::Class(agents.to_vec()),
            };
            let taken = reached[self.bound];
            let unrepeated = self.unrepeated(pair, &states, taken, scope);
            let open = self.system.circuit.and(taken, unrepeated);
            wins = wins.or(Encoded::plain(open), &mut self.system.circuit);
        }
        Ok(wins.within(side, inputs).seen_by(side))
    }
}
