//! Fair paths (ISPL section 6): infinite paths that meet each fairness set infinitely often.
//!
//! A path stays for ever in one strongly connected component from some point on, and can go round in it as it likes. So
//! a state has a fair path within φ iff it can reach, within φ, a component of the φ-states that contains a step and
//! meets every fairness set. Without fairness sets this is EG φ = νZ. φ ∧ EX Z.

use super::components::recurrent;
use super::set::StateSet;
use super::world::World;
use qmas::engine::GaveUp;

impl World<'_> {
    /// EG φ: some fair path stays in φ for ever.
    pub(super) fn exists_globally(&self, phi: &StateSet) -> Result<StateSet, GaveUp> {
        let recurrent = recurrent(self.graph, phi, self.fairness, self.limits)?;
        self.exists_until(phi, &recurrent)
    }
}
