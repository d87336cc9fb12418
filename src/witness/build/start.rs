//! Where to start: of all states in which something can be shown, one from which that takes few steps.

use super::super::lasso::lasso;
use super::super::sets::Sets;
use super::builder::Builder;
use crate::engine::GaveUp;
use crate::ir::State;
use crate::logic::{Formula, FormulaId, Quantifier, Temporal};

/// How deep a formula is looked into to choose where to start.
pub(super) const DEEP: usize = 20;

impl<S: Sets> Builder<'_, S> {
    /// One of these states, in all of which a formula is true: one from which few steps have to be shown.
    pub(super) fn best(&mut self, among: &S::Set, formula: FormulaId, deep: usize) -> Result<Option<State>, GaveUp> {
        let any = self.sets.some(among)?;
        if any.is_none() || self.is_evident(formula) || deep == 0 {
            return Ok(any);
        }
        Ok(match self.claim.formulas.get(formula) {
            Formula::And(f, g) => self.best(among, if self.is_evident(f) { g } else { f }, deep - 1)?,
            Formula::Or(f, g) => {
                let (first, second) = if self.is_evident(g) { (g, f) } else { (f, g) };
                let satisfying = self.satisfying(first)?;
                match self.best(&self.sets.and(among, &satisfying)?, first, deep - 1)? {
                    Some(found) => Some(found),
                    None => self.best(among, second, deep - 1)?,
                }
            }
            Formula::Branching(Quantifier::Exists, Temporal::Next(f)) => {
                let goal = self.satisfying(f)?;
                let after = self.sets.and(&self.sets.after(among)?, &goal)?;
                match self.best(&after, f, deep - 1)? {
                    Some(next) => {
                        let before = self.sets.before(&self.sets.single(&next)?)?;
                        self.sets.some(&self.sets.and(&before, among)?)?
                    }
                    None => any,
                }
            }
            Formula::Branching(Quantifier::Exists, Temporal::Finally(g)) => {
                self.reach(None, g, among)?.into_iter().next()
            }
            Formula::Branching(Quantifier::Exists, Temporal::Until(f, g)) => {
                self.reach(Some(f), g, among)?.into_iter().next()
            }
            Formula::Branching(Quantifier::Exists, Temporal::Globally(_)) => {
                let staying = self.satisfying(formula)?;
                lasso(self.sets, among, &staying)?.map(|run| run.first().clone())
            }
            _ => any,
        })
    }
}
