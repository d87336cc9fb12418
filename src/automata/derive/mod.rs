//! From a path formula to an alternating automaton by partial derivatives.
//!
//! Antimirov, "Partial derivatives of regular expressions and finite automaton constructions" (1996), with tests, for
//! the modalities of LDL; the expansion laws for LTL; Vardi, "An automata-theoretic approach to linear temporal logic"
//! (1996).
//!
//! The states are what stands behind some `next`: subformulas and continuations of expressions (thesis 5.4.3, "states
//! that are directly reachable after non-ε transitions"). What is asked of the present letter never becomes a state, and
//! a conjunction is as many states as it has parts.

mod matches;
mod nexts;

use std::collections::HashMap;

use super::continuation::{ContinuationId, Continuations};
use super::path::PathFormula;
use super::propositions::Propositions;
use super::transition::{StateId, Transition, TransitionId, Transitions};
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{Formula, Formulas, Modality, RegexId, Sign, Temporal};

/// What a state of the automaton stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// The formula holds. It is neither a conjunction nor a dynamic formula.
    Holds(PathFormula),
    /// Some match, or all.
    Matches(Modality, ContinuationId),
}

/// Something whose transition is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    Holds(PathFormula),
    Matches(Modality, ContinuationId),
    /// Matches of the expression that make a step, and what follows them.
    Moves(Modality, RegexId, ContinuationId),
    /// Matches of the expression that make no step.
    Stays(Modality, RegexId),
}

/// Whether there must be a next position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Strength {
    Strong,
    Weak,
}

/// An alternating automaton while it grows.
#[derive(Debug)]
pub(super) struct Derivation<'a> {
    formulas: &'a Formulas,
    propositions: &'a Propositions,
    traces: Traces,
    continuations: Continuations,
    pub(super) transitions: Transitions,
    known: HashMap<Goal, TransitionId>,
    nexts: HashMap<(Strength, PathFormula), TransitionId>,
    pub(super) states: Vec<Meaning>,
    ids: HashMap<Meaning, StateId>,
}

impl<'a> Derivation<'a> {
    pub(super) fn new(formulas: &'a Formulas, propositions: &'a Propositions, traces: Traces) -> Self {
        Self {
            formulas,
            propositions,
            traces,
            continuations: Continuations::default(),
            transitions: Transitions::new(),
            known: HashMap::new(),
            nexts: HashMap::new(),
            states: Vec::new(),
            ids: HashMap::new(),
        }
    }

    /// The states that together stand for `path`.
    pub(super) fn initial(&mut self, path: PathFormula) -> Vec<StateId> {
        let parts = self.propositions.conjuncts(self.formulas, path);
        parts.into_iter().map(|part| self.state_for(part)).collect()
    }

    /// What a state asks for.
    pub(super) fn transition(&mut self, state: StateId, limits: &Limits) -> Result<TransitionId, GaveUp> {
        let root = match self.states[state.index()] {
            Meaning::Holds(formula) => Goal::Holds(formula),
            Meaning::Matches(modality, rest) => Goal::Matches(modality, rest),
        };
        let mut work = vec![root];
        while let Some(&goal) = work.last() {
            limits.check()?;
            if self.transitions.len().max(self.known.len()) > limits.max_states.saturating_mul(8) {
                return Err(GaveUp::States(limits.max_states));
            }
            if self.known.contains_key(&goal) {
                work.pop();
                continue;
            }
            match self.expand(goal) {
                Ok(transition) => {
                    self.known.insert(goal, transition);
                    work.pop();
                }
                Err(missing) => work.push(missing),
            }
        }
        Ok(self.known[&root])
    }

    /// Whether this must not be put off forever.
    pub(super) fn is_eventual(&self, state: StateId) -> bool {
        match self.states[state.index()] {
            Meaning::Matches(modality, _) => modality == Modality::Diamond,
            Meaning::Holds(PathFormula { sign, formula }) => match self.formulas.get(formula) {
                Formula::Linear(Temporal::Finally(_) | Temporal::Until(..)) => sign == Sign::Plain,
                Formula::Linear(Temporal::Globally(_) | Temporal::Release(..) | Temporal::WeakUntil(..)) => {
                    sign == Sign::Negated
                }
                // Anything else never comes back to itself.
                _ => false,
            },
        }
    }

    /// The transition for a goal, or a goal that must be known before it.
    fn expand(&mut self, goal: Goal) -> Result<TransitionId, Goal> {
        match goal {
            Goal::Holds(path) => self.expand_formula(path),
            Goal::Matches(modality, rest) => self.expand_matches(modality, rest),
            Goal::Moves(modality, rho, rest) => self.expand_moves(modality, rho, rest),
            Goal::Stays(modality, rho) => self.expand_stays(modality, rho),
        }
    }

    fn of(&self, goal: Goal) -> Result<TransitionId, Goal> {
        self.known.get(&goal).copied().ok_or(goal)
    }

    fn expand_formula(&mut self, path: PathFormula) -> Result<TransitionId, Goal> {
        let PathFormula { sign, formula } = path;
        let plain = sign == Sign::Plain;
        if let Some(value) = self.propositions.fixed(formula) {
            return Ok(Transitions::constant(value == plain));
        }
        if let Some(proposition) = self.propositions.get(formula) {
            return Ok(self.transitions.intern(Transition::Letter(sign, proposition)));
        }
        match self.formulas.get(formula) {
            Formula::True => Ok(Transitions::constant(plain)),
            Formula::False => Ok(Transitions::constant(!plain)),
            Formula::Not(f) => self.of(Goal::Holds(PathFormula { sign: sign.flip(), formula: f })),
            Formula::And(f, g) | Formula::Or(f, g) => {
                let conjunction = matches!(self.formulas.get(formula), Formula::And(..)) == plain;
                let f = self.of(Goal::Holds(PathFormula { sign, formula: f }))?;
                let g = self.of(Goal::Holds(PathFormula { sign, formula: g }))?;
                Ok(if conjunction { self.transitions.and(f, g) } else { self.transitions.or(f, g) })
            }
            Formula::Implies(f, g) => {
                let f = self.of(Goal::Holds(PathFormula { sign: sign.flip(), formula: f }))?;
                let g = self.of(Goal::Holds(PathFormula { sign, formula: g }))?;
                Ok(if plain { self.transitions.or(f, g) } else { self.transitions.and(f, g) })
            }
            Formula::Linear(operator) => self.expand_temporal(path, operator),
            Formula::Dynamic(modality, rho, f) => {
                let (modality, rest) = self.dynamic(sign, modality, rho, f);
                self.of(Goal::Matches(modality, rest))
            }
            Formula::Atom(_)
            | Formula::Red(_)
            | Formula::Branching(..)
            | Formula::Strategic(..)
            | Formula::Quantified(..)
            | Formula::Knows(..)
            | Formula::Considers(..)
            | Formula::Obliged(..)
            | Formula::Permitted(..) => unreachable!("`Propositions::of` numbers all of these"),
        }
    }

    /// The expansion laws.
    fn expand_temporal(&mut self, path: PathFormula, operator: Temporal) -> Result<TransitionId, Goal> {
        let (first, second) = operator.operands();
        let operand = |formula| PathFormula { sign: path.sign, formula };
        if let Temporal::Next(f) = operator {
            let strength = if path.sign == Sign::Plain { Strength::Strong } else { Strength::Weak };
            return Ok(self.next(strength, operand(f)));
        }
        let f = self.of(Goal::Holds(operand(first)))?;
        let g = second.map_or(Ok(f), |g| self.of(Goal::Holds(operand(g))))?;
        let strong = self.next(Strength::Strong, path);
        let weak = self.next(Strength::Weak, path);
        let transitions = &mut self.transitions;
        Ok(match (operator, path.sign) {
            (Temporal::Next(_), _) => unreachable!("it has returned above"),
            // F f = f or X F f
            (Temporal::Finally(_), Sign::Plain) | (Temporal::Globally(_), Sign::Negated) => transitions.or(f, strong),
            // G f = f and X G f
            (Temporal::Globally(_), Sign::Plain) | (Temporal::Finally(_), Sign::Negated) => transitions.and(f, weak),
            // f U g = g or (f and X(f U g))
            (Temporal::Until(..), Sign::Plain) | (Temporal::Release(..), Sign::Negated) => {
                let later = transitions.and(f, strong);
                transitions.or(g, later)
            }
            // f R g = g and (f or X(f R g))
            (Temporal::Release(..), Sign::Plain) | (Temporal::Until(..), Sign::Negated) => {
                let later = transitions.or(f, weak);
                transitions.and(g, later)
            }
            // f W g = g or (f and X(f W g))
            (Temporal::WeakUntil(..), Sign::Plain) => {
                let later = transitions.and(f, weak);
                transitions.or(g, later)
            }
            // !(f W g) = !g and (!f or X !(f W g)), and not forever
            (Temporal::WeakUntil(..), Sign::Negated) => {
                let later = transitions.or(f, strong);
                transitions.and(g, later)
            }
        })
    }
}
