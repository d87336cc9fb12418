//! Alternating automata: weak ones, as all path formulas give.
//!
//! A word is accepted from a state if it satisfies the state's transition, where every state asked for at the next
//! position accepts the rest, and no chain of such demands goes through eventual states forever. States that can come
//! back to each other are all eventual or none of them is; they share a rank. This is what a symbolic breakpoint
//! construction (Bloem, Cimatti, Pill, Roveri and Semprini, "Symbolic implementation of alternating automata", 2006)
//! starts from.

use super::derive::Derivation;
use super::draft::Draft;
use super::path::PathFormula;
use super::transition::{StateId, Transition, TransitionId};
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

/// How often equal states are looked for; each time costs as much as the automaton is large.
const ROUNDS: usize = 16;

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
            let state = StateId::new(roots.len());
            roots.push(derivation.transition(state, limits)?);
        }
        let eventual = (0..roots.len())
            .map(|index| traces == Traces::Infinite && derivation.is_eventual(StateId::new(index)))
            .collect();
        let mut draft = Draft { transitions: derivation.transitions, roots, eventual, initial }.pruned();
        let mut ranks = draft.rank();
        // States with equal transitions are equal; then others may be. What is left over does no harm.
        for _ in 0..ROUNDS {
            limits.check()?;
            let Some(smaller) = draft.merged(&ranks) else { break };
            draft = smaller;
            ranks = draft.rank();
        }
        let states = (draft.roots.iter().zip(&draft.eventual).enumerate())
            .map(|(index, (&transition, &eventual))| AlternatingState {
                transition,
                eventual: eventual && ranks.on_cycle[index],
                rank: ranks.of[index],
            })
            .collect();
        Ok(Self { traces, transitions: draft.transitions.list().to_vec(), states, initial: draft.initial })
    }
}
