//! Evidence under construction: states and obligations get their numbers here, once each.

use std::collections::{BTreeSet, HashMap};

use super::super::claim::Claim;
use super::super::evidence::{Evidence, Node, NodeId, Reason, StateId};
use super::super::search::Layers;
use super::super::sets::Sets;
use crate::automata::PathFormula;
use crate::engine::{EvidenceGap, GaveUp, Terms};
use crate::ir::State;
use crate::logic::FormulaId;
use crate::model::Model;

/// Evidence with more obligations is of no use to a reader.
const MOST_NODES: usize = 50_000;

/// Something that follows from a verdict is not there.
pub(super) fn missing(what: &'static str) -> GaveUp {
    EvidenceGap::NotFound(what).into()
}

/// What is being built, and what is known of it.
pub(super) struct Builder<'a, S: Sets> {
    pub(super) sets: &'a mut S,
    pub(super) model: &'a Model,
    pub(super) options: &'a Terms,
    pub(super) layers: Layers<S>,
    /// What a state with a fair path satisfies, if that has to be shown.
    pub(super) fair: Option<FormulaId>,
    pub(super) claim: Claim,
    /// The engine's ids of the claim's formulas.
    pub(super) engine: Vec<FormulaId>,
    pub(super) evidence: Evidence,
    pub(super) numbers: HashMap<State, StateId>,
    pub(super) known: HashMap<(StateId, FormulaId), NodeId>,
    pub(super) to_be_fair: BTreeSet<NodeId>,
    pub(super) work: Vec<NodeId>,
    /// How much the search for shortest paths of path formulas may still cost.
    pub(super) patience: usize,
}

impl<S: Sets> Builder<'_, S> {
    pub(super) fn state(&mut self, state: &State) -> StateId {
        if let Some(&number) = self.numbers.get(state) {
            return number;
        }
        let number = self.evidence.states.len();
        self.evidence.states.push(state.clone());
        self.numbers.insert(state.clone(), number);
        number
    }

    pub(super) fn node(&mut self, state: StateId, formula: FormulaId) -> Result<NodeId, GaveUp> {
        if let Some(&node) = self.known.get(&(state, formula)) {
            return Ok(node);
        }
        let node = self.evidence.nodes.len();
        if node >= MOST_NODES {
            return Err(EvidenceGap::Parts(MOST_NODES).into());
        }
        self.evidence.nodes.push(Node { state, formula, reason: Reason::Evident, fair: None });
        self.known.insert((state, formula), node);
        self.work.push(node);
        Ok(node)
    }

    /// An obligation in a state that must have a fair path.
    pub(super) fn fair_node(&mut self, state: StateId, formula: FormulaId) -> Result<NodeId, GaveUp> {
        let node = self.node(state, formula)?;
        if self.fair.is_some() {
            self.to_be_fair.insert(node);
        }
        Ok(node)
    }

    pub(super) fn is_evident(&self, formula: FormulaId) -> bool {
        self.claim.is_evident(formula)
    }

    pub(super) fn satisfying(&mut self, formula: FormulaId) -> Result<S::Set, GaveUp> {
        self.sets.satisfying(self.engine[formula.index()])
    }

    pub(super) fn path_formula(&self, path: FormulaId) -> PathFormula {
        PathFormula::plain(self.engine[path.index()])
    }

    pub(super) fn holds(&mut self, state: StateId, formula: FormulaId) -> Result<bool, GaveUp> {
        if self.is_evident(formula) {
            return Ok(self.claim.is_true(&self.model.system, formula, &self.evidence.states[state]));
        }
        let set = self.satisfying(formula)?;
        self.sets.contains(&set, &self.evidence.states[state])
    }

    /// A state that no path leads to, with a run that does.
    pub(super) fn arrive(&mut self, state: &State, here: &State) -> Result<StateId, GaveUp> {
        let number = self.state(state);
        if state != here && !self.evidence.origins.contains_key(&number) {
            let run = self.layers.nearest(self.sets, &self.sets.single(state)?)?;
            let run = run.ok_or(EvidenceGap::Unreachable("a state cannot be reached"))?;
            self.evidence.origins.insert(number, run);
        }
        Ok(number)
    }
}
