//! Decision diagrams that are made for one thing: that neighbouring levels change places quickly.
//!
//! Nodes are numbers in flat tables, one table per variable, and count their users, so that an exchange looks at the nodes
//! of two levels and at no others (Rudell, "Dynamic variable ordering for ordered binary decision diagrams", ICCAD 1993). No
//! complemented edges: an order is all that comes out of here.

use std::collections::HashMap;

use oxidd::{BooleanFunction, Function, Manager};
use rustc_hash::FxHashMap;

use super::diagrams::Bdd;

/// A node, by number. The constants come first.
type NodeId = u32;

const FALSE: NodeId = 0;
const TRUE: NodeId = 1;
/// The variable of the constants, below all others.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    variable: u32,
    low: NodeId,
    high: NodeId,
    /// How many nodes and roots lead here.
    users: u32,
}

/// Some diagrams with their variables in a row. Variables are numbers from 0.
pub(super) struct Forest {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// Per variable, its nodes by their children.
    tables: Vec<FxHashMap<(NodeId, NodeId), NodeId>>,
    /// The variable of each level, from the top down.
    row: Vec<u32>,
    /// Nodes that are in use.
    size: usize,
    /// Nodes that were looked at in exchanges.
    effort: usize,
}

impl Forest {
    /// No diagrams yet, over so many variables in the order of their numbers.
    pub(super) fn new(variables: usize) -> Self {
        let constant = Node { variable: NONE, low: FALSE, high: FALSE, users: 0 };
        Self {
            nodes: vec![constant; 2],
            free: Vec::new(),
            tables: vec![FxHashMap::default(); variables],
            row: (0..).take(variables).collect(),
            size: 0,
            effort: 0,
        }
    }

    /// Takes over some diagrams, whose levels are the variables. Those that would make it larger than `most` are left out;
    /// whether all had room.
    #[expect(
        clippy::mutable_key_type,
        reason = "functions are compared by their edges; what changes is a count of users"
    )]
    pub(super) fn add<'a>(&mut self, roots: impl IntoIterator<Item = &'a Bdd>, most: usize) -> bool {
        let mut done: HashMap<Bdd, NodeId> = HashMap::new();
        let mut all = true;
        for root in roots {
            if self.size + root.node_count() > most {
                all = false;
                continue;
            }
            let mut work = vec![root.clone()];
            while let Some(node) = work.last().cloned() {
                if done.contains_key(&node) {
                    work.pop();
                    continue;
                }
                let Some((high, low)) = node.cofactors() else {
                    let constant = if node.valid() { TRUE } else { FALSE };
                    done.insert(node, constant);
                    continue;
                };
                match (done.get(&high), done.get(&low)) {
                    (Some(&high), Some(&low)) => {
                        let level = node.with_manager_shared(|manager, edge| manager.get_node(edge).level());
                        let id = self.node(level, low, high);
                        done.insert(node, id);
                    }
                    (high_done, low_done) => {
                        let missing = [(high_done.is_none(), high.clone()), (low_done.is_none(), low.clone())];
                        work.extend(missing.into_iter().filter(|(missing, _)| *missing).map(|(_, child)| child));
                    }
                }
            }
            self.nodes[done[root] as usize].users += 1;
        }
        all
    }

    /// How many nodes there are.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How many nodes exchanges have looked at so far.
    pub(super) fn effort(&self) -> usize {
        self.effort
    }

    /// The nodes of a variable.
    pub(super) fn nodes_of(&self, variable: u32) -> usize {
        self.tables[variable as usize].len()
    }

    /// The variables from the top level down.
    pub(super) fn row(&self) -> &[u32] {
        &self.row
    }

    /// The node with these children; a new one has no users.
    fn node(&mut self, variable: u32, low: NodeId, high: NodeId) -> NodeId {
        if low == high {
            return low;
        }
        if let Some(&there) = self.tables[variable as usize].get(&(low, high)) {
            return there;
        }
        let node = Node { variable, low, high, users: 0 };
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                NodeId::try_from(self.nodes.len() - 1).expect("forests are small")
            }
        };
        self.tables[variable as usize].insert((low, high), id);
        self.nodes[low as usize].users += 1;
        self.nodes[high as usize].users += 1;
        self.size += 1;
        id
    }

    /// One user less; nodes without users go.
    fn release(&mut self, id: NodeId) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let node = &mut self.nodes[id as usize];
            node.users -= 1;
            if node.users == 0 && node.variable != NONE {
                let Node { variable, low, high, .. } = *node;
                self.tables[variable as usize].remove(&(low, high));
                self.free.push(id);
                self.size -= 1;
                work.extend([low, high]);
            }
        }
    }

    /// The two ways on from a node by a variable.
    fn cofactors(&self, id: NodeId, variable: u32) -> (NodeId, NodeId) {
        let node = self.nodes[id as usize];
        if node.variable == variable { (node.low, node.high) } else { (id, id) }
    }

    /// Exchanges a level with the one below it.
    pub(super) fn exchange(&mut self, level: usize) {
        let (upper, lower) = (self.row[level], self.row[level + 1]);
        self.row.swap(level, level + 1);
        let (nodes, table) = (&self.nodes, &mut self.tables[upper as usize]);
        self.effort += table.len() + 1;
        let meets = |id: NodeId| nodes[id as usize].variable == lower;
        // Those that look at the lower variable next get to look at it first.
        let mut met: Vec<NodeId> = Vec::new();
        table.retain(|&(low, high), id| {
            let meets = meets(low) || meets(high);
            if meets {
                met.push(*id);
            }
            !meets
        });
        for id in met {
            let Node { low, high, .. } = self.nodes[id as usize];
            let ((low_low, low_high), (high_low, high_high)) =
                (self.cofactors(low, lower), self.cofactors(high, lower));
            let new_low = self.node(upper, low_low, high_low);
            let new_high = self.node(upper, low_high, high_high);
            self.nodes[new_low as usize].users += 1;
            self.nodes[new_high as usize].users += 1;
            let node = &mut self.nodes[id as usize];
            (node.variable, node.low, node.high) = (lower, new_low, new_high);
            self.tables[lower as usize].insert((new_low, new_high), id);
            self.release(low);
            self.release(high);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (x0 ∧ y0) ∨ … ∨ (x7 ∧ y7), all x above all y.
    fn pairs() -> (Forest, NodeId) {
        let mut forest = Forest::new(16);
        let mut roots: HashMap<u32, NodeId> = HashMap::new();
        // Per set of x that are true, the disjunction of their y; then the x on top, the last one first.
        for set in 0..1u32 << 8 {
            let mut below = FALSE;
            for place in (0..8).rev().filter(|place| set >> place & 1 == 1) {
                below = forest.node(8 + place, below, TRUE);
            }
            roots.insert(set, below);
        }
        for place in (0..8u32).rev() {
            roots = (0..1u32 << place)
                .map(|set| (set, forest.node(place, roots[&set], roots[&(set | 1 << place)])))
                .collect();
        }
        let root = roots[&0];
        forest.nodes[root as usize].users += 1;
        (forest, root)
    }

    fn value(forest: &Forest, root: NodeId, valuation: u32) -> bool {
        let mut id = root;
        while id > TRUE {
            let node = forest.nodes[id as usize];
            id = if valuation >> node.variable & 1 == 1 { node.high } else { node.low };
        }
        id == TRUE
    }

    #[test]
    fn exchanges_keep_the_function_and_the_least_size() {
        let (mut forest, root) = pairs();
        assert_eq!(forest.size(), (1 << 9) - 2);
        // Each y moves up to its x.
        for place in 0..8 {
            for level in (2 * place + 1..8 + place).rev() {
                forest.exchange(level);
            }
        }
        assert_eq!(forest.row(), [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
        assert_eq!(forest.size(), 16);
        assert_eq!((0..16).map(|variable| forest.nodes_of(variable)).sum::<usize>(), 16);
        for valuation in 0..1u32 << 16 {
            assert_eq!(value(&forest, root, valuation), valuation & valuation >> 8 & 0xff != 0, "{valuation:b}");
        }
    }
}
