//! One step forward and one step back.
//!
//! The relation is a union of *events*. Where most agents do nothing unless one of them acts in a certain way (prisoner 3
//! only moves when the room's action says that it is its turn), the relation is split by the actions of that agent: in each
//! event most variables keep their values and do not take part at all. Events are made when the first state that enables
//! them is found. Where no agent is listened to like that, there is one event, the conjunction of all conjuncts.
//!
//! Burch, Clarke, Long: "Symbolic model checking with partitioned transition relations" (VLSI 1991), both its
//! disjunctive and its conjunctive partitions.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use oxidd::{BooleanFunction, Function, Subst};
use qmas_encodings::{InputId, SymbolicSystem};

use super::conjuncts::{Conjunct, Product, clusters, without_private};
use super::count::count;
use super::diagrams::{Bdd, Diagrams};
use super::event::Event;
use super::inside::inside;
use super::simplify::simplified;
use super::split::{Split, split};
use super::squaring::{self, Places, Squaring, places};
use crate::engine::GaveUp;

/// A search for the reachable states: what it has found and what it took.
pub(super) struct Search {
    pub(super) states: Bdd,
    /// How often all events were applied.
    pub(super) rounds: usize,
    pub(super) peak_nodes: usize,
    /// The states when they were last few enough, in nodes, to learn an order from.
    pub(super) sample: Bdd,
    sampling: bool,
    /// When it was last told how far the search is.
    told: Instant,
    /// When others in a race were last told.
    compared: Instant,
}

/// How often a search tells how far it is.
const TELL: Duration = Duration::from_millis(300);
/// How often it tells others in a race.
const COMPARE: Duration = Duration::from_millis(20);

/// Products are applied to what is new if its diagram is so many times smaller.
const SIMPLER: usize = 2;

/// A sample has no more nodes than this.
const SAMPLE: usize = 20_000;

impl Search {
    pub(super) fn new(diagrams: &Diagrams, initial: &Bdd) -> Self {
        let (states, sample, told) = (initial.clone(), initial.clone(), Instant::now());
        Self { states, rounds: 0, peak_nodes: diagrams.nodes(), sample, sampling: true, told, compared: told }
    }

    /// Says how far it came, in case that a limit is reached.
    pub(super) fn tell(&mut self, diagrams: &Diagrams, bits: usize) {
        let states = count(&self.states, diagrams.variable_count(), bits);
        let rounds = match self.rounds {
            1 => "1 round".to_owned(),
            rounds => format!("{rounds} rounds"),
        };
        let noun = if states == num_bigint::BigUint::from(1u32) { "state" } else { "states" };
        diagrams.learnt(format!("the search had found {states} {noun} after {rounds}"));
        self.told = Instant::now();
    }

    fn round_done(&mut self, diagrams: &Diagrams, bits: usize) {
        self.rounds += 1;
        diagrams.at_round(self.rounds);
        if self.told.elapsed() > TELL {
            self.tell(diagrams, bits);
        }
        if diagrams.in_a_race() && self.compared.elapsed() > COMPARE {
            diagrams.drawn(&count(&self.states, diagrams.variable_count(), bits), false);
            self.compared = Instant::now();
        }
        self.peak_nodes = self.peak_nodes.max(diagrams.nodes());
        self.sampling = self.sampling && self.states.node_count() <= SAMPLE;
        if self.sampling {
            self.sample = self.states.clone();
        }
    }
}

/// The transition relation.
pub(super) struct Relation {
    conjuncts: Vec<Conjunct>,
    split: Option<Split>,
    events: Vec<Event>,
    to_next: Subst<Bdd>,
    /// Whether every state is certain to have a successor.
    total: bool,
    places: Vec<Places>,
    squaring: Squaring,
    /// The whole relation over states, if a search has asked for it.
    steps: OnceCell<Bdd>,
    /// The whole relation with joint actions, if a strategy has asked for it.
    moves: OnceCell<Product>,
    now: BTreeSet<InputId>,
    actions: BTreeSet<InputId>,
    next: Bdd,
    /// All reachable states, once they are known.
    reachable: Option<Bdd>,
    /// The relation between them, if a step back has asked for it and it is small.
    inside: OnceCell<Option<Bdd>>,
}

impl Relation {
    pub(super) fn new(diagrams: &Diagrams, system: &SymbolicSystem, conjuncts: Vec<Conjunct>) -> Result<Self, GaveUp> {
        let split = split(diagrams, system, &conjuncts)?;
        let events = match &split {
            Some(_) => Vec::new(),
            None => vec![Event::new(diagrams, system, conjuncts.clone())?],
        };
        let pairs: Vec<(InputId, InputId)> = system.state.iter().map(|bit| (bit.now, bit.next)).collect();
        let actions = system.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let places = places(diagrams, system);
        let squaring = Squaring::new(diagrams, &places)?;
        let to_next = diagrams.renaming(&pairs)?;
        let now = system.state.iter().map(|bit| bit.now).collect();
        let (steps, moves) = (OnceCell::new(), OnceCell::new());
        let next = diagrams.cube(system.state.iter().map(|bit| bit.next))?;
        let never_stuck = system.agents.iter().all(|agent| agent.never_stuck);
        let total = never_stuck && system.movers.iter().all(|mover| mover.never_blocks);
        Ok(Self {
            conjuncts,
            split,
            events,
            to_next,
            total,
            places,
            squaring,
            steps,
            moves,
            now,
            actions,
            next,
            reachable: None,
            inside: OnceCell::new(),
        })
    }

    /// How many events there are.
    pub(super) fn event_count(&self) -> usize {
        self.events.len()
    }

    /// The relation as it was given.
    pub(super) fn conjuncts(&self) -> impl Iterator<Item = &Conjunct> {
        self.conjuncts.iter()
    }

    /// Whether every state is certain to have a successor.
    pub(super) fn is_total(&self) -> bool {
        self.total
    }

    /// The whole relation as a conjunction.
    pub(super) fn clusters(&self, diagrams: &Diagrams) -> Result<Vec<Conjunct>, GaveUp> {
        clusters(diagrams, self.conjuncts.clone())
    }

    /// Finds all states that are reachable from those of `search`. Every event is applied to what earlier events of the
    /// same round have found, which takes fewer rounds than there are steps to the farthest state.
    pub(super) fn reachable(
        &mut self,
        diagrams: &Diagrams,
        system: &SymbolicSystem,
        search: &mut Search,
    ) -> Result<(), GaveUp> {
        let mut frontier = search.states.clone();
        while frontier.satisfiable() {
            self.discover(diagrams, system, &frontier)?;
            let image = |event: &Event, set: &Bdd| event.image(diagrams, set);
            frontier = self.round(diagrams, image, frontier, &mut search.states)?;
            search.round_done(diagrams, system.state.len());
            if search.rounds == squaring::ROUNDS
                && self.split.is_none()
                && let Some(closure) = self.closure(diagrams, &diagrams.constant(true))?
            {
                let after = self.squaring.after(diagrams, &closure, &search.states)?;
                search.states = diagrams.or(&search.states, &after)?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Makes the events that states in `set` enable.
    pub(super) fn discover(&mut self, diagrams: &Diagrams, system: &SymbolicSystem, set: &Bdd) -> Result<(), GaveUp> {
        let Some(split) = &mut self.split else { return Ok(()) };
        for conjuncts in split.discover(diagrams, system, &self.conjuncts, set)? {
            self.events.push(Event::new(diagrams, system, conjuncts)?);
        }
        Ok(())
    }

    /// Applies every event to `frontier` and what has come up since; adds it all to `reached` and returns what is new.
    ///
    /// Many small events are applied to all that has been reached: it usually has a simpler diagram than what is new.
    fn round(
        &self,
        diagrams: &Diagrams,
        step: impl Fn(&Event, &Bdd) -> Result<Bdd, GaveUp>,
        frontier: Bdd,
        reached: &mut Bdd,
    ) -> Result<Bdd, GaveUp> {
        let before = reached.clone();
        match self.events.as_slice() {
            [event] => *reached = diagrams.or(reached, &step(event, &frontier)?)?,
            events => {
                let few = frontier.node_count() * SIMPLER <= before.node_count();
                for event in events {
                    let set = if few && event.is_product() { &frontier } else { &*reached };
                    *reached = diagrams.or(reached, &step(event, set)?)?;
                }
            }
        }
        diagrams.minus(reached, &before)
    }

    /// μZ. goal ∨ (within ∧ EX Z)
    pub(super) fn backward_closure(&self, diagrams: &Diagrams, within: &Bdd, goal: &Bdd) -> Result<Bdd, GaveUp> {
        let mut reached = goal.clone();
        let mut frontier = goal.clone();
        let before = |event: &Event, set: &Bdd| self.before(diagrams, event, within, set);
        let inside = self.inside(diagrams)?;
        let mut rounds = 0;
        while frontier.satisfiable() {
            frontier = match inside {
                Some(_) => {
                    let new = diagrams.minus(&self.preimage(diagrams, within, &frontier)?, &reached)?;
                    reached = diagrams.or(&reached, &new)?;
                    new
                }
                None => self.round(diagrams, before, frontier, &mut reached)?,
            };
            rounds += 1;
            diagrams.at_round(rounds);
            if rounds == squaring::ROUNDS
                && let Some(closure) = self.closure(diagrams, within)?
            {
                let before = self.squaring.before(diagrams, &closure, &reached)?;
                return diagrams.or(&reached, &before);
            }
        }
        Ok(reached)
    }

    /// νZ. set ∧ EX Z
    pub(super) fn forever(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        let mut states = set.clone();
        let mut rounds = 0;
        loop {
            let fewer = self.preimage(diagrams, &states, &states)?;
            if fewer == states {
                return Ok(states);
            }
            states = fewer;
            rounds += 1;
            diagrams.at_round(rounds);
            if rounds == squaring::ROUNDS
                && let Some(closure) = self.closure(diagrams, &states)?
            {
                // What can go on forever comes to a cycle.
                let cycles = self.squaring.fixed(diagrams, &closure)?;
                return diagrams.or(&cycles, &self.squaring.before(diagrams, &closure, &cycles)?);
            }
        }
    }

    /// One or more steps, each from a state of `within`; none if that is too large a relation.
    fn closure(&self, diagrams: &Diagrams, within: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        let steps = match self.inside(diagrams)? {
            Some(inside) => diagrams.and(inside, within)?,
            None => diagrams.and(&self.steps(diagrams)?, within)?,
        };
        self.squaring.closure(diagrams, &steps)
    }

    /// The whole relation over states, now and next.
    pub(super) fn steps(&self, diagrams: &Diagrams) -> Result<Bdd, GaveUp> {
        if let Some(steps) = self.steps.get() {
            return Ok(steps.clone());
        }
        let clusters = clusters(diagrams, without_private(diagrams, self.conjuncts.clone(), &self.actions)?)?;
        let steps = Product::new(diagrams, &clusters, &self.actions)?.apply(diagrams, &diagrams.constant(true))?;
        Ok(self.steps.get_or_init(|| steps).clone())
    }

    /// Closures of relations over states and these bits.
    pub(super) fn squaring_with(&self, diagrams: &Diagrams, more: Vec<Places>) -> Result<Squaring, GaveUp> {
        let mut places = self.places.clone();
        places.extend(more);
        Squaring::new(diagrams, &places)
    }

    /// The states of `within` one step before `set`.
    pub(super) fn preimage(&self, diagrams: &Diagrams, within: &Bdd, set: &Bdd) -> Result<Bdd, GaveUp> {
        if let Some(inside) = self.inside(diagrams)? {
            let steps = diagrams.and_exists(inside, &self.primed(diagrams, set)?, &self.next)?;
            return diagrams.and(&steps, within);
        }
        let mut before = diagrams.constant(false);
        for event in &self.events {
            before = diagrams.or(&before, &self.before(diagrams, event, within, set)?)?;
        }
        Ok(before)
    }

    /// Whether most events are products: rules have no intermediate results, which one diagram would spare.
    fn has_products(&self) -> bool {
        self.events.iter().filter(|event| event.is_product()).count() * 2 > self.events.len()
    }

    /// The relation between reachable states, once these are known, if it is small.
    fn inside(&self, diagrams: &Diagrams) -> Result<Option<&Bdd>, GaveUp> {
        let Some(reachable) = &self.reachable else { return Ok(None) };
        if self.inside.get().is_none() {
            let found =
                if self.has_products() { inside(diagrams, &self.conjuncts, reachable, &self.actions)? } else { None };
            let _ = self.inside.set(found);
        }
        Ok(self.inside.get().and_then(Option::as_ref))
    }

    /// From next states back to reachable states and the actions that are not `gone`, if that is a small relation. Games have no
    /// other way than a product, so whether events are products does not matter.
    pub(super) fn leading(&self, diagrams: &Diagrams, gone: &BTreeSet<InputId>) -> Result<Option<Product>, GaveUp> {
        let Some(reachable) = &self.reachable else { return Ok(None) };
        let others = gone.intersection(&self.actions).copied().collect();
        let Some(moves) = inside(diagrams, &self.conjuncts, reachable, &others)? else { return Ok(None) };
        Product::single(diagrams, moves, &gone.difference(&self.actions).copied().collect()).map(Some)
    }

    /// The states of `within`, all of them reachable, from which an event leads to `set`.
    fn before(&self, diagrams: &Diagrams, event: &Event, within: &Bdd, set: &Bdd) -> Result<Bdd, GaveUp> {
        let before = match &self.reachable {
            // With many events, sets are simple enough.
            Some(reachable) if self.events.len() == 1 && event.is_product() => {
                event.preimage(diagrams, &simplified(diagrams, set, reachable)?)?
            }
            _ => event.preimage(diagrams, set)?,
        };
        diagrams.and(&before, within)
    }

    /// From now on it is only asked for steps from these states, which nothing leads out of.
    pub(super) fn restrict(&mut self, reachable: &Bdd) {
        self.reachable = Some(reachable.clone());
        self.inside = OnceCell::new();
    }

    /// The states one step after `set`.
    pub(super) fn after(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        let mut after = diagrams.constant(false);
        for event in &self.events {
            after = diagrams.or(&after, &event.image(diagrams, set)?)?;
        }
        Ok(after)
    }

    /// One of the states of `set`, as a set of its own.
    pub(super) fn some_state(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        let bits: Vec<InputId> = self.now.iter().copied().collect();
        diagrams.some_cube(set, &bits)
    }

    /// The joint actions that lead from one state to another, each a set of its own.
    pub(super) fn actions_between(&self, diagrams: &Diagrams, from: &Bdd, to: &Bdd) -> Result<Bdd, GaveUp> {
        let step = diagrams.and(from, &self.primed(diagrams, to)?)?;
        let mut actions = diagrams.constant(true);
        for conjunct in &self.conjuncts {
            actions = diagrams.and(&actions, &diagrams.restrict(&conjunct.bdd, &step)?)?;
        }
        Ok(actions)
    }

    /// The states one step after a set of states with joint actions.
    pub(super) fn image(&self, diagrams: &Diagrams, moves: &Bdd) -> Result<Bdd, GaveUp> {
        if self.moves.get().is_none() {
            let gone = self.now.union(&self.actions).copied().collect();
            let _ = self.moves.set(Product::new(diagrams, &self.clusters(diagrams)?, &gone)?);
        }
        match self.moves.get() {
            Some(product) => self.squaring.unprimed(diagrams, &product.apply(diagrams, moves)?),
            None => Ok(diagrams.constant(false)),
        }
    }

    /// A set over next-state variables.
    pub(super) fn primed(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.rename(set, &self.to_next)
    }
}
