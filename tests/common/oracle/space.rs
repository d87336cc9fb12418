//! The reachable states, breadth first from the initial states, every joint action of every state tried in its turn.

use indexmap::IndexSet;

use super::graph::Graph;
use super::set::StateSet;
use qmas::engine::{GaveUp, Limits};
use qmas::ir::{Dropped, ExprId, InitialStates, InterpretedSystem, Program, State, Transitions, VarId};

/// The reachable states of a system and the steps between them.
pub struct Space<'m> {
    transitions: Transitions<'m>,
    states: IndexSet<State>,
    graph: Graph,
    initial: usize,
    moves: usize,
    dropped: usize,
    first_dropped: Option<(usize, Dropped)>,
}

impl<'m> Space<'m> {
    /// Enumerates the reachable states of `system`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn explore(system: &'m InterpretedSystem, limits: &Limits) -> Result<Self, GaveUp> {
        let initial = InitialStates::new(system, u64::MAX).map(|state| state.expect("there is no limit"));
        let mut space = Self {
            transitions: Transitions::new(system),
            states: initial.collect(),
            graph: Graph::new(Vec::new()),
            initial: 0,
            moves: 0,
            dropped: 0,
            first_dropped: None,
        };
        space.initial = space.states.len();
        let mut successors: Vec<Vec<u32>> = Vec::new();
        while successors.len() < space.states.len() {
            limits.check()?;
            if space.states.len() > limits.max_states {
                return Err(GaveUp::States(limits.max_states));
            }
            let number = successors.len();
            let moves = space.transitions.moves(&space.states[number]);
            space.moves += moves.successors.len();
            space.dropped += moves.dropped.len();
            if space.first_dropped.is_none() {
                space.first_dropped = moves.dropped.into_iter().next().map(|dropped| (number, dropped));
            }
            let insert = |successor: qmas::ir::Successor| index(space.states.insert_full(successor.state).0);
            let mut row: Vec<u32> = moves.successors.into_iter().map(insert).collect();
            row.sort_unstable();
            row.dedup();
            successors.push(row);
        }
        space.graph = Graph::new(successors);
        Ok(space)
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
        self.states[number].clone()
    }

    /// The number of a state, if it is reachable.
    #[must_use]
    pub fn find(&self, state: &State) -> Option<usize> {
        self.states.get_index_of(state)
    }

    /// The value of a variable in the state with that number.
    #[must_use]
    pub fn value(&self, number: usize, variable: VarId) -> i64 {
        self.states[number].get(variable)
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
        StateSet::collect(self.len(), |state| program.holds(&self.states[state]))
    }
}

/// A state's number as graphs keep it.
pub(super) fn index(number: usize) -> u32 {
    u32::try_from(number).expect("tests have few states")
}
