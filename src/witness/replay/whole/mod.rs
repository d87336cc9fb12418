//! Universal claims, looked at in all states where there are few: the reachable states are enumerated, and formulas are
//! evaluated by their definitions, one set of states after the other (ISPL, sections 3 to 7).
//!
//! Nothing of an engine is used: this must be able to disagree with all of them. Whatever is too large is said to be.
//!
//! | file | what it defines |
//! |---|---|
//! | `judge` | what formulas are interpreted in, and in which order they are evaluated |
//! | `branching`, `forever` | CTL, paths that go on forever, fairness |
//! | `knowledge` | K, GK, DK, GCK |
//! | `game`, `enforce`, `uniform` | strategies |
//! | `obligations`, `product` | path formulas, on infinite paths and finite traces |

mod branching;
mod enforce;
mod forever;
mod game;
mod judge;
mod knowledge;
mod obligations;
mod product;
mod uniform;

use std::collections::BTreeSet;

use indexmap::IndexSet;

use super::outcome::Beyond;
use crate::ir::{AgentId, ExprId, InitialStates, InterpretedSystem, Program, State, Transitions};
pub(super) use judge::{Judge, Manner};

/// How many values and moves are tried per state that may be there.
const EFFORT: u64 = 64;
/// How many moves there may be, per state that may be there.
const MOVES: usize = 256;

/// By state, whether something is true there.
type Set = Vec<bool>;

/// The states of a graph, by their numbers.
type Edges = Vec<Vec<u32>>;

/// All reachable states, and the steps between them.
struct Whole<'a> {
    transitions: Transitions<'a>,
    states: IndexSet<State>,
    /// How many of them, the first ones, are initial.
    initial: usize,
    next: Edges,
    before: Edges,
    /// How many moves may be listed.
    moves: usize,
}

impl<'a> Whole<'a> {
    /// The reachable states, if there are at most so many.
    fn enumerate(system: &'a InterpretedSystem, most: usize) -> Result<Self, Beyond> {
        let mut whole = Self {
            transitions: Transitions::new(system),
            states: IndexSet::new(),
            initial: 0,
            next: Vec::new(),
            before: Vec::new(),
            moves: most.saturating_mul(MOVES),
        };
        for state in InitialStates::new(system, (most as u64).saturating_mul(EFFORT)) {
            whole.states.insert(state.map_err(|_| Beyond::States(most))?);
            if whole.states.len() > most {
                return Err(Beyond::States(most));
            }
        }
        whole.initial = whole.states.len();
        let mut moves = whole.moves;
        while whole.next.len() < whole.states.len() {
            let here = whole.states[whole.next.len()].clone();
            let found = whole.transitions.moves_within(&here, moves).map_err(|_| Beyond::Moves)?.successors;
            moves -= found.len();
            let targets: BTreeSet<State> = found.into_iter().map(|successor| successor.state).collect();
            let targets = targets.into_iter().map(|state| number(whole.states.insert_full(state).0)).collect();
            whole.next.push(targets);
            if whole.states.len() > most {
                return Err(Beyond::States(most));
            }
        }
        whole.before = reversed(&whole.next);
        Ok(whole)
    }

    fn system(&self) -> &'a InterpretedSystem {
        self.transitions.system()
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn condition(&self, condition: ExprId) -> Set {
        let program = Program::compile(&self.system().exprs, condition);
        self.states.iter().map(|state| program.holds(state)).collect()
    }

    fn red(&self, agent: AgentId) -> Set {
        let red = self.system().agent(agent).red;
        red.map_or_else(|| vec![false; self.len()], |condition| self.condition(condition))
    }

    /// What these agents see in a state.
    fn local(&self, state: &State, agents: &[AgentId]) -> Vec<Vec<i64>> {
        agents.iter().map(|&agent| state.observation(self.system(), agent)).collect()
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or_else(|_| unreachable!("there are few states"))
}

/// Steps backwards: where each state is reached from.
fn reversed(next: &Edges) -> Edges {
    let mut before = vec![Vec::new(); next.len()];
    for (from, targets) in next.iter().enumerate() {
        for &to in targets {
            before[to as usize].push(number(from));
        }
    }
    before
}

fn and(left: &Set, right: &Set) -> Set {
    left.iter().zip(right).map(|(left, right)| *left && *right).collect()
}

fn or(left: &Set, right: &Set) -> Set {
    left.iter().zip(right).map(|(left, right)| *left || *right).collect()
}
