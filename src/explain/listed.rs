//! The explicit engine as a source of evidence.

use num_bigint::BigUint;

use crate::automata::PathFormula;
use crate::engine::{EvidenceGap, GaveUp};
use crate::explicit::{Explicit, StateSet};
use crate::ir::{AgentId, Choice, JointAction, OutOfBudget, State, VarId};
use crate::logic::{FormulaId, Logic, Specification};
use crate::options::Options;
use crate::run::Run;
use crate::witness::Sets;

/// Enumerated states.
pub struct Listed<'e, 'm> {
    engine: &'e mut Explicit<'m>,
    options: &'e Options,
    logic: Logic,
    complete: bool,
}

impl<'e, 'm> Listed<'e, 'm> {
    /// The states of an engine, with formulas read as those of `logic` are.
    #[must_use]
    pub fn new(engine: &'e mut Explicit<'m>, options: &'e Options, logic: Logic) -> Self {
        Self { engine, options, logic, complete: true }
    }

    /// Says that the engine knows a part of the states only, so that nothing universal follows from them.
    #[must_use]
    pub fn part(self) -> Self {
        Self { complete: false, ..self }
    }

    fn number(&self, state: &State) -> Result<usize, GaveUp> {
        let found = self.engine.space().find(state);
        found.ok_or_else(|| EvidenceGap::Unreachable("a state of the evidence is not reachable").into())
    }
}

impl Sets for Listed<'_, '_> {
    type Set = StateSet;

    fn satisfying(&mut self, formula: FormulaId) -> Result<StateSet, GaveUp> {
        self.engine.satisfying_specification(Specification { logic: self.logic, formula })
    }

    fn universe(&self) -> StateSet {
        self.engine.universe(self.logic).clone()
    }

    fn initial(&self) -> Result<StateSet, GaveUp> {
        Ok(self.engine.space().initial_states().and(self.engine.universe(self.logic)))
    }

    fn fairness(&self) -> Vec<StateSet> {
        self.engine.fairness(self.logic).to_vec()
    }

    fn single(&self, state: &State) -> Result<StateSet, GaveUp> {
        let mut set = StateSet::empty(self.engine.space().len());
        set.insert(self.number(state)?);
        Ok(set)
    }

    fn with_value(&self, variable: VarId, value: i64) -> Result<StateSet, GaveUp> {
        let (space, universe) = (self.engine.space(), self.engine.universe(self.logic));
        let has = |number: usize| universe.contains(number) && space.value(number, variable) == value;
        Ok(StateSet::collect(space.len(), has))
    }

    fn and(&self, left: &StateSet, right: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(left.and(right))
    }

    fn or(&self, left: &StateSet, right: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(left.or(right))
    }

    fn minus(&self, left: &StateSet, right: &StateSet) -> Result<StateSet, GaveUp> {
        Ok(left.minus(right))
    }

    fn is_empty(&self, set: &StateSet) -> bool {
        set.is_empty()
    }

    fn count(&self, set: &StateSet) -> BigUint {
        set.count().into()
    }

    fn some(&self, set: &StateSet) -> Result<Option<State>, GaveUp> {
        Ok(set.iter().next().map(|number| self.engine.space().state(number)))
    }

    fn before(&self, set: &StateSet) -> Result<StateSet, GaveUp> {
        self.options.limits.check()?;
        let graph = self.engine.space().graph();
        let mut before = StateSet::empty(graph.len());
        for state in set.iter() {
            graph.predecessors(state).for_each(|previous| {
                before.insert(previous);
            });
        }
        Ok(before.and(self.engine.universe(self.logic)))
    }

    fn after(&self, set: &StateSet) -> Result<StateSet, GaveUp> {
        self.options.limits.check()?;
        let graph = self.engine.space().graph();
        let mut after = StateSet::empty(graph.len());
        for state in set.iter() {
            graph.successors(state).for_each(|next| {
                after.insert(next);
            });
        }
        Ok(after.and(self.engine.universe(self.logic)))
    }

    fn alike(&mut self, set: &StateSet, agents: &[AgentId]) -> Result<StateSet, GaveUp> {
        self.options.limits.check()?;
        Ok(self.engine.alike(self.logic, set, agents))
    }

    fn tell_all_apart(&mut self, agents: &[AgentId]) -> Result<bool, GaveUp> {
        self.options.limits.check()?;
        Ok(self.engine.tell_all_apart(self.logic, agents))
    }

    fn action(&self, from: &State, to: &State) -> Result<JointAction, GaveUp> {
        Ok(self.engine.space().action_between(self.number(from)?, self.number(to)?))
    }

    fn choices(&self, state: &State, members: &[AgentId], budget: usize) -> Option<Result<Vec<Choice>, OutOfBudget>> {
        let space = self.engine.space();
        Some(space.choices(space.find(state)?, members, budget))
    }

    fn contains(&self, set: &StateSet, state: &State) -> Result<bool, GaveUp> {
        Ok(set.contains(self.number(state)?))
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    fn run(&mut self, path: PathFormula, from: Option<&State>) -> Result<Option<Run>, GaveUp> {
        self.engine.run(self.logic, (path.sign, path.formula), from)
    }
}
