//! Paths, executed, and what must be true along them.

use super::super::evidence::{NodeId, Path, StateId};
use super::super::word::Word;
use super::outcome::{Checked, Mismatch, Unseen, wrong};
use super::replayer::Replayer;
use crate::engine::Traces;
use crate::logic::{FormulaId, Temporal};

impl Replayer<'_> {
    /// Executes a path; all its states are reached then.
    pub(super) fn path(&mut self, id: NodeId, start: StateId, path: &Path) -> Checked {
        if path.states.first() != Some(&start) {
            return wrong("the path begins elsewhere");
        }
        if path.back_to.is_some_and(|back| back >= path.states.len()) {
            return wrong("the loop goes back to nowhere");
        }
        if path.actions.len() + usize::from(path.back_to.is_none()) != path.states.len() {
            return wrong(format!("{} actions for {} states", path.actions.len(), path.states.len()));
        }
        let next = path.states.iter().skip(1).copied().chain(path.back_to.map(|back| path.states[back]));
        for (at, (action, next)) in path.actions.iter().zip(next).enumerate() {
            let step = self.runner.step(self.state(path.states[at])?, action, self.state(next)?);
            step.map_err(|mismatch| Mismatch { position: Some(at), ..mismatch })?;
        }
        for &(at, part) in &path.parts {
            let Some(&state) = path.states.get(at) else { return wrong(format!("there is no position {at}")) };
            let formula = self.get(part)?.formula;
            self.part(part, state, formula).map_err(|mismatch| Mismatch { position: Some(at), ..mismatch })?;
        }
        self.done.steps += path.actions.len();
        self.reached.extend(&path.states);
        match (self.fair, path.back_to) {
            (Some(_), Some(back)) => self.constraints(id, path, back),
            (Some(fair), None) => self.true_at(path, path.states.len() - 1, fair),
            (None, _) => Ok(()),
        }
    }

    /// Whether the loop meets every constraint of the Fairness section.
    fn constraints(&mut self, id: NodeId, path: &Path, back: usize) -> Checked {
        for (number, constraint) in self.claim.constraints.clone().into_iter().enumerate() {
            let Some(&(_, at)) = path.fair.iter().find(|(met, _)| *met == number) else {
                return wrong(format!("fairness constraint {} is not met", number + 1));
            };
            if at < back || at >= path.states.len() {
                return wrong(format!("fairness constraint {} is not met on the loop", number + 1));
            }
            let state = self.state(path.states[at])?;
            let met = match &self.judge {
                _ if self.claim.is_evident(constraint) => self.claim.is_true(&self.model.system, constraint, state),
                Ok(judge) => judge.meets(number, state),
                &Err(why) => {
                    self.not_seen(Unseen::Constraint(id, number), why);
                    continue;
                }
            };
            if !met {
                return Err(Mismatch {
                    node: None,
                    position: Some(at),
                    what: format!("fairness constraint {} is false there", number + 1),
                });
            }
        }
        Ok(())
    }

    /// Whether a formula is shown at a position: it is evident, or there is a part.
    fn true_at(&self, path: &Path, at: usize, formula: FormulaId) -> Checked {
        let shown = if self.claim.is_evident(formula) {
            self.claim.is_true(&self.model.system, formula, self.state(path.states[at])?)
        } else {
            let says = |part: NodeId| self.part(part, path.states[at], formula).is_ok();
            path.parts.iter().any(|&(position, part)| position == at && says(part))
        };
        if shown {
            Ok(())
        } else {
            Err(Mismatch { node: None, position: Some(at), what: "what the path must satisfy is not shown".to_owned() })
        }
    }

    pub(super) fn branching(&self, path: &Path, operator: Temporal) -> Checked {
        let last = path.states.len() - 1;
        let all = |f: FormulaId, to: usize| (0..to).try_for_each(|at| self.true_at(path, at, f));
        match (operator, path.back_to) {
            (Temporal::Next(f), None) if last == 1 => self.true_at(path, 1, f),
            (Temporal::Finally(f), None) => self.true_at(path, last, f),
            (Temporal::Until(f, g), None) => all(f, last).and_then(|()| self.true_at(path, last, g)),
            (Temporal::Globally(f), Some(_)) => all(f, last + 1),
            (Temporal::Release(_, g), Some(_)) => all(g, last + 1),
            (Temporal::Release(f, g), None) => all(g, last + 1).and_then(|()| self.true_at(path, last, f)),
            _ => wrong("the path has not the shape that its formula asks for"),
        }
    }

    pub(super) fn quantified(&self, path: &Path, inner: FormulaId) -> Checked {
        if (self.evidence.traces == Traces::Infinite) != path.back_to.is_some() {
            return wrong("the path has not the shape that its formula asks for");
        }
        let says = |leaf: FormulaId, at: usize| {
            if self.claim.is_evident(leaf) {
                let state = self.state(path.states[at]).ok()?;
                return Some(self.claim.is_true(&self.model.system, leaf, state));
            }
            let negated = self.claim.negation(leaf)?;
            if self.true_at(path, at, leaf).is_ok() {
                Some(true)
            } else if self.true_at(path, at, negated).is_ok() {
                Some(false)
            } else {
                None
            }
        };
        let word = Word { len: path.states.len(), back_to: path.back_to };
        if word.satisfies(&self.claim.formulas, inner, says) {
            Ok(())
        } else {
            wrong("the path formula is not true on the path")
        }
    }
}
