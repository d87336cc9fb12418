//! From the diagrams of all parts to the steps of a state: agents in their order, one class of actions after the other.

use std::rc::Rc;

use super::diagram::{Diagram, Node, NodeId, Update};
use super::listing::{Branch, Listing, TooMany, apply, combine};
use super::plan::{Asked, Plan, Plans};
use super::protocol::Enabled;
use super::rows::Row;
use crate::ir::Dropped;

/// An agent that is being gone through.
#[derive(Debug)]
struct Level {
    agent: usize,
    plan: Rc<Plan>,
    /// How many of its classes have been entered.
    entered: usize,
    /// How many joint actions there are, not regarding this agent and those after it.
    joint_actions: Option<u128>,
    /// The classes of agents before this one.
    row: Row,
    /// What is to be taken back before the next class.
    trail: usize,
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
    plans: Plans,
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
            plans: Plans::default(),
            words: Vec::new(),
            width,
        }
    }

    /// Forgets what it knows about nodes.
    pub(super) fn forget(&mut self) {
        self.plans.forget();
    }

    pub(super) fn list(&mut self, at: Situation<'_>, budget: usize, listing: &mut Listing) -> Result<(), TooMany> {
        self.words.clear();
        self.words.extend_from_slice(at.words);
        for (part, &node) in at.nodes.iter().enumerate() {
            self.place(part, node, at.diagram);
        }
        let all = at.enabled.iter().try_fold(1u128, |product, actions| product.checked_mul(actions.len() as u128));
        let mut result = self.descend(at, (all, Row::EMPTY), listing);
        while let Some(level) = self.levels.last_mut() {
            if listing.len() > budget {
                result = Err(TooMany);
            }
            if result.is_err() {
                break;
            }
            let trail = level.trail;
            let more = level.entered < level.plan.classes.len();
            self.take_back(trail);
            if more {
                result = self.enter(at, listing);
            } else {
                self.levels.pop();
            }
        }
        self.levels.clear();
        self.take_back(0);
        if listing.len() > budget { Err(TooMany) } else { result }
    }

    /// The agent of the last level performs an action of its next class.
    fn enter(&mut self, at: Situation<'_>, listing: &mut Listing) -> Result<(), TooMany> {
        let depth = self.levels.len();
        let level = self.levels.last_mut().expect("`list` enters classes of its last level");
        let plan = Rc::clone(&level.plan);
        let class = &plan.classes[level.entered];
        level.entered += 1;
        let sizes = (at.enabled[level.agent].len() as u128, class.actions.list.len() as u128);
        let joint_actions = level.joint_actions.map(|joint| joint / sizes.0 * sizes.1);
        let row = listing.rows.longer(level.row, level.agent, &class.actions);
        self.words.truncate(2 * depth * self.width);
        self.words.extend_from_within((2 * depth - 1) * self.width..);
        class.effects.rewrite(&mut self.words[2 * depth * self.width..], at.words);
        for &(part, node) in &class.effects.places {
            self.place(part, node, at.diagram);
        }
        self.descend(at, (joint_actions, row), listing)
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

    fn take_back(&mut self, until: usize) {
        while self.trail.len() > until {
            match self.trail.pop() {
                Some(Change::Waits(agent)) => {
                    self.waiting[agent].pop();
                    if self.waiting[agent].is_empty() {
                        self.asked[agent / 64] &= !(1 << (agent % 64));
                    }
                }
                Some(Change::Decided) => _ = self.decided.pop(),
                None => {}
            }
        }
    }

    /// Goes on to the next agent that is asked about, or notes a branch if there is none.
    fn descend(
        &mut self,
        at: Situation<'_>,
        (joint_actions, row): (Option<u128>, Row),
        listing: &mut Listing,
    ) -> Result<(), TooMany> {
        let after = self.levels.last().map_or(0, |level| level.agent + 1);
        let Some(agent) = self.next_asked(after) else {
            return self.note((joint_actions, row), at.diagram, listing);
        };
        let depth = self.levels.len();
        let asked =
            Asked { enabled: &at.enabled[agent], waiting: &self.waiting[agent], owns: at.owns, diagram: at.diagram };
        let plan = self.plans.get(&asked);
        self.words.truncate((2 * depth + 1) * self.width);
        self.words.extend_from_within(2 * depth * self.width..);
        plan.common.rewrite(&mut self.words[(2 * depth + 1) * self.width..], at.words);
        let trail = self.trail.len();
        self.levels.push(Level { agent, plan, entered: 0, joint_actions, row, trail });
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

    /// All parts have come to leaves: combines their updates.
    fn note(
        &self,
        (joint_actions, row): (Option<u128>, Row),
        diagram: &Diagram,
        listing: &mut Listing,
    ) -> Result<(), TooMany> {
        let (dropped, first) = (listing.dropped.len(), listing.states.len() / self.width);
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
        listing.branches.push(Branch {
            row,
            successors: first..listing.states.len() / self.width,
            joint_actions: joint_actions.and_then(|joint| u64::try_from(joint).ok()).unwrap_or(u64::MAX),
            dropped: dropped..listing.dropped.len(),
        });
        Ok(())
    }
}
