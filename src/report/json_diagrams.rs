//! What the machine-readable report says of decision diagrams.

use schemars::JsonSchema;
use serde::Serialize;

use crate::bdd::BddStatistics;

/// Decision diagrams for a part of the model; formulas that look at the same part share them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonDiagrams {
    /// Bits of a state.
    pub bits: usize,
    /// Variables of the diagrams.
    pub variables: usize,
    /// Where the order of the variables comes from.
    pub order: String,
    /// Initial states, exactly.
    pub initial_states: Option<serde_json::Number>,
    /// Reachable states, exactly.
    pub states: Option<serde_json::Number>,
    /// Parts of the transition relation.
    pub events: usize,
    /// Rounds of the search for reachable states.
    pub rounds: usize,
    /// Nodes at the end.
    pub live_nodes: usize,
    /// Most nodes.
    pub peak_nodes: usize,
    /// Time for the relation.
    pub relation_seconds: f64,
    /// Time for the reachable states.
    pub reachability_seconds: f64,
}

impl From<&BddStatistics> for JsonDiagrams {
    fn from(statistics: &BddStatistics) -> Self {
        Self {
            bits: statistics.bits,
            variables: statistics.variables,
            order: statistics.order.clone(),
            initial_states: statistics.initial_states.to_string().parse().ok(),
            states: statistics.states.to_string().parse().ok(),
            events: statistics.events,
            rounds: statistics.rounds,
            live_nodes: statistics.live_nodes,
            peak_nodes: statistics.peak_nodes,
            relation_seconds: statistics.relation_time.as_secs_f64(),
            reachability_seconds: statistics.reachability_time.as_secs_f64(),
        }
    }
}
