//! Path quantifiers: LTL and LDL on infinite fair paths, LDL on finite traces.
//!
//! E φ: the states from which the model and an automaton for φ can walk together and accept (Vardi and Wolper, "An
//! automata-theoretic approach to automatic program verification", LICS 1986). A φ is the complement of E ¬φ. What state
//! formulas say is known before (LABEL of Kong and Lomuscio, AAMAS 2017). Before an automaton is made:
//!
//! * E distributes over disjunction;
//! * a conjunct `G F p` with a state formula p is one more fairness constraint;
//! * a state formula that is true, or false, in all states is a constant;
//! * E p and E X p for a state formula p need no automaton;
//! * whether `A G φ` holds in the initial states is whether E ¬φ holds nowhere.
//!
//! | file | what it does |
//! |---|---|
//! | `shape` | which formulas are `F f`, `G f`, `G F p` or `X p` |
//! | `labels` | what edges ask for, as sets of states |
//! | `pairs` | sets of pairs of states, and the steps between them |
//! | `product` | model and automaton, one component of the automaton after the other |
//! | `component` | fixpoints inside a component |
//! | `far` | searches inside a component where they take very many steps |
//! | `breakpoint` | the product with variables for the automaton, where that is too large to be listed |
//! | `walk` | one path on which both accept |

mod breakpoint;
mod component;
mod far;
mod labels;
mod pairs;
mod product;
mod shape;
mod walk;

use std::cell::Cell;
use std::collections::HashMap;

use oxidd::BooleanFunction;

use super::branching::{Universe, World};
use super::diagrams::Bdd;
use crate::automata::{Grain, PathAutomaton, PathFormula, Propositions, Size, Translator};
use crate::engine::{EvidenceGap, GaveUp, Limits, Traces};
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Sign};
use breakpoint::Breakpoints;
use product::Product;
pub(super) use walk::Walk;

/// The state formulas that must be known before a path formula is looked at.
pub(super) fn state_subformulas(formulas: &Formulas, path: FormulaId) -> Vec<FormulaId> {
    Propositions::of(formulas, path, Grain::Whole).formulas().to_vec()
}

/// Path quantifiers of one universe.
pub(super) struct Paths<'a> {
    pub(super) world: World<'a>,
    pub(super) traces: Traces,
    pub(super) formulas: &'a Formulas,
    /// The states of the universe in which state formulas hold.
    pub(super) known: &'a HashMap<FormulaId, Bdd>,
    /// How large an explicit automaton may become.
    pub(super) size: Size,
    pub(super) limits: &'a Limits,
    /// States of the largest automaton so far.
    pub(super) largest: &'a Cell<usize>,
}

impl Paths<'_> {
    /// The states of the universe in which `quantifier path` holds.
    pub(super) fn quantified(&self, quantifier: Quantifier, path: FormulaId) -> Result<Bdd, GaveUp> {
        match quantifier {
            Quantifier::Exists => self.exists(PathFormula::plain(path)),
            Quantifier::Forall => self.world.complement(&self.exists(!PathFormula::plain(path))?),
        }
    }

    /// Whether `path` is false on some path from a state of `initial`. All states of the universe come after these.
    pub(super) fn violated(&self, path: FormulaId, initial: &Bdd) -> Result<bool, GaveUp> {
        for disjunct in self.disjuncts(!PathFormula::plain(path)) {
            // What happens somewhere on a path from an initial state happens at the start of a path from some state.
            let (from, mut part) = match self.eventually(disjunct) {
                Some(inner) => (&self.world.universe.states, inner),
                None => (initial, disjunct),
            };
            while let Some(inner) = self.eventually(part) {
                part = inner;
            }
            if self.world.diagrams.and(from, &self.exists(part)?)?.satisfiable() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn disjuncts(&self, path: PathFormula) -> Vec<PathFormula> {
        Propositions::of(self.formulas, path.formula, Grain::Whole).disjuncts(self.formulas, path)
    }

    fn exists(&self, path: PathFormula) -> Result<Bdd, GaveUp> {
        let mut states = self.world.diagrams.constant(false);
        for disjunct in self.disjuncts(path) {
            let some = match self.without_automaton(disjunct)? {
                Some(some) => some,
                None => match self.constrained(disjunct)? {
                    None => self.accepting(disjunct)?,
                    Some(Constrained { now, others: None, .. }) => now,
                    Some(constrained) => {
                        let accepting = constrained.paths(self).accepting(constrained.path())?;
                        self.world.diagrams.and(&constrained.now, &accepting)?
                    }
                },
            };
            states = self.world.diagrams.or(&states, &some)?;
        }
        Ok(states)
    }

    /// E p and E X p for state formulas p: the states that start such paths, without an automaton.
    fn without_automaton(&self, path: PathFormula) -> Result<Option<Bdd>, GaveUp> {
        let diagrams = self.world.diagrams;
        let endless = |state: PathFormula| diagrams.and(&self.set(state)?, &self.world.endless()?);
        Ok(match (self.traces, self.state_formula(path), self.next_state(path)) {
            (Traces::Finite, Some(now), _) => Some(self.set(now)?),
            (Traces::Infinite, Some(now), _) => Some(endless(now)?),
            (Traces::Infinite, None, Some(next)) => Some(self.world.exists_next(&endless(next)?)?),
            (Traces::Finite, None, _) | (Traces::Infinite, None, None) => None,
        })
    }

    /// A path on which `path` is true, from one of the states `from`; a short one.
    pub(super) fn walk(&self, path: PathFormula, from: &Bdd) -> Result<Option<Walk>, GaveUp> {
        let mut shortest: Option<Walk> = None;
        for disjunct in self.disjuncts(path) {
            let found = match self.constrained(disjunct)? {
                None => self.accepting_walk(disjunct, from)?,
                Some(constrained) => {
                    let from = self.world.diagrams.and(from, &constrained.now)?;
                    constrained.paths(self).accepting_walk(constrained.path(), &from)?
                }
            };
            let shorter = |walk: &Walk| shortest.as_ref().is_none_or(|best| walk.states.len() < best.states.len());
            if let Some(walk) = found.filter(shorter) {
                shortest = Some(walk);
            }
        }
        Ok(shortest)
    }

    /// On infinite paths, takes the conjuncts `G F p` for fairness constraints, if there are any.
    ///
    /// Conjuncts that are state formulas are looked up one by one: their conjunction is a state formula as well, but not
    /// one that is known.
    fn constrained(&self, path: PathFormula) -> Result<Option<Constrained>, GaveUp> {
        let mut fairness = self.world.universe.fairness.clone();
        let mut now = Vec::new();
        let mut others = Vec::new();
        let propositions = Propositions::of(self.formulas, path.formula, Grain::Whole);
        for conjunct in propositions.conjuncts(self.formulas, path) {
            match (self.infinitely_often(conjunct), self.state_formula(conjunct)) {
                (Some(often), _) => fairness.push(self.set(often)?),
                (None, Some(state)) => now.push(self.set(state)?),
                (None, None) => others.push(conjunct),
            }
        }
        if self.traces == Traces::Finite || fairness.len() == self.world.universe.fairness.len() {
            return Ok(None);
        }
        let universe = Universe::new(self.world.universe.states.clone(), fairness);
        let universe = universe.fair_part(self.world.diagrams, self.world.relation)?;
        let states = universe.states.clone();
        let now = now.iter().try_fold(states, |all, set| self.world.diagrams.and(&all, set))?;
        let mut formulas = self.formulas.clone();
        let others = conjunction(&mut formulas, &others);
        let truth = formulas.intern(Formula::True);
        Ok(Some(Constrained { universe, now, formulas, others, truth }))
    }

    /// The states from which the automaton of `path` can accept.
    fn accepting(&self, path: PathFormula) -> Result<Bdd, GaveUp> {
        let (propositions, automaton) = self.automaton(path)?;
        let of = |proposition| &self.known[&propositions.formula(proposition)];
        match automaton {
            PathAutomaton::Buchi(automaton) => Ok(Product::infinite(&self.world, &automaton, of)?.accepting()),
            PathAutomaton::Finite(automaton) => Ok(Product::finite(&self.world, &automaton, of)?.accepting()),
            PathAutomaton::Symbolic(automaton) => Breakpoints::new(&self.world, &automaton, of)?.accepting(),
        }
    }

    /// A path from one of the states `from` on which it does.
    fn accepting_walk(&self, path: PathFormula, from: &Bdd) -> Result<Option<Walk>, GaveUp> {
        let (propositions, automaton) = self.automaton(path)?;
        let of = |proposition| &self.known[&propositions.formula(proposition)];
        match automaton {
            PathAutomaton::Buchi(automaton) => Product::infinite(&self.world, &automaton, of)?.walk(from),
            PathAutomaton::Finite(automaton) => Product::finite(&self.world, &automaton, of)?.walk(from),
            PathAutomaton::Symbolic(_) => Err(EvidenceGap::Automaton.into()),
        }
    }

    fn automaton(&self, path: PathFormula) -> Result<(Propositions, PathAutomaton), GaveUp> {
        let propositions = self.propositions(path)?;
        let translator = Translator {
            formulas: self.formulas,
            propositions: &propositions,
            traces: self.traces,
            size: self.size,
            limits: self.limits,
        };
        let automaton = translator.translate(path)?;
        self.largest.set(self.largest.get().max(automaton.len()));
        Ok((propositions, automaton))
    }

    /// The propositions of a formula. No automaton need ask for what is the same in all states.
    fn propositions(&self, path: PathFormula) -> Result<Propositions, GaveUp> {
        let mut propositions = Propositions::of(self.formulas, path.formula, Grain::Whole);
        for formula in propositions.formulas().to_vec() {
            let set = &self.known[&formula];
            if !self.world.complement(set)?.satisfiable() {
                propositions.fix(formula, true);
            } else if !self.world.diagrams.and(&self.world.universe.states, set)?.satisfiable() {
                propositions.fix(formula, false);
            }
        }
        Ok(propositions)
    }
}

/// A path quantifier with more fairness constraints, and what they do not say.
struct Constrained {
    universe: Universe,
    /// The states of this universe in which the state formulas among the conjuncts hold.
    now: Bdd,
    formulas: Formulas,
    /// The conjuncts that are path formulas.
    others: Option<FormulaId>,
    truth: FormulaId,
}

impl Constrained {
    fn paths<'a>(&'a self, paths: &Paths<'a>) -> Paths<'a> {
        Paths { world: World { universe: &self.universe, ..paths.world }, formulas: &self.formulas, ..*paths }
    }

    fn path(&self) -> PathFormula {
        PathFormula::plain(self.others.unwrap_or(self.truth))
    }
}

/// One formula for all, if there are any.
fn conjunction(formulas: &mut Formulas, parts: &[PathFormula]) -> Option<FormulaId> {
    let mut all = None;
    for part in parts {
        let formula = match part.sign {
            Sign::Plain => part.formula,
            Sign::Negated => formulas.intern(Formula::Not(part.formula)),
        };
        all = Some(all.map_or(formula, |before| formulas.intern(Formula::And(before, formula))));
    }
    all
}
