//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | A(φ U ψ) | ∀u. u_0=w → ⋀_j (path_j → Enc(φ,u_j) ∨ ⋁_{i≤j} Enc(ψ,u_i)) ∧ (path_k → ⋁_{i≤k} Enc(ψ,u_i)) |
//! | A(φ R ψ) | ∀u. u_0=w → ⋀_j (path_j → Enc(ψ,u_j) ∨ ⋁_{i<j} Enc(φ,u_i)) ∧ (path_k → rs(u) ∨ ⋁_{i≤k} Enc(φ,u_i)) |
//!
//! Table 3 of the qMAS paper, rows AU and AR, in the form that is right in deadlocks as well. The player ∀ has a path and
//! spoils A(φ U ψ) by keeping to ¬ψ up to a stop with ¬φ, or to the end; A(φ R ψ) by keeping to ¬φ before a stop with
//! ¬ψ, or to the end of a path that does not show yet how it goes on; not even that way if an induction has shown that
//! longer paths bring nothing new (see `induction`).

use super::encoder::{Encoded, Encoder};
use super::formula::Temporal;
use super::path::{Claim, Full, Keeps};
use super::scope::Scope;
use super::state::State;
use crate::qbf::Quantifier;
use crate::sat::Stop;

impl Encoder {
    /// A of a temporal operator.
    pub(super) fn forall_paths(&mut self, operator: Temporal, at: &State, scope: Scope) -> Result<Encoded, Stop> {
        let side = Quantifier::Forall;
        let claim = match operator {
            Temporal::Next(f) => return self.next(side, f, at, scope),
            Temporal::Until(f, g) => Claim { side, kept: g, keeps: Keeps::UpTo, stop: f, full: Full::Always },
            Temporal::Release(f, g) => {
                let full = if self.settled.contains(&operator) { Full::Never } else { Full::Unrepeated };
                Claim { side, kept: f, keeps: Keeps::Before, stop: g, full }
            }
        };
        self.claim(&claim, at, scope)
    }
}
