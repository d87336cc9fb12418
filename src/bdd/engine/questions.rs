//! Questions about paths and sets of states, beyond verdicts: runs as evidence, and how two formulas relate.

use oxidd::BooleanFunction;

use super::super::branching::World;
use super::super::paths::{Paths, state_subformulas};
use super::super::runs::Decoder;
use super::{BddEngine, Reading};
use crate::automata::PathFormula;
use crate::engine::{Declined, GaveUp, Traces};
use crate::ir::State;
use crate::logic::{Logic, Specification};
use crate::lower::BitLayout;
use crate::run::Run;

impl BddEngine {
    /// A run on which a path formula is true, read as formulas of `logic` are, from one state or from any initial one; a
    /// short one. Without one there is no such path.
    ///
    /// # Errors
    /// The limit that was reached. An engine for a part of the system has no runs of the whole.
    pub fn run(&mut self, logic: Logic, path: PathFormula, from: Option<&State>) -> Result<Option<Run>, GaveUp> {
        if self.symbolic.state.len() < BitLayout::new(&self.model.system).bit_count() {
            return Err(Declined::PartOnly("runs").into());
        }
        self.growing(|engine| engine.run_here(logic, path, from))
    }

    /// Looks for a run in the room that there is: it gives up where [`BddEngine::run`] would make more.
    pub(super) fn run_here(
        &mut self,
        logic: Logic,
        path: PathFormula,
        from: Option<&State>,
    ) -> Result<Option<Run>, GaveUp> {
        let traces = self.options.traces_of(logic);
        for formula in state_subformulas(&self.model.formulas, path.formula) {
            self.satisfying(traces, formula)?;
        }
        let (system, layout) = (&self.model.system, BitLayout::new(&self.model.system));
        let (symbolic, diagrams, relation) = (&self.symbolic, &self.diagrams, &self.relation);
        let decoder = Decoder { system, symbolic, diagrams, relation, layout };
        let from = from.map_or_else(|| Ok(self.initial.clone()), |state| decoder.set(state))?;
        let walk = self.paths(traces).walk(path, &from)?;
        walk.map(|walk| decoder.run(&walk)).transpose()
    }

    /// Whether all states that satisfy the first specification satisfy the second.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn implies(&mut self, first: Specification, second: Specification) -> Result<bool, GaveUp> {
        let counterexamples = self.growing(|engine| {
            let left = engine.satisfying(engine.options.traces_of(first.logic), first.formula)?;
            let right = engine.satisfying(engine.options.traces_of(second.logic), second.formula)?;
            engine.diagrams.minus(&left, &right)
        })?;
        Ok(!counterexamples.satisfiable())
    }

    /// Path quantifiers over state formulas that are known.
    pub(super) fn paths(&self, traces: Traces) -> Paths<'_> {
        let Reading { universe, known } = self.reading(traces);
        let world = World { diagrams: &self.diagrams, relation: &self.relation, universe };
        let (formulas, size, limits) = (&self.model.formulas, self.options.own.automata, &self.options.limits);
        Paths { world, traces, formulas, known, size, limits, largest: &self.largest_automaton }
    }
}
