//! A(φ R ψ), and so AG ψ, by induction on the length of paths, which often ends long before all paths repeat a state.
//!
//! Sheeran, Singh, Stålmarck: "Checking safety properties using induction and a SAT-solver" (FMCAD 2000). The *step* at
//! bound k says that ψ is true at the end of every path of k + 1 steps through different states, wherever it starts
//! among the states that may be reachable, and, if ψ has no operators, as long as ψ is true before. Once it is proved,
//! A(φ R ψ) is *settled*: from whatever state, in whatever formula, only paths of k steps have to be looked at. For let
//! w be reachable and A(φ R ψ) be false there: some path from w leads through states with ¬φ to one with ¬ψ. Take a
//! shortest one. Its states differ, for otherwise it could be cut; before its end ψ is true, for otherwise it could end
//! there. If it had more than k steps, its last k + 1 steps would contradict the step. So it has at most k, and
//! Enc_k, which looks at these, is not true without the end of its paths being looked at. The paper's base, that ψ is true
//! in all states within k steps, is the question itself, asked of a settled formula.
//!
//! The start of the path is reachable, so any superset of the reachable states may be taken for it, and Enc_k in place of
//! ψ at its end, which implies ψ. Where ψ has operators the assumption on the states before is dropped, which only
//! asks for more. What is settled at k is settled at every larger bound: a longer path ends with one of k + 1 steps.

use super::encoder::{Encoded, Encoder, Reachable};
use super::formula::{Formula, FormulaId, Temporal};
use super::repetition::Pair;
use super::scope::{Part, Scope};
use super::state::Path;
use crate::hash::FastMap;
use crate::qbf::{Qbf, Quantifier};
use crate::sat::Stop;

impl Encoder {
    /// The parts A(φ R ψ) of a formula whose steps are plain SAT and that are not settled.
    #[must_use]
    pub fn unsettled(&self, root: FormulaId) -> Vec<FormulaId> {
        let waits = |id: &FormulaId| match self.formulas.get(*id) {
            Formula::Path(Quantifier::Forall, operator @ Temporal::Release(_, ends)) => {
                self.formulas.is_universal(*ends) && !self.settled.contains(operator)
            }
            _ => false,
        };
        self.formulas.below(root).into_iter().filter(waits).collect()
    }

    /// Takes note that the step was proved.
    pub fn settle(&mut self, release: FormulaId) {
        if let Formula::Path(_, operator) = self.formulas.get(release) {
            self.settled.insert(*operator);
        }
    }

    /// The step for A(φ R ψ) at a bound; true for a formula of another kind.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn step_of(&mut self, release: FormulaId, bound: usize, reachable: Reachable) -> Result<Qbf, Stop> {
        let &Formula::Path(_, Temporal::Release(_, ends)) = self.formulas.get(release) else {
            return Ok(Qbf::new(crate::circuit::Lit::TRUE));
        };
        (self.bound, self.reachable) = (bound, reachable);
        self.demands.start(self.savings.lazy);
        let scope = self.names.part(Scope::ROOT, Part::Step(release.index()));
        let (start, inputs) = self.fresh(scope, &FastMap::default());
        let may_be_reached = match self.reachable {
            Reachable::Exactly(reachable) => self.holds(reachable, &start),
            Reachable::Unknown | Reachable::Within(_) => self.domain(&start),
        };
        let Path { states, paths, inputs: steps } = self.path(&start, scope, bound + 1)?;
        let mut assumed = vec![may_be_reached, paths[bound + 1]];
        if let Some(lit) = self.formulas.as_state(ends) {
            for state in &states[..=bound] {
                assumed.push(self.holds(lit, state));
            }
        }
        let assumed = self.system.circuit.and_all(assumed);
        let unrepeated = self.unrepeated(Pair::State, &states, assumed, scope);
        let assumed = self.system.circuit.and(assumed, unrepeated);
        let inner = self.names.part(scope, Part::Each(bound + 1));
        let holds = self.encode(ends, &states[bound + 1], inner)?;
        let holds = holds.or(Encoded::plain(!assumed), &mut self.system.circuit);
        let closed = holds.within(Quantifier::Forall, inputs).within(Quantifier::Forall, steps);
        Ok(Qbf { prefix: closed.prefix.into_blocks(), matrix: closed.lit }.normalised(&self.system.circuit))
    }
}
