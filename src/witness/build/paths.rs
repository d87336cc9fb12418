//! Paths that existential quantifiers are shown with, and what has to be known of the states along them.

use std::collections::BTreeMap;

use super::super::deepening::{Wanted, shorter};
use super::super::evidence::{Path, Reason, StateId};
use super::super::lasso::lasso;
use super::super::search::{run, shortest};
use super::super::sets::Sets;
use super::super::word::{Word, leaves, size};
use super::builder::{Builder, missing};
use super::start::DEEP;
use crate::engine::GaveUp;
use crate::ir::State;
use crate::logic::{Formula, FormulaId, Quantifier, Temporal};
use crate::run::Run;

impl<S: Sets> Builder<'_, S> {
    /// The run that CTL's E asks for.
    pub(super) fn branching(&mut self, here: &State, formula: FormulaId, operator: Temporal) -> Result<Run, GaveUp> {
        let start = self.sets.single(here)?;
        match operator {
            Temporal::Next(f) => {
                let goal = self.satisfying(f)?;
                let among = self.sets.and(&self.sets.after(&start)?, &goal)?;
                let next = self.best(&among, f, DEEP)?;
                run(self.sets, std::iter::once(here.clone()).chain(next).collect(), None)
            }
            Temporal::Finally(g) => {
                let path = self.reach(None, g, &start)?;
                run(self.sets, path, None)
            }
            Temporal::Until(f, g) => {
                let path = self.reach(Some(f), g, &start)?;
                run(self.sets, path, None)
            }
            Temporal::Globally(_) => {
                let staying = self.satisfying(formula)?;
                lasso(self.sets, &start, &staying)?.ok_or_else(|| missing("a path"))
            }
            Temporal::Release(f, g) => {
                let (f, g_set) = (self.satisfying(f)?, self.satisfying(g)?);
                let goal = self.sets.and(&f, &g_set)?;
                if let Some(path) = shortest(self.sets, &start, &g_set, &goal)? {
                    return run(self.sets, path, None);
                }
                let forever = Formula::Branching(Quantifier::Exists, Temporal::Globally(g));
                let staying = self.satisfying(self.claim.number(forever))?;
                lasso(self.sets, &start, &staying)?.ok_or_else(|| missing("a path"))
            }
            Temporal::WeakUntil(..) => unreachable!("`negation_normal_form` leaves it to strategies"),
        }
    }

    /// A shortest path from one of these states to one in which `goal` is true, `through` being true before: E F, E U.
    pub(super) fn reach(
        &mut self,
        through: Option<FormulaId>,
        goal: FormulaId,
        from: &S::Set,
    ) -> Result<Vec<State>, GaveUp> {
        let within = match through {
            Some(through) => self.satisfying(through)?,
            None => self.sets.universe(),
        };
        let goal = self.satisfying(goal)?;
        let path = shortest(self.sets, from, &within, &goal)?;
        path.ok_or_else(|| missing("a path"))
    }

    /// A path on which a path formula is true from one of these states, no longer than the one that was found; a shortest
    /// one where few states matter.
    pub(super) fn shortest_word(&mut self, path: FormulaId, from: &S::Set, found: Run) -> Result<Run, GaveUp> {
        let mut true_in = Vec::new();
        for leaf in leaves(&self.claim.formulas, path) {
            true_in.push((leaf, self.satisfying(leaf)?));
        }
        let formulas = &self.claim.formulas;
        let wanted =
            Wanted { formulas, path, size: size(formulas, path), leaves: true_in, traces: self.evidence.traces };
        let shorter = shorter(self.sets, &wanted, from, found.states.len(), &mut self.patience)?;
        Ok(shorter.unwrap_or(found))
    }

    /// A run as a reason, with obligations where they are needed.
    pub(super) fn path(&mut self, formula: FormulaId, run: Run) -> Result<Reason, GaveUp> {
        let states: Vec<StateId> = run.states.iter().map(|state| self.state(state)).collect();
        let last = states.len() - 1;
        let mut parts = Vec::new();
        let claims: Vec<(usize, FormulaId)> = match self.claim.formulas.get(formula) {
            Formula::Quantified(_, path) => self.claims(path, &states, run.back_to)?,
            Formula::Branching(_, operator) => {
                let before = |f: FormulaId, to: usize| (0..to).map(move |at| (at, f));
                match operator {
                    Temporal::Next(f) | Temporal::Finally(f) => vec![(last, f)],
                    Temporal::Until(f, g) => before(f, last).chain([(last, g)]).collect(),
                    Temporal::Globally(f) => before(f, last + 1).collect(),
                    Temporal::Release(f, g) | Temporal::WeakUntil(g, f) => {
                        let end = run.back_to.is_none().then_some((last, f));
                        before(g, last + 1).chain(end).collect()
                    }
                }
            }
            _ => unreachable!("`root` and `reason` have paths for path quantifiers only"),
        };
        for (at, claim) in claims {
            if !self.is_evident(claim) {
                parts.push((at, self.node(states[at], claim)?));
            }
        }
        if run.back_to.is_none()
            && let Some(fair) = self.fair
        {
            parts.push((last, self.node(states[last], fair)?));
        }
        let fair = self.constraints(&run)?;
        Ok(Reason::Path(Path { states, actions: run.actions, back_to: run.back_to, parts, fair }))
    }

    /// Where the loop of a run meets each constraint of the Fairness section.
    fn constraints(&self, run: &Run) -> Result<Vec<(usize, usize)>, GaveUp> {
        let mut met = Vec::new();
        let (Some(start), Some(_)) = (run.back_to, self.fair) else { return Ok(met) };
        for (number, constraint) in self.sets.fairness().iter().enumerate() {
            for (at, state) in run.states.iter().enumerate().skip(start) {
                if self.sets.contains(constraint, state)? {
                    met.push((number, at));
                    break;
                }
            }
        }
        Ok(met)
    }

    /// What has to be known of single states so that a path formula is true on a path; nothing that could be left out.
    fn claims(
        &mut self,
        path: FormulaId,
        states: &[StateId],
        back_to: Option<usize>,
    ) -> Result<Vec<(usize, FormulaId)>, GaveUp> {
        let mut known: BTreeMap<(FormulaId, usize), bool> = BTreeMap::new();
        let mut optional = Vec::new();
        for leaf in leaves(&self.claim.formulas, path) {
            for (at, &state) in states.iter().enumerate() {
                known.insert((leaf, at), self.holds(state, leaf)?);
                if !self.is_evident(leaf) {
                    optional.push((leaf, at));
                }
            }
        }
        let word = Word { len: states.len(), back_to };
        let mut claims = Vec::new();
        for (leaf, at) in optional {
            let Some(value) = known.remove(&(leaf, at)) else { continue };
            let says = |leaf: FormulaId, at: usize| known.get(&(leaf, at)).copied();
            if !word.satisfies(&self.claim.formulas, path, says) {
                known.insert((leaf, at), value);
                claims.extend(if value { Some(leaf) } else { self.claim.negation(leaf) }.map(|claim| (at, claim)));
            }
        }
        Ok(claims)
    }
}
