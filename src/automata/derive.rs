//! From a path formula to an alternating automaton by partial derivatives.
//!
//! Antimirov, "Partial derivatives of regular expressions and finite automaton constructions" (1996), with tests, for
//! the modalities of LDL; the expansion laws for LTL; Vardi, "An automata-theoretic approach to linear temporal logic"
//! (1996). Kong and Lomuscio (IJCAI 2017) build an ε-NFA with tests and look for the critical sets of tests on
//! ε-paths, of which a star over tests has infinitely many. Here there is no ε at all: a match of rho either makes a
//! step ([`Goal::Moves`]) or it does not ([`Goal::Stays`]), both by recursion on rho, and rho* matches without a step
//! exactly by not iterating:
//!
//! ```text
//! stays(psi) = false    stays(f?) = f    stays(r + s) = stays(r) or stays(s)     stays(r ; s) = stays(r) and stays(s)
//! stays(r*) = true
//! moves(psi, k) = psi and next k         moves(f?, k) = false                    moves(r*, k) = moves(r, r* ; k)
//! moves(r + s, k) = moves(r, k) or moves(s, k)
//! moves(r ; s, k) = moves(r, s ; k) or (stays(r) and moves(s, k))
//! <r ; k> = moves(r, k) or (stays(r) and <k>)
//! ```
//!
//! `[rho]` is the dual. The states are what stands behind some `next`: subformulas and continuations of expressions
//! (thesis 5.4.3, "states that are directly reachable after non-ε transitions"). Letters never become states, and a
//! conjunction is as many states as it has parts.

use std::collections::HashMap;

use super::continuation::{Continuation, ContinuationId, Continuations};
use super::path::{PathFormula, Sign};
use super::propositions::Propositions;
use super::transition::{StateId, Transition, TransitionId, Transitions};
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Temporal};

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
            Goal::Matches(modality, rest) => match self.continuations.get(rest) {
                Continuation::End(path) => self.of(Goal::Holds(path)),
                Continuation::Then(rho, rest) => {
                    let stays = self.of(Goal::Stays(modality, rho))?;
                    let ends = if stays == nothing(modality) {
                        stays
                    } else {
                        let rest = self.of(Goal::Matches(modality, rest))?;
                        self.both(modality, stays, rest)
                    };
                    let moves = self.of(Goal::Moves(modality, rho, rest))?;
                    Ok(self.some(modality, moves, ends))
                }
            },
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
            (Temporal::Next(_), _) => unreachable!("done above"),
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

    fn expand_moves(&mut self, modality: Modality, rho: RegexId, rest: ContinuationId) -> Result<TransitionId, Goal> {
        match self.formulas.regex(rho) {
            Regex::Step(psi) => {
                let psi = self.of(Goal::Holds(signed(modality, psi)))?;
                let next = self.next_match(modality, rest);
                Ok(self.both(modality, psi, next))
            }
            Regex::Test(_) => Ok(nothing(modality)),
            Regex::Choice(left, right) => {
                let left = self.of(Goal::Moves(modality, left, rest))?;
                let right = self.of(Goal::Moves(modality, right, rest))?;
                Ok(self.some(modality, left, right))
            }
            Regex::Sequence(first, second) => {
                let stays = self.of(Goal::Stays(modality, first))?;
                let later = if stays == nothing(modality) {
                    stays
                } else {
                    let moves = self.of(Goal::Moves(modality, second, rest))?;
                    self.both(modality, stays, moves)
                };
                let second_then = self.continuations.then(self.formulas, second, rest);
                let now = self.of(Goal::Moves(modality, first, second_then))?;
                Ok(self.some(modality, now, later))
            }
            Regex::Star(inner) => {
                let again = self.continuations.then(self.formulas, rho, rest);
                self.of(Goal::Moves(modality, inner, again))
            }
        }
    }

    fn expand_stays(&mut self, modality: Modality, rho: RegexId) -> Result<TransitionId, Goal> {
        match self.formulas.regex(rho) {
            Regex::Step(_) => Ok(nothing(modality)),
            Regex::Test(f) => self.of(Goal::Holds(signed(modality, f))),
            Regex::Choice(left, right) => {
                let (left, right) = (self.of(Goal::Stays(modality, left))?, self.of(Goal::Stays(modality, right))?);
                Ok(self.some(modality, left, right))
            }
            Regex::Sequence(first, second) => {
                let (first, second) = (self.of(Goal::Stays(modality, first))?, self.of(Goal::Stays(modality, second))?);
                Ok(self.both(modality, first, second))
            }
            Regex::Star(_) => Ok(nothing(modality.dual())),
        }
    }

    /// Some match: or; all matches: and.
    fn some(&mut self, modality: Modality, left: TransitionId, right: TransitionId) -> TransitionId {
        match modality {
            Modality::Diamond => self.transitions.or(left, right),
            Modality::Box => self.transitions.and(left, right),
        }
    }

    /// The dual of [`Self::some`].
    fn both(&mut self, modality: Modality, left: TransitionId, right: TransitionId) -> TransitionId {
        self.some(modality.dual(), left, right)
    }

    fn next_match(&mut self, modality: Modality, rest: ContinuationId) -> TransitionId {
        let strength = match modality {
            Modality::Diamond => Strength::Strong,
            Modality::Box => Strength::Weak,
        };
        match self.continuations.get(rest) {
            Continuation::End(path) => self.next(strength, path),
            Continuation::Then(..) => {
                let state = self.state(Meaning::Matches(modality, rest));
                self.next_state(strength, state)
            }
        }
    }

    /// The formula holds at the next position: all its conjuncts do.
    fn next(&mut self, strength: Strength, path: PathFormula) -> TransitionId {
        if let Some(&known) = self.nexts.get(&(strength, path)) {
            return known;
        }
        let mut all = Transitions::TRUE;
        for part in self.propositions.conjuncts(self.formulas, path) {
            let one = match (self.constant(part), self.traces, strength) {
                (Some(value), Traces::Infinite, _) => Transitions::constant(value),
                (Some(true), Traces::Finite, Strength::Weak) => Transitions::TRUE,
                (Some(false), Traces::Finite, Strength::Strong) => Transitions::FALSE,
                // On finite traces these ask whether there is a next position.
                (Some(_), Traces::Finite, _) | (None, _, _) => {
                    let state = self.state_for(part);
                    self.next_state(strength, state)
                }
            };
            all = self.transitions.and(all, one);
        }
        self.nexts.insert((strength, path), all);
        all
    }

    fn constant(&self, path: PathFormula) -> Option<bool> {
        match self.formulas.get(path.formula) {
            Formula::True => Some(path.sign == Sign::Plain),
            Formula::False => Some(path.sign == Sign::Negated),
            _ => None,
        }
    }

    fn next_state(&mut self, strength: Strength, state: StateId) -> TransitionId {
        self.transitions.intern(match (self.traces, strength) {
            (Traces::Infinite, _) | (Traces::Finite, Strength::Strong) => Transition::Next(state),
            (Traces::Finite, Strength::Weak) => Transition::WeakNext(state),
        })
    }

    /// The state for a formula that is no conjunction.
    fn state_for(&mut self, path: PathFormula) -> StateId {
        let path = self.once(path);
        let meaning = match self.formulas.get(path.formula) {
            Formula::Dynamic(modality, rho, f) => {
                let (modality, rest) = self.dynamic(path.sign, modality, rho, f);
                Meaning::Matches(modality, rest)
            }
            _ => Meaning::Holds(path),
        };
        self.state(meaning)
    }

    /// F F f is F f, and G G f is G f.
    fn once(&self, path: PathFormula) -> PathFormula {
        let mut path = path;
        loop {
            let inner = match self.formulas.get(path.formula) {
                Formula::Linear(Temporal::Finally(f) | Temporal::Globally(f)) => f,
                _ => return path,
            };
            let same = match (self.formulas.get(path.formula), self.formulas.get(inner)) {
                (Formula::Linear(outer), Formula::Linear(inner)) => {
                    std::mem::discriminant(&outer) == std::mem::discriminant(&inner)
                }
                _ => false,
            };
            if !same {
                return path;
            }
            path.formula = inner;
        }
    }

    /// `<rho>f`, `[rho]f` or a negation of them.
    fn dynamic(&mut self, sign: Sign, modality: Modality, rho: RegexId, f: FormulaId) -> (Modality, ContinuationId) {
        let end = self.continuations.end(PathFormula { sign, formula: f });
        let rest = self.continuations.then(self.formulas, rho, end);
        (if sign == Sign::Plain { modality } else { modality.dual() }, rest)
    }

    fn state(&mut self, meaning: Meaning) -> StateId {
        *self.ids.entry(meaning).or_insert_with(|| {
            self.states.push(meaning);
            StateId::new(self.states.len() - 1)
        })
    }
}

/// No match at all.
fn nothing(modality: Modality) -> TransitionId {
    Transitions::constant(modality == Modality::Box)
}

/// A step or test inside `<>` must hold; inside `[]` it must fail, or else.
fn signed(modality: Modality, formula: FormulaId) -> PathFormula {
    let sign = match modality {
        Modality::Diamond => Sign::Plain,
        Modality::Box => Sign::Negated,
    };
    PathFormula { sign, formula }
}
