//! The engine as a source of evidence: its sets of states, for one reading of formulas.

use oxidd::BooleanFunction;
use qmas_encodings::InputId;

use super::super::branching::World;
use super::super::diagrams::Bdd;
use super::super::runs::Decoder;
use super::{BddEngine, Reading};
use crate::automata::PathFormula;
use crate::engine::{GaveUp, Traces};
use crate::ir::{AgentId, JointAction, State};
use crate::logic::{FormulaId, Logic};
use crate::lower::BitLayout;
use crate::run::Run;
use crate::witness::Sets;

/// The sets of an engine for a whole system.
pub struct BddSets<'e, 'm> {
    engine: &'e mut BddEngine<'m>,
    logic: Logic,
    traces: Traces,
}

impl<'m> BddEngine<'m> {
    /// Whether the engine looks at all of the system: only then can it be asked for states.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.symbolic.state.len() == BitLayout::new(&self.model.system).bit_count()
    }

    /// Does something with the sets that formulas of a logic speak of; once more from the start with more room, if
    /// there was too little.
    ///
    /// # Errors
    /// The limit that was reached. An engine for a part of a system has no states of the whole.
    pub fn with_sets<T>(
        &mut self,
        logic: Logic,
        mut ask: impl FnMut(&mut BddSets<'_, 'm>) -> Result<T, GaveUp>,
    ) -> Result<T, GaveUp> {
        if !self.is_whole() {
            return Err(GaveUp::Declined("states are of the whole system, not of a part".to_owned()));
        }
        let traces = self.options.traces_of(logic);
        self.growing(|engine| ask(&mut BddSets { engine, logic, traces }))
    }
}

impl BddSets<'_, '_> {
    fn reading(&self) -> &Reading {
        self.engine.reading(self.traces)
    }

    fn world(&self) -> World<'_> {
        let (diagrams, relation) = (&self.engine.diagrams, &self.engine.relation);
        World { diagrams, relation, universe: &self.reading().universe }
    }

    fn decoder(&self) -> Decoder<'_> {
        let engine = &self.engine;
        Decoder {
            system: &engine.model.system,
            symbolic: &engine.symbolic,
            diagrams: &engine.diagrams,
            relation: &engine.relation,
            layout: BitLayout::new(&engine.model.system),
        }
    }
}

impl Sets for BddSets<'_, '_> {
    type Set = Bdd;

    fn satisfying(&mut self, formula: FormulaId) -> Result<Bdd, GaveUp> {
        self.engine.satisfying(self.traces, formula)
    }

    fn universe(&self) -> Bdd {
        self.reading().universe.states.clone()
    }

    fn initial(&self) -> Result<Bdd, GaveUp> {
        self.engine.diagrams.and(&self.engine.initial, &self.universe())
    }

    fn fairness(&self) -> Vec<Bdd> {
        self.reading().universe.fairness.clone()
    }

    fn single(&self, state: &State) -> Result<Bdd, GaveUp> {
        self.decoder().set(state)
    }

    fn and(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.engine.diagrams.and(left, right)
    }

    fn or(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.engine.diagrams.or(left, right)
    }

    fn minus(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.engine.diagrams.minus(left, right)
    }

    fn is_empty(&self, set: &Bdd) -> bool {
        !set.satisfiable()
    }

    fn some(&self, set: &Bdd) -> Result<Option<State>, GaveUp> {
        let some = set.satisfiable();
        Ok(some.then(|| self.decoder().state(set)))
    }

    fn before(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        self.world().exists_next(set)
    }

    fn after(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        let after = self.engine.relation.after(&self.engine.diagrams, set)?;
        self.engine.diagrams.and(&after, &self.universe())
    }

    fn alike(&mut self, set: &Bdd, agents: &[AgentId]) -> Result<Bdd, GaveUp> {
        if !self.engine.unseen.contains_key(agents) {
            let symbolic = &self.engine.symbolic;
            let seen = |bit: &usize| agents.iter().any(|agent| symbolic.agents[agent.index()].observes.contains(bit));
            let unseen = (0..symbolic.state.len()).filter(|bit| !seen(bit));
            let inputs: Vec<InputId> = unseen.map(|bit| symbolic.state[bit].now).collect();
            let cube = self.engine.diagrams.cube(inputs)?;
            self.engine.unseen.insert(agents.to_vec(), cube);
        }
        let alike = self.engine.diagrams.exists(set, &self.engine.unseen[agents])?;
        self.engine.diagrams.and(&alike, &self.universe())
    }

    fn action(&self, from: &State, to: &State) -> Result<JointAction, GaveUp> {
        self.decoder().action(&self.single(from)?, &self.single(to)?)
    }

    fn run(&mut self, path: PathFormula, from: Option<&State>) -> Result<Option<Run>, GaveUp> {
        self.engine.run_here(self.logic, path, from)
    }
}
