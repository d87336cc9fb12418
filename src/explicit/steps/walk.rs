//! From the diagrams of all parts to the steps of a state: agents in their order, one class of actions after the other.

use std::cmp::Ordering;
use std::ops::Range;

use super::TooMany;
use super::diagram::{Diagram, Node, NodeId, Update};
use super::protocol::Enabled;
use crate::ir::Dropped;

/// Joint actions between which no part of the system makes a difference.
#[derive(Debug, Clone)]
pub(in crate::explicit) struct Branch {
    /// Its classes; agents without one may perform anything that is enabled.
    classes: Range<usize>,
    /// Its successors.
    successors: Range<usize>,
    /// How many joint actions it stands for; the greatest number if there are more.
    pub(in crate::explicit) joint_actions: u64,
    /// The choices of lines without a result, per joint action.
    dropped: Range<usize>,
}

/// All steps from a state.
#[derive(Debug, Default)]
pub(in crate::explicit) struct Listing {
    width: usize,
    pub(in crate::explicit) branches: Vec<Branch>,
    /// An agent, and where its actions end in `actions`; they begin where those before end.
    classes: Vec<(u32, usize)>,
    actions: Vec<u32>,
    states: Vec<u64>,
    dropped: Vec<Dropped>,
}

impl Listing {
    pub(super) fn clear(&mut self, width: usize) {
        self.width = width;
        self.branches.clear();
        self.classes.clear();
        self.actions.clear();
        self.states.clear();
        self.dropped.clear();
    }

    /// How many branches and successors there are.
    pub(super) fn len(&self) -> usize {
        self.branches.len() + self.states.len() / self.width.max(1)
    }

    /// The states that a branch leads to, ascending, without repetition.
    pub(in crate::explicit) fn successors(&self, branch: &Branch) -> impl Iterator<Item = &[u64]> {
        self.states[branch.successors.start * self.width..branch.successors.end * self.width].chunks_exact(self.width)
    }

    /// The choices without a result, for each joint action of a branch.
    pub(in crate::explicit) fn dropped(&self, branch: &Branch) -> &[Dropped] {
        &self.dropped[branch.dropped.clone()]
    }

    /// The agents whose actions matter in a branch, ascending, and the actions that belong to it, ascending.
    pub(in crate::explicit) fn classes(&self, branch: &Branch) -> impl Iterator<Item = (usize, &[u32])> {
        branch.classes.clone().map(|number| {
            let (agent, end) = self.classes[number];
            let start = if number == 0 { 0 } else { self.classes[number - 1].1 };
            (agent as usize, &self.actions[start..end])
        })
    }
}

/// A class of actions of the agent at hand.
#[derive(Debug)]
struct Class {
    actions: Vec<u32>,
    /// Where each part that asks about the agent goes.
    children: Vec<NodeId>,
}

/// An agent that is being gone through.
#[derive(Debug)]
struct Level {
    agent: usize,
    classes: std::vec::IntoIter<Class>,
    /// The class at hand.
    actions: Vec<u32>,
    /// How many joint actions there are, not regarding this agent and those after it.
    joint_actions: Option<u128>,
    trail: usize,
}

/// What a step of the walk has changed, to be taken back.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// A part waits for this agent.
    Waits(usize),
    /// A part has come to a leaf.
    Decided,
}

/// Where the walk stands; kept to save allocations.
#[derive(Debug)]
pub(super) struct Walk {
    /// Per agent, the parts that ask about it, with their nodes.
    waiting: Vec<Vec<(usize, NodeId)>>,
    /// Agents that some part asks about.
    asked: Vec<u64>,
    /// Parts that have come to a leaf.
    decided: Vec<(usize, NodeId)>,
    trail: Vec<Change>,
    levels: Vec<Level>,
    width: usize,
}

impl Walk {
    pub(super) fn new(agents: usize, width: usize) -> Self {
        Self {
            waiting: vec![Vec::new(); agents],
            asked: vec![0; agents.div_ceil(64)],
            decided: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            width,
        }
    }

    pub(super) fn list(
        &mut self,
        words: &[u64],
        enabled: &[Enabled],
        nodes: &[NodeId],
        diagram: &Diagram,
        budget: usize,
        listing: &mut Listing,
    ) -> Result<(), TooMany> {
        for (part, &node) in nodes.iter().enumerate() {
            self.place(part, node, diagram);
        }
        let all = enabled.iter().try_fold(1u128, |product, actions| product.checked_mul(actions.len() as u128));
        let mut result = self.descend(words, enabled, all, diagram, listing);
        while let Some(level) = self.levels.last_mut() {
            if result.is_err() || listing.len() > budget {
                result = Err(TooMany);
                break;
            }
            let (agent, trail) = (level.agent, level.trail);
            let next = level.classes.next();
            self.take_back(trail);
            let Some(class) = next else {
                self.levels.pop();
                continue;
            };
            let level = self.levels.last_mut().expect("it is still there");
            let joint_actions = level
                .joint_actions
                .map(|joint| joint / enabled[agent].len() as u128 * class.actions.len() as u128);
            level.actions = class.actions;
            for (position, node) in class.children.into_iter().enumerate() {
                let (part, _) = self.waiting[agent][position];
                self.place(part, node, diagram);
            }
            result = self.descend(words, enabled, joint_actions, diagram, listing);
        }
        self.levels.clear();
        self.take_back(0);
        if listing.len() > budget { Err(TooMany) } else { result }
    }

    /// A part has come to a node.
    fn place(&mut self, part: usize, node: NodeId, diagram: &Diagram) {
        match diagram.node(node) {
            Node::Asks { agent, .. } => {
                let agent = *agent as usize;
                self.waiting[agent].push((part, node));
                self.asked[agent / 64] |= 1 << (agent % 64);
                self.trail.push(Change::Waits(agent));
            }
            Node::Leaf { .. } => {
                self.decided.push((part, node));
                self.trail.push(Change::Decided);
            }
        }
    }

    fn take_back(&mut self, until: usize) {
        for change in self.trail.drain(until..).rev() {
            match change {
                Change::Waits(agent) => {
                    self.waiting[agent].pop();
                    if self.waiting[agent].is_empty() {
                        self.asked[agent / 64] &= !(1 << (agent % 64));
                    }
                }
                Change::Decided => {
                    self.decided.pop();
                }
            }
        }
    }

    /// Goes on to the next agent that is asked about, or notes a branch if there is none.
    fn descend(
        &mut self,
        words: &[u64],
        enabled: &[Enabled],
        joint_actions: Option<u128>,
        diagram: &Diagram,
        listing: &mut Listing,
    ) -> Result<(), TooMany> {
        let after = self.levels.last().map_or(0, |level| level.agent + 1);
        match self.next_asked(after) {
            Some(agent) => {
                let classes = self.classes(agent, &enabled[agent], diagram).into_iter();
                let trail = self.trail.len();
                self.levels.push(Level { agent, classes, actions: Vec::new(), joint_actions, trail });
                Ok(())
            }
            None => self.note(words, joint_actions, diagram, listing),
        }
    }

    fn next_asked(&self, after: usize) -> Option<usize> {
        let mut word = after / 64;
        let mut bits = self.asked.get(word)? & (u64::MAX << (after % 64));
        while bits == 0 {
            word += 1;
            bits = *self.asked.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// The classes of an agent's actions, by their first actions.
    fn classes(&self, agent: usize, enabled: &[u32], diagram: &Diagram) -> Vec<Class> {
        let mut classes: Vec<Class> = Vec::new();
        let mut children = Vec::new();
        for &action in enabled {
            children.clear();
            children.extend(self.waiting[agent].iter().map(|&(_, node)| child(diagram, node, action)));
            match classes.iter_mut().find(|class| class.children == children) {
                Some(class) => class.actions.push(action),
                None => classes.push(Class { actions: vec![action], children: children.clone() }),
            }
        }
        classes
    }

    /// All parts have come to leaves: combines their updates.
    fn note(
        &self,
        words: &[u64],
        joint_actions: Option<u128>,
        diagram: &Diagram,
        listing: &mut Listing,
    ) -> Result<(), TooMany> {
        let (classes, dropped, first) =
            (listing.classes.len(), listing.dropped.len(), listing.states.len() / self.width);
        let mut base = words.to_vec();
        let mut several: Vec<&[Update]> = Vec::new();
        let mut blocked = false;
        let mut without_result: Vec<(usize, &[Dropped])> = Vec::new();
        for &(part, node) in &self.decided {
            let Node::Leaf { updates, dropped } = diagram.node(node) else {
                unreachable!("`place` puts leaves among the decided");
            };
            match &**updates {
                [] => blocked = true,
                [only] => apply(&mut base, only),
                updates => several.push(updates),
            }
            if !dropped.is_empty() {
                without_result.push((part, dropped));
            }
        }
        if !blocked {
            combine(&base, &several, self.width, listing)?;
        }
        without_result.sort_unstable_by_key(|&(part, _)| part);
        listing.dropped.extend(without_result.into_iter().flat_map(|(_, dropped)| dropped.iter().cloned()));
        for level in &self.levels {
            listing.actions.extend_from_slice(&level.actions);
            let agent = u32::try_from(level.agent).expect("agents are counted by 32 bits");
            listing.classes.push((agent, listing.actions.len()));
        }
        listing.branches.push(Branch {
            classes: classes..listing.classes.len(),
            successors: first..listing.states.len() / self.width,
            joint_actions: joint_actions.and_then(|joint| u64::try_from(joint).ok()).unwrap_or(u64::MAX),
            dropped: dropped..listing.dropped.len(),
        });
        Ok(())
    }
}

fn child(diagram: &Diagram, node: NodeId, action: u32) -> NodeId {
    let Node::Asks { actions, default, .. } = diagram.node(node) else {
        unreachable!("`place` puts nodes that ask among the waiting");
    };
    actions.binary_search_by_key(&action, |&(action, _)| action).map_or(*default, |found| actions[found].1)
}

fn apply(words: &mut [u64], update: &Update) {
    for patch in update {
        words[patch.word] = words[patch.word] & !patch.mask | patch.bits;
    }
}

/// More successors of one joint action than this are too many.
const MOST_COMBINED: usize = 1 << 24;

/// Every way to pick an update of each part; ascending, without repetition.
fn combine(base: &[u64], several: &[&[Update]], width: usize, listing: &mut Listing) -> Result<(), TooMany> {
    let count = several.iter().map(|updates| updates.len()).try_fold(1usize, |product, n| product.checked_mul(n));
    if count.is_none_or(|count| count > MOST_COMBINED) {
        return Err(TooMany);
    }
    let start = listing.states.len();
    listing.states.extend_from_slice(base);
    for updates in several {
        let end = listing.states.len();
        // Copies get the other updates before the states so far get the first: parts do not share bits.
        for update in &updates[1..] {
            for at in (start..end).step_by(width) {
                let copy = listing.states.len();
                listing.states.extend_from_within(at..at + width);
                apply(&mut listing.states[copy..], update);
            }
        }
        for at in (start..end).step_by(width) {
            apply(&mut listing.states[at..at + width], &updates[0]);
        }
    }
    if !several.is_empty() {
        sort_rows(&mut listing.states, start, width);
    }
    Ok(())
}

/// Sorts the rows from `start` on and leaves out repetitions.
fn sort_rows(states: &mut Vec<u64>, start: usize, width: usize) {
    if width == 1 {
        states[start..].sort_unstable();
    } else {
        let mut rows: Vec<Vec<u64>> = states[start..].chunks_exact(width).map(<[u64]>::to_vec).collect();
        rows.sort_unstable();
        for (place, row) in states[start..].chunks_exact_mut(width).zip(rows) {
            place.copy_from_slice(&row);
        }
    }
    let (mut kept, mut at) = (start + width, start + width);
    while at < states.len() {
        if states[at..at + width].cmp(&states[kept - width..kept]) != Ordering::Equal {
            states.copy_within(at..at + width, kept);
            kept += width;
        }
        at += width;
    }
    states.truncate(kept);
}
