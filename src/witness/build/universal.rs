//! Universal claims: nobody can show all paths, but what they promise to exist can be shown where it comes true.

use super::super::evidence::{NodeId, Reason, StateId};
use super::super::search::shortest;
use super::super::sets::Sets;
use super::super::word::leaves;
use super::builder::Builder;
use crate::engine::GaveUp;
use crate::ir::AgentId;
use crate::logic::{Formula, FormulaId, Temporal};

/// How many successors are shown one by one.
const FEW: usize = 8;

impl<S: Sets> Builder<'_, S> {
    /// A universal claim, with an example of every existential formula that is part of it: here, or where it comes true.
    pub(super) fn checked(&mut self, state: StateId, formula: FormulaId) -> Result<Reason, GaveUp> {
        let mut parts = Vec::new();
        match self.claim.formulas.get(formula) {
            Formula::Branching(_, Temporal::Next(f)) if self.asks_for_something(f) => {
                parts = self.successors(state, f)?;
            }
            Formula::Knows(_, f) | Formula::Branching(_, Temporal::Globally(f) | Temporal::Finally(f)) => {
                parts.extend(self.example(state, f, None)?);
            }
            Formula::Branching(_, operator) => {
                let (f, g) = operator.operands();
                parts.extend(self.example(state, f, None)?);
                parts.extend(g.map_or(Ok(None), |g| self.example(state, g, None))?);
            }
            Formula::Obliged(agent, f) => parts.extend(self.example(state, f, Some(agent))?),
            Formula::Quantified(_, path) => {
                for leaf in leaves(&self.claim.formulas, path) {
                    parts.extend(self.example(state, leaf, None)?);
                }
            }
            _ => {}
        }
        Ok(Reason::Checked(parts))
    }

    /// A state in which a formula with something existential in it is true: this one, or the nearest one after it. For
    /// an agent, a state that is green.
    fn example(&mut self, state: StateId, f: FormulaId, green: Option<AgentId>) -> Result<Option<NodeId>, GaveUp> {
        if !self.asks_for_something(f) {
            return Ok(None);
        }
        let here = self.evidence.states[state].clone();
        let mut satisfying = self.satisfying(f)?;
        let nearest = match green {
            Some(agent) => {
                let red = self.satisfying(self.claim.number(Formula::Red(agent)))?;
                satisfying = self.sets.minus(&satisfying, &red)?;
                let run = self.layers.nearest(self.sets, &satisfying)?;
                run.map(|run| run.last().clone())
            }
            None => {
                let start = self.sets.single(&here)?;
                let path = shortest(self.sets, &start, &self.sets.universe(), &satisfying)?;
                path.and_then(|path| path.last().cloned())
            }
        };
        let Some(nearest) = nearest else { return Ok(None) };
        let number = self.arrive(&nearest, &here)?;
        self.node(number, f).map(Some)
    }

    /// An obligation in each successor of a state, if there are few.
    fn successors(&mut self, state: StateId, f: FormulaId) -> Result<Vec<NodeId>, GaveUp> {
        let here = self.evidence.states[state].clone();
        let mut left = self.sets.after(&self.sets.single(&here)?)?;
        let mut found = Vec::new();
        while let Some(next) = self.sets.some(&left)? {
            if found.len() == FEW {
                return Ok(Vec::new());
            }
            left = self.sets.minus(&left, &self.sets.single(&next)?)?;
            found.push(next);
        }
        found
            .iter()
            .map(|next| {
                let number = self.arrive(next, &here)?;
                self.node(number, f)
            })
            .collect()
    }

    /// Whether something existential is part of a formula.
    fn asks_for_something(&self, formula: FormulaId) -> bool {
        self.claim.asks[formula.index()]
    }
}
