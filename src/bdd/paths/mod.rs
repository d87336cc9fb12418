//! Path quantifiers: LTL and LDL on infinite fair paths, LDL on finite traces.
//!
//! E φ: the states from which the model and an automaton for φ can walk together and accept (Vardi and Wolper, "An
//! automata-theoretic approach to automatic program verification", LICS 1986). A φ is the complement of E ¬φ. What state
//! formulas say is known before (LABEL of Kong and Lomuscio, AAMAS 2017). Before an automaton is made:
//!
//! * E distributes over disjunction;
//! * a conjunct `G F p` with a state formula p is one more fairness constraint.
//!
//! | file | what it does |
//! |---|---|
//! | `labels` | what edges ask for, as sets of states |
//! | `product` | model and automaton, one component of the automaton after the other |
//! | `component` | fixpoints inside a component |

mod component;
mod labels;
mod product;

use std::collections::HashMap;

use super::branching::{Universe, World};
use super::diagrams::Bdd;
use crate::automata::{Grain, PathAutomaton, PathFormula, Propositions, Sign, Size, Translator};
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Temporal};
use product::Product;

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
    pub(super) limits: &'a Limits,
}

impl Paths<'_> {
    /// The states of the universe in which `quantifier path` holds.
    pub(super) fn quantified(&self, quantifier: Quantifier, path: FormulaId) -> Result<Bdd, GaveUp> {
        match quantifier {
            Quantifier::Exists => self.exists(PathFormula::plain(path)),
            Quantifier::Forall => self.world.complement(&self.exists(!PathFormula::plain(path))?),
        }
    }

    fn exists(&self, path: PathFormula) -> Result<Bdd, GaveUp> {
        let propositions = Propositions::of(self.formulas, path.formula, Grain::Whole);
        let mut states = self.world.diagrams.constant(false);
        for disjunct in propositions.disjuncts(self.formulas, path) {
            let some = match self.traces {
                Traces::Infinite => self.exists_infinite(&propositions, disjunct)?,
                Traces::Finite => self.accepting(&propositions, disjunct)?,
            };
            states = self.world.diagrams.or(&states, &some)?;
        }
        Ok(states)
    }

    /// Takes the conjuncts `G F p` for fairness constraints; an automaton is made of the others.
    fn exists_infinite(&self, propositions: &Propositions, path: PathFormula) -> Result<Bdd, GaveUp> {
        let mut fairness = self.world.universe.fairness.clone();
        let mut others = Vec::new();
        for conjunct in propositions.conjuncts(self.formulas, path) {
            match self.infinitely_often(conjunct) {
                Some(PathFormula { sign: Sign::Plain, formula }) => fairness.push(self.known[&formula].clone()),
                Some(PathFormula { sign: Sign::Negated, formula }) => {
                    fairness.push(self.world.complement(&self.known[&formula])?);
                }
                None => others.push(conjunct),
            }
        }
        if fairness.len() == self.world.universe.fairness.len() {
            return self.accepting(propositions, path);
        }
        let (world, all) = (&self.world, &self.world.universe.states);
        let constrained = Universe { states: all.clone(), fairness };
        let constrained = World { universe: &constrained, ..*world };
        let states = constrained.exists_globally(all)?;
        let universe = Universe { states, fairness: constrained.universe.fairness.clone() };
        if others.is_empty() {
            return Ok(universe.states);
        }
        let mut formulas = self.formulas.clone();
        let rest = conjunction(&mut formulas, &others);
        let propositions = Propositions::of(&formulas, rest, Grain::Whole);
        let world = World { universe: &universe, ..*world };
        Paths { world, formulas: &formulas, ..*self }.accepting(&propositions, PathFormula::plain(rest))
    }

    /// p if a formula is `G F p`, and p is a state formula that is known.
    fn infinitely_often(&self, path: PathFormula) -> Option<PathFormula> {
        let PathFormula { sign, formula } = path;
        let inner = match (self.formulas.get(formula), sign) {
            (Formula::Linear(Temporal::Globally(f)), Sign::Plain)
            | (Formula::Linear(Temporal::Finally(f)), Sign::Negated) => self.strip(PathFormula { sign, formula: f }),
            _ => return None,
        };
        let often = match (self.formulas.get(inner.formula), inner.sign) {
            (Formula::Linear(Temporal::Finally(f)), Sign::Plain)
            | (Formula::Linear(Temporal::Globally(f)), Sign::Negated) => {
                self.strip(PathFormula { sign: inner.sign, formula: f })
            }
            _ => return None,
        };
        self.known.contains_key(&often.formula).then_some(often)
    }

    /// The same without negations in front.
    fn strip(&self, mut path: PathFormula) -> PathFormula {
        while let Formula::Not(formula) = self.formulas.get(path.formula) {
            path = PathFormula { sign: path.sign.flip(), formula };
        }
        path
    }

    /// The states from which the automaton of `path` can accept.
    fn accepting(&self, propositions: &Propositions, path: PathFormula) -> Result<Bdd, GaveUp> {
        let translator = Translator {
            formulas: self.formulas,
            propositions,
            traces: self.traces,
            size: Size::default(),
            limits: self.limits,
        };
        let of = |proposition| &self.known[&propositions.formula(proposition)];
        match translator.translate(path)? {
            PathAutomaton::Buchi(automaton) => Product::infinite(&self.world, &automaton, of)?.accepting(),
            PathAutomaton::Finite(automaton) => Product::finite(&self.world, &automaton, of)?.accepting(),
            PathAutomaton::Symbolic(_) => {
                let most = translator.size.states;
                let why = format!(
                    "the automaton of a path formula would have more than {most} states or five times as many edges; \
                     use `--engine explicit`"
                );
                Err(GaveUp::Declined(why))
            }
        }
    }
}

/// One formula for all.
fn conjunction(formulas: &mut Formulas, parts: &[PathFormula]) -> FormulaId {
    let mut all = None;
    for part in parts {
        let formula = match part.sign {
            Sign::Plain => part.formula,
            Sign::Negated => formulas.intern(Formula::Not(part.formula)),
        };
        all = Some(all.map_or(formula, |before| formulas.intern(Formula::And(before, formula))));
    }
    all.unwrap_or_else(|| formulas.intern(Formula::True))
}
