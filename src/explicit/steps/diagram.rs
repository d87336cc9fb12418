//! What a part of the system can become, as a decision diagram over the actions of the agents.
//!
//! A node asks what one agent performs, and has a child for each action that matters and one for all others; agents are
//! asked in their order. A leaf says what can become of the variables. Equal nodes are one node, so that two actions
//! with equal children are known to make no difference. Srinivasan, Kam, Malik and Brayton, "Algorithms for discrete
//! function manipulation" (ICCAD 1990), with one default child.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::residual::{NO_AGENT, Residual, Residuals};
use crate::ir::Dropped;

/// Refers to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) fn number(self) -> u64 {
        u64::from(self.0)
    }
}

/// New bits of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Patch {
    pub(super) word: usize,
    pub(super) mask: u64,
    pub(super) bits: u64,
}

/// What a line makes of the variables: patches, at most one per word.
pub(super) type Update = Box<[Patch]>;

/// What a line does if it is executed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Effect {
    Update(Update),
    /// It has no result.
    Dropped(Vec<Dropped>),
}

/// The question or the answer of a node.
#[derive(Debug)]
pub(super) enum Node {
    /// What the agent performs: the actions that matter, ascending, and where they lead; any other leads to `default`.
    Asks { agent: u32, actions: Box<[(u32, NodeId)]>, default: NodeId },
    /// What can become of the variables, without repetition, and which choices have no result.
    Leaf { updates: Box<[Update]>, dropped: Box<[Dropped]> },
}

/// A line that is enabled where its condition on the joint action holds: its number among the effects.
pub(super) type Enabled = (Residual, u32);

/// What a node asks: the agent, the actions that matter with their nodes, and the default.
type Question = (u32, Box<[(u32, NodeId)]>, NodeId);

/// All nodes of all parts.
#[derive(Debug)]
pub(super) struct Diagram {
    nodes: Vec<Node>,
    residuals: Residuals,
    effects: Vec<Effect>,
    effect_ids: HashMap<Effect, u32, FxBuildHasher>,
    leaves: HashMap<Box<[u32]>, NodeId, FxBuildHasher>,
    questions: HashMap<Question, NodeId, FxBuildHasher>,
    built: HashMap<Box<[Enabled]>, NodeId, FxBuildHasher>,
}

impl Diagram {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            residuals: Residuals::new(),
            effects: Vec::new(),
            effect_ids: HashMap::default(),
            leaves: HashMap::default(),
            questions: HashMap::default(),
            built: HashMap::default(),
        }
    }

    /// How much it holds, in entries of its tables.
    pub(super) fn size(&self) -> usize {
        self.nodes.len() + self.residuals.len() + self.built.len()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The actions that a node asks about with where they lead, and where all others lead; of a leaf nothing.
    pub(super) fn asks(&self, id: NodeId) -> (&[(u32, NodeId)], NodeId) {
        match self.node(id) {
            Node::Asks { actions, default, .. } => (actions, *default),
            Node::Leaf { .. } => (&[], id),
        }
    }

    /// The only update of a leaf at which nothing is dropped.
    pub(super) fn plain(&self, id: NodeId) -> Option<&Update> {
        match self.node(id) {
            Node::Leaf { updates, dropped } if updates.len() == 1 && dropped.is_empty() => updates.first(),
            _ => None,
        }
    }

    pub(super) fn residuals(&mut self) -> &mut Residuals {
        &mut self.residuals
    }

    /// The number of an effect.
    pub(super) fn effect(&mut self, effect: Effect) -> u32 {
        if let Some(&number) = self.effect_ids.get(&effect) {
            return number;
        }
        let number = u32::try_from(self.effects.len()).expect("effects fit into memory");
        self.effects.push(effect.clone());
        self.effect_ids.insert(effect, number);
        number
    }

    /// The node of a part with these lines: one that is enabled is executed; if none is, nothing changes.
    pub(super) fn build(&mut self, lines: Vec<Enabled>) -> NodeId {
        let lines = undecided_or_true(lines);
        let mut work = vec![lines.clone()];
        while let Some(at) = work.last() {
            if self.built.contains_key(at) {
                work.pop();
                continue;
            }
            let at = at.clone();
            let agent = at.iter().map(|&(residual, _)| self.residuals.first(residual)).min().unwrap_or(NO_AGENT);
            if agent == NO_AGENT {
                let leaf = self.leaf(&at);
                self.built.insert(at, leaf);
                work.pop();
                continue;
            }
            let tested = self.tested(&at, agent);
            let children: Vec<(Option<u32>, Box<[Enabled]>)> = tested
                .iter()
                .map(|&action| Some(action))
                .chain([None])
                .map(|action| (action, self.restricted(&at, agent, action)))
                .collect();
            let open = children.iter().filter(|(_, child)| !self.built.contains_key(child));
            let open: Vec<Box<[Enabled]>> = open.map(|(_, child)| child.clone()).collect();
            if !open.is_empty() {
                work.extend(open);
                continue;
            }
            let node = self.question(agent, &children);
            self.built.insert(at, node);
            work.pop();
        }
        self.built[&lines]
    }

    /// The actions of an agent that some line tests, ascending.
    fn tested(&self, lines: &[Enabled], agent: u32) -> Vec<u32> {
        let mut tested = Vec::new();
        for &(residual, _) in lines {
            self.residuals.tested(residual, agent, &mut tested);
        }
        tested.sort_unstable();
        tested.dedup();
        tested
    }

    /// The lines that are left when an agent performs an action.
    fn restricted(&mut self, lines: &[Enabled], agent: u32, action: Option<u32>) -> Box<[Enabled]> {
        let restricted =
            lines.iter().map(|&(residual, effect)| (self.residuals.restrict(residual, agent, action), effect));
        undecided_or_true(restricted.collect())
    }

    fn question(&mut self, agent: u32, children: &[(Option<u32>, Box<[Enabled]>)]) -> NodeId {
        let (mut actions, mut default) = (Vec::new(), None);
        for (action, child) in children {
            match action {
                Some(action) => actions.push((*action, self.built[child])),
                None => default = Some(self.built[child]),
            }
        }
        let default = default.expect("the default is one of the children");
        actions.retain(|&(_, child)| child != default);
        if actions.is_empty() {
            return default;
        }
        let key = (agent, actions.into_boxed_slice(), default);
        if let Some(&id) = self.questions.get(&key) {
            return id;
        }
        let id = self.push(Node::Asks { agent, actions: key.1.clone(), default });
        self.questions.insert(key, id);
        id
    }

    fn leaf(&mut self, lines: &[Enabled]) -> NodeId {
        let effects: Box<[u32]> = lines.iter().map(|&(_, effect)| effect).collect();
        if let Some(&id) = self.leaves.get(&effects) {
            return id;
        }
        let (mut updates, mut dropped) = (Vec::new(), Vec::new());
        // Equal effects have equal numbers.
        let mut seen: HashSet<u32, FxBuildHasher> = HashSet::default();
        for &effect in &effects {
            match &self.effects[effect as usize] {
                Effect::Update(update) if seen.insert(effect) => updates.push(update.clone()),
                Effect::Update(_) => {}
                Effect::Dropped(choices) => dropped.extend_from_slice(choices),
            }
        }
        if effects.is_empty() {
            updates.push(Box::default());
        }
        let id = self.push(Node::Leaf { updates: updates.into(), dropped: dropped.into() });
        self.leaves.insert(effects, id);
        id
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("nodes fit into memory"));
        self.nodes.push(node);
        id
    }
}

fn undecided_or_true(mut lines: Vec<Enabled>) -> Box<[Enabled]> {
    lines.retain(|&(residual, _)| residual.decided() != Some(false));
    lines.into()
}
