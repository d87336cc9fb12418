//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | E(φ U ψ) | ∃u_0..u_k. u_0=w ∧ ⋁_j (path_j ∧ Enc(ψ,u_j) ∧ ⋀_{i<j} Enc(φ,u_i)) |
//! | E(φ R ψ) | ∃u. u_0=w ∧ ( ⋁_j (path_j ∧ Enc(φ,u_j) ∧ ⋀_{i≤j} Enc(ψ,u_i)) ∨ (path_k ∧ rs(u) ∧ ⋀_{i≤k} Enc(ψ,u_i)) ) |
//!
//! Table 3 of the qMAS paper, rows EU and ER. The player ∃ has a path and keeps to φ before, or to ψ up to, its stop.

use super::encoder::{Encoded, Encoder};
use super::formula::Temporal;
use super::path::{Claim, Full, Keeps};
use super::scope::Scope;
use super::state::State;
use crate::qbf::Quantifier;
use crate::sat::Stop;

impl Encoder {
    /// E of a temporal operator.
    pub(super) fn exists_path(&mut self, operator: Temporal, at: &State, scope: Scope) -> Result<Encoded, Stop> {
        let side = Quantifier::Exists;
        let claim = match operator {
            Temporal::Next(f) => return self.next(side, f, at, scope),
            Temporal::Until(f, g) => Claim { side, kept: f, keeps: Keeps::Before, stop: g, full: Full::Never },
            Temporal::Release(f, g) => Claim { side, kept: g, keeps: Keeps::UpTo, stop: f, full: Full::Repeated },
        };
        self.claim(&claim, at, scope)
    }
}
