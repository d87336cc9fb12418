//! What a formula is interpreted in: states, the steps between them, and which infinite paths count.
//!
//! Without fairness the universe is every reachable state. With fairness it is the states that have a fair path (ISPL
//! section 6). Every set that an operator takes or gives lies within the universe; fairness is data, so that each
//! operator is written once.

use super::graph::Graph;
use super::set::StateSet;
use qmas::engine::Limits;

/// A universe of states, and how long its operators may run.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    /// The steps between all reachable states.
    pub(super) graph: &'a Graph,
    /// The states that formulas speak of.
    pub(super) universe: &'a StateSet,
    /// A path is fair if it meets each of these infinitely often.
    pub(super) fairness: &'a [StateSet],
    /// How far to go.
    pub(super) limits: &'a Limits,
}

impl World<'_> {
    /// ¬φ, within the universe.
    pub(super) fn complement(&self, phi: &StateSet) -> StateSet {
        self.universe.minus(phi)
    }

    /// No state.
    pub(super) fn nowhere(&self) -> StateSet {
        StateSet::empty(self.graph.len())
    }

    /// Every state or none.
    pub(super) fn everywhere_if(&self, condition: bool) -> StateSet {
        if condition { self.universe.clone() } else { self.nowhere() }
    }
}
