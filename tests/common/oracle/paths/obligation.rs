//! Obligations: what a path still has to satisfy, and what each of them asks of the present and of the next position.
//!
//! Negation is pushed inwards while unfolding; `<rho>f` unfolds along rho as in Fischer and Ladner (1979). A star over
//! tests must not turn on the spot forever, and an iteration that goes nowhere changes nothing: rho* is the same as
//! (rho without the identity)*. So a match has two continuations, one for a match that has not moved since its star
//! began, one for a match that has; a star continues an idle iteration by `false` (`true` for `[rho*]`). Therefore
//! unfolding within one position always ends.

use std::collections::HashMap;

use super::super::StateSet;
use qmas::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Sign, Temporal};

/// Refers to an obligation of [`Obligations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ObligationId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Obligation {
    Constant(bool),
    /// A formula or its negation.
    Holds(Sign, FormulaId),
    Match(Match),
}

/// Some match (all matches) of the expression, then `idle` if it made no step, `moved` if it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Match {
    modality: Modality,
    rho: RegexId,
    idle: ObligationId,
    moved: ObligationId,
}

/// One conjunct of an unfolded obligation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    /// Here.
    Now(ObligationId),
    /// There is a next position, and it satisfies this.
    Next(ObligationId),
    /// The next position, if there is one, satisfies this.
    WeakNext(ObligationId),
}

use Duty::{Next, Now, WeakNext};

/// A disjunction of conjunctions.
type Unfolded = Vec<Vec<Duty>>;

/// The obligations met so far, equal ones once.
#[derive(Debug)]
pub(super) struct Obligations<'a> {
    formulas: &'a Formulas,
    labels: &'a HashMap<FormulaId, StateSet>,
    list: Vec<Obligation>,
    ids: HashMap<Obligation, ObligationId>,
}

impl<'a> Obligations<'a> {
    pub(super) fn new(formulas: &'a Formulas, labels: &'a HashMap<FormulaId, StateSet>) -> Self {
        Self { formulas, labels, list: Vec::new(), ids: HashMap::new() }
    }

    /// The obligation to satisfy `formula`.
    pub(super) fn of(&mut self, formula: FormulaId) -> ObligationId {
        self.holds(Sign::Plain, formula)
    }

    /// Whether this must not be put off forever. Obligations that can come back to themselves are either all of this
    /// kind on the way, or none of them.
    pub(super) fn is_eventual(&self, id: ObligationId) -> bool {
        match self.list[id.0 as usize] {
            Obligation::Constant(_) => false,
            Obligation::Match(whole) => whole.modality == Modality::Diamond,
            Obligation::Holds(sign, formula) => match self.formulas.get(formula) {
                Formula::Linear(operator) => match operator {
                    Temporal::Finally(_) | Temporal::Until(..) => sign == Sign::Plain,
                    Temporal::Globally(_) | Temporal::Release(..) | Temporal::WeakUntil(..) => sign == Sign::Negated,
                    Temporal::Next(_) => false,
                },
                // What is no temporal operator is taken apart, and never comes back to itself.
                Formula::True
                | Formula::False
                | Formula::Atom(_)
                | Formula::Red(_)
                | Formula::Not(_)
                | Formula::And(..)
                | Formula::Or(..)
                | Formula::Implies(..)
                | Formula::Branching(..)
                | Formula::Strategic(..)
                | Formula::Quantified(..)
                | Formula::Dynamic(..)
                | Formula::Knows(..)
                | Formula::Considers(..)
                | Formula::Obliged(..)
                | Formula::Permitted(..) => false,
            },
        }
    }

    /// What `id` comes down to at `state`.
    pub(super) fn unfold(&mut self, id: ObligationId, state: usize) -> Unfolded {
        match self.list[id.0 as usize] {
            Obligation::Constant(value) => constant(value),
            Obligation::Holds(sign, formula) => self.unfold_formula(id, sign, formula, state),
            Obligation::Match(whole) => self.unfold_match(whole),
        }
    }

    fn unfold_formula(&mut self, id: ObligationId, sign: Sign, formula: FormulaId, state: usize) -> Unfolded {
        let plain = sign == Sign::Plain;
        if let Some(label) = self.labels.get(&formula) {
            return constant(label.contains(state) == plain);
        }
        match self.formulas.get(formula) {
            Formula::True => constant(plain),
            Formula::False => constant(!plain),
            Formula::Atom(_)
            | Formula::Red(_)
            | Formula::Branching(..)
            | Formula::Strategic(..)
            | Formula::Quantified(..)
            | Formula::Knows(..)
            | Formula::Considers(..)
            | Formula::Obliged(..)
            | Formula::Permitted(..) => unreachable!("the caller labels all state subformulas"),
            Formula::Not(f) => vec![vec![Now(self.holds(sign.flip(), f))]],
            Formula::And(f, g) | Formula::Or(f, g) => {
                let conjunction = matches!(self.formulas.get(formula), Formula::And(..)) == plain;
                let (f, g) = (self.holds(sign, f), self.holds(sign, g));
                if conjunction { both(f, g) } else { either(f, g) }
            }
            Formula::Implies(f, g) => {
                let (not_f, g) = (self.holds(sign.flip(), f), self.holds(sign, g));
                if plain { either(not_f, g) } else { both(not_f, g) }
            }
            Formula::Linear(operator) => self.unfold_temporal(id, sign, operator),
            Formula::Dynamic(modality, rho, f) => {
                let modality = if plain { modality } else { modality.dual() };
                let f = self.holds(sign, f);
                vec![vec![Now(self.matches(Match { modality, rho, idle: f, moved: f }))]]
            }
        }
    }

    /// The expansion laws; `again` is the operator itself.
    fn unfold_temporal(&mut self, again: ObligationId, sign: Sign, operator: Temporal) -> Unfolded {
        let (f, g) = operator.operands();
        let f = self.holds(sign, f);
        let g = g.map_or(f, |g| self.holds(sign, g));
        match (operator, sign) {
            (Temporal::Next(_), Sign::Plain) => vec![vec![Next(f)]],
            (Temporal::Next(_), Sign::Negated) => vec![vec![WeakNext(f)]],
            (Temporal::Finally(_), Sign::Plain) | (Temporal::Globally(_), Sign::Negated) => {
                vec![vec![Now(f)], vec![Next(again)]]
            }
            (Temporal::Globally(_), Sign::Plain) | (Temporal::Finally(_), Sign::Negated) => {
                vec![vec![Now(f), WeakNext(again)]]
            }
            (Temporal::Until(..), Sign::Plain) | (Temporal::Release(..), Sign::Negated) => {
                vec![vec![Now(g)], vec![Now(f), Next(again)]]
            }
            (Temporal::Release(..), Sign::Plain) | (Temporal::Until(..), Sign::Negated) => {
                vec![vec![Now(f), Now(g)], vec![Now(g), WeakNext(again)]]
            }
            (Temporal::WeakUntil(..), Sign::Plain) => vec![vec![Now(g)], vec![Now(f), WeakNext(again)]],
            // !(f W g) = !g U (!f and !g)
            (Temporal::WeakUntil(..), Sign::Negated) => vec![vec![Now(f), Now(g)], vec![Now(g), Next(again)]],
        }
    }

    /// One layer of the expression.
    fn unfold_match(&mut self, whole: Match) -> Unfolded {
        let Match { modality, rho, idle, moved } = whole;
        match (self.formulas.regex(rho), modality) {
            (Regex::Step(psi), Modality::Diamond) => vec![vec![Now(self.holds(Sign::Plain, psi)), Next(moved)]],
            (Regex::Step(psi), Modality::Box) => vec![vec![Now(self.holds(Sign::Negated, psi))], vec![WeakNext(moved)]],
            (Regex::Test(g), Modality::Diamond) => both(self.holds(Sign::Plain, g), idle),
            (Regex::Test(g), Modality::Box) => either(self.holds(Sign::Negated, g), idle),
            (Regex::Choice(left, right), _) => {
                let (left, right) = (Match { rho: left, ..whole }, Match { rho: right, ..whole });
                some_or_all(modality, self.matches(left), self.matches(right))
            }
            (Regex::Sequence(first, second), _) => {
                let still_idle = self.matches(Match { rho: second, ..whole });
                let has_moved = self.matches(Match { rho: second, idle: moved, ..whole });
                vec![vec![Now(self.matches(Match { modality, rho: first, idle: still_idle, moved: has_moved }))]]
            }
            (Regex::Star(inner), _) => {
                let again = self.matches(Match { idle: moved, ..whole });
                let nowhere = self.intern(Obligation::Constant(modality == Modality::Box));
                let once = self.matches(Match { modality, rho: inner, idle: nowhere, moved: again });
                some_or_all(modality, idle, once)
            }
        }
    }

    fn holds(&mut self, sign: Sign, formula: FormulaId) -> ObligationId {
        self.intern(Obligation::Holds(sign, formula))
    }

    fn matches(&mut self, whole: Match) -> ObligationId {
        self.intern(Obligation::Match(whole))
    }

    fn intern(&mut self, obligation: Obligation) -> ObligationId {
        *self.ids.entry(obligation).or_insert_with(|| {
            let id = u32::try_from(self.list.len()).expect("memory ends before 2^32 obligations");
            self.list.push(obligation);
            ObligationId(id)
        })
    }
}

fn constant(value: bool) -> Unfolded {
    if value { vec![Vec::new()] } else { Vec::new() }
}

fn both(left: ObligationId, right: ObligationId) -> Unfolded {
    vec![vec![Now(left), Now(right)]]
}

fn either(left: ObligationId, right: ObligationId) -> Unfolded {
    vec![vec![Now(left)], vec![Now(right)]]
}

fn some_or_all(modality: Modality, left: ObligationId, right: ObligationId) -> Unfolded {
    match modality {
        Modality::Diamond => either(left, right),
        Modality::Box => both(left, right),
    }
}
