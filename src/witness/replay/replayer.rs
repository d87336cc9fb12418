//! A replay under way: what is known so far, and the small questions that every kind of reason asks.

use std::collections::BTreeSet;

use super::super::claim::Claim;
use super::super::evidence::{Evidence, Node, NodeId, Reason, StateId};
use super::outcome::{Beyond, Checked, Mismatch, Open, Replayed, Unseen, wrong};
use super::runner::Runner;
use super::whole::Judge;
use crate::ir::State;
use crate::logic::FormulaId;
use crate::model::Model;

/// A replay under way.
pub(super) struct Replayer<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) model: &'a Model,
    pub(super) runner: Runner<'a>,
    /// Where formulas are true, if there are few states and they were asked for.
    pub(super) judge: Result<Judge<'a>, Beyond>,
    pub(super) fair: Option<FormulaId>,
    pub(super) claim: Claim,
    /// States that have been reached from an initial one.
    pub(super) reached: BTreeSet<StateId>,
    pub(super) done: Replayed,
}

impl Replayer<'_> {
    pub(super) fn state(&self, id: StateId) -> Result<&State, Mismatch> {
        match self.evidence.states.get(id) {
            Some(state) => Ok(state),
            None => wrong(format!("there is no state {id}")),
        }
    }

    pub(super) fn get(&self, id: NodeId) -> Result<&Node, Mismatch> {
        match self.evidence.nodes.get(id) {
            Some(node) => Ok(node),
            None => wrong(format!("there is no part {id}")),
        }
    }

    /// Whether a part says what it has to.
    pub(super) fn part(&self, id: NodeId, state: StateId, formula: FormulaId) -> Checked {
        let node = self.get(id)?;
        if node.state != state {
            return wrong(format!("part {id} is about another state"));
        }
        if node.formula != formula {
            return wrong(format!("part {id} is about another formula"));
        }
        Ok(())
    }

    /// Whether a state with this obligation has a fair path.
    pub(super) fn fair_start(&self, id: NodeId) -> Checked {
        let Some(fair) = self.fair else { return Ok(()) };
        let node = self.get(id)?;
        match (&node.reason, node.fair) {
            (Reason::Path(_), _) => Ok(()),
            (_, Some(part)) => self.part(part, node.state, fair),
            (_, None) => wrong(format!("part {id}: no fair path is shown")),
        }
    }

    /// Notes that something is left to the word of whoever made the evidence.
    pub(super) fn not_seen(&mut self, what: Unseen, why: Beyond) {
        self.done.open.push(Open { what, why });
    }
}
