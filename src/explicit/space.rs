//! The reachable states: breadth first from the initial states, so that every state knows a shortest way back.

use std::collections::BTreeMap;

use super::graph::{Graph, Rows};
use super::set::StateSet;
use super::store::Store;
use crate::engine::{EngineName, GaveUp, Limits};
use crate::ir::{Dropped, ExprId, InitialStates, InterpretedSystem, JointAction, Program, State, Transitions, VarId};
use crate::run::{Run, Step};

/// Steps that fit into memory; each takes eight bytes.
const MAX_STEPS: usize = 1 << 30;
/// What the moves of a single state may take while they are listed, in values of variables.
const MAX_LISTED: usize = 1 << 25;
/// Values that may be tried to find initial states, besides what listing the admitted number of states takes.
const INITIAL_EFFORT: u64 = 1 << 20;
/// How much more effort an initial state is than another one.
const SEARCHED: u64 = 16;
/// The parent of an initial state.
const NOBODY: u32 = u32::MAX;

/// The reachable states of a system and the steps between them.
pub struct Space<'m> {
    transitions: Transitions<'m>,
    store: Store,
    graph: Graph,
    parents: Vec<u32>,
    initial: usize,
    moves: usize,
    dropped: usize,
    first_dropped: Option<(usize, Dropped)>,
    /// The joint actions of a space that was not explored, by the numbers of the states before and after.
    given: BTreeMap<(usize, usize), JointAction>,
    /// What it takes to list one move.
    weight: u64,
}

/// Lines and variables.
fn weight(system: &InterpretedSystem) -> u64 {
    let lines: usize = system.agents.iter().map(|agent| agent.protocol.lines.len() + agent.evolution.len()).sum();
    (lines + system.variables.len() + 1) as u64
}

impl<'m> Space<'m> {
    /// A part of the space that is known from elsewhere: of these states and steps, those that can be reached from an
    /// initial state by these steps. What is true of all states of the system may be false here and the other way round;
    /// what has paths and states of its own here has them in the system.
    #[must_use]
    pub fn part(system: &'m InterpretedSystem, states: &[State], steps: &[Step<State>]) -> Self {
        let mut space = Self::empty(system);
        let is_initial = Program::compile(&system.exprs, system.init);
        for state in states.iter().filter(|state| is_initial.holds(state)) {
            if space.store.insert(state).1 {
                space.parents.push(NOBODY);
            }
        }
        space.initial = space.store.len();
        let mut after: BTreeMap<&State, Vec<(&JointAction, &State)>> = BTreeMap::new();
        for Step { from, action, to } in steps {
            after.entry(from).or_default().push((action, to));
        }
        let mut successors = Rows::new();
        while successors.len() < space.store.len() {
            let number = successors.len();
            let mut row = Vec::new();
            for &(action, to) in after.get(&space.state(number)).into_iter().flatten() {
                let (next, new) = space.store.insert(to);
                if new {
                    space.parents.push(index(number));
                }
                space.given.entry((number, next)).or_insert_with(|| action.clone());
                row.push(index(next));
            }
            row.sort_unstable();
            row.dedup();
            successors.push(&row);
        }
        space.graph = Graph::from_rows(successors);
        space
    }

    fn empty(system: &'m InterpretedSystem) -> Self {
        Self {
            transitions: Transitions::new(system),
            store: Store::new(system),
            graph: Graph::new(Vec::new()),
            parents: Vec::new(),
            initial: 0,
            moves: 0,
            dropped: 0,
            first_dropped: None,
            given: BTreeMap::new(),
            weight: weight(system),
        }
    }

    /// Enumerates the reachable states of `system`.
    ///
    /// Effort is counted in lines of protocols and evolutions and in variables, all of them once for every state and
    /// once for every move, and more often for initial states, which are searched for: that is about what is looked at.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn explore(system: &'m InterpretedSystem, limits: &Limits) -> Result<Self, GaveUp> {
        let mut space = Self::empty(system);
        space.add_initial_states(limits)?;
        let mut successors = Rows::new();
        let (mut depth, mut layer) = (0, space.store.len());
        while successors.len() < space.store.len() {
            limits.check()?;
            if successors.len() == layer {
                (depth, layer) = (depth + 1, space.store.len());
                limits.board.at(EngineName::Explicit, depth, layer);
            }
            let row = space.expand(successors.len(), limits)?;
            successors.push(&row);
            if successors.items() > MAX_STEPS {
                return Err(GaveUp::Memory);
            }
            space.within_effort(limits)?;
        }
        space.graph = Graph::from_rows(successors);
        Ok(space)
    }

    fn add_initial_states(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        let system = self.system();
        let per_state = system.variables.len() as u64 + 1;
        let budget = (limits.max_states as u64).saturating_mul(per_state).saturating_add(INITIAL_EFFORT);
        let budget = limits.max_effort.map_or(budget, |most| most.min(budget));
        for state in InitialStates::new(system, budget) {
            limits.check()?;
            let state = state.map_err(|_| GaveUp::Declined("InitStates takes too long to enumerate".to_owned()))?;
            self.add(&state, NOBODY, limits)?;
            self.initial = self.store.len();
            self.within_effort(limits)?;
        }
        Ok(())
    }

    /// The successors of a state, ascending; those that are new join the space.
    fn expand(&mut self, number: usize, limits: &Limits) -> Result<Vec<u32>, GaveUp> {
        let left = limits.max_effort.map(|most| most.saturating_sub(self.effort()) / self.weight + 1);
        let budget = left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
        let moves = self
            .transitions
            .moves_within(&self.state(number), self.listing_budget().min(budget))
            .map_err(|_| GaveUp::Declined("some state has too many moves to list".to_owned()))?;
        self.moves += moves.successors.len();
        self.dropped += moves.dropped.len();
        if self.first_dropped.is_none() {
            self.first_dropped = moves.dropped.into_iter().next().map(|dropped| (number, dropped));
        }
        let parent = index(number);
        let mut row = Vec::with_capacity(moves.successors.len());
        for successor in &moves.successors {
            row.push(self.add(&successor.state, parent, limits)?);
        }
        row.sort_unstable();
        row.dedup();
        Ok(row)
    }

    fn add(&mut self, state: &State, parent: u32, limits: &Limits) -> Result<u32, GaveUp> {
        let (number, new) = self.store.insert(state);
        if new {
            if number >= limits.max_states || number >= NOBODY as usize {
                return Err(GaveUp::States(limits.max_states));
            }
            self.parents.push(parent);
        }
        Ok(index(number))
    }

    /// What it took so far; see [`Space::explore`].
    fn effort(&self) -> u64 {
        let initial = SEARCHED.saturating_mul(self.initial as u64);
        (self.moves as u64).saturating_add(self.store.len() as u64).saturating_add(initial).saturating_mul(self.weight)
    }

    fn within_effort(&self, limits: &Limits) -> Result<(), GaveUp> {
        match limits.max_effort {
            Some(most) if self.effort() > most => Err(GaveUp::States(self.store.len())),
            _ => Ok(()),
        }
    }

    /// How many moves of one state may be listed at once.
    pub(super) fn listing_budget(&self) -> usize {
        MAX_LISTED / (self.system().variables.len() + 1)
    }

    /// The system whose states these are.
    #[must_use]
    pub fn system(&self) -> &'m InterpretedSystem {
        self.transitions.system()
    }

    /// How the system moves.
    #[must_use]
    pub fn transitions(&self) -> &Transitions<'m> {
        &self.transitions
    }

    /// The steps between states.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there are none: InitStates is not satisfiable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state with that number.
    #[must_use]
    pub fn state(&self, number: usize) -> State {
        self.store.state(number)
    }

    /// The number of a state, if it is reachable.
    #[must_use]
    pub fn find(&self, state: &State) -> Option<usize> {
        self.store.find(state)
    }

    /// The value of a variable in the state with that number.
    #[must_use]
    pub fn value(&self, number: usize, variable: VarId) -> i64 {
        self.store.value(number, variable)
    }

    /// The initial states; they have the least numbers.
    #[must_use]
    pub fn initial_states(&self) -> StateSet {
        StateSet::collect(self.len(), |state| state < self.initial)
    }

    /// How many steps there are if steps by different joint actions are different.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// How many choices of evolution lines are dropped in reachable states, counted per joint action.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// A dropped choice in a state as near to the initial states as any.
    #[must_use]
    pub fn first_dropped(&self) -> Option<&(usize, Dropped)> {
        self.first_dropped.as_ref()
    }

    /// The states in which a condition over states holds.
    #[must_use]
    pub fn satisfying(&self, condition: ExprId) -> StateSet {
        let program = Program::compile(&self.system().exprs, condition);
        StateSet::collect(self.len(), |state| program.holds(&self.state(state)))
    }

    /// A shortest way from an initial state to `state`.
    #[must_use]
    pub fn run_to(&self, state: usize) -> Run {
        let mut start = state;
        let (mut states, mut actions) = (vec![self.state(state)], Vec::new());
        while self.parents[start] != NOBODY {
            let parent = self.parents[start] as usize;
            actions.push(self.action_between(parent, start));
            states.push(self.state(parent));
            start = parent;
        }
        states.reverse();
        actions.reverse();
        Run { states, actions, back_to: None }
    }

    /// The run through these states, each a successor of the one before, and back to a position if one is given.
    pub(super) fn run_along(&self, states: &[usize], back_to: Option<usize>) -> Run {
        let next = states.iter().skip(1).copied().chain(back_to.map(|position| states[position]));
        let actions = states.iter().zip(next).map(|(&from, to)| self.action_between(from, to)).collect();
        Run { states: states.iter().map(|&state| self.state(state)).collect(), actions, back_to }
    }

    /// The first joint action that can lead from a state to one of its successors.
    pub(crate) fn action_between(&self, from: usize, to: usize) -> JointAction {
        if let Some(action) = self.given.get(&(from, to)) {
            return action.clone();
        }
        let target = self.state(to);
        let moves = self.transitions.moves(&self.state(from));
        let found = moves.successors.into_iter().find(|successor| successor.state == target);
        found.expect("a state was reached from its parent").action
    }
}

/// A state's number as graphs keep it.
pub(super) fn index(number: usize) -> u32 {
    u32::try_from(number).expect("no state gets a number beyond 2^32")
}
