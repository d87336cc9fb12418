//! Conditions on joint actions: what is left of evolution conditions once the state is known.
//!
//! Each is kept once. The truth values are the first two, so that what is decided is told by its number.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

/// Refers to a condition of a [`Residuals`] arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Residual(u32);

impl Residual {
    pub(super) fn constant(value: bool) -> Self {
        Self(u32::from(value))
    }

    /// Its truth, if it depends on no action.
    pub(super) fn decided(self) -> Option<bool> {
        match self.0 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Constant(bool),
    Performs(u32, u32),
    Not(Residual),
    And(Residual, Residual),
    Or(Residual, Residual),
    Xor(Residual, Residual),
}

/// The agent of a condition that depends on none.
pub(super) const NO_AGENT: u32 = u32::MAX;

/// All conditions on joint actions that were met.
#[derive(Debug)]
pub(super) struct Residuals {
    nodes: Vec<Node>,
    /// Per condition, the first agent that it depends on.
    first: Vec<u32>,
    ids: HashMap<Node, Residual, FxBuildHasher>,
    restricted: HashMap<(Residual, u32), Residual, FxBuildHasher>,
}

impl Residuals {
    pub(super) fn new() -> Self {
        let mut all =
            Self { nodes: Vec::new(), first: Vec::new(), ids: HashMap::default(), restricted: HashMap::default() };
        all.intern(Node::Constant(false));
        all.intern(Node::Constant(true));
        all
    }

    fn intern(&mut self, node: Node) -> Residual {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let first = match node {
            Node::Constant(_) => NO_AGENT,
            Node::Performs(agent, _) => agent,
            Node::Not(inner) => self.first(inner),
            Node::And(left, right) | Node::Or(left, right) | Node::Xor(left, right) => {
                self.first(left).min(self.first(right))
            }
        };
        let id = Residual(u32::try_from(self.nodes.len()).expect("conditions on actions fit into memory"));
        self.nodes.push(node);
        self.first.push(first);
        self.ids.insert(node, id);
        id
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The first agent that a condition depends on, or [`NO_AGENT`].
    pub(super) fn first(&self, of: Residual) -> u32 {
        self.first[of.0 as usize]
    }

    pub(super) fn performs(&mut self, agent: u32, action: u32) -> Residual {
        self.intern(Node::Performs(agent, action))
    }

    pub(super) fn not(&mut self, inner: Residual) -> Residual {
        match (inner.decided(), self.nodes[inner.0 as usize]) {
            (Some(value), _) => Residual::constant(!value),
            (None, Node::Not(inside)) => inside,
            _ => self.intern(Node::Not(inner)),
        }
    }

    pub(super) fn and(&mut self, left: Residual, right: Residual) -> Residual {
        match (left.decided(), right.decided()) {
            (Some(false), _) | (_, Some(false)) => Residual::constant(false),
            (Some(true), _) => right,
            (_, Some(true)) => left,
            _ if left == right => left,
            _ => self.intern(Node::And(left.min(right), left.max(right))),
        }
    }

    pub(super) fn or(&mut self, left: Residual, right: Residual) -> Residual {
        match (left.decided(), right.decided()) {
            (Some(true), _) | (_, Some(true)) => Residual::constant(true),
            (Some(false), _) => right,
            (_, Some(false)) => left,
            _ if left == right => left,
            _ => self.intern(Node::Or(left.min(right), left.max(right))),
        }
    }

    pub(super) fn xor(&mut self, left: Residual, right: Residual) -> Residual {
        match (left.decided(), right.decided()) {
            (Some(false), _) => right,
            (_, Some(false)) => left,
            (Some(true), _) => self.not(right),
            (_, Some(true)) => self.not(left),
            _ if left == right => Residual::constant(false),
            _ => self.intern(Node::Xor(left.min(right), left.max(right))),
        }
    }

    /// Adds the actions of `agent` that a condition tests to `tested`.
    pub(super) fn tested(&self, of: Residual, agent: u32, tested: &mut Vec<u32>) {
        for id in self.below(of, agent) {
            if let Node::Performs(who, action) = self.nodes[id.0 as usize]
                && who == agent
            {
                tested.push(action);
            }
        }
    }

    /// What is left of a condition, which depends on no agent before `agent`, if that one performs `action`; an action
    /// that is not tested if `action` is `None`.
    pub(super) fn restrict(&mut self, of: Residual, agent: u32, action: Option<u32>) -> Residual {
        // A condition is restricted by its first agent only, which need not be part of the key.
        let key = action.unwrap_or(u32::MAX);
        for id in self.below(of, agent) {
            if self.restricted.contains_key(&(id, key)) {
                continue;
            }
            let sub = |part: Residual| if self.first(part) == agent { self.restricted[&(part, key)] } else { part };
            let result = match self.nodes[id.0 as usize] {
                Node::Constant(value) => Residual::constant(value),
                Node::Performs(_, tested) => Residual::constant(Some(tested) == action),
                Node::Not(inner) => {
                    let inner = sub(inner);
                    self.not(inner)
                }
                Node::And(left, right) => {
                    let (left, right) = (sub(left), sub(right));
                    self.and(left, right)
                }
                Node::Or(left, right) => {
                    let (left, right) = (sub(left), sub(right));
                    self.or(left, right)
                }
                Node::Xor(left, right) => {
                    let (left, right) = (sub(left), sub(right));
                    self.xor(left, right)
                }
            };
            self.restricted.insert((id, key), result);
        }
        if self.first(of) == agent { self.restricted[&(of, key)] } else { of }
    }

    /// The parts of a condition that have `agent` as their first, parts of parts before them.
    fn below(&self, of: Residual, agent: u32) -> Vec<Residual> {
        let mut found: HashSet<Residual, FxBuildHasher> = HashSet::default();
        let mut work = vec![of];
        while let Some(id) = work.pop() {
            if self.first(id) != agent || !found.insert(id) {
                continue;
            }
            match self.nodes[id.0 as usize] {
                Node::Constant(_) | Node::Performs(..) => {}
                Node::Not(inner) => work.push(inner),
                Node::And(left, right) | Node::Or(left, right) | Node::Xor(left, right) => work.extend([left, right]),
            }
        }
        let mut found: Vec<Residual> = found.into_iter().collect();
        found.sort_unstable();
        found
    }
}
