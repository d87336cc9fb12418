//! One step forward and one step back.
//!
//! The relation is a union of *events*. Where most agents do nothing unless one of them acts in a certain way (prisoner 3
//! only moves when the room's action says that it is his turn), the relation is split by the actions of that agent: in each
//! event most variables keep their values and do not take part at all. Events are made when the first state that enables
//! them is found. Where nobody is listened to like that, there is one event, the conjunction of all pieces.
//!
//! Burch, Clarke, Long: "Symbolic model checking with partitioned transition relations" (VLSI 1991), both its
//! disjunctive and its conjunctive partitions.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use oxidd::{BooleanFunction, Subst};
use qmas_encodings::{InputId, SymbolicSystem};

use super::diagrams::{Bdd, Diagrams};
use super::pieces::{Piece, Product, clusters, without_private};
use super::split::{Split, split};
use super::squaring::{self, Places, Squaring, places};
use crate::engine::GaveUp;

/// A part of the relation in which only some variables change.
struct Event {
    forward: Product,
    backward: Product,
    /// No other state comes after this event, as far as single clusters tell.
    range: Bdd,
    to_now: Subst<Bdd>,
    to_next: Subst<Bdd>,
}

impl Event {
    fn new(diagrams: &Diagrams, system: &SymbolicSystem, pieces: Vec<Piece>) -> Result<Self, GaveUp> {
        let changed: BTreeSet<usize> = pieces.iter().flat_map(|piece| piece.bits.iter().copied()).collect();
        let actions: BTreeSet<InputId> = system.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let clusters = clusters(diagrams, without_private(diagrams, pieces, &actions)?)?;
        let now: BTreeSet<InputId> = changed.iter().map(|&bit| system.state[bit].now).collect();
        let next: BTreeSet<InputId> = changed.iter().map(|&bit| system.state[bit].next).collect();
        let pairs: Vec<(InputId, InputId)> =
            changed.iter().map(|&bit| (system.state[bit].next, system.state[bit].now)).collect();
        let back: Vec<(InputId, InputId)> = pairs.iter().map(|&(next, now)| (now, next)).collect();
        let to_now = diagrams.renaming(&pairs)?;
        let from = diagrams.cube(now.union(&actions).copied())?;
        let mut range = diagrams.constant(true);
        for cluster in &clusters {
            let after = diagrams.rename(&diagrams.exists(&cluster.bdd, &from)?, &to_now)?;
            range = diagrams.and(&range, &after)?;
        }
        Ok(Self {
            forward: Product::new(diagrams, &clusters, &now.union(&actions).copied().collect())?,
            backward: Product::new(diagrams, &clusters, &next.union(&actions).copied().collect())?,
            range,
            to_now,
            to_next: diagrams.renaming(&back)?,
        })
    }

    fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.rename(&self.forward.apply(diagrams, set)?, &self.to_now)
    }

    fn preimage(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        let set = diagrams.and(set, &self.range)?;
        if set.satisfiable() { self.backward.apply(diagrams, &diagrams.rename(&set, &self.to_next)?) } else { Ok(set) }
    }
}

/// The reachable states and what it took to find them.
pub(super) struct Reached {
    pub(super) states: Bdd,
    /// How often all events were applied.
    pub(super) rounds: usize,
    pub(super) peak_nodes: usize,
}

/// The transition relation.
pub(super) struct Relation {
    pieces: Vec<Piece>,
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
}

impl Relation {
    pub(super) fn new(diagrams: &Diagrams, system: &SymbolicSystem, pieces: Vec<Piece>) -> Result<Self, GaveUp> {
        let split = split(diagrams, system, &pieces)?;
        let events = match &split {
            Some(_) => Vec::new(),
            None => vec![Event::new(diagrams, system, pieces.clone())?],
        };
        let pairs: Vec<(InputId, InputId)> = system.state.iter().map(|bit| (bit.now, bit.next)).collect();
        let actions = system.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let places = places(diagrams, system);
        let squaring = Squaring::new(diagrams, &places)?;
        let to_next = diagrams.renaming(&pairs)?;
        let now = system.state.iter().map(|bit| bit.now).collect();
        let (steps, moves) = (OnceCell::new(), OnceCell::new());
        let never_stuck = system.agents.iter().all(|agent| agent.never_stuck);
        let total = never_stuck && system.movers.iter().all(|mover| mover.never_blocks);
        Ok(Self { pieces, split, events, to_next, total, places, squaring, steps, moves, now, actions })
    }

    /// How many events there are.
    pub(super) fn event_count(&self) -> usize {
        self.events.len()
    }

    /// Whether every state is certain to have a successor.
    pub(super) fn is_total(&self) -> bool {
        self.total
    }

    /// The whole relation as a conjunction.
    pub(super) fn clusters(&self, diagrams: &Diagrams) -> Result<Vec<Piece>, GaveUp> {
        clusters(diagrams, self.pieces.clone())
    }

    /// The states reachable from `initial`. Every event is applied to what earlier events of the same round have found,
    /// which takes fewer rounds than there are steps to the farthest state.
    pub(super) fn reachable(
        &mut self,
        diagrams: &Diagrams,
        system: &SymbolicSystem,
        initial: &Bdd,
        progress: &mut usize,
    ) -> Result<Reached, GaveUp> {
        let mut reached = Reached { states: initial.clone(), rounds: 0, peak_nodes: diagrams.nodes() };
        let mut frontier = initial.clone();
        while frontier.satisfiable() {
            if let Some(split) = &mut self.split {
                for pieces in split.discover(diagrams, system, &self.pieces, &frontier)? {
                    self.events.push(Event::new(diagrams, system, pieces)?);
                }
            }
            let image = |event: &Event, set: &Bdd| event.image(diagrams, set);
            frontier = self.round(diagrams, image, frontier, &mut reached.states)?;
            reached.rounds += 1;
            *progress = reached.rounds;
            reached.peak_nodes = reached.peak_nodes.max(diagrams.nodes());
            if reached.rounds == squaring::ROUNDS
                && self.split.is_none()
                && let Some(closure) = self.closure(diagrams, &diagrams.constant(true))?
            {
                let after = self.squaring.after(diagrams, &closure, &reached.states)?;
                reached.states = diagrams.or(&reached.states, &after)?;
                return Ok(reached);
            }
        }
        Ok(reached)
    }

    /// Applies every event to `frontier` and what has come up since; adds it all to `reached` and returns what is new.
    fn round(
        &self,
        diagrams: &Diagrams,
        step: impl Fn(&Event, &Bdd) -> Result<Bdd, GaveUp>,
        mut frontier: Bdd,
        reached: &mut Bdd,
    ) -> Result<Bdd, GaveUp> {
        let mut fresh = diagrams.constant(false);
        for event in &self.events {
            let found = diagrams.minus(&step(event, &frontier)?, reached)?;
            if found.satisfiable() {
                *reached = diagrams.or(reached, &found)?;
                frontier = diagrams.or(&frontier, &found)?;
                fresh = diagrams.or(&fresh, &found)?;
            }
        }
        Ok(fresh)
    }

    /// μZ. goal ∨ (within ∧ EX Z)
    pub(super) fn backward_closure(&self, diagrams: &Diagrams, within: &Bdd, goal: &Bdd) -> Result<Bdd, GaveUp> {
        let mut reached = goal.clone();
        let mut frontier = goal.clone();
        let before = |event: &Event, set: &Bdd| diagrams.and(&event.preimage(diagrams, set)?, within);
        let mut rounds = 0;
        while frontier.satisfiable() {
            frontier = self.round(diagrams, before, frontier, &mut reached)?;
            rounds += 1;
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
            if rounds == squaring::ROUNDS
                && let Some(closure) = self.closure(diagrams, &states)?
            {
                // Whoever can go on forever comes to a cycle.
                let cycles = self.squaring.fixed(diagrams, &closure)?;
                return diagrams.or(&cycles, &self.squaring.before(diagrams, &closure, &cycles)?);
            }
        }
    }

    /// One or more steps, each from a state of `within`; none if that is too large a relation.
    fn closure(&self, diagrams: &Diagrams, within: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        let steps = diagrams.and(&self.steps(diagrams)?, within)?;
        self.squaring.closure(diagrams, &steps)
    }

    /// The whole relation over states, now and next.
    pub(super) fn steps(&self, diagrams: &Diagrams) -> Result<Bdd, GaveUp> {
        if let Some(steps) = self.steps.get() {
            return Ok(steps.clone());
        }
        let clusters = clusters(diagrams, without_private(diagrams, self.pieces.clone(), &self.actions)?)?;
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
        let mut before = diagrams.constant(false);
        for event in &self.events {
            let found = diagrams.and(&event.preimage(diagrams, set)?, within)?;
            before = diagrams.or(&before, &found)?;
        }
        Ok(before)
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
        for piece in &self.pieces {
            actions = diagrams.and(&actions, &diagrams.restrict(&piece.bdd, &step)?)?;
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
