//! Paths of a graph that come back to some states again and again, or that come to some states at all.

use super::super::StateSet;
use super::super::components::recurrent;
use super::super::edges::Edges;
use super::super::pulse::Pulse;
use crate::engine::{GaveUp, Limits};

/// The states from which some infinite path visits each of `sets` infinitely often.
pub(super) fn visiting_infinitely_often(
    graph: &impl Edges,
    sets: &[StateSet],
    limits: &Limits,
) -> Result<StateSet, GaveUp> {
    let cores = recurrent(graph, &StateSet::full(graph.size()), sets, limits)?;
    reaching(graph, &cores, limits)
}

/// The states from which a path leads to `targets`, these included.
pub(super) fn reaching(graph: &impl Edges, targets: &StateSet, limits: &Limits) -> Result<StateSet, GaveUp> {
    let mut reached = targets.clone();
    let mut work: Vec<usize> = targets.iter().collect();
    let mut pulse = Pulse::new(limits);
    while let Some(state) = work.pop() {
        pulse.check()?;
        work.extend(graph.before(state).filter(|&previous| reached.insert(previous)));
    }
    Ok(reached)
}
