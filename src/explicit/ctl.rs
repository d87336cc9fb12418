//! CTL over a relation that need not be total (ISPL section 4).
//! Clarke, Emerson and Sistla, "Automatic verification of finite-state concurrent systems" (TOPLAS 1986).
//!
//! | formula | states |
//! |---|---|
//! | EX p | with a successor in p |
//! | E(p U q) | μZ. q ∨ (p ∧ EX Z) |
//! | EG p | νZ. p ∧ EX Z; with fairness, on fair paths: [`World::exists_globally`] |
//! | E(p R q) | E(q U (p ∧ q)) ∨ EG q |
//! | E(p W q) | E(p U q) ∨ EG p |
//! | the A forms | by duality |
//!
//! So in a deadlock AX p and AF p hold, EX p and EG p fail, and EF p, p and AG p are the same.

use super::pulse::Pulse;
use super::set::StateSet;
use super::world::World;
use crate::engine::GaveUp;
use crate::logic::{FormulaId, Quantifier, Temporal};

impl World<'_> {
    /// A quantifier and a temporal operator over the sets of its operands.
    pub(super) fn branching<'s>(
        &self,
        quantifier: Quantifier,
        operator: Temporal,
        of: impl Fn(FormulaId) -> &'s StateSet,
    ) -> Result<StateSet, GaveUp> {
        match (quantifier, operator) {
            (Quantifier::Exists, Temporal::Next(f)) => self.exists_next(of(f)),
            (Quantifier::Exists, Temporal::Finally(f)) => self.exists_finally(of(f)),
            (Quantifier::Exists, Temporal::Globally(f)) => self.exists_globally(of(f)),
            (Quantifier::Exists, Temporal::Until(f, g)) => self.exists_until(of(f), of(g)),
            (Quantifier::Exists, Temporal::Release(f, g)) => self.exists_release(of(f), of(g)),
            (Quantifier::Exists, Temporal::WeakUntil(f, g)) => self.exists_weak_until(of(f), of(g)),
            (Quantifier::Forall, Temporal::Next(f)) => self.forall_next(of(f)),
            (Quantifier::Forall, Temporal::Finally(f)) => self.forall_finally(of(f)),
            (Quantifier::Forall, Temporal::Globally(f)) => self.forall_globally(of(f)),
            (Quantifier::Forall, Temporal::Until(f, g)) => self.forall_until(of(f), of(g)),
            (Quantifier::Forall, Temporal::Release(f, g)) => self.forall_release(of(f), of(g)),
            (Quantifier::Forall, Temporal::WeakUntil(f, g)) => self.forall_weak_until(of(f), of(g)),
        }
    }

    /// EX φ: some successor is in φ.
    pub(super) fn exists_next(&self, phi: &StateSet) -> Result<StateSet, GaveUp> {
        let mut result = self.nowhere();
        let mut pulse = Pulse::new(self.limits);
        for state in phi.iter() {
            pulse.check()?;
            for previous in self.graph.predecessors(state) {
                result.insert(previous);
            }
        }
        Ok(result.and(self.universe))
    }

    /// E(φ U ψ) = μZ. ψ ∨ (φ ∧ EX Z), by going backwards from ψ: a state joins at most once.
    pub(super) fn exists_until(&self, phi: &StateSet, psi: &StateSet) -> Result<StateSet, GaveUp> {
        let mut result = psi.clone();
        let mut work: Vec<usize> = psi.iter().collect();
        let mut pulse = Pulse::new(self.limits);
        while let Some(state) = work.pop() {
            pulse.check()?;
            for previous in self.graph.predecessors(state) {
                if phi.contains(previous) && result.insert(previous) {
                    work.push(previous);
                }
            }
        }
        Ok(result)
    }

    /// EF φ = E(true U φ).
    fn exists_finally(&self, phi: &StateSet) -> Result<StateSet, GaveUp> {
        self.exists_until(self.universe, phi)
    }

    /// E(φ R ψ): ψ up to and including a first φ, or ψ for ever.
    fn exists_release(&self, phi: &StateSet, psi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.exists_until(psi, &phi.and(psi))?.or(&self.exists_globally(psi)?))
    }

    /// E(φ W ψ): φ until ψ, or φ for ever.
    fn exists_weak_until(&self, phi: &StateSet, psi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.exists_until(phi, psi)?.or(&self.exists_globally(phi)?))
    }

    /// AX φ = ¬EX ¬φ.
    fn forall_next(&self, phi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.complement(&self.exists_next(&self.complement(phi))?))
    }

    /// AF φ = ¬EG ¬φ.
    fn forall_finally(&self, phi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.complement(&self.exists_globally(&self.complement(phi))?))
    }

    /// AG φ = ¬EF ¬φ.
    fn forall_globally(&self, phi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.complement(&self.exists_finally(&self.complement(phi))?))
    }

    /// A(φ U ψ) = ¬E(¬φ R ¬ψ) = ¬(E(¬ψ U ¬φ∧¬ψ) ∨ EG ¬ψ).
    fn forall_until(&self, phi: &StateSet, psi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.complement(&self.exists_release(&self.complement(phi), &self.complement(psi))?))
    }

    /// A(φ R ψ) = ¬E(¬φ U ¬ψ).
    fn forall_release(&self, phi: &StateSet, psi: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(self.complement(&self.exists_until(&self.complement(phi), &self.complement(psi))?))
    }

    /// A(φ W ψ) = ¬E(¬ψ U ¬φ∧¬ψ).
    fn forall_weak_until(&self, phi: &StateSet, psi: &StateSet) -> Result<StateSet, GaveUp> {
        let never = self.complement(psi);
        Ok(self.complement(&self.exists_until(&never, &self.complement(phi).and(&never))?))
    }
}
