//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | GCK φ | ∀u_0..u_k ∀a_0..a_{k-1}∈Γ. u_0=w ∧ ⋀_j (S(u_{j+1}) ∧ u_j ~_{a_j} u_{j+1}) → rc(u,a) ∧ ⋀_j Enc(φ,u_j) |
//! | dual of GCK | ∃ such a path with ⋁_j Enc(φ,u_j) |
//!
//! Table 3 of the qMAS paper, rows C. With [`Repetition::State`] rc is the paper's rs, and nobody names the agents.

use super::encoder::{Encoded, Encoder, Repetition, State};
use super::formula::FormulaId;
use super::knowledge::seen_by_all;
use super::position::Positions;
use super::scope::{Part, Role, Scope};
use crate::circuit::{InputId, Lit};
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
        let mut turns = Vec::with_capacity(self.bound);
        for frame in 0..self.bound {
            let member = self.names.part(scope, Part::Member(frame));
            let (state, reachable, bits) = self.member(side, &states[frame], &equal, member)?;
            inputs.extend(bits);
            let turn = match self.repetition {
                Repetition::State => vec![Lit::TRUE; agents.len()],
                Repetition::Class => self.turn(agents.len(), scope, frame, &mut inputs),
            };
            let steps: Vec<Lit> = agents
                .iter()
                .zip(&turn)
                .map(|(bits, &mine)| {
                    let same = self.same(&states[frame], &state, bits.iter().copied());
                    self.system.circuit.and(mine, same)
                })
                .collect();
            let related = self.system.circuit.or_all(steps);
            reached.push(self.system.circuit.and_all([reached[frame], reachable, related]));
            states.push(state);
            turns.push(turn);
        }
        let inner = self.names.part(scope, Part::Left);
        let positions = Positions { states: &states, counts: &reached };
        let mut wins = self.some_position(side, &positions, f, inner)?;
        if side == Quantifier::Forall {
            let repeated = match self.repetition {
                Repetition::State => self.repeated_state(&states),
                Repetition::Class => self.repeated_class(agents, &states, &turns),
            };
            let open = self.system.circuit.and(reached[self.bound], !repeated);
            wins = wins.or(Encoded::plain(open), &mut self.system.circuit);
        }
        Ok(wins.within(side, inputs).seen_by(side))
    }

    /// One literal per agent, of which at most one is true: whose knowledge a step uses.
    fn turn(&mut self, agents: usize, scope: Scope, frame: usize, inputs: &mut Vec<InputId>) -> Vec<Lit> {
        let width = agents.next_power_of_two().trailing_zeros() as usize;
        let mut bits = Vec::with_capacity(width);
        for number in 0..width {
            let (id, lit) = self.names.input(&mut self.system.circuit, (scope, Role::Agent), frame, number);
            inputs.push(id);
            bits.push(lit);
        }
        let circuit = &mut self.system.circuit;
        let code = |agent: usize| bits.iter().enumerate().map(move |(at, &bit)| bit.negated_if(agent >> at & 1 == 0));
        (0..agents).map(|agent| circuit.and_all(code(agent).collect::<Vec<_>>())).collect()
    }
}
