//! The engine: prepares a model, answers specifications, and keeps what it found.

mod evaluate;
mod moves;
mod questions;
mod sets;
mod small;

pub use sets::BddSets;

pub(crate) use moves::ChoiceUse;

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;

use num_bigint::BigUint;
use oxidd::{BooleanFunction, Function};
use qmas_encodings::{Circuit, Cone, InputId, Lit, SymbolicSystem};

use super::branching::Universe;
use super::circuit::to_circuit;
use super::conjuncts::conjuncts;
use super::count::count;
use super::diagrams::{Bdd, Diagrams, Room};
use super::knowledge::Hidden;
use super::options::{BddOptions, Order};
use super::orders::{NamedOrder, orders};
use super::paths;
use super::relation::{Relation, Search};
use super::sifting::Sample;
use super::statistics::BddStatistics;
use super::strategic::Player;
use super::turns::{GROWTH, Progress, Turns};
use super::uniform::{Team, with_twins};
use crate::engine::{GaveUp, Limits, Strategies, Terms, Traces, Verdict};
use crate::ir::{AgentId, GroupId};
use crate::logic::{Formula, FormulaId, Knowledge, Quantifier, Specification, Temporal};
use crate::lower::{Lowered, lower};
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
    /// Builds the relation and the reachable states of `model`, restricted to those with a fair path.
    ///
    /// No order of the variables is good for every model: the heuristics take turns.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(model: impl Into<Arc<Model>>, options: &Terms<BddOptions>) -> Result<Self, GaveUp> {
        let model = model.into();
        let lowered = lower(&model.system);
        Self::for_part(&model, options, &lowered, &Cone::whole(&lowered.system))
    }

    /// An engine for the part of the system in `cone`; it answers formulas that depend on nothing else.
    pub(crate) fn for_part(
        model: &Arc<Model>,
        options: &Terms<BddOptions>,
        lowered: &Lowered,
        cone: &Cone,
    ) -> Result<Self, GaveUp> {
        options.limits.learnt.forget();
        let (symbolic, mut turns) = Self::turns(model, options, lowered, cone);
        let mut first = true;
        while let Some((order, nodes)) = turns.next() {
            options.limits.check()?;
            let mut progress = Progress::default();
            match Self::with_order(model, options, &symbolic, order, Room::of(nodes), Some(&mut progress)) {
                Err(GaveUp::Memory) => turns.failed(progress, &options.limits)?,
                Err(reason) => return Err(reason),
                Ok(engine) => {
                    let small = first && engine.is_young();
                    return Ok(Self { whole: cone.is_whole(), small, ..engine });
                }
            }
            first = false;
        }
        Err(GaveUp::Memory)
    }

    /// A part of the system, and the orders for it.
    fn turns(model: &Model, options: &Terms<BddOptions>, lowered: &Lowered, cone: &Cone) -> (SymbolicSystem, Turns) {
        let mut symbolic = lowered.system.restricted(cone);
        let mut orders = orders(&model.system, lowered, &symbolic, options.own.order);
        if options.strategies == Strategies::Uniform {
            with_twins(&mut symbolic, orders.iter_mut().map(|order| &mut order.inputs));
        }
        (symbolic, Turns::new(orders, options.limits.max_nodes))
    }

    fn with_order(
        model: &Arc<Model>,
        options: &Terms<BddOptions>,
        symbolic: &SymbolicSystem,
        order: &NamedOrder,
        room: Room,
        progress: Option<&mut Progress>,
    ) -> Result<Self, GaveUp> {
        let start = Instant::now();
        let doubled: BTreeSet<InputId> = symbolic.state.iter().map(|bit| bit.next).collect();
        let mut diagrams = Diagrams::new(&order.inputs, &doubled, room, options.limits.clone());
        let conjuncts = conjuncts(&mut diagrams, symbolic)?;
        let mut relation = Relation::new(&diagrams, symbolic, conjuncts)?;
        let relation_time = start.elapsed();
        let start = Instant::now();
        let mut initial = diagrams.build(&symbolic.circuit, symbolic.init)?;
        for &lit in &symbolic.domain {
            let valid = diagrams.build(&symbolic.circuit, lit)?;
            initial = diagrams.and(&initial, &valid)?;
        }
        diagrams.forget();
        let mut search = Search::new(&diagrams, &initial);
        let searched = relation.reachable(&diagrams, symbolic, &mut search);
        if searched == Err(GaveUp::Memory) {
            search.tell(&diagrams, symbolic.state.len());
        }
        if searched.is_err()
            && options.own.order == Order::Auto
            && let Some(progress) = progress
        {
            progress.rounds = search.rounds;
            progress.sample = Some(Sample::new(&diagrams, &search.sample, &order.inputs, symbolic)?);
        }
        searched?;
        let reached = search;
        diagrams.open_up();
        let bits = symbolic.state.len();
        let statistics = BddStatistics {
            bits,
            order: order.to_string(),
            variables: diagrams.variable_count(),
            states: count(&reached.states, diagrams.variable_count(), bits),
            initial_states: count(&initial, diagrams.variable_count(), bits),
            rounds: reached.rounds,
            events: relation.event_count(),
            peak_nodes: reached.peak_nodes,
            live_nodes: diagrams.nodes(),
            automaton_states: 0,
            relation_time,
            reachability_time: start.elapsed(),
        };
        let mut engine = Self {
            model: Arc::clone(model),
            options: options.clone(),
            symbolic: symbolic.clone(),
            diagrams,
            relation,
            initial,
            fair: Reading::new(Universe::new(reached.states.clone(), Vec::new())),
            finite: Reading::new(Universe::new(reached.states, Vec::new())),
            hidden: HashMap::new(),
            players: HashMap::new(),
            teams: HashMap::new(),
            unseen: HashMap::new(),
            surface: BTreeSet::new(),
            statistics,
            largest_automaton: Cell::new(0),
            order: order.clone(),
            nodes: room.nodes,
            whole: false,
            small: false,
        };
        engine.restrict_to_fair()?;
        Ok(engine)
    }

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

    /// Tries again with more room, under the same order, while there is more to be had.
    fn growing<T>(&mut self, mut ask: impl FnMut(&mut Self) -> Result<T, GaveUp>) -> Result<T, GaveUp> {
        loop {
            match ask(self) {
                Err(GaveUp::Memory) if self.nodes < self.options.limits.max_nodes => {
                    self.options.limits.check()?;
                    let nodes = self.nodes.saturating_mul(GROWTH).min(self.options.limits.max_nodes);
                    let (room, whole, small) = (Room::of(nodes), self.whole, self.small);
                    let engine = Self::with_order(&self.model, &self.options, &self.symbolic, &self.order, room, None)?;
                    *self = Self { whole, small, ..engine };
                }
                done => return done,
            }
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
