//! Which classes of actions a branch stands for, as a tree: branches that begin alike share what they have in common, and
//! equal ones are one number.

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

/// Actions of an agent between which something made no difference, ascending; equal ones have equal numbers.
#[derive(Debug, Clone)]
pub(in crate::explicit) struct Actions {
    pub(super) number: u32,
    pub(super) list: Rc<[u32]>,
}

/// Refers to a row of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::explicit) struct Row(u32);

impl Row {
    /// No agent is asked about.
    pub(in crate::explicit) const EMPTY: Self = Self(0);

    /// Rows are numbered from 0 on.
    pub(in crate::explicit) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug)]
struct Node {
    before: Row,
    agent: u32,
    actions: Actions,
}

/// All rows that were met; the empty one always is.
#[derive(Debug, Default)]
pub(in crate::explicit) struct Rows {
    /// All but the empty one.
    nodes: Vec<Node>,
    numbers: HashMap<(Row, u32, u32), Row, FxBuildHasher>,
}

impl Rows {
    /// How many there are.
    pub(in crate::explicit) fn len(&self) -> usize {
        self.nodes.len() + 1
    }

    /// All of them, by their numbers.
    pub(in crate::explicit) fn all(&self) -> impl Iterator<Item = Row> + use<> {
        (0..=u32::try_from(self.nodes.len()).expect("rows of classes fit into memory")).map(Row)
    }

    /// A row and one agent more, which comes after its agents.
    pub(super) fn longer(&mut self, before: Row, agent: usize, actions: &Actions) -> Row {
        let agent = u32::try_from(agent).expect("agents are counted by 32 bits");
        *self.numbers.entry((before, agent, actions.number)).or_insert_with(|| {
            self.nodes.push(Node { before, agent, actions: actions.clone() });
            Row(u32::try_from(self.nodes.len()).expect("rows of classes fit into memory"))
        })
    }

    /// The agents of a row, last one first, and the number and the actions of their classes.
    pub(in crate::explicit) fn classes(&self, row: Row) -> impl Iterator<Item = (usize, u32, &[u32])> {
        let node = |row: Row| row.index().checked_sub(1).map(|place| &self.nodes[place]);
        std::iter::successors(node(row), move |last| node(last.before))
            .map(|node| (node.agent as usize, node.actions.number, &*node.actions.list))
    }
}
