//! A static order of the variables: what is read and written together stands together.
//!
//! Two heuristics, the shorter result counts. A greedy arrangement grows the order vertex by vertex: next comes what is
//! tied most closely to what has been placed. FORCE (Aloul, Markov, Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003):
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
    let hubs = hubs(members.len(), &edges);
    let without = |edge: &Vec<usize>| edge.iter().copied().filter(|&vertex| !hubs[vertex]).collect::<Vec<_>>();
    let edges: Vec<Vec<usize>> = edges.iter().map(without).filter(|edge| edge.len() > 1).collect();
    let places = arrange(members.len(), &edges);
    let mut by_place: Vec<usize> = (0..members.len()).collect();
    by_place.sort_unstable_by_key(|&vertex| (!hubs[vertex], places[vertex]));
    by_place.into_iter().flat_map(|vertex| members[vertex].clone()).collect()
}

/// Vertices that everybody is tied to, such as a phase that all agents look at. They would draw together what has
/// nothing else in common, so they go to the top and have no say in the rest.
fn hubs(count: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut neighbours = vec![std::collections::BTreeSet::new(); count];
    for edge in edges.iter().filter(|edge| edge.len() <= LARGE) {
        for &vertex in edge {
            neighbours[vertex].extend(edge.iter().copied());
        }
    }
    let typical = {
        let mut sizes: Vec<usize> = neighbours.iter().map(std::collections::BTreeSet::len).collect();
        sizes.sort_unstable();
        sizes.get(count / 2).copied().unwrap_or(0)
    };
    neighbours.iter().map(|neighbours| neighbours.len() > HUB * typical.max(2)).collect()
}

/// A vertex with this many times as many neighbours as the median is a hub.
const HUB: usize = 3;
/// Edges with more vertices say little about who belongs to whom.
const LARGE: usize = 24;

/// How many starting points the greedy arrangement tries.
const STARTS: usize = 8;

/// The place of every vertex, by the best of all attempts.
fn arrange(count: usize, edges: &[Vec<usize>]) -> Vec<usize> {
    let mut best = force((0..count).collect(), edges);
    let mut shortest = span(&best, edges);
    let mut around = vec![Vec::new(); count];
    for (number, edge) in edges.iter().enumerate() {
        for &vertex in edge {
            around[vertex].push(number);
        }
    }
    // Ends of the structure are good places to start: vertices with few edges.
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|&vertex| (around[vertex].len(), vertex));
    for &start in starts.iter().step_by((count / STARTS).max(1)).take(STARTS) {
        let places = greedy(start, edges, &around);
        for places in [force(places.clone(), edges), places] {
            let length = span(&places, edges);
            if length < shortest {
                shortest = length;
                best = places;
            }
        }
    }
    best
}

/// Grows an order from `start`: next comes the vertex whose open edges are nearest to being complete.
fn greedy(start: usize, edges: &[Vec<usize>], around: &[Vec<usize>]) -> Vec<usize> {
    let count = around.len();
    let mut places = vec![usize::MAX; count];
    let mut left: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut score = vec![0.0f64; count];
    let mut queue: std::collections::BTreeSet<(u64, std::cmp::Reverse<usize>)> = std::collections::BTreeSet::new();
    // Non-negative floats are ordered as their bits are.
    let key = |score: f64, vertex: usize| (score.to_bits(), std::cmp::Reverse(vertex));
    for vertex in 0..count {
        queue.insert(key(0.0, vertex));
    }
    let mut next = Some(start);
    for place in 0..count {
        let vertex = next.take().unwrap_or_else(|| queue.last().expect("vertices are left").1.0);
        queue.remove(&key(score[vertex], vertex));
        places[vertex] = place;
        for &number in &around[vertex] {
            let edge = &edges[number];
            let pull = |left: usize| {
                if left == edge.len() || left == 0 { 0.0 } else { 1.0 / (left * (edge.len() - 1)) as f64 }
            };
            let (old, new) = (pull(left[number]), pull(left[number] - 1));
            left[number] -= 1;
            for &other in edge.iter().filter(|&&other| places[other] == usize::MAX) {
                queue.remove(&key(score[other], other));
                score[other] = (score[other] + new - old).max(0.0);
                queue.insert(key(score[other], other));
            }
        }
    }
    places
}

/// Moves vertices to the centre of their edges, until the edges get no shorter.
fn force(mut places: Vec<usize>, edges: &[Vec<usize>]) -> Vec<usize> {
    let count = places.len();
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
