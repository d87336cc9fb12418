//! From the diagrams of all parts to the steps of a state: agents in their order, one class of actions after the other.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::diagram::{Diagram, Node, NodeId, Update};
use super::listing::{Branch, Listing, TooMany, apply, combine};
use super::protocol::Enabled;
use crate::ir::Dropped;

/// A class of actions of the agent at hand.
#[derive(Debug)]
struct Class {
    actions: Vec<u32>,
    /// The parts that do not go on to their default, by their places among those that wait, and where they go.
    others: Vec<(usize, NodeId)>,
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
    /// What is to be taken back before the next class.
    trail: usize,
    /// Where parts go by default; `None` if that is a plain leaf, which the words of the level have gone through.
    defaults: Vec<Option<NodeId>>,
}

/// What a step of the walk has changed, to be taken back.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// A part waits for this agent.
    Waits(usize),
    /// A part has come to a leaf that is not plain.
    Decided,
}

/// The state and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Situation<'a> {
    pub(super) words: &'a [u64],
    /// The actions that each agent may perform.
    pub(super) enabled: &'a [Enabled],
    /// Where each part stands.
    pub(super) nodes: &'a [NodeId],
    /// Per part, the bits of the variables that it assigns.
    pub(super) owns: &'a [Update],
    pub(super) diagram: &'a Diagram,
}

/// Where the walk stands; kept to save allocations.
///
/// Most leaves are plain: one update, nothing dropped. They are gone through at once, on the words of the level at hand,
/// and by default once for all classes of an agent, so that a class costs what is different in it.
#[derive(Debug)]
pub(super) struct Walk {
    /// Per agent, the parts that ask about it, with their nodes.
    waiting: Vec<Vec<(usize, NodeId)>>,
    /// Agents that some part asks about.
    asked: Vec<u64>,
    /// Parts that have come to a leaf that is not plain.
    decided: Vec<(usize, NodeId)>,
    trail: Vec<Change>,
    levels: Vec<Level>,
    /// Per action of the agent at hand, the parts that do not go on to their default; empty in between.
    others: Vec<Vec<(usize, NodeId)>>,
    /// The words before the first level, and of each level those by default and those of the class at hand.
    words: Vec<u64>,
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
            others: Vec::new(),
            words: Vec::new(),
            width,
        }
    }

    pub(super) fn list(&mut self, at: Situation<'_>, budget: usize, listing: &mut Listing) -> Result<(), TooMany> {
        self.words.clear();
        self.words.extend_from_slice(at.words);
        for (part, &node) in at.nodes.iter().enumerate() {
            self.place(part, node, at.diagram);
        }
        let all = at.enabled.iter().try_fold(1u128, |product, actions| product.checked_mul(actions.len() as u128));
        let mut result = self.descend(at, all, listing);
        while let Some(level) = self.levels.last_mut() {
            if listing.len() > budget {
                result = Err(TooMany);
            }
            if result.is_err() {
                break;
            }
            let next = level.classes.next();
            let trail = level.trail;
            self.take_back(trail);
            match next {
                Some(class) => result = self.enter(at, class, listing),
                None => {
                    self.levels.pop();
                }
            }
        }
        self.levels.clear();
        self.take_back(0);
        if listing.len() > budget { Err(TooMany) } else { result }
    }

    /// The agent of the last level performs an action of a class.
    fn enter(&mut self, at: Situation<'_>, class: Class, listing: &mut Listing) -> Result<(), TooMany> {
        let depth = self.levels.len();
        let level = self.levels.last_mut().expect("`list` enters classes of its last level");
        let agent = level.agent;
        let sizes = (at.enabled[agent].len() as u128, class.actions.len() as u128);
        let joint_actions = level.joint_actions.map(|joint| joint / sizes.0 * sizes.1);
        level.actions = class.actions;
        self.words.truncate(2 * depth * self.width);
        self.words.extend_from_within((2 * depth - 1) * self.width..);
        let mut others = class.others.into_iter().peekable();
        for position in 0..self.waiting[agent].len() {
            let (part, _) = self.waiting[agent][position];
            let default = self.levels[depth - 1].defaults[position];
            match others.next_if(|&(other, _)| other == position) {
                Some((_, node)) => {
                    if default.is_none() {
                        self.restore(at, part);
                    }
                    self.place(part, node, at.diagram);
                }
                None => {
                    if let Some(node) = default {
                        self.place(part, node, at.diagram);
                    }
                }
            }
        }
        self.descend(at, joint_actions, listing)
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
            Node::Leaf { updates, dropped } => match (&**updates, &**dropped) {
                ([only], []) => {
                    let start = self.words.len() - self.width;
                    apply(&mut self.words[start..], only);
                }
                _ => {
                    self.decided.push((part, node));
                    self.trail.push(Change::Decided);
                }
            },
        }
    }

    /// The variables of a part have the values that they had in the state.
    fn restore(&mut self, at: Situation<'_>, part: usize) {
        let start = self.words.len() - self.width;
        for own in &at.owns[part] {
            let word = &mut self.words[start + own.word];
            *word = *word & !own.mask | at.words[own.word] & own.mask;
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
        at: Situation<'_>,
        joint_actions: Option<u128>,
        listing: &mut Listing,
    ) -> Result<(), TooMany> {
        let after = self.levels.last().map_or(0, |level| level.agent + 1);
        let Some(agent) = self.next_asked(after) else {
            return self.note(joint_actions, at.diagram, listing);
        };
        let depth = self.levels.len();
        self.words.truncate((2 * depth + 1) * self.width);
        self.words.extend_from_within(2 * depth * self.width..);
        let mut defaults = Vec::with_capacity(self.waiting[agent].len());
        for &(_, node) in &self.waiting[agent] {
            let default = default(at.diagram, node);
            defaults.push(match at.diagram.node(default) {
                Node::Leaf { updates, dropped } if updates.len() == 1 && dropped.is_empty() => {
                    apply(&mut self.words[(2 * depth + 1) * self.width..], &updates[0]);
                    None
                }
                _ => Some(default),
            });
        }
        let classes = self.classes(agent, &at.enabled[agent], at.diagram).into_iter();
        let trail = self.trail.len();
        self.levels.push(Level { agent, classes, actions: Vec::new(), joint_actions, trail, defaults });
        Ok(())
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

    /// The classes of an agent's actions, by their first actions. Two with equal children may be one class or not.
    fn classes(&mut self, agent: usize, enabled: &[u32], diagram: &Diagram) -> Vec<Class> {
        let most = enabled.last().map_or(0, |&last| last as usize + 1);
        self.others.resize_with(self.others.len().max(most), Vec::new);
        // Parts that go elsewhere than by default, per action; what is not enabled is left behind.
        for (position, &(_, node)) in self.waiting[agent].iter().enumerate() {
            for &(action, child) in asked_actions(diagram, node) {
                if let Some(others) = self.others.get_mut(action as usize) {
                    others.push((position, child));
                }
            }
        }
        let mut by_children: Vec<(u64, u32)> =
            enabled.iter().map(|&action| (FxBuildHasher.hash_one(&self.others[action as usize]), action)).collect();
        by_children.sort_unstable();
        let mut classes: Vec<Class> = Vec::new();
        for (_, action) in by_children {
            match classes.last_mut() {
                Some(class) if class.others == self.others[action as usize] => class.actions.push(action),
                _ => classes.push(Class { actions: vec![action], others: self.others[action as usize].clone() }),
            }
        }
        for &(_, node) in &self.waiting[agent] {
            for &(action, _) in asked_actions(diagram, node) {
                if let Some(others) = self.others.get_mut(action as usize) {
                    others.clear();
                }
            }
        }
        classes.sort_unstable_by_key(|class| class.actions[0]);
        classes
    }

    /// All parts have come to leaves: combines their updates.
    fn note(&self, joint_actions: Option<u128>, diagram: &Diagram, listing: &mut Listing) -> Result<(), TooMany> {
        let (classes, dropped, first) =
            (listing.classes.len(), listing.dropped.len(), listing.states.len() / self.width);
        let mut several: Vec<&[Update]> = Vec::new();
        let mut blocked = false;
        let mut without_result: Vec<(usize, &[Dropped])> = Vec::new();
        for &(part, node) in &self.decided {
            let Node::Leaf { updates, dropped } = diagram.node(node) else {
                unreachable!("`place` puts leaves among the decided");
            };
            blocked |= updates.is_empty();
            several.push(updates);
            if !dropped.is_empty() {
                without_result.push((part, dropped));
            }
        }
        if !blocked {
            combine(&self.words[self.words.len() - self.width..], &several, self.width, listing)?;
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

/// The actions that a node asks about, and where they lead.
fn asked_actions(diagram: &Diagram, node: NodeId) -> &[(u32, NodeId)] {
    let Node::Asks { actions, .. } = diagram.node(node) else {
        unreachable!("`place` puts nodes that ask among the waiting");
    };
    actions
}

/// Where all other actions lead.
fn default(diagram: &Diagram, node: NodeId) -> NodeId {
    let Node::Asks { default, .. } = diagram.node(node) else {
        unreachable!("`place` puts nodes that ask among the waiting");
    };
    *default
}
