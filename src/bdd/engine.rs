//! The engine: prepares a model, answers specifications, and keeps what it found.

mod evaluate;
mod making;
mod moves;
mod questions;
mod sets;
mod small;
mod together;

pub use sets::BddSets;

pub(crate) use moves::ChoiceUse;
pub(crate) use together::Together;

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use num_bigint::BigUint;
use oxidd::{BooleanFunction, Function};
use qmas_encodings::{Circuit, InputId, Lit, SymbolicSystem};

use super::branching::Universe;
use super::circuit::to_circuit;
use super::count::count;
use super::diagrams::{Bdd, Diagrams};
use super::knowledge::Hidden;
use super::options::BddOptions;
use super::orders::NamedOrder;
use super::paths;
use super::relation::Relation;
use super::statistics::BddStatistics;
use super::strategic::Player;
use super::uniform::Team;
use crate::engine::{GaveUp, Limits, Strategies, Terms, Traces, Verdict};
use crate::ir::{AgentId, GroupId};
use crate::logic::{Formula, FormulaId, Knowledge, Quantifier, Specification, Temporal};
use crate::model::Model;

/// A universe and the formulas that have been evaluated there.
struct Reading {
    universe: Universe,
    known: HashMap<FormulaId, Bdd>,
}

impl Reading {
    fn new(universe: Universe) -> Self {
        Self { universe, known: HashMap::new() }
    }

    /// The formulas that have been evaluated, in their order.
    fn formulas(&self) -> Vec<FormulaId> {
        let mut formulas: Vec<FormulaId> = self.known.keys().copied().collect();
        formulas.sort_unstable();
        formulas
    }

    /// All sets of states.
    fn sets(&self) -> Vec<&Bdd> {
        self.universe.sets().chain(self.formulas().iter().map(|formula| &self.known[formula])).collect()
    }

    /// The same in another manager; `next` has the sets of this one there, in their order.
    fn moved(&self, next: &mut impl FnMut() -> Bdd) -> Self {
        let universe = self.universe.moved(next);
        Self { universe, known: self.formulas().into_iter().map(|formula| (formula, next())).collect() }
    }
}

/// A model as decision diagrams.
pub struct BddEngine {
    model: Arc<Model>,
    options: Terms<BddOptions>,
    symbolic: SymbolicSystem,
    diagrams: Diagrams,
    relation: Relation,
    initial: Bdd,
    /// Over the fair states and fair paths.
    fair: Reading,
    /// Over all states and finite traces.
    finite: Reading,
    hidden: HashMap<Knowledge, Hidden>,
    players: HashMap<GroupId, Player>,
    teams: HashMap<GroupId, Team>,
    /// Per group of agents, what they together do not see.
    unseen: HashMap<Vec<AgentId>, Bdd>,
    /// What is being evaluated for the initial states only.
    surface: BTreeSet<FormulaId>,
    statistics: BddStatistics,
    /// States of the largest automaton of a path formula.
    largest_automaton: Cell<usize>,
    order: NamedOrder,
    /// How many nodes there is room for.
    nodes: usize,
    /// Whether it is the engine of a whole system, and whether that is small.
    whole: bool,
    small: bool,
}

impl BddEngine {
    /// Fairness formulas are read over all reachable states; afterwards only states with a fair path count.
    fn restrict_to_fair(&mut self) -> Result<(), GaveUp> {
        if self.model.fairness.is_empty() {
            return Ok(());
        }
        let model = Arc::clone(&self.model);
        let satisfying = |&formula| self.satisfying(Traces::Infinite, formula);
        let fairness: Vec<Bdd> = model.fairness.iter().map(satisfying).collect::<Result<_, _>>()?;
        let all = Universe::new(self.fair.universe.states.clone(), fairness);
        self.fair = Reading::new(all.fair_part(&self.diagrams, &self.relation)?);
        Ok(())
    }

    /// From now on these limits count.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.options.limits = limits.clone();
        self.diagrams.set_limits(limits);
    }

    /// From now on formulas are those of `model`: the same system, all formulas that there were, and more after them.
    pub(crate) fn learn(&mut self, model: &Arc<Model>) {
        self.model = Arc::clone(model);
    }

    /// Whether the specification is true in all initial states.
    pub fn check(&mut self, specification: Specification) -> Verdict {
        match self.growing(|engine| engine.fails(specification)) {
            Ok(false) => Verdict::Holds,
            Ok(true) => Verdict::Fails,
            Err(reason) => Verdict::GaveUp(reason),
        }
    }

    fn reading(&self, traces: Traces) -> &Reading {
        match traces {
            Traces::Infinite => &self.fair,
            Traces::Finite => &self.finite,
        }
    }

    fn reading_mut(&mut self, traces: Traces) -> &mut Reading {
        match traces {
            Traces::Infinite => &mut self.fair,
            Traces::Finite => &mut self.finite,
        }
    }

    /// Whether a conjunct of the specification is false in some initial state.
    fn fails(&mut self, specification: Specification) -> Result<bool, GaveUp> {
        for formula in self.model.formulas.conjuncts(specification.formula) {
            if self.conjunct_fails(Specification { formula, ..specification })? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn conjunct_fails(&mut self, specification: Specification) -> Result<bool, GaveUp> {
        let surface = self.options.strategies == Strategies::Uniform;
        let traces = self.options.traces_of(specification.logic);
        let universe = self.reading(traces).universe.states.clone();
        let initial = self.diagrams.and(&self.initial, &universe)?;
        match self.model.formulas.get(specification.formula) {
            // All states of the universe come after an initial one.
            Formula::Branching(Quantifier::Forall, Temporal::Globally(invariant)) => {
                let states = self.satisfying(traces, invariant)?;
                Ok(self.diagrams.minus(&universe, &states)?.satisfiable())
            }
            Formula::Quantified(Quantifier::Forall, path) => {
                for formula in paths::state_subformulas(&self.model.formulas, path) {
                    self.satisfying(traces, formula)?;
                }
                self.paths(traces).violated(path, &initial)
            }
            _ => {
                let states = self.evaluate(traces, specification.formula, surface)?;
                Ok(self.diagrams.minus(&initial, &states)?.satisfiable())
            }
        }
    }

    /// Whether no state has a fair path.
    #[must_use]
    pub fn vacuous(&self) -> bool {
        !self.fair.universe.states.satisfiable()
    }

    /// The reachable states as a literal over x in `circuit`, which has the inputs of the system.
    pub(crate) fn reachable(&self, circuit: &mut Circuit) -> Result<Lit, GaveUp> {
        let level = |input: InputId| self.diagrams.level(input);
        let inputs = self.symbolic.state.iter().map(|bit| (level(bit.now), bit.now_lit)).collect();
        to_circuit(&self.finite.universe.states, circuit, &inputs)
    }

    /// The values that some bits of the state have in reachable states, as a literal; none with more nodes than `most`.
    pub(crate) fn reachable_bits(
        &self,
        circuit: &mut Circuit,
        bits: &BTreeSet<InputId>,
        most: usize,
    ) -> Result<Option<Lit>, GaveUp> {
        let others = self.symbolic.state.iter().map(|bit| bit.now).filter(|input| !bits.contains(input));
        let states = self.diagrams.exists(&self.finite.universe.states, &self.diagrams.cube(others)?)?;
        if states.node_count() > most {
            return Ok(None);
        }
        let kept = self.symbolic.state.iter().filter(|bit| bits.contains(&bit.now));
        let inputs = kept.map(|bit| (self.diagrams.level(bit.now), bit.now_lit)).collect();
        to_circuit(&states, circuit, &inputs).map(Some)
    }

    /// What it took.
    #[must_use]
    pub fn statistics(&self) -> BddStatistics {
        let live_nodes = self.diagrams.nodes();
        let peak_nodes = self.statistics.peak_nodes.max(live_nodes);
        let automaton_states = self.largest_automaton.get();
        BddStatistics { live_nodes, peak_nodes, automaton_states, ..self.statistics.clone() }
    }

    /// How many states satisfy a specification, exactly.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn count_satisfying(&mut self, specification: Specification) -> Result<BigUint, GaveUp> {
        let traces = self.options.traces_of(specification.logic);
        let states = self.growing(|engine| engine.satisfying(traces, specification.formula))?;
        Ok(count(&states, self.diagrams.variable_count(), self.symbolic.state.len()))
    }
}
