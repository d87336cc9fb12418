//! The whole way: a path formula, and an automaton for it that is explicit as long as that is small.

use super::alternating::Alternating;
use super::breakpoint::explore;
use super::buchi::Buchi;
use super::budget::{Size, Stop};
use super::derive::Derivation;
use super::nfa::Nfa;
use super::path::PathFormula;
use super::propositions::Propositions;
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{Formulas, Sign};

/// An automaton that accepts exactly the words that satisfy a path formula.
#[derive(Debug, Clone)]
pub enum PathAutomaton {
    /// Infinite words, explicit.
    Buchi(Buchi),
    /// Finite words, explicit.
    Finite(Nfa),
    /// Neither is small: the breakpoints are to be encoded symbolically.
    Symbolic(Alternating),
}

impl PathAutomaton {
    /// How many states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cost().1
    }

    /// There always is a state, unless an alternating automaton accepts everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many states; an explicit automaton counts as smaller than any alternating one.
    fn cost(&self) -> (bool, usize, usize) {
        match self {
            Self::Buchi(automaton) => (false, automaton.graph().len(), automaton.graph().edge_count()),
            Self::Finite(automaton) => (false, automaton.graph().len(), automaton.graph().edge_count()),
            Self::Symbolic(automaton) => (true, automaton.states().len(), automaton.transitions().len()),
        }
    }
}

/// Makes automata of path formulas.
#[derive(Debug, Clone, Copy)]
pub struct Translator<'a> {
    /// Where the formulas are.
    pub formulas: &'a Formulas,
    /// What letters speak of.
    pub propositions: &'a Propositions,
    /// On which words formulas are read.
    pub traces: Traces,
    /// How large an explicit automaton may become.
    pub size: Size,
    /// Time, interrupts, and the size of the alternating automaton.
    pub limits: &'a Limits,
}

impl Translator<'_> {
    /// The alternating automaton: at most linear in the formula if that is a tree.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn alternating(&self, path: PathFormula) -> Result<Alternating, GaveUp> {
        let derivation = Derivation::new(self.formulas, self.propositions, self.traces);
        Alternating::build(derivation, path, self.traces, self.limits)
    }

    /// The explicit automaton if it is small, else the alternating one.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn translate(&self, path: PathFormula) -> Result<PathAutomaton, GaveUp> {
        let alternating = self.alternating(path)?;
        match self.explicit(&alternating) {
            Ok(explicit) => Ok(explicit),
            Err(Stop::TooLarge) => Ok(PathAutomaton::Symbolic(alternating)),
            Err(Stop::GaveUp(reason)) => Err(reason),
        }
    }

    /// The smaller one of the automata of `path` and of its negation, and which one it is: of `path` if plain.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn smaller(&self, path: PathFormula) -> Result<(Sign, PathAutomaton), GaveUp> {
        let (plain, negated) = (self.translate(path)?, self.translate(!path)?);
        Ok(if plain.cost() <= negated.cost() { (Sign::Plain, plain) } else { (Sign::Negated, negated) })
    }

    fn explicit(&self, alternating: &Alternating) -> Result<PathAutomaton, Stop> {
        let graph = explore(alternating, self.size, self.limits)?;
        Ok(match self.traces {
            Traces::Infinite => PathAutomaton::Buchi(Buchi::new(graph)?),
            Traces::Finite => PathAutomaton::Finite(Nfa::new(graph)?),
        })
    }
}
