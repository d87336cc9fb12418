//! rs(u): some state occurs twice. rc(u,a): some class occurs twice, i.e. i<j with a_i = a_j and equal observations of
//! that agent.
//!
//! rs is the qMAS paper's: a path with a repeated state can be cut, so if all paths of length k repeat one, everything
//! is reached by shorter ones. rc does the same for knowledge paths with classes: from the first visit of a class one
//! step leads to where the second visit leads. Hence the bound that GCK needs is the number of local states, not of
//! global ones. Pairs are added from the front, so that the next bound finds those of this one.

use super::encoder::{Encoder, State};
use crate::circuit::Lit;

impl Encoder {
    /// rs(u)
    pub(super) fn repeated_state(&mut self, states: &[State]) -> Lit {
        let mut repeated = Lit::FALSE;
        for (at, later) in states.iter().enumerate() {
            for earlier in &states[..at] {
                let equal = self.equal(earlier, later);
                repeated = self.system.circuit.or(repeated, equal);
            }
        }
        repeated
    }

    /// rc(u,a)
    pub(super) fn repeated_class(&mut self, agents: &[Vec<usize>], states: &[State], turns: &[Vec<Lit>]) -> Lit {
        let mut repeated = Lit::FALSE;
        for (at, later) in turns.iter().enumerate() {
            for (before, earlier) in turns[..at].iter().enumerate() {
                for (agent, bits) in agents.iter().enumerate() {
                    let same = self.same(&states[before], &states[at], bits.iter().copied());
                    let visits = self.system.circuit.and_all([earlier[agent], later[agent], same]);
                    repeated = self.system.circuit.or(repeated, visits);
                }
            }
        }
        repeated
    }
}
