//! Arrangements of vertices in a row such that edges are short: what is tied together stands together.
//!
//! Two heuristics, the shorter result counts. A greedy arrangement grows the order vertex by vertex: next comes what is
//! tied most closely to what has been placed. FORCE (Aloul, Markov, Sakallah, "FORCE: a fast and easy-to-implement
//! variable-ordering heuristic", GLSVLSI 2003) moves every vertex to the centre of the edges around it, until the edges
//! get no shorter. Edges weigh less the more vertices they have: a parity over all agents must not draw everything
//! together. Vertices that nearly all others are tied to ([`hubs`]) have no say at all.

use std::collections::BTreeSet;

/// How often vertices move at the most.
const ROUNDS: usize = 100;

/// A row of vertices.
pub(super) struct Arrangement {
    /// The place of every vertex.
    pub(super) places: Vec<usize>,
    /// The vertices that had no say; their places mean nothing.
    pub(super) hubs: Vec<bool>,
}

/// Puts `count` vertices in a row. Edges with more than `large` vertices say little about what belongs together.
pub(super) fn arrangement(count: usize, edges: &[Vec<usize>], large: usize) -> Arrangement {
    let hubs = hubs(count, edges, large);
    let without = |edge: &Vec<usize>| edge.iter().copied().filter(|&vertex| !hubs[vertex]).collect::<Vec<_>>();
    let edges: Vec<Vec<usize>> = edges.iter().map(without).filter(|edge| edge.len() > 1).collect();
    Arrangement { places: arrange(count, &edges), hubs }
}

/// Vertices that nearly all others are tied to, such as a phase that all agents look at. They would draw together what has
/// nothing else in common, so they go to the top and have no say in the rest.
fn hubs(count: usize, edges: &[Vec<usize>], large: usize) -> Vec<bool> {
    let mut neighbours = vec![BTreeSet::new(); count];
    for edge in edges.iter().filter(|edge| edge.len() <= large) {
        for &vertex in edge {
            neighbours[vertex].extend(edge.iter().copied());
        }
    }
    let typical = {
        let mut sizes: Vec<usize> = neighbours.iter().map(BTreeSet::len).collect();
        sizes.sort_unstable();
        sizes.get(count / 2).copied().unwrap_or(0)
    };
    neighbours.iter().map(|neighbours| neighbours.len() > HUB * typical.max(2)).collect()
}

/// A vertex with this many times as many neighbours as the median is a hub.
const HUB: usize = 3;

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
    let mut queue: BTreeSet<(u64, std::cmp::Reverse<usize>)> = BTreeSet::new();
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
