//! Obligation (ISPL section 5). Lomuscio and Sergot, "Deontic interpreted systems" (Studia Logica 2003).
//!
//! O(i, φ): φ holds in every state of the universe that is green for i, whatever the current state; true if there is
//! none. Green is what is not red.

use super::set::StateSet;
use super::space::Space;
use super::world::World;
use qmas::ir::AgentId;

/// The states, fair or not, in which `agent` does not do as it should.
pub(super) fn red(space: &Space<'_>, agent: AgentId) -> StateSet {
    match space.system().agent(agent).red {
        Some(condition) => space.satisfying(condition),
        None => StateSet::empty(space.len()),
    }
}

impl World<'_> {
    /// O(i, φ), given the red states of i.
    pub(super) fn obliged(&self, red: &StateSet, phi: &StateSet) -> StateSet {
        self.everywhere_if(self.complement(red).is_subset(phi))
    }

    /// ¬O(i, ¬φ): some green state is in φ.
    pub(super) fn permitted(&self, red: &StateSet, phi: &StateSet) -> StateSet {
        self.everywhere_if(!self.complement(red).and(phi).is_empty())
    }
}
