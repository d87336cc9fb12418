//! CTL on sets of states, deadlocks included; fairness is data. Emerson and Lei, "Efficient model checking in fragments
//! of the propositional mu-calculus" (LICS 1986).
//!
//! | formula | states |
//! |---|---|
//! | EX p | of U with a successor in p |
//! | E(p U q) | μZ. q ∨ (p ∧ EX Z) |
//! | EG p | νZ. p ∧ EX Z; with fairness νZ. p ∧ ⋀_C EX E(p U (Z ∧ p ∧ C)) |
//! | E(p R q) | E(q U (p ∧ q)) ∨ EG q |
//! | A… | the complement, within U, of the dual |

use std::cell::OnceCell;

use super::diagrams::{Bdd, Diagrams};
use super::relation::Relation;
use crate::engine::GaveUp;
use crate::logic::{FormulaId, Quantifier, Temporal};

/// The states that formulas speak of, and what makes a path fair.
#[derive(Clone)]
pub(super) struct Universe {
    /// Reachable states; with fairness, those that have a fair path.
    pub(super) states: Bdd,
    pub(super) fairness: Vec<Bdd>,
    /// The states that start an infinite fair path, once they have been asked for.
    endless: OnceCell<Bdd>,
}

impl Universe {
    /// These states; paths must meet each set of `fairness` again and again.
    pub(super) fn new(states: Bdd, fairness: Vec<Bdd>) -> Self {
        Self { states, fairness, endless: OnceCell::new() }
    }

    /// All sets that it consists of.
    pub(super) fn sets(&self) -> impl Iterator<Item = &Bdd> {
        [&self.states].into_iter().chain(&self.fairness).chain(self.endless.get())
    }

    /// The same universe in another manager; `next` has the sets of this one there, in their order.
    pub(super) fn moved(&self, next: &mut impl FnMut() -> Bdd) -> Self {
        let (states, fairness) = (next(), self.fairness.iter().map(|_| next()).collect());
        let endless = self.endless.get().map(|_| OnceCell::from(next())).unwrap_or_default();
        Self { states, fairness, endless }
    }

    /// The part of this universe that starts infinite fair paths.
    pub(super) fn fair_part(&self, diagrams: &Diagrams, relation: &Relation) -> Result<Self, GaveUp> {
        let states = World { diagrams, relation, universe: self }.endless()?;
        Ok(Self { endless: OnceCell::from(states.clone()), states, fairness: self.fairness.clone() })
    }
}

/// Operators of one universe.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub(super) diagrams: &'a Diagrams,
    pub(super) relation: &'a Relation,
    pub(super) universe: &'a Universe,
}

impl World<'_> {
    /// Within the universe.
    pub(super) fn complement(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        self.diagrams.minus(&self.universe.states, set)
    }

    pub(super) fn exists_next(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        self.relation.preimage(self.diagrams, &self.universe.states, set)
    }

    pub(super) fn exists_until(&self, p: &Bdd, q: &Bdd) -> Result<Bdd, GaveUp> {
        self.relation.backward_closure(self.diagrams, p, q)
    }

    pub(super) fn exists_globally(&self, p: &Bdd) -> Result<Bdd, GaveUp> {
        if self.universe.fairness.is_empty() {
            return self.relation.forever(self.diagrams, p);
        }
        let mut states = p.clone();
        loop {
            let mut fewer = states.clone();
            for constraint in &self.universe.fairness {
                fewer = self.towards_again(fewer, constraint)?;
            }
            if fewer == states {
                return Ok(states);
            }
            states = fewer;
        }
    }

    /// The states that start an infinite fair path.
    pub(super) fn endless(&self) -> Result<Bdd, GaveUp> {
        if let Some(known) = self.universe.endless.get() {
            return Ok(known.clone());
        }
        let total = self.universe.fairness.is_empty() && self.relation.is_total();
        let all = &self.universe.states;
        let states = if total { all.clone() } else { self.exists_globally(all)? };
        Ok(self.universe.endless.get_or_init(|| states).clone())
    }

    /// νZ. set ∧ Z ∧ EX E(Z U (Z ∧ goal)): the states from which one can come to `goal` again and again within `set`.
    fn towards_again(&self, mut set: Bdd, goal: &Bdd) -> Result<Bdd, GaveUp> {
        loop {
            let goal = self.diagrams.and(&set, goal)?;
            let towards = self.exists_until(&set, &goal)?;
            let fewer = self.relation.preimage(self.diagrams, &towards, &towards)?;
            if fewer == set {
                return Ok(set);
            }
            set = fewer;
        }
    }

    /// A quantifier and a temporal operator over the sets of its operands.
    pub(super) fn branching(
        &self,
        quantifier: Quantifier,
        operator: Temporal,
        of: impl Fn(FormulaId) -> Bdd,
    ) -> Result<Bdd, GaveUp> {
        match quantifier {
            Quantifier::Exists => self.exists(operator, of),
            Quantifier::Forall => {
                let not = |f: FormulaId| self.complement(&of(f));
                let some = match operator {
                    Temporal::Next(p) => self.exists_next(&not(p)?)?,
                    Temporal::Finally(p) => self.exists_globally(&not(p)?)?,
                    Temporal::Globally(p) => self.exists_until(&self.universe.states, &not(p)?)?,
                    // ¬A(p U q) = E(¬q U (¬p ∧ ¬q)) ∨ EG ¬q
                    Temporal::Until(p, q) => {
                        let neither = self.diagrams.and(&not(p)?, &not(q)?)?;
                        let without = not(q)?;
                        let fails = self.exists_until(&without, &neither)?;
                        self.diagrams.or(&fails, &self.exists_globally(&without)?)?
                    }
                    Temporal::Release(p, q) => self.exists_until(&not(p)?, &not(q)?)?,
                    Temporal::WeakUntil(p, q) => {
                        let neither = self.diagrams.and(&not(p)?, &not(q)?)?;
                        self.exists_until(&not(q)?, &neither)?
                    }
                };
                self.complement(&some)
            }
        }
    }

    fn exists(&self, operator: Temporal, of: impl Fn(FormulaId) -> Bdd) -> Result<Bdd, GaveUp> {
        match operator {
            Temporal::Next(p) => self.exists_next(&of(p)),
            Temporal::Finally(p) => self.exists_until(&self.universe.states, &of(p)),
            Temporal::Globally(p) => self.exists_globally(&of(p)),
            Temporal::Until(p, q) => self.exists_until(&of(p), &of(q)),
            Temporal::Release(p, q) => {
                let both = self.diagrams.and(&of(p), &of(q))?;
                let released = self.exists_until(&of(q), &both)?;
                self.diagrams.or(&released, &self.exists_globally(&of(q))?)
            }
            Temporal::WeakUntil(p, q) => {
                let until = self.exists_until(&of(p), &of(q))?;
                self.diagrams.or(&until, &self.exists_globally(&of(p))?)
            }
        }
    }
}
