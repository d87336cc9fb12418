//! What the BDD engine can say of its work.

use std::time::Duration;

use num_bigint::BigUint;

/// What the engine can say of its work.
#[derive(Debug, Clone, Default)]
pub struct BddStatistics {
    /// Bits of a state, as far as the formulas depend on them.
    pub bits: usize,
    /// Where the order of the variables comes from.
    pub order: String,
    /// Variables of the diagrams.
    pub variables: usize,
    /// Reachable states, exactly; with cones of influence, of the part of the system that was looked at.
    pub states: BigUint,
    /// Initial states, exactly.
    pub initial_states: BigUint,
    /// Rounds of the search for reachable states; with one event, the distance of the farthest state and one more.
    pub rounds: usize,
    /// Parts of the transition relation, each with its own changes.
    pub events: usize,
    /// Most nodes seen between two steps.
    pub peak_nodes: usize,
    /// Nodes now.
    pub live_nodes: usize,
    /// States of the largest automaton that was made of a path formula; none was needed if this is 0.
    pub automaton_states: usize,
    /// Time for the relation.
    pub relation_time: Duration,
    /// Time for the reachable states.
    pub reachability_time: Duration,
}
