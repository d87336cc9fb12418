//! The reachable states: breadth first from the initial states, so that every state knows a shortest way back.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::graph::{Graph, Rows};
use super::labels::Labels;
use super::set::StateSet;
use super::steps::{self, Branch, Condition, Listing, Steps, TooMany};
use super::words::{Packing, Table, View, index};
use crate::engine::{Declined, EngineName, GaveUp, Limits};
use crate::ir::{Dropped, ExprId, InitialStates, InterpretedSystem, JointAction, Program, State, VarId};
use crate::run::Step;

/// Steps that fit into memory; each takes eight bytes.
const MAX_STEPS: usize = 1 << 30;
/// Rows of classes that nobody wants are forgotten when there are so many.
const FORGETTABLE: usize = 1 << 16;
/// What the steps of a single state may take while they are listed, in words.
const MAX_LISTED: usize = 1 << 25;
/// Values that may be tried to find initial states, besides what listing the admitted number of states takes.
const INITIAL_EFFORT: u64 = 1 << 20;
/// How much more effort an initial state is than another one.
const SEARCHED: u64 = 16;
/// How much more effort may be spent while layers shrink.
const PATIENCE: u64 = 16;
/// A layer of the search that has so many times the states of the one before has grown.
const GROWTH: usize = 2;
/// The parent of an initial state.
const NOBODY: u32 = u32::MAX;

/// The reachable states of a system and the steps between them.
pub struct Space<'m> {
    system: &'m InterpretedSystem,
    packing: Packing,
    /// How the system moves. It remembers what it has found out.
    steps: RefCell<Steps<'m>>,
    states: Table,
    graph: Graph,
    parents: Vec<u32>,
    initial: usize,
    /// How many states the last layer of the search has, and whether these are less than the one before had, or many more.
    layer: usize,
    shrinks: bool,
    grows: bool,
    moves: usize,
    dropped: usize,
    first_dropped: Option<(usize, Dropped)>,
    /// The joint actions of a space that was not explored, by the numbers of the states before and after.
    given: BTreeMap<(usize, usize), JointAction>,
    /// Which joint actions make which steps, once that is asked for.
    labels: OnceCell<Labels>,
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
            if space.states.insert(&space.packing.pack(state)).1 {
                space.parents.push(NOBODY);
            }
        }
        space.initial = space.len();
        let mut after: BTreeMap<&State, Vec<(&JointAction, &State)>> = BTreeMap::new();
        for Step { from, action, to } in steps {
            after.entry(from).or_default().push((action, to));
        }
        let mut successors = Rows::new();
        while successors.len() < space.len() {
            let number = successors.len();
            let mut row = Vec::new();
            for &(action, to) in after.get(&space.state(number)).into_iter().flatten() {
                let (next, new) = space.states.insert(&space.packing.pack(to));
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
        let steps = Steps::new(system);
        let packing = steps.packing().clone();
        Self {
            system,
            states: Table::new(packing.words()),
            packing,
            steps: RefCell::new(steps),
            graph: Graph::new(Vec::new()),
            parents: Vec::new(),
            initial: 0,
            layer: 0,
            shrinks: false,
            grows: true,
            moves: 0,
            dropped: 0,
            first_dropped: None,
            given: BTreeMap::new(),
            labels: OnceCell::new(),
        }
    }

    /// Enumerates the reachable states of `system`.
    ///
    /// Effort is counted in lines of protocols and evolutions, parts of the system, branches and states that are looked
    /// at, and more for initial states, which are searched for. A limit on effort
    /// is raised sixteenfold while layers of the search shrink: then the end may be near.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn explore(system: &'m InterpretedSystem, limits: &Limits) -> Result<Self, GaveUp> {
        Self::explore_noting(system, None, limits)
    }

    /// Enumerates the reachable states of `system`, and keeps which joint actions make which steps.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn explore_for_games(system: &'m InterpretedSystem, limits: &Limits) -> Result<Self, GaveUp> {
        Self::explore_noting(system, Some(Labels::new()), limits)
    }

    fn explore_noting(
        system: &'m InterpretedSystem,
        mut labels: Option<Labels>,
        limits: &Limits,
    ) -> Result<Self, GaveUp> {
        let mut space = Self::empty(system);
        space.add_initial_states(limits)?;
        let (mut successors, mut targets, mut row) = (Rows::new(), Rows::new(), Vec::new());
        let mut listing = Listing::default();
        let (mut depth, mut layer) = (0, space.len());
        while successors.len() < space.len() {
            limits.check()?;
            if successors.len() == layer {
                let found = space.len() - layer;
                space.shrinks = found < space.layer;
                space.grows = found >= GROWTH * space.layer;
                limits.listed(layer, [space.layer, found], !space.grows);
                space.layer = found;
                (depth, layer) = (depth + 1, space.len());
                limits.board.at(EngineName::Explicit, depth, layer);
            }
            space.expand(successors.len(), &mut listing, &mut targets, limits)?;
            match &mut labels {
                Some(labels) => labels.push(&listing, &targets),
                None if listing.rows.len() > FORGETTABLE => listing.rows = steps::Rows::default(),
                None => {}
            }
            row.clear();
            row.extend_from_slice(targets.all());
            row.sort_unstable();
            row.dedup();
            successors.push(&row);
            if successors.items() + labels.as_ref().map_or(0, Labels::items) > MAX_STEPS {
                return Err(GaveUp::Memory);
            }
            space.within_effort(limits)?;
        }
        space.graph = Graph::from_rows(successors);
        if let Some(labels) = labels {
            space.labels = OnceCell::from(labels.finished(listing));
        }
        Ok(space)
    }

    fn add_initial_states(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        let per_state = InitialStates::steps_per_state(self.system);
        let budget = (limits.max_states as u64).saturating_mul(per_state).saturating_add(INITIAL_EFFORT);
        let budget = limits.max_effort.map_or(budget, |most| (most / 4).min(budget));
        for state in InitialStates::new(self.system, budget) {
            limits.check()?;
            let state = state.map_err(|_| GaveUp::from(Declined::InitialStates))?;
            let words = self.packing.pack(&state);
            self.add(&words, NOBODY, limits)?;
            self.initial = self.len();
            self.within_effort(limits).map_err(|_| Declined::InitialStates)?;
        }
        Ok(())
    }

    /// Where each branch of a state leads; states that are new join the space.
    fn expand(
        &mut self,
        number: usize,
        listing: &mut Listing,
        targets: &mut Rows,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let most = limits.max_effort.map_or(u64::MAX, |most| most.saturating_mul(PATIENCE));
        let left = most.saturating_sub(self.effort()) / self.steps.borrow().weight() + 1;
        let budget = self.listing_budget().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.steps.get_mut().list(self.states.row(number), budget, listing).map_err(too_many)?;
        let parent = index(number);
        targets.clear();
        for branch in &listing.branches {
            let joint_actions = usize::try_from(branch.joint_actions).unwrap_or(usize::MAX);
            let dropped = listing.dropped(branch);
            self.dropped = self.dropped.saturating_add(joint_actions.saturating_mul(dropped.len()));
            if self.first_dropped.is_none() {
                self.first_dropped = dropped.first().map(|dropped| (number, dropped.clone()));
            }
            let mut leads_to = 0;
            for state in listing.successors(branch) {
                targets.add(self.add(state, parent, limits)?);
                leads_to += 1;
            }
            self.moves = self.moves.saturating_add(joint_actions.saturating_mul(leads_to));
            targets.end();
        }
        Ok(())
    }

    fn add(&mut self, words: &[u64], parent: u32, limits: &Limits) -> Result<u32, GaveUp> {
        let (number, new) = self.states.insert(words);
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
        let searched =
            SEARCHED.saturating_mul((self.initial as u64).saturating_mul(self.system.variables.len() as u64));
        self.steps.borrow().effort().saturating_add(searched)
    }

    /// While layers shrink, the end may be near.
    fn within_effort(&self, limits: &Limits) -> Result<(), GaveUp> {
        let Some(most) = limits.max_effort else { return Ok(()) };
        let most = if self.shrinks { most.saturating_mul(PATIENCE) } else { most };
        if self.effort() > most { Err(GaveUp::Effort { states: self.len(), growing: self.grows }) } else { Ok(()) }
    }

    /// How many branches and successors of one state may be listed at once.
    fn listing_budget(&self) -> usize {
        MAX_LISTED / (self.packing.words() + 1)
    }

    /// The actions that a state allows each agent, ascending.
    pub(super) fn enabled(&self, number: usize) -> Vec<Rc<[u32]>> {
        self.steps.borrow_mut().enabled(self.states.row(number)).to_vec()
    }

    /// Which joint actions make which steps.
    pub(super) fn labels(&self, limits: &Limits) -> Result<&Labels, GaveUp> {
        if let Some(labels) = self.labels.get() {
            return Ok(labels);
        }
        let mut labels = Labels::new();
        let (mut listing, mut targets) = (Listing::default(), Rows::new());
        for number in 0..self.len() {
            limits.check()?;
            self.list(number, &mut listing)?;
            targets.clear();
            for branch in &listing.branches {
                self.targets(&listing, branch).for_each(|target| targets.add(index(target)));
                targets.end();
            }
            labels.push(&listing, &targets);
            if self.graph.edges() + labels.items() > MAX_STEPS {
                return Err(GaveUp::Memory);
            }
        }
        Ok(self.labels.get_or_init(|| labels.finished(listing)))
    }

    /// Lists the steps of a state.
    pub(super) fn list(&self, number: usize, listing: &mut Listing) -> Result<(), GaveUp> {
        let mut steps = self.steps.borrow_mut();
        steps.list(self.states.row(number), self.listing_budget(), listing).map_err(too_many)
    }

    /// The numbers of the states that a branch leads to.
    pub(super) fn targets(&self, listing: &Listing, branch: &Branch) -> impl Iterator<Item = usize> {
        listing.successors(branch).map(|words| self.states.find(words).expect("all successors have been enumerated"))
    }

    /// The system whose states these are.
    #[must_use]
    pub fn system(&self) -> &'m InterpretedSystem {
        self.system
    }

    /// The state from which one was found first; none for an initial state.
    pub(super) fn parent(&self, number: usize) -> Option<usize> {
        Some(self.parents[number]).filter(|&parent| parent != NOBODY).map(|parent| parent as usize)
    }

    /// The joint action of a step of a space that was not explored.
    pub(super) fn given(&self, from: usize, to: usize) -> Option<&JointAction> {
        self.given.get(&(from, to))
    }

    /// The steps between states.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none: InitStates is not satisfiable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state with that number.
    #[must_use]
    pub fn state(&self, number: usize) -> State {
        self.unpack(self.states.row(number))
    }

    /// A state from how it is kept.
    pub(super) fn unpack(&self, words: &[u64]) -> State {
        self.packing.unpack(words)
    }

    /// The number of a state, if it is reachable.
    #[must_use]
    pub fn find(&self, state: &State) -> Option<usize> {
        self.states.find(&self.packing.pack(state))
    }

    /// The value of a variable in the state with that number.
    #[must_use]
    pub fn value(&self, number: usize, variable: VarId) -> i64 {
        self.packing.field(variable).get(self.states.row(number))
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
        let condition = Condition::compile(&self.system.exprs, condition, &self.packing);
        let mut results = Vec::new();
        StateSet::collect(self.len(), |state| condition.admits(self.states.row(state), &mut results))
    }

    /// Per state, the number of the valuation of some variables that it has, and how many valuations there are.
    pub(super) fn classes(&self, seen: &[VarId]) -> (Vec<u32>, usize) {
        let view: View = self.packing.view(seen.iter().copied());
        let mut table = Table::new(view.words());
        let mut key = Vec::new();
        let classes = (0..self.len()).map(|state| {
            view.of(self.states.row(state), &mut key);
            index(table.insert(&key).0)
        });
        (classes.collect(), table.len())
    }
}

fn too_many(_: TooMany) -> GaveUp {
    Declined::Moves.into()
}
