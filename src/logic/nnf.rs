//! Negation normal form: negations in front of atoms, red states and strategic formulas only.
//!
//! `->` and `W` disappear (`f W g` is `g R (f or g)`), K turns into its dual `Considers`, O into `Permitted`, `<rho>`
//! into `[rho]`. ATL has no dual here: `!<g>X f` stays. Formulas inside regular expressions are normalised where they
//! stand, with their own sign: a step or test is not negated by the modality around it.

use std::collections::HashMap;

use super::arena::{Formula, FormulaId, Formulas, Modality, Quantifier, Regex, RegexId, Temporal};
use super::sign::Sign;

impl Formulas {
    /// A formula equivalent to `root` in negation normal form.
    pub fn negation_normal_form(&mut self, root: FormulaId) -> FormulaId {
        self.normal_form(root, Sign::Plain)
    }

    /// A formula equivalent to the negation of `root`, in negation normal form.
    pub fn negated_normal_form(&mut self, root: FormulaId) -> FormulaId {
        self.normal_form(root, Sign::Negated)
    }

    fn normal_form(&mut self, root: FormulaId, sign: Sign) -> FormulaId {
        let mut done: HashMap<(FormulaId, Sign), FormulaId> = HashMap::new();
        let mut work = vec![(root, sign)];
        while let Some(&(id, sign)) = work.last() {
            if done.contains_key(&(id, sign)) {
                work.pop();
                continue;
            }
            let missing: Vec<_> = self.needs(id, sign).into_iter().filter(|need| !done.contains_key(need)).collect();
            if missing.is_empty() {
                let result = self.rebuild(id, sign, &done);
                done.insert((id, sign), result);
                work.pop();
            } else {
                work.extend(missing);
            }
        }
        done[&(root, sign)]
    }

    /// Which normal forms the normal form of `id` is made of.
    fn needs(&self, id: FormulaId, sign: Sign) -> Vec<(FormulaId, Sign)> {
        match self.get(id) {
            Formula::True | Formula::False | Formula::Atom(_) | Formula::Red(_) => Vec::new(),
            Formula::Not(f) => vec![(f, sign.flip())],
            Formula::Implies(f, g) => vec![(f, sign.flip()), (g, sign)],
            Formula::Strategic(_, operator) => {
                let (f, g) = operator.operands();
                std::iter::once(f).chain(g).map(|f| (f, Sign::Plain)).collect()
            }
            Formula::Dynamic(_, rho, f) => {
                let inside = self.formulas_in(rho).into_iter().map(|f| (f, Sign::Plain));
                inside.chain([(f, sign)]).collect()
            }
            Formula::And(..)
            | Formula::Or(..)
            | Formula::Branching(..)
            | Formula::Quantified(..)
            | Formula::Linear(_)
            | Formula::Knows(..)
            | Formula::Considers(..)
            | Formula::Obliged(..)
            | Formula::Permitted(..) => self.children(id).into_iter().map(|f| (f, sign)).collect(),
        }
    }

    fn rebuild(&mut self, id: FormulaId, sign: Sign, done: &HashMap<(FormulaId, Sign), FormulaId>) -> FormulaId {
        let of = |f: FormulaId| done[&(f, sign)];
        let negated = sign == Sign::Negated;
        let formula = match self.get(id) {
            Formula::True | Formula::False => {
                if (self.get(id) == Formula::True) == negated {
                    Formula::False
                } else {
                    Formula::True
                }
            }
            Formula::Atom(_) | Formula::Red(_) => {
                return if negated { self.intern(Formula::Not(id)) } else { id };
            }
            Formula::Not(f) => return done[&(f, sign.flip())],
            Formula::And(f, g) | Formula::Or(f, g) => {
                let conjunction = matches!(self.get(id), Formula::And(..)) != negated;
                if conjunction { Formula::And(of(f), of(g)) } else { Formula::Or(of(f), of(g)) }
            }
            Formula::Implies(f, g) => {
                let left = done[&(f, sign.flip())];
                if negated { Formula::And(left, of(g)) } else { Formula::Or(left, of(g)) }
            }
            Formula::Branching(quantifier, operator) => {
                let operator = self.rebuild_temporal(operator, sign, done);
                Formula::Branching(if negated { quantifier.dual() } else { quantifier }, operator)
            }
            Formula::Linear(operator) => Formula::Linear(self.rebuild_temporal(operator, sign, done)),
            Formula::Quantified(quantifier, f) => {
                Formula::Quantified(if negated { quantifier.dual() } else { quantifier }, of(f))
            }
            Formula::Strategic(group, operator) => {
                let positive = Formula::Strategic(group, operator.map(|f| done[&(f, Sign::Plain)]));
                let positive = self.intern(positive);
                return if negated { self.intern(Formula::Not(positive)) } else { positive };
            }
            Formula::Dynamic(modality, rho, f) => {
                let rho = self.rebuild_regex(rho, done);
                let modality = if negated { modality.dual() } else { modality };
                Formula::Dynamic(modality, rho, of(f))
            }
            Formula::Knows(knowledge, f) | Formula::Considers(knowledge, f) => {
                let knows = matches!(self.get(id), Formula::Knows(..)) != negated;
                if knows { Formula::Knows(knowledge, of(f)) } else { Formula::Considers(knowledge, of(f)) }
            }
            Formula::Obliged(agent, f) | Formula::Permitted(agent, f) => {
                let obliged = matches!(self.get(id), Formula::Obliged(..)) != negated;
                if obliged { Formula::Obliged(agent, of(f)) } else { Formula::Permitted(agent, of(f)) }
            }
        };
        self.intern(formula)
    }

    fn rebuild_temporal(
        &mut self,
        operator: Temporal,
        sign: Sign,
        done: &HashMap<(FormulaId, Sign), FormulaId>,
    ) -> Temporal {
        let of = |f: FormulaId| done[&(f, sign)];
        match (operator, sign) {
            (Temporal::Next(f), _) => Temporal::Next(of(f)),
            (Temporal::Finally(f), Sign::Plain) | (Temporal::Globally(f), Sign::Negated) => Temporal::Finally(of(f)),
            (Temporal::Globally(f), Sign::Plain) | (Temporal::Finally(f), Sign::Negated) => Temporal::Globally(of(f)),
            (Temporal::Until(f, g), Sign::Plain) | (Temporal::Release(f, g), Sign::Negated) => {
                Temporal::Until(of(f), of(g))
            }
            (Temporal::Release(f, g), Sign::Plain) | (Temporal::Until(f, g), Sign::Negated) => {
                Temporal::Release(of(f), of(g))
            }
            // f W g = g R (f or g), so its negation is !g U (!f and !g).
            (Temporal::WeakUntil(f, g), Sign::Plain) => {
                let either = self.intern(Formula::Or(of(f), of(g)));
                Temporal::Release(of(g), either)
            }
            (Temporal::WeakUntil(f, g), Sign::Negated) => {
                let neither = self.intern(Formula::And(of(f), of(g)));
                Temporal::Until(of(g), neither)
            }
        }
    }

    fn rebuild_regex(&mut self, rho: RegexId, done: &HashMap<(FormulaId, Sign), FormulaId>) -> RegexId {
        let mut rebuilt: HashMap<RegexId, RegexId> = HashMap::new();
        for id in self.regexes_below(rho) {
            let regex = match self.regex(id) {
                Regex::Step(f) => Regex::Step(done[&(f, Sign::Plain)]),
                Regex::Test(f) => Regex::Test(done[&(f, Sign::Plain)]),
                Regex::Choice(left, right) => Regex::Choice(rebuilt[&left], rebuilt[&right]),
                Regex::Sequence(left, right) => Regex::Sequence(rebuilt[&left], rebuilt[&right]),
                Regex::Star(inner) => Regex::Star(rebuilt[&inner]),
            };
            let new = self.intern_regex(regex);
            rebuilt.insert(id, new);
        }
        rebuilt[&rho]
    }
}

impl Quantifier {
    /// The other quantifier.
    #[must_use]
    pub fn dual(self) -> Self {
        match self {
            Self::Exists => Self::Forall,
            Self::Forall => Self::Exists,
        }
    }
}

impl Modality {
    /// The other modality.
    #[must_use]
    pub fn dual(self) -> Self {
        match self {
            Self::Diamond => Self::Box,
            Self::Box => Self::Diamond,
        }
    }
}
