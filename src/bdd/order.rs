//! A static order of the variables: what is read and written together stands together.
//!
//! FORCE (Aloul, Markov, Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003):
//! every vertex moves to the centre of the edges around it, until the edges get no shorter. Vertices are state bits, the
//! current and the next one together, and action bits; edges are the supports of protocols and of the pieces of the
//! relation. Edges weigh less the more vertices they have: a parity over all agents must not draw everything together.

use std::collections::BTreeMap;

use qmas_encodings::{InputId, SymbolicSystem};

/// How often vertices move at the most.
const ROUNDS: usize = 100;

/// The inputs from the top level down. Each edge is a set of inputs that belong together.
pub(super) fn order(system: &SymbolicSystem, edges: &[Vec<InputId>]) -> Vec<InputId> {
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
    let places = force(members.len(), &edges);
    let mut by_place: Vec<usize> = (0..members.len()).collect();
    by_place.sort_unstable_by_key(|&vertex| places[vertex]);
    by_place.into_iter().flat_map(|vertex| members[vertex].clone()).collect()
}

/// The place of every vertex.
fn force(count: usize, edges: &[Vec<usize>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut best = places.clone();
    let mut shortest = span(&places, edges);
    let mut idle = 0;
    for _ in 0..ROUNDS {
        let mut pull = vec![(0.0f64, 0.0f64); count];
        for edge in edges {
            #[expect(clippy::cast_precision_loss, reason = "places are far below 2^52")]
            let centre = edge.iter().map(|&vertex| places[vertex] as f64).sum::<f64>() / edge.len() as f64;
            #[expect(clippy::cast_precision_loss, reason = "edges are far smaller than 2^52")]
            let weight = 1.0 / (edge.len() - 1) as f64;
            for &vertex in edge {
                pull[vertex].0 += weight * centre;
                pull[vertex].1 += weight;
            }
        }
        let mut moved: Vec<(f64, usize)> = (0..count)
            .map(|vertex| {
                let (sum, weight) = pull[vertex];
                #[expect(clippy::cast_precision_loss, reason = "places are far below 2^52")]
                let place = if weight > 0.0 { sum / weight } else { places[vertex] as f64 };
                (place, vertex)
            })
            .collect();
        // Ties keep the order of the file.
        moved.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (place, &(_, vertex)) in moved.iter().enumerate() {
            places[vertex] = place;
        }
        let length = span(&places, edges);
        if length < shortest {
            shortest = length;
            best.clone_from(&places);
            idle = 0;
        } else {
            idle += 1;
            if idle == 10 {
                break;
            }
        }
    }
    best
}

/// The sum of the lengths of all edges, long edges counting less.
fn span(places: &[usize], edges: &[Vec<usize>]) -> u64 {
    edges
        .iter()
        .map(|edge| {
            let positions = edge.iter().map(|&vertex| places[vertex]);
            let (least, most) = (positions.clone().min().unwrap_or(0), positions.max().unwrap_or(0));
            1024 * (most - least) as u64 / (edge.len() - 1) as u64
        })
        .sum()
}
