//! How an engine is made: orders are tried, and a search that ran out of nodes goes on with more of them from where it
//! stood. The same for formulas.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;

use oxidd::Function;
use qmas_encodings::{Cone, InputId, SymbolicSystem};

use super::{BddEngine, Reading};
use crate::bdd::branching::Universe;
use crate::bdd::carried::Carried;
use crate::bdd::conjuncts::conjuncts;
use crate::bdd::count::count;
use crate::bdd::diagrams::{Bdd, Diagrams, Room};
use crate::bdd::options::{BddOptions, Order};
use crate::bdd::orders::{NamedOrder, orders};
use crate::bdd::relation::{Relation, Search};
use crate::bdd::sifting::{MOST, Sample, Zeal};
use crate::bdd::statistics::BddStatistics;
use crate::bdd::turns::{GROWTH, Progress, Turns};
use crate::bdd::uniform::with_twins;
use crate::engine::{GaveUp, Strategies, Terms};
use crate::lower::{Lowered, lower};
use crate::model::Model;

/// An order is sifted with zeal for formulas that have run out of so many nodes.
const LARGE: usize = 1 << 20;

/// What engines are made from, whatever the order.
pub(super) struct Plan<'a> {
    pub(super) model: &'a Arc<Model>,
    pub(super) options: &'a Terms<BddOptions>,
    pub(super) symbolic: &'a SymbolicSystem,
}

/// Where a search starts, and what it leaves.
#[derive(Default)]
pub(super) struct Trail<'a> {
    /// What an earlier search had reached.
    pub(super) from: Option<&'a Progress>,
    /// How far this one came, if it ran out of nodes.
    pub(super) left: Option<Progress>,
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
        let plan = Plan { model, options, symbolic: &symbolic };
        let mut first = true;
        while let Some((candidate, nodes)) = turns.next(&options.limits)? {
            options.limits.check()?;
            let mut trail = Trail { from: candidate.progress.as_ref(), left: None };
            match Self::with_order(&plan, &candidate.order, Room::of(nodes), &mut trail) {
                Err(GaveUp::Memory) => {
                    let left = trail.left;
                    turns.failed(left);
                }
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
    pub(super) fn turns(
        model: &Model,
        options: &Terms<BddOptions>,
        lowered: &Lowered,
        cone: &Cone,
    ) -> (SymbolicSystem, Turns) {
        let mut symbolic = lowered.system.restricted(cone);
        let mut orders = orders(&model.system, lowered, &symbolic, options.own.order);
        if options.strategies == Strategies::Uniform {
            with_twins(&mut symbolic, orders.iter_mut().map(|order| &mut order.inputs));
        }
        (symbolic, Turns::new(orders, options.limits.max_nodes))
    }

    /// The engine of an order, with its reachable states.
    pub(super) fn with_order(
        plan: &Plan<'_>,
        order: &NamedOrder,
        room: Room,
        trail: &mut Trail<'_>,
    ) -> Result<Self, GaveUp> {
        let mut engine = Self::without_states(plan, order, room)?;
        let start = Instant::now();
        let mut search = Search::new(&engine.diagrams, &engine.initial);
        if let Some(progress) = trail.from {
            for set in progress.states.set_down(&mut engine.diagrams)? {
                search.states = engine.diagrams.or(&search.states, &set)?;
            }
            search.rounds = progress.rounds;
        }
        let symbolic = plan.symbolic;
        let searched = engine.relation.reachable(&engine.diagrams, symbolic, &mut search);
        if searched == Err(GaveUp::Memory) {
            search.tell(&engine.diagrams, symbolic.state.len());
            trail.left = Some(engine.left_behind(&search)?);
        }
        searched?;
        engine.diagrams.open_up();
        engine.relation.restrict(&search.states);
        let bits = symbolic.state.len();
        engine.statistics.states = count(&search.states, engine.diagrams.variable_count(), bits);
        engine.diagrams.drawn(&engine.statistics.states, true);
        engine.statistics.rounds = search.rounds;
        engine.statistics.events = engine.relation.event_count();
        engine.statistics.peak_nodes = search.peak_nodes;
        engine.statistics.live_nodes = engine.diagrams.nodes();
        engine.statistics.reachability_time = start.elapsed();
        engine.finite = Reading::new(Universe::new(search.states.clone(), Vec::new()));
        engine.fair = Reading::new(Universe::new(search.states, Vec::new()));
        engine.restrict_to_fair()?;
        Ok(engine)
    }

    /// What a search that ran out of nodes had reached, and what to learn from.
    fn left_behind(&self, search: &Search) -> Result<Progress, GaveUp> {
        let states = Carried::new(&self.diagrams, &self.symbolic, [&search.states])?;
        let nodes = search.states.node_count();
        Ok(Progress { rounds: search.rounds, states: Arc::new(states), nodes, sample: self.sample([&search.sample]) })
    }

    /// What a better order could be learnt from, if one is wanted: these sets, what a product went through, the relation.
    fn sample<'a>(&self, sets: impl IntoIterator<Item = &'a Bdd>) -> Option<Sample> {
        let wanted = self.options.own.order == Order::Auto;
        let conjuncts = self.relation.conjuncts().map(|conjunct| conjunct.bdd.clone());
        let grown = self.diagrams.grown(MOST / 2);
        let roots: Vec<Bdd> = grown.into_iter().chain(sets.into_iter().cloned()).chain(conjuncts).collect();
        wanted.then(|| Sample::new(&self.diagrams, &self.symbolic, &self.order.inputs, &roots))
    }

    /// The engine of an order before its search: nothing counts as reachable.
    fn without_states(plan: &Plan<'_>, order: &NamedOrder, room: Room) -> Result<Self, GaveUp> {
        let Plan { model, options, symbolic } = *plan;
        let start = Instant::now();
        let doubled: BTreeSet<InputId> = symbolic.state.iter().map(|bit| bit.next).collect();
        let mut diagrams = Diagrams::new(&order.inputs, &doubled, room, options.limits.clone());
        let conjuncts = conjuncts(&mut diagrams, symbolic)?;
        let relation = Relation::new(&diagrams, symbolic, conjuncts)?;
        let relation_time = start.elapsed();
        let mut initial = diagrams.build(&symbolic.circuit, symbolic.init)?;
        for &lit in &symbolic.domain {
            let valid = diagrams.build(&symbolic.circuit, lit)?;
            initial = diagrams.and(&initial, &valid)?;
        }
        diagrams.forget();
        let bits = symbolic.state.len();
        let statistics = BddStatistics {
            bits,
            order: order.to_string(),
            variables: diagrams.variable_count(),
            initial_states: count(&initial, diagrams.variable_count(), bits),
            relation_time,
            ..BddStatistics::default()
        };
        let nowhere = || Reading::new(Universe::new(diagrams.constant(false), Vec::new()));
        Ok(Self {
            model: Arc::clone(model),
            options: options.clone(),
            symbolic: symbolic.clone(),
            fair: nowhere(),
            finite: nowhere(),
            diagrams,
            relation,
            initial,
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
        })
    }

    /// Tries again with more room, while there is more to be had, and under a better order if one is found; what was known
    /// stays known.
    pub(super) fn growing<T>(&mut self, mut ask: impl FnMut(&mut Self) -> Result<T, GaveUp>) -> Result<T, GaveUp> {
        loop {
            match ask(self) {
                Err(GaveUp::Memory) if self.nodes < self.options.limits.max_nodes => self.grow()?,
                done => return done,
            }
        }
    }

    /// Moves to a manager with more nodes.
    fn grow(&mut self) -> Result<(), GaveUp> {
        let most = self.options.limits.max_nodes;
        let mut nodes = self.nodes;
        loop {
            self.options.limits.check()?;
            nodes = nodes.saturating_mul(GROWTH).min(most);
            match self.move_to(nodes) {
                Err(GaveUp::Memory) if nodes < most => {}
                done => return done,
            }
        }
    }

    /// Moves to a new manager with so many nodes.
    fn move_to(&mut self, nodes: usize) -> Result<(), GaveUp> {
        let sets = || self.finite.sets().into_iter().chain(self.fair.sets());
        let zeal = if self.nodes < LARGE { Zeal::LITTLE } else { Zeal::MUCH };
        let sample = self.sample([&self.finite.universe.states]);
        let sifted = sample.map(|sample| sample.sifted(&self.order, (zeal, self.nodes), &self.options.limits));
        let order = sifted.transpose()?.flatten().unwrap_or_else(|| self.order.clone());
        let carried = Carried::new(&self.diagrams, &self.symbolic, sets())?;
        let plan = Plan { model: &self.model, options: &self.options, symbolic: &self.symbolic };
        let mut engine = Self::without_states(&plan, &order, Room::of(nodes))?;
        engine.diagrams.open_up();
        let mut sets = carried.set_down(&mut engine.diagrams)?.into_iter();
        let mut next = || sets.next().unwrap_or_else(|| unreachable!("as many sets as were carried"));
        engine.finite = self.finite.moved(&mut next);
        engine.fair = self.fair.moved(&mut next);
        engine.relation.restrict(&engine.finite.universe.states);
        engine.relation.discover(&engine.diagrams, &self.symbolic, &engine.finite.universe.states)?;
        let (relation_time, order) = (engine.statistics.relation_time, order.to_string());
        engine.statistics = BddStatistics { relation_time, order, ..self.statistics.clone() };
        engine.largest_automaton = self.largest_automaton.clone();
        (engine.whole, engine.small) = (self.whole, self.small);
        *self = engine;
        Ok(())
    }
}
