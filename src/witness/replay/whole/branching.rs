//! CTL over a relation that need not be total (ISPL, section 4), on fair paths where there are constraints (section 6).
//! Clarke, Emerson and Sistla, "Automatic verification of finite-state concurrent systems" (TOPLAS 1986).

use super::forever::forever;
use super::judge::World;
use super::{Set, Whole, and, or};
use crate::logic::{FormulaId, Quantifier, Temporal};

impl Whole<'_> {
    pub(super) fn branching<'s>(
        &self,
        world: &World,
        quantifier: Quantifier,
        operator: Temporal,
        of: impl Fn(FormulaId) -> &'s Set,
    ) -> Set {
        match quantifier {
            Quantifier::Exists => self.exists(world, operator, of),
            Quantifier::Forall => self.forall(world, operator, of),
        }
    }

    fn exists<'s>(&self, world: &World, operator: Temporal, of: impl Fn(FormulaId) -> &'s Set) -> Set {
        match operator {
            Temporal::Next(f) => self.can_step(world, of(f)),
            Temporal::Finally(f) => self.until(&world.universe, of(f)),
            Temporal::Globally(f) => self.globally(world, of(f)),
            Temporal::Until(f, g) => self.until(of(f), of(g)),
            Temporal::WeakUntil(f, g) => or(&self.until(of(f), of(g)), &self.globally(world, of(f))),
            Temporal::Release(f, g) => or(&self.until(of(g), &and(of(f), of(g))), &self.globally(world, of(g))),
        }
    }

    /// By duality: a path that does not satisfy the operator.
    fn forall<'s>(&self, world: &World, operator: Temporal, of: impl Fn(FormulaId) -> &'s Set) -> Set {
        let not = |f| world.not(of(f));
        let neither = |f, g| and(&not(f), &not(g));
        world.not(&match operator {
            Temporal::Next(f) => self.can_step(world, &not(f)),
            Temporal::Finally(f) => self.globally(world, &not(f)),
            Temporal::Globally(f) => self.until(&world.universe, &not(f)),
            Temporal::Until(f, g) => or(&self.until(&not(g), &neither(f, g)), &self.globally(world, &not(g))),
            Temporal::WeakUntil(f, g) => self.until(&not(g), &neither(f, g)),
            Temporal::Release(f, g) => self.until(&not(f), &not(g)),
        })
    }

    fn can_step(&self, world: &World, goal: &Set) -> Set {
        let steps = self.next.iter().map(|next| next.iter().any(|&to| goal[to as usize]));
        steps.zip(&world.universe).map(|(can, is_there)| can && *is_there).collect()
    }

    /// f until g: backwards from where g is true.
    fn until(&self, f: &Set, g: &Set) -> Set {
        let mut found = g.clone();
        let mut work: Vec<usize> = (0..self.len()).filter(|&state| g[state]).collect();
        while let Some(state) = work.pop() {
            for &from in &self.before[state] {
                let from = from as usize;
                if f[from] && !std::mem::replace(&mut found[from], true) {
                    work.push(from);
                }
            }
        }
        found
    }

    /// f forever, on a fair path.
    fn globally(&self, world: &World, f: &Set) -> Set {
        forever(&self.next, f, &world.fairness)
    }
}
