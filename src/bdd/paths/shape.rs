//! Path formulas whose shape says what to do: `F f`, `G f`, `G F p` and `X p`, also where they are written with modalities.

use super::super::diagrams::Bdd;
use super::Paths;
use crate::automata::PathFormula;
use crate::engine::GaveUp;
use crate::logic::{Formula, FormulaId, Modality, Regex, RegexId, Sign, Temporal};

impl Paths<'_> {
    /// f if a formula is `F f` or `<tt*>f`, where tt is true everywhere.
    pub(super) fn eventually(&self, path: PathFormula) -> Option<PathFormula> {
        let PathFormula { sign, formula } = self.strip(path);
        let inner = match (self.formulas.get(formula), sign) {
            (Formula::Linear(Temporal::Finally(f)), Sign::Plain)
            | (Formula::Linear(Temporal::Globally(f)), Sign::Negated) => f,
            (Formula::Dynamic(Modality::Diamond, rho, f), Sign::Plain)
            | (Formula::Dynamic(Modality::Box, rho, f), Sign::Negated)
                if self.any_steps(rho) =>
            {
                f
            }
            _ => return None,
        };
        Some(self.strip(PathFormula { sign, formula: inner }))
    }

    /// p if a formula is `G F p`, and p is a state formula that is known.
    pub(super) fn infinitely_often(&self, path: PathFormula) -> Option<PathFormula> {
        self.state_formula(self.eventually(!self.eventually(!path)?)?)
    }

    /// p if a formula is, on infinite paths, `X p` for a state formula p that is known.
    pub(super) fn next_state(&self, path: PathFormula) -> Option<PathFormula> {
        let PathFormula { sign, formula } = self.strip(path);
        let inner = match self.formulas.get(formula) {
            Formula::Linear(Temporal::Next(f)) => f,
            Formula::Dynamic(_, rho, f) => match self.formulas.regex(rho) {
                Regex::Step(step) if self.is_true_everywhere(step) => f,
                _ => return None,
            },
            _ => return None,
        };
        self.state_formula(PathFormula { sign, formula: inner })
    }

    /// The formula itself, without negations in front, if it is a state formula that is known.
    pub(super) fn state_formula(&self, path: PathFormula) -> Option<PathFormula> {
        let path = self.strip(path);
        let constant = matches!(self.formulas.get(path.formula), Formula::True | Formula::False);
        (constant || self.known.contains_key(&path.formula)).then_some(path)
    }

    /// The states in which a state formula that is known holds.
    pub(super) fn set(&self, state: PathFormula) -> Result<Bdd, GaveUp> {
        let set = match self.formulas.get(state.formula) {
            Formula::True => self.world.universe.states.clone(),
            Formula::False => self.world.diagrams.constant(false),
            _ => self.known[&state.formula].clone(),
        };
        match state.sign {
            Sign::Plain => Ok(set),
            Sign::Negated => self.world.complement(&set),
        }
    }

    /// The path formula without negations in front: they are in its sign.
    fn strip(&self, mut path: PathFormula) -> PathFormula {
        while let Formula::Not(formula) = self.formulas.get(path.formula) {
            path = PathFormula { sign: path.sign.flip(), formula };
        }
        path
    }

    /// Whether an expression is `tt*`.
    fn any_steps(&self, rho: RegexId) -> bool {
        let Regex::Star(inner) = self.formulas.regex(rho) else { return false };
        match self.formulas.regex(inner) {
            Regex::Step(f) => self.is_true_everywhere(f),
            _ => false,
        }
    }

    fn is_true_everywhere(&self, formula: FormulaId) -> bool {
        self.formulas.get(formula) == Formula::True || self.known.get(&formula) == Some(&self.world.universe.states)
    }
}
