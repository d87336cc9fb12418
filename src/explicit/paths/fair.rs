//! Paths that come back: Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.

use super::super::{Graph, StateSet};
use crate::engine::{GaveUp, Limits};

/// The states from which some infinite path visits each of `sets` infinitely often.
pub(super) fn visiting_infinitely_often(graph: &Graph, sets: &[StateSet], limits: &Limits) -> Result<StateSet, GaveUp> {
    let mut cores = StateSet::empty(graph.len());
    for component in components(graph, limits)? {
        let cycles = component.len() > 1 || graph.successors(component[0]).any(|next| next == component[0]);
        if cycles && sets.iter().all(|set| component.iter().any(|&state| set.contains(state))) {
            for state in component {
                cores.insert(state);
            }
        }
    }
    reaching(graph, &cores, limits)
}

/// The states from which a path leads to `targets`, these included.
pub(super) fn reaching(graph: &Graph, targets: &StateSet, limits: &Limits) -> Result<StateSet, GaveUp> {
    let mut reached = targets.clone();
    let mut work: Vec<usize> = targets.iter().collect();
    while let Some(state) = work.pop() {
        limits.check()?;
        work.extend(graph.predecessors(state).filter(|&previous| reached.insert(previous)));
    }
    Ok(reached)
}

/// The strongly connected components.
fn components(graph: &Graph, limits: &Limits) -> Result<Vec<Vec<usize>>, GaveUp> {
    const UNSEEN: usize = usize::MAX;
    const FINISHED: usize = usize::MAX - 1;
    let mut components = Vec::new();
    // The smallest number known to be reachable within the stack; above all numbers if there is none.
    let mut low = vec![UNSEEN; graph.len()];
    let mut count = 0;
    let mut stack = Vec::new();
    for root in 0..graph.len() {
        if low[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, count, graph.successors(root))];
        low[root] = count;
        count += 1;
        stack.push(root);
        while let Some((state, number, successors)) = calls.last_mut() {
            limits.check()?;
            let (state, number) = (*state, *number);
            match successors.next() {
                Some(next) if low[next] == UNSEEN => {
                    low[next] = count;
                    stack.push(next);
                    calls.push((next, count, graph.successors(next)));
                    count += 1;
                }
                Some(next) => low[state] = low[state].min(low[next]),
                None => {
                    calls.pop();
                    if let Some(&(caller, ..)) = calls.last() {
                        low[caller] = low[caller].min(low[state]);
                    }
                    if low[state] == number {
                        let start = stack
                            .iter()
                            .rposition(|&other| other == state)
                            .expect("a state that is open is on the stack");
                        let component = stack.split_off(start);
                        for &member in &component {
                            low[member] = FINISHED;
                        }
                        components.push(component);
                    }
                }
            }
        }
    }
    Ok(components)
}
