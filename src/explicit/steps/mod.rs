//! The steps of a system, made for speed: joint actions are never listed one by one.
//!
//! Once the state is known, most lines of a protocol or an evolution are out of the question, and those that are left
//! test few actions. So, per state:
//!
//! 1. every part of the system has a decision diagram over the actions that its lines still test (`part`, `diagram`,
//!    `residual`), remembered for the values that its lines read;
//! 2. agents are gone through in their order. Actions of an agent that lead every diagram to the same node make no
//!    difference and are one *class*; an agent that no diagram asks about is passed over (`walk`, `plan`, `rows`);
//! 3. where all diagrams have come to a leaf, the updates of the parts are combined.
//!
//! What comes out is ordered as if joint actions had been gone through one by one, each by its first action: states get
//! the numbers that a literal search would give them.

mod code;
mod diagram;
mod dispatch;
mod listing;
mod part;
mod plan;
mod protocol;
mod residual;
mod rows;
mod walk;

pub(super) use code::Condition;
pub(super) use listing::{Branch, Listing, TooMany};
pub(super) use rows::{Row, Rows};

use self::diagram::{Diagram, NodeId, Update};
use self::part::Part;
use self::protocol::{Allowed, Enabled};
use super::words::Packing;
use crate::ir::InterpretedSystem;

/// Remembered valuations and nodes beyond this many are forgotten.
const REMEMBERED: usize = 1 << 22;

/// How much more it takes to list a branch or a successor than to look at a line, by measurement: 4 to 10 times.
const LISTED: u64 = 8;

/// A state of more words than this takes twice as much, and so on.
const WORDS: usize = 8;

/// The steps of a system.
#[derive(Debug)]
pub(super) struct Steps<'m> {
    system: &'m InterpretedSystem,
    packing: Packing,
    parts: Vec<Part>,
    protocols: Vec<Allowed>,
    diagram: Diagram,
    /// The actions that the state at hand allows, per agent.
    enabled: Vec<Enabled>,
    /// Where each part stands.
    nodes: Vec<NodeId>,
    /// Per part, the bits of the variables that it assigns.
    owns: Vec<Update>,
    walk: walk::Walk,
    effort: u64,
}

impl<'m> Steps<'m> {
    pub(super) fn new(system: &'m InterpretedSystem) -> Self {
        let packing = Packing::new(system);
        let parts = Part::all(system, &packing);
        let protocols: Vec<Allowed> = system.agent_ids().map(|agent| Allowed::new(system, &packing, agent)).collect();
        let walk = walk::Walk::new(protocols.len(), packing.words());
        Self {
            system,
            owns: parts.iter().map(|part| part.owns(&packing)).collect(),
            packing,
            parts,
            protocols,
            diagram: Diagram::new(),
            enabled: Vec::new(),
            nodes: Vec::new(),
            walk,
            effort: 0,
        }
    }

    pub(super) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// What all listings took so far: lines looked at, parts and agents asked, and states listed.
    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// The actions that a state allows each agent.
    pub(super) fn enabled(&mut self, words: &[u64]) -> &[Enabled] {
        let Self { protocols, enabled, effort, .. } = self;
        enabled.clear();
        enabled.extend(protocols.iter_mut().map(|protocol| protocol.in_state(words, effort)));
        enabled
    }

    /// Lists the steps from a state.
    ///
    /// # Errors
    /// If there are more than `budget` branches and successors.
    pub(super) fn list(&mut self, words: &[u64], budget: usize, listing: &mut Listing) -> Result<(), TooMany> {
        if self.remembered() > REMEMBERED {
            self.forget();
        }
        self.effort += (self.parts.len() + self.protocols.len()) as u64;
        self.enabled(words);
        listing.clear(self.packing.words());
        if self.enabled.iter().any(|enabled| enabled.is_empty()) {
            return Ok(());
        }
        let Self { system, packing, parts, diagram, nodes, effort, .. } = self;
        nodes.clear();
        nodes.extend(parts.iter_mut().map(|part| part.node(system, packing, words, diagram, effort)));
        let situation = walk::Situation {
            words,
            enabled: &self.enabled,
            nodes: &self.nodes,
            owns: &self.owns,
            diagram: &self.diagram,
        };
        let result = self.walk.list(situation, budget, listing);
        self.effort += listing.len() as u64 * self.weight();
        result
    }

    /// What it takes to list a branch or a successor.
    pub(super) fn weight(&self) -> u64 {
        LISTED * (1 + (self.packing.words() / WORDS) as u64)
    }

    fn remembered(&self) -> usize {
        let parts: usize = self.parts.iter().map(Part::remembered).sum();
        let protocols: usize = self.protocols.iter().map(Allowed::remembered).sum();
        self.diagram.size() + parts + protocols
    }

    fn forget(&mut self) {
        self.diagram = Diagram::new();
        self.walk.forget();
        self.parts.iter_mut().for_each(Part::forget);
        self.protocols.iter_mut().for_each(Allowed::forget);
    }
}
