//! A static order by supports.
//!
//! Vertices are state bits, the current and the next one together, and action bits; edges are the supports of protocols
//! and of the new values of bits. Good where agents look at a few neighbours, as cryptographers at their coins.

use std::collections::BTreeMap;

use qmas_encodings::{InputId, SymbolicSystem};

use super::arrange::arrangement;

/// Supports with more vertices than this tie nothing together.
const LARGE: usize = 8;

/// The inputs from the top level down.
pub(super) fn by_supports(system: &SymbolicSystem) -> Vec<InputId> {
    let edges = edges(system);
    // Vertex of each input; the two inputs of a state bit share one.
    let mut vertex: BTreeMap<InputId, usize> = BTreeMap::new();
    let mut members: Vec<Vec<InputId>> = Vec::new();
    let mut add = |inputs: Vec<InputId>| {
        for &input in &inputs {
            vertex.insert(input, members.len());
        }
        members.push(inputs);
    };
    // Start as the file has it: the bits of an agent next to its actions.
    let mut owner = vec![0; system.state.len()];
    for mover in &system.movers {
        for &bit in &mover.bits {
            owner[bit] = mover.agent;
        }
    }
    for (agent, symbolic) in system.agents.iter().enumerate() {
        for (bit, state) in system.state.iter().enumerate().filter(|(bit, _)| owner[*bit] == agent) {
            debug_assert!(bit < system.state.len());
            add(vec![state.now, state.next]);
        }
        for &action in &symbolic.actions {
            add(vec![action]);
        }
    }
    let edges: Vec<Vec<usize>> = edges
        .iter()
        .map(|edge| {
            let mut vertices: Vec<usize> = edge.iter().map(|input| vertex[input]).collect();
            vertices.sort_unstable();
            vertices.dedup();
            vertices
        })
        .filter(|edge| edge.len() > 1)
        .collect();
    let row = arrangement(members.len(), &edges, LARGE);
    let mut by_place: Vec<usize> = (0..members.len()).collect();
    by_place.sort_unstable_by_key(|&vertex| (!row.hubs[vertex], row.places[vertex]));
    by_place.into_iter().flat_map(|vertex| members[vertex].clone()).collect()
}

/// What belongs together: the supports of protocols, and of the new values of bits with their guards.
fn edges(symbolic: &SymbolicSystem) -> Vec<Vec<InputId>> {
    let circuit = &symbolic.circuit;
    let mut edges: Vec<Vec<InputId>> = Vec::new();
    for agent in &symbolic.agents {
        edges.push(circuit.support([agent.protocol]));
    }
    for mover in &symbolic.movers {
        for choice in &mover.choices {
            let guards = circuit.support([choice.enabled, choice.fits]);
            for &(bit, value) in &choice.updates {
                let mut edge = circuit.support([value]);
                edge.extend(&guards);
                edge.push(symbolic.state[bit].now);
                edges.push(edge);
            }
        }
    }
    edges
}
