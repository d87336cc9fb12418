//! Where paths can stay forever: strongly connected components of a graph.
//!
//! Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1972), on an explicit stack.

use super::edges::Edges;
use super::pulse::Pulse;
use super::set::StateSet;
use crate::engine::{GaveUp, Limits};

/// The states of `within` on cycles through states of `within` that can meet each of `sets`: those of strongly connected
/// components that contain a step and a state of every set.
pub(super) fn recurrent(
    graph: &impl Edges,
    within: &StateSet,
    sets: &[StateSet],
    limits: &Limits,
) -> Result<StateSet, GaveUp> {
    let mut recurrent = StateSet::empty(graph.size());
    for state in recurrent_components(graph, within, sets, limits)?.into_iter().flatten() {
        recurrent.insert(state);
    }
    Ok(recurrent)
}

/// The strongly connected components between states of `within` that contain a step and a state of every set.
pub(super) fn recurrent_components(
    graph: &impl Edges,
    within: &StateSet,
    sets: &[StateSet],
    limits: &Limits,
) -> Result<Vec<Vec<usize>>, GaveUp> {
    let mut found = components_with_steps(graph, within, limits)?;
    found.retain(|component| meets_all(component, sets));
    Ok(found)
}

fn meets_all(component: &[usize], sets: &[StateSet]) -> bool {
    sets.iter().all(|set| component.iter().any(|&state| set.contains(state)))
}

/// Unvisited states have this number.
const UNSEEN: u32 = u32::MAX;

/// The strongly connected components of the graph between the states of `within`, but for states that have no step to
/// themselves and are components alone: most are.
fn components_with_steps(graph: &impl Edges, within: &StateSet, limits: &Limits) -> Result<Vec<Vec<usize>>, GaveUp> {
    let mut search = Search {
        order: vec![UNSEEN; graph.size()],
        low: vec![UNSEEN; graph.size()],
        open: StateSet::empty(graph.size()),
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
    order: Vec<u32>,
    /// The earliest open state that is known to be reachable from it.
    low: Vec<u32>,
    /// The states whose component is not complete, also in the order of their discovery.
    open: StateSet,
    stack: Vec<u32>,
    seen: u32,
    components: Vec<Vec<usize>>,
}

impl Search {
    fn visit(&mut self, graph: &impl Edges, within: &StateSet, root: usize, limits: &Limits) -> Result<(), GaveUp> {
        let mut path = vec![(root, 0)];
        let mut pulse = Pulse::new(limits);
        self.enter(root);
        while let Some((state, position)) = path.last_mut() {
            pulse.check()?;
            let state = *state;
            match graph.after_at(state, *position) {
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
                    self.leave(graph, state);
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
        self.stack.push(u32::try_from(state).expect("memory ends before 2^32 states"));
    }

    /// The first state of a component that was seen is the last one to be left.
    fn leave(&mut self, graph: &impl Edges, state: usize) {
        if self.low[state] != self.order[state] {
            return;
        }
        let start =
            self.stack.iter().rposition(|&other| other as usize == state).expect("an open state is on the stack");
        for &member in &self.stack[start..] {
            self.open.remove(member as usize);
        }
        let contains_a_step = self.stack.len() > start + 1 || graph.after(state).any(|next| next == state);
        if contains_a_step {
            self.components.push(self.stack[start..].iter().map(|&member| member as usize).collect());
        }
        self.stack.truncate(start);
    }
}
