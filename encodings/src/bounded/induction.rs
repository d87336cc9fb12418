//! Proofs of AG φ by induction on the length of runs, which often end long before all runs repeat a state.
//!
//! Sheeran, Singh, Stålmarck: "Checking safety properties using induction and a SAT-solver" (FMCAD 2000). The base says
//! that φ is true in all states that are reached in at most k steps. The step says that φ is true at the end of every path of
//! k + 1 steps through different states, wherever it starts among the states that may be reachable, and, if φ has no
//! operators, as long as φ is true before. Both together are sound: of the reachable states that violate φ take a
//! nearest one. By the base it is farther than k steps away, so a shortest run to it ends with a path of k + 1 steps
//! through different states, all of them nearer and therefore without violation; the step contradicts. The start of the path
//! is reachable, so any superset of the reachable states may be taken for it, and Enc_k in place of φ at its end, which
//! implies φ. Where φ has operators the assumption on the states before is dropped, which only asks for more.

use super::encoder::{Encoded, Encoder, Path, Reachable};
use super::formula::{Formula, FormulaId, Temporal};
use super::scope::{Part, Scope};
use crate::circuit::Lit;
use crate::hash::FastMap;
use crate::qbf::{Qbf, Quantifier};
use crate::sat::Stop;

impl Encoder {
    /// φ, if `formula` is AG φ and both questions of the induction are plain SAT.
    #[must_use]
    pub fn invariant(&self, formula: FormulaId) -> Option<FormulaId> {
        let &Formula::Path(Quantifier::Forall, Temporal::Release(never, invariant)) = self.formulas.get(formula) else {
            return None;
        };
        let plain = self.formulas.is_universal(invariant);
        (plain && self.formulas.as_state(never) == Some(Lit::FALSE)).then_some(invariant)
    }

    /// Base and step of the induction at a bound.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn induction(&mut self, invariant: FormulaId, bound: usize, reachable: Reachable) -> Result<[Qbf; 2], Stop> {
        (self.bound, self.reachable) = (bound, reachable);
        Ok([self.base(invariant)?, self.inductive_step(invariant)?])
    }

    fn base(&mut self, invariant: FormulaId) -> Result<Qbf, Stop> {
        let scope = self.names.part(Scope::ROOT, Part::Base);
        let (start, inputs) = self.fresh(scope, &FastMap::default());
        let initial = self.initial(&start);
        let Path { states, paths, inputs: steps } = self.path(&start, scope, self.bound)?;
        let mut all = Encoded::plain(Lit::TRUE);
        for (at, (state, &reached)) in states.iter().zip(&paths).enumerate() {
            let inner = self.names.part(scope, Part::Each(at));
            let holds = self.encode(invariant, state, inner)?;
            let holds = holds.or(Encoded::plain(!reached), &mut self.system.circuit);
            all = all.and(holds, &mut self.system.circuit);
        }
        let all = all.or(Encoded::plain(!initial), &mut self.system.circuit);
        Ok(self.closed(all.within(Quantifier::Forall, inputs).within(Quantifier::Forall, steps)))
    }

    fn inductive_step(&mut self, invariant: FormulaId) -> Result<Qbf, Stop> {
        let scope = self.names.part(Scope::ROOT, Part::Step);
        let (start, inputs) = self.fresh(scope, &FastMap::default());
        let may_be_reached = match self.reachable {
            Reachable::Exactly(reachable) => self.holds(reachable, &start),
            Reachable::Unknown | Reachable::Within(_) => self.domain(&start),
        };
        let Path { states, paths, inputs: steps } = self.path(&start, scope, self.bound + 1)?;
        let mut assumed = vec![may_be_reached, paths[self.bound + 1], !self.repeated_state(&states)];
        if let Some(lit) = self.formulas.as_state(invariant) {
            for state in &states[..=self.bound] {
                assumed.push(self.holds(lit, state));
            }
        }
        let assumed = self.system.circuit.and_all(assumed);
        let inner = self.names.part(scope, Part::Each(self.bound + 1));
        let holds = self.encode(invariant, &states[self.bound + 1], inner)?;
        let holds = holds.or(Encoded::plain(!assumed), &mut self.system.circuit);
        Ok(self.closed(holds.within(Quantifier::Forall, inputs).within(Quantifier::Forall, steps)))
    }

    fn closed(&self, encoded: Encoded) -> Qbf {
        Qbf { prefix: encoded.prefix.into_blocks(), matrix: encoded.lit }.normalised(&self.system.circuit)
    }
}
