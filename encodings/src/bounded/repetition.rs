//! rs(u): some state occurs twice. rc(u): two states that are not neighbours look the same to some agent of the group,
//! or two neighbours are equal.
//!
//! rs is the qMAS paper's: a path with a repeated state can be cut, so if all paths of length k repeat one, everything
//! is reached by shorter ones. On knowledge paths more can be cut: from u_i one step leads to any u_j that an agent of
//! the group cannot tell from it. A shortest path to a state has no such pair; so if all knowledge paths of length k have
//! one, all states are reached by shorter paths. A class that is used twice, i.e. i<j with a_i = a_j and equal observations
//! of that agent, is a special case, and so is a repeated state: the bound is at most that of rs, and at most the number
//! of local states. Nobody has to say which agents make the steps. Pairs are added from the front, so that the next bound
//! finds those of this one.

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

    /// rc(u)
    pub(super) fn repeated_class(&mut self, agents: &[Vec<usize>], states: &[State]) -> Lit {
        let mut repeated = Lit::FALSE;
        for (at, later) in states.iter().enumerate() {
            for (before, earlier) in states[..at].iter().enumerate() {
                let cut = match before + 1 == at {
                    true => self.equal(earlier, later),
                    false => self.indistinguishable(agents, earlier, later),
                };
                repeated = self.system.circuit.or(repeated, cut);
            }
        }
        repeated
    }
}
