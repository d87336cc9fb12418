//! Alternating automata: weak ones, as all path formulas give.
//!
//! A word is accepted from a state if it satisfies the state's transition, where every state asked for at the next
//! position accepts the rest, and no chain of such demands goes through eventual states forever. States that can come
//! back to each other are all eventual or none of them is; they share a rank. This is what a symbolic breakpoint
//! construction (Bloem, Cimatti, Pill, Roveri and Semprini, "Symbolic implementation of alternating automata", 2006)
//! starts from.

use super::components::Components;
use super::derive::Derivation;
use super::path::PathFormula;
use super::transition::{StateId, Transition, TransitionId, Transitions};
use crate::engine::{GaveUp, Limits, Traces};

/// A state of an [`Alternating`] automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlternatingState {
    /// What it asks for.
    pub transition: TransitionId,
    /// Whether it must not be put off forever: rejecting. Only states that can come back to themselves are.
    pub eventual: bool,
    /// Transitions lead to states of the same or a smaller rank; those of the same rank can reach each other.
    pub rank: usize,
}

/// A weak alternating automaton.
#[derive(Debug, Clone)]
pub struct Alternating {
    traces: Traces,
    transitions: Vec<Transition>,
    states: Vec<AlternatingState>,
    initial: Vec<StateId>,
}

impl Alternating {
    /// Over infinite words, or over finite ones with at least one letter.
    #[must_use]
    pub fn traces(&self) -> Traces {
        self.traces
    }

    /// All transitions, children before parents.
    #[must_use]
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// The transition behind an id.
    #[must_use]
    pub fn transition(&self, id: TransitionId) -> Transition {
        self.transitions[id.index()]
    }

    /// The states; the numbers follow the order in which they are met.
    #[must_use]
    pub fn states(&self) -> &[AlternatingState] {
        &self.states
    }

    /// The states that must all accept, in ascending order.
    #[must_use]
    pub fn initial(&self) -> &[StateId] {
        &self.initial
    }

    /// The automaton of `path`.
    pub(super) fn build(
        mut derivation: Derivation<'_>,
        path: PathFormula,
        traces: Traces,
        limits: &Limits,
    ) -> Result<Self, GaveUp> {
        let initial = derivation.initial(path);
        let mut roots = Vec::new();
        while roots.len() < derivation.states.len() {
            if roots.len() >= limits.max_states {
                return Err(GaveUp::States(limits.max_states));
            }
            let state = state_id(roots.len());
            roots.push(derivation.transition(state, limits)?);
        }
        let mut pruned = Pruned::new(&derivation, &roots);
        let mut initial: Vec<StateId> = initial.into_iter().map(|state| pruned.state(state)).collect();
        while let Some(old) = pruned.pending() {
            let root = pruned.copy(roots[old.index()]);
            pruned.roots.push(root);
        }
        initial.sort_unstable();
        initial.dedup();
        let Pruned { order, transitions, roots, .. } = pruned;
        let mut states: Vec<AlternatingState> = (roots.into_iter().zip(order))
            .map(|(transition, old)| {
                let eventual = traces == Traces::Infinite && derivation.is_eventual(old);
                AlternatingState { transition, eventual, rank: 0 }
            })
            .collect();
        rank(&mut states, transitions.list());
        Ok(Self { traces, transitions: transitions.list().to_vec(), states, initial })
    }
}

fn state_id(index: usize) -> StateId {
    StateId(u32::try_from(index).expect("memory ends before 2^32 states"))
}

/// Copies what is reachable, with new numbers: simplification leaves states behind that nobody asks for.
struct Pruned<'d> {
    old: &'d Transitions,
    copied: Vec<Option<TransitionId>>,
    numbers: Vec<Option<StateId>>,
    order: Vec<StateId>,
    transitions: Transitions,
    roots: Vec<TransitionId>,
}

impl<'d> Pruned<'d> {
    fn new(derivation: &'d Derivation<'_>, roots: &[TransitionId]) -> Self {
        Self {
            old: &derivation.transitions,
            copied: vec![None; derivation.transitions.len()],
            numbers: vec![None; roots.len()],
            order: Vec::new(),
            transitions: Transitions::new(),
            roots: Vec::new(),
        }
    }

    /// The next state that has a number and no transition yet.
    fn pending(&self) -> Option<StateId> {
        self.order.get(self.roots.len()).copied()
    }

    fn state(&mut self, old: StateId) -> StateId {
        *self.numbers[old.index()].get_or_insert_with(|| {
            self.order.push(old);
            state_id(self.order.len() - 1)
        })
    }

    fn copy(&mut self, root: TransitionId) -> TransitionId {
        let mut work = vec![root];
        while let Some(&id) = work.last() {
            if self.copied[id.index()].is_some() {
                work.pop();
                continue;
            }
            let transition = self.old.get(id);
            if let Transition::And(f, g) | Transition::Or(f, g) = transition {
                let before = work.len();
                work.extend([g, f].into_iter().filter(|part| self.copied[part.index()].is_none()));
                if work.len() > before {
                    continue;
                }
            }
            let of = |copied: &[Option<TransitionId>], part: TransitionId| {
                copied[part.index()].expect("parts are copied before what they are parts of")
            };
            let copy = match transition {
                Transition::And(f, g) => self.transitions.and(of(&self.copied, f), of(&self.copied, g)),
                Transition::Or(f, g) => self.transitions.or(of(&self.copied, f), of(&self.copied, g)),
                Transition::Next(state) => {
                    let state = self.state(state);
                    self.transitions.intern(Transition::Next(state))
                }
                Transition::WeakNext(state) => {
                    let state = self.state(state);
                    self.transitions.intern(Transition::WeakNext(state))
                }
                Transition::True | Transition::False | Transition::Letter(..) => self.transitions.intern(transition),
            };
            self.copied[id.index()] = Some(copy);
            work.pop();
        }
        self.copied[root.index()].expect("just done")
    }
}

/// Ranks, on the graph of states and transitions together, which is linear in the size of both.
fn rank(states: &mut [AlternatingState], transitions: &[Transition]) {
    let vertex = |id: TransitionId| u32::try_from(id.index()).expect("ids have 32 bits");
    let state_vertex = |id: StateId| u32::try_from(transitions.len() + id.index()).expect("memory ends before");
    let mut successors: Vec<Vec<u32>> = transitions
        .iter()
        .map(|transition| match *transition {
            Transition::True | Transition::False | Transition::Letter(..) => Vec::new(),
            Transition::Next(state) | Transition::WeakNext(state) => vec![state_vertex(state)],
            Transition::And(f, g) | Transition::Or(f, g) => vec![vertex(f), vertex(g)],
        })
        .collect();
    successors.extend(states.iter().map(|state| vec![vertex(state.transition)]));
    let components = Components::new(&successors);
    let mut used: Vec<usize> = (0..states.len()).map(|index| components.of[transitions.len() + index]).collect();
    used.sort_unstable();
    used.dedup();
    for (index, state) in states.iter_mut().enumerate() {
        let component = components.of[transitions.len() + index];
        state.rank = used.binary_search(&component).expect("it was collected");
        state.eventual &= components.on_cycle(transitions.len() + index);
    }
}
