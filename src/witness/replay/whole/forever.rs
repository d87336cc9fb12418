//! Paths that go on forever, and meet some sets again and again: they end up in a strongly connected component.
//! Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1972), without recursion.

use super::{Edges, Set, number};

/// Nodes that have not been seen have this number.
const UNSEEN: u32 = u32::MAX;

/// The nodes from which some infinite path stays within `within` and meets each of `sets` infinitely often.
pub(super) fn forever(next: &Edges, within: &Set, sets: &[Set]) -> Set {
    let mut search = Search {
        next,
        within,
        sets,
        order: vec![UNSEEN; next.len()],
        low: vec![UNSEEN; next.len()],
        is_open: vec![false; next.len()],
        open: Vec::new(),
        seen: 0,
        good: vec![false; next.len()],
    };
    for root in (0..next.len()).filter(|&node| within[node]) {
        if search.order[root] == UNSEEN {
            search.visit(root);
        }
    }
    search.good
}

struct Search<'a> {
    next: &'a Edges,
    within: &'a Set,
    sets: &'a [Set],
    /// When a node was first seen.
    order: Vec<u32>,
    /// The earliest open node that is known to be reachable from it.
    low: Vec<u32>,
    /// The nodes whose component is not complete.
    is_open: Vec<bool>,
    open: Vec<usize>,
    seen: usize,
    /// Of complete components: whether such a path starts there.
    good: Set,
}

impl Search<'_> {
    fn visit(&mut self, root: usize) {
        let mut calls = vec![(root, 0)];
        self.enter(root);
        while let Some((node, position)) = calls.last_mut() {
            let node = *node;
            if let Some(&to) = self.next[node].get(*position) {
                *position += 1;
                let to = to as usize;
                if !self.within[to] {
                    continue;
                }
                if self.order[to] == UNSEEN {
                    self.enter(to);
                    calls.push((to, 0));
                } else if self.is_open[to] {
                    self.low[node] = self.low[node].min(self.order[to]);
                }
            } else {
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
                if self.low[node] == self.order[node] {
                    self.complete(node);
                }
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = number(self.seen);
        self.low[node] = self.order[node];
        self.seen += 1;
        self.is_open[node] = true;
        self.open.push(node);
    }

    /// A component is complete: all that can be reached from it outside itself is judged already.
    fn complete(&mut self, first: usize) {
        let start = self.open.iter().rposition(|&node| node == first);
        let component = self.open.split_off(start.unwrap_or_else(|| unreachable!("it has been entered")));
        let targets = |node: usize| self.next[node].iter().map(|&to| to as usize).filter(|&to| self.within[to]);
        let cycles = component.len() > 1 || targets(first).any(|to| to == first);
        let meets = |set: &Set| component.iter().any(|&node| set[node]);
        let good = cycles && self.sets.iter().all(meets)
            || component.iter().any(|&node| targets(node).any(|to| self.good[to]));
        for node in component {
            self.is_open[node] = false;
            self.good[node] = good;
        }
    }
}
