//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | K_i φ / ¬K_i¬φ | ∀u. S(u) ∧ w ~i u → Enc(φ,u) / ∃u. S(u) ∧ w ~i u ∧ Enc(φ,u) |
//! | DK, GK and duals | the same with ⋀_{i∈Γ} ~i, ⋁_{i∈Γ} ~i |
//! | O_i φ / ¬O_i¬φ | ∀u. S(u) ∧ green_i(u) → Enc(φ,u) / ∃u. S(u) ∧ green_i(u) ∧ Enc(φ,u) |
//!
//! Table 3 of the qMAS paper, rows K, D and E. Bits that must be equal are not quantified at all: u has w's.

use super::encoder::{Encoded, Encoder};
use super::formula::{FormulaId, Relation};
use super::scope::{Part, Scope};
use super::state::{ChosenState, State};
use crate::circuit::Lit;
use crate::qbf::Quantifier;
use crate::sat::Stop;

impl Encoder {
    /// In all, or in some, reachable states that are related.
    pub(super) fn related(
        &mut self,
        side: Quantifier,
        relation: &Relation,
        f: FormulaId,
        at: &State,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let equal: Vec<usize> = match relation {
            Relation::Chain(agents) => return self.common(side, agents, f, at, scope),
            Relation::Same(bits) => bits.clone(),
            Relation::Any(agents) => seen_by_all(agents),
            Relation::Where(_) => Vec::new(),
        };
        let member = self.names.part(scope, Part::Member(0));
        let ChosenState { state, valid: reachable, inputs } = self.member(side, at, &equal, member)?;
        let related = match relation {
            Relation::Any(agents) => self.indistinguishable(agents, at, &state),
            Relation::Where(lit) => self.holds(*lit, &state),
            Relation::Same(_) | Relation::Chain(_) => Lit::TRUE,
        };
        let condition = self.system.circuit.and(reachable, related);
        let inner = self.names.part(scope, Part::Left);
        let wins = self.encode(f, &state, inner)?.seen_by(side);
        let wins = wins.and(Encoded::plain(condition), &mut self.system.circuit);
        Ok(wins.within(side, inputs).seen_by(side))
    }

    /// ⋁ over agents of w ~i u.
    pub(super) fn indistinguishable(&mut self, agents: &[Vec<usize>], one: &State, other: &State) -> Lit {
        let same: Vec<Lit> = agents.iter().map(|bits| self.same(one, other, bits.iter().copied())).collect();
        self.system.circuit.or_all(same)
    }
}

/// The bits that all agents see: whoever the states look the same to, these are equal.
pub(super) fn seen_by_all(agents: &[Vec<usize>]) -> Vec<usize> {
    let Some((first, others)) = agents.split_first() else { return Vec::new() };
    first.iter().copied().filter(|bit| others.iter().all(|bits| bits.contains(bit))).collect()
}
