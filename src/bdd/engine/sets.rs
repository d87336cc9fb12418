//! The engine as a source of evidence: its sets of states, for one reading of formulas.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use oxidd::BooleanFunction;
use qmas_encodings::InputId;

use super::super::branching::World;
use super::super::count::count;
use super::super::diagrams::Bdd;
use super::super::runs::Decoder;
use super::{BddEngine, Reading};
use crate::automata::PathFormula;
use crate::engine::{Declined, GaveUp, Traces};
use crate::ir::{AgentId, JointAction, State, VarId};
use crate::logic::{FormulaId, Logic};
use crate::lower::BitLayout;
use crate::run::Run;
use crate::witness::Sets;

/// The sets of an engine for a whole system.
pub struct BddSets<'e> {
    engine: &'e mut BddEngine,
    logic: Logic,
    traces: Traces,
}

impl BddEngine {
    /// Whether the engine looks at all of the system: only then can it be asked for states and what is done in them.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// What knows the meaning of bits.
    pub(super) fn decoder(&self) -> Decoder<'_> {
        Decoder {
            system: &self.model.system,
            symbolic: &self.symbolic,
            diagrams: &self.diagrams,
            relation: &self.relation,
            layout: BitLayout::new(&self.model.system),
        }
    }

    /// Does something with the sets that formulas of a logic speak of; once more from the start with more room, if
    /// there was too little.
    ///
    /// # Errors
    /// The limit that was reached. An engine for a part of a system has no states of the whole.
    pub fn with_sets<T>(
        &mut self,
        logic: Logic,
        mut ask: impl FnMut(&mut BddSets<'_>) -> Result<T, GaveUp>,
    ) -> Result<T, GaveUp> {
        if !self.is_whole() {
            return Err(Declined::PartOnly("states").into());
        }
        let traces = self.options.traces_of(logic);
        self.growing(|engine| ask(&mut BddSets { engine, logic, traces }))
    }
}

impl BddSets<'_> {
    fn reading(&self) -> &Reading {
        self.engine.reading(self.traces)
    }

    fn world(&self) -> World<'_> {
        let (diagrams, relation) = (&self.engine.diagrams, &self.engine.relation);
        World { diagrams, relation, universe: &self.reading().universe }
    }

    /// The bits that these agents see.
    fn seen(&self, agents: &[AgentId]) -> BTreeSet<usize> {
        let agents = agents.iter().map(|agent| &self.engine.symbolic.agents[agent.index()]);
        agents.flat_map(|agent| agent.observes.iter().copied()).collect()
    }

    /// The bits that they do not see, as quantification takes them.
    fn unseen(&mut self, agents: &[AgentId]) -> Result<Bdd, GaveUp> {
        if let Some(unseen) = self.engine.unseen.get(agents) {
            return Ok(unseen.clone());
        }
        let seen = self.seen(agents);
        let state = &self.engine.symbolic.state;
        let inputs: Vec<InputId> =
            (0..state.len()).filter(|bit| !seen.contains(bit)).map(|bit| state[bit].now).collect();
        let cube = self.engine.diagrams.cube(inputs)?;
        self.engine.unseen.insert(agents.to_vec(), cube.clone());
        Ok(cube)
    }

    fn decoder(&self) -> Decoder<'_> {
        self.engine.decoder()
    }
}

impl Sets for BddSets<'_> {
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

    fn with_value(&self, variable: VarId, value: i64) -> Result<Bdd, GaveUp> {
        let layout = BitLayout::new(&self.engine.model.system);
        let Some(mut some) = self.some(&self.universe())? else { return Ok(self.universe()) };
        some.set(variable, value);
        let values = &layout.encode(&self.engine.model.system, &some)[layout.range(variable)];
        let bits = self.engine.symbolic.state[layout.range(variable)].iter();
        let inputs: Vec<InputId> = bits.map(|bit| bit.now).collect();
        let cube = self.engine.diagrams.cube_of(&inputs, values)?;
        self.engine.diagrams.and(&cube, &self.universe())
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

    fn count(&self, set: &Bdd) -> BigUint {
        count(set, self.engine.diagrams.variable_count(), self.engine.symbolic.state.len())
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
        let unseen = self.unseen(agents)?;
        let alike = self.engine.diagrams.exists(set, &unseen)?;
        self.engine.diagrams.and(&alike, &self.universe())
    }

    fn tell_all_apart(&mut self, agents: &[AgentId]) -> Result<bool, GaveUp> {
        let unseen = self.unseen(agents)?;
        let (diagrams, universe) = (&self.engine.diagrams, self.universe());
        let hidden = self.engine.symbolic.state.len() - self.seen(agents).len();
        // A local state stands for as many valuations as the unseen bits have.
        Ok(self.count(&diagrams.exists(&universe, &unseen)?) == self.count(&universe) << hidden)
    }

    fn action(&self, from: &State, to: &State) -> Result<JointAction, GaveUp> {
        self.decoder().action(&self.single(from)?, &self.single(to)?)
    }

    fn run(&mut self, path: PathFormula, from: Option<&State>) -> Result<Option<Run>, GaveUp> {
        self.engine.run_here(self.logic, path, from)
    }
}
