//! Where paths can stay forever: strongly connected components of a graph.
//!
//! Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1972), on an explicit stack.

use super::graph::Graph;
use super::set::StateSet;
use qmas::engine::{GaveUp, Limits};

/// The states of `within` on cycles through states of `within` that can meet each of `sets`: those of strongly connected
/// components that contain a step and a state of every set.
pub(super) fn recurrent(
    graph: &Graph,
    within: &StateSet,
    sets: &[StateSet],
    limits: &Limits,
) -> Result<StateSet, GaveUp> {
    let mut recurrent = StateSet::empty(graph.len());
    for state in recurrent_components(graph, within, sets, limits)?.into_iter().flatten() {
        recurrent.insert(state);
    }
    Ok(recurrent)
}

/// The strongly connected components between states of `within` that contain a step and a state of every set.
pub(super) fn recurrent_components(
    graph: &Graph,
    within: &StateSet,
    sets: &[StateSet],
    limits: &Limits,
) -> Result<Vec<Vec<usize>>, GaveUp> {
    let mut found = components(graph, within, limits)?;
    found.retain(|component| contains_a_step(graph, component) && meets_all(component, sets));
    Ok(found)
}

fn contains_a_step(graph: &Graph, component: &[usize]) -> bool {
    component.len() > 1 || component.iter().any(|&state| graph.successors(state).any(|next| next == state))
}

fn meets_all(component: &[usize], sets: &[StateSet]) -> bool {
    sets.iter().all(|set| component.iter().any(|&state| set.contains(state)))
}

/// Unvisited states have this number.
const UNSEEN: usize = usize::MAX;

/// The strongly connected components of the graph between the states of `within`.
fn components(graph: &Graph, within: &StateSet, limits: &Limits) -> Result<Vec<Vec<usize>>, GaveUp> {
    let mut search = Search {
        order: vec![UNSEEN; graph.len()],
        low: vec![UNSEEN; graph.len()],
        open: StateSet::empty(graph.len()),
        stack: Vec::new(),
        seen: 0,
        components: Vec::new(),
    };
    for root in within.iter() {
        if search.order[root] == UNSEEN {
            search.visit(graph, within, root, limits)?;
        }
    }
    Ok(search.components)
}

struct Search {
    /// When a state was first seen.
    order: Vec<usize>,
    /// The earliest open state that is known to be reachable from it.
    low: Vec<usize>,
    /// The states whose component is not complete, also in the order of their discovery.
    open: StateSet,
    stack: Vec<usize>,
    seen: usize,
    components: Vec<Vec<usize>>,
}

impl Search {
    fn visit(&mut self, graph: &Graph, within: &StateSet, root: usize, limits: &Limits) -> Result<(), GaveUp> {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((state, position)) = path.last_mut() {
            limits.check()?;
            let state = *state;
            match graph.successor_at(state, *position) {
                Some(next) => {
                    *position += 1;
                    if !within.contains(next) {
                        continue;
                    }
                    if self.order[next] == UNSEEN {
                        self.enter(next);
                        path.push((next, 0));
                    } else if self.open.contains(next) {
                        self.low[state] = self.low[state].min(self.order[next]);
                    }
                }
                None => {
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        self.low[parent] = self.low[parent].min(self.low[state]);
                    }
                    self.leave(state);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, state: usize) {
        self.order[state] = self.seen;
        self.low[state] = self.seen;
        self.seen += 1;
        self.open.insert(state);
        self.stack.push(state);
    }

    /// The first state of a component that was seen is the last one to be left.
    fn leave(&mut self, state: usize) {
        if self.low[state] != self.order[state] {
            return;
        }
        let start = self.stack.iter().rposition(|&other| other == state).expect("an open state is on the stack");
        let component = self.stack.split_off(start);
        for &member in &component {
            self.open.remove(member);
        }
        self.components.push(component);
    }
}
