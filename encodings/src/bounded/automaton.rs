//! Automata that read the states of a path, as path formulas become them.
//!
//! An automaton is in a state q before it reads a state u of the path: an edge from q may be taken in the step from u to
//! the next state if its label is true of u. Labels are about x as far as a literal can be: a formula with operators has
//! no literal, so labels speak of *claims* in its place, which the player makes at every position and has to win there.

use crate::circuit::{Circuit, InputId, Lit};
use crate::substitute::Substitution;

use super::formula::FormulaId;

/// An edge of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Where it begins.
    pub from: usize,
    /// Which states may be read; over x and claims, if there are any. With more claims it is true wherever it was.
    pub label: Lit,
    /// Where it leads.
    pub to: usize,
}

/// A claim that a formula is true, or that it is false, of the state that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Letter {
    /// What stands for it in labels.
    pub claim: InputId,
    /// What is encoded for it, in negation normal form: what is claimed if ∃ has the path, and its negation, which must
    /// be spoilt, if ∀ has it.
    pub formula: FormulaId,
}

/// Which runs are accepted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Acceptance {
    /// Infinite ones that visit one of these states again and again; by state.
    Often(Vec<bool>),
    /// Finite ones that end in a state before the last position, if this is true of that position; by state, over x and
    /// claims.
    End(Vec<Lit>),
}

impl Acceptance {
    /// How many states the automaton has.
    #[must_use]
    pub fn states(&self) -> usize {
        match self {
            Self::Often(accepting) => accepting.len(),
            Self::End(last) => last.len(),
        }
    }
}

/// A nondeterministic automaton; state 0 is the initial one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PathAutomaton {
    /// Its edges.
    pub edges: Vec<Edge>,
    /// Which runs it accepts.
    pub acceptance: Acceptance,
    /// What its labels claim.
    pub letters: Vec<Letter>,
}

impl PathAutomaton {
    /// How many bits the number of a state has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.acceptance.states().next_power_of_two().trailing_zeros() as usize
    }

    /// Whether a run is accepted as soon as it visits an accepting state, wherever the path goes on for ever; finite
    /// traces need no more than that they end.
    pub(super) fn is_decided_early(&self) -> bool {
        let Acceptance::Often(accepting) = &self.acceptance else { return true };
        let stays =
            |state: usize| self.edges.iter().any(|edge| (edge.from, edge.label, edge.to) == (state, Lit::TRUE, state));
        accepting.iter().enumerate().all(|(state, &accepts)| !accepts || stays(state))
    }

    /// All labels.
    pub fn labels(&self) -> impl Iterator<Item = Lit> {
        let last: &[Lit] = match &self.acceptance {
            Acceptance::Often(_) => &[],
            Acceptance::End(last) => last,
        };
        self.edges.iter().map(|edge| edge.label).chain(last.iter().copied())
    }

    /// By state, where a code is its number.
    pub(super) fn numbers(&self, circuit: &mut Circuit, code: &[Lit]) -> Vec<Lit> {
        (0..self.acceptance.states()).map(|state| number(circuit, code, state)).collect()
    }

    /// The labels of all edges, of a state of the system and of the claims that `here` puts in; `gates` are those below
    /// all labels.
    pub(super) fn read(&self, circuit: &mut Circuit, gates: &[usize], here: &mut Substitution) -> Vec<Lit> {
        here.apply(circuit, gates, Lit::TRUE);
        self.edges.iter().map(|edge| here.apply(circuit, &[], edge.label)).collect()
    }
}

/// Where a code is a number.
pub(crate) fn number(circuit: &mut Circuit, code: &[Lit], number: usize) -> Lit {
    circuit.and_all(code.iter().enumerate().map(|(at, &bit)| bit.negated_if(number >> at & 1 == 0)))
}
