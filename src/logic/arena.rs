//! Formulas and the regular expressions of dynamic logic: nodes, ids, and the arena that makes equal ones one.

use std::collections::HashMap;

use crate::ir::{AgentId, AtomId, GroupId};

/// Refers to a formula of a [`Formulas`] arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(u32);

impl FormulaId {
    /// The position in the arena; subformulas come before what contains them.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Refers to a regular expression of a [`Formulas`] arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegexId(u32);

impl RegexId {
    /// The position in the arena; parts come before what contains them.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `E` or `A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// Some path.
    Exists,
    /// All paths.
    Forall,
}

/// A temporal operator with its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Temporal {
    /// `X f`
    Next(FormulaId),
    /// `F f`
    Finally(FormulaId),
    /// `G f`
    Globally(FormulaId),
    /// `f U g`
    Until(FormulaId, FormulaId),
    /// `f R g`: g up to and including the first f, or forever.
    Release(FormulaId, FormulaId),
    /// `f W g`: f until g, or f forever.
    WeakUntil(FormulaId, FormulaId),
}

impl Temporal {
    /// The operands, left to right.
    #[must_use]
    pub fn operands(self) -> (FormulaId, Option<FormulaId>) {
        match self {
            Self::Next(f) | Self::Finally(f) | Self::Globally(f) => (f, None),
            Self::Until(f, g) | Self::Release(f, g) | Self::WeakUntil(f, g) => (f, Some(g)),
        }
    }

    /// This operator over other operands.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(FormulaId) -> FormulaId) -> Self {
        match self {
            Self::Next(f) => Self::Next(change(f)),
            Self::Finally(f) => Self::Finally(change(f)),
            Self::Globally(f) => Self::Globally(change(f)),
            Self::Until(f, g) => Self::Until(change(f), change(g)),
            Self::Release(f, g) => Self::Release(change(f), change(g)),
            Self::WeakUntil(f, g) => Self::WeakUntil(change(f), change(g)),
        }
    }
}

/// Whose knowledge, and which kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Knowledge {
    /// `K`: one agent knows.
    Agent(AgentId),
    /// `GK`: every member knows.
    Everyone(GroupId),
    /// `GCK`: common knowledge.
    Common(GroupId),
    /// `DK`: what the members know together.
    Distributed(GroupId),
}

/// `<rho>` or `[rho]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Modality {
    /// Some match of rho.
    Diamond,
    /// All matches of rho.
    Box,
}

/// One formula node. The sort (state formula or path formula) has been checked by `resolve`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    /// `true`
    True,
    /// `false`
    False,
    /// An atom.
    Atom(AtomId),
    /// `i.RedStates`; `i.GreenStates` is its negation.
    Red(AgentId),
    /// `!f`
    Not(FormulaId),
    /// `f and g`
    And(FormulaId, FormulaId),
    /// `f or g`
    Or(FormulaId, FormulaId),
    /// `f -> g`
    Implies(FormulaId, FormulaId),
    /// CTL: a quantifier and a temporal operator in one, over the relation as it is (deadlocks included).
    Branching(Quantifier, Temporal),
    /// ATL: `<g>` can enforce it.
    Strategic(GroupId, Temporal),
    /// A quantifier over infinite fair paths, or over finite traces: LTL, CTL*, LDL, CDL*. A state formula.
    Quantified(Quantifier, FormulaId),
    /// A temporal operator of a path formula.
    Linear(Temporal),
    /// A dynamic modality of a path formula.
    Dynamic(Modality, RegexId, FormulaId),
    /// K, GK, GCK, DK of a state formula.
    Knows(Knowledge, FormulaId),
    /// The dual, `!K(i, !f)`: considers it possible. Comes from negation normal form only.
    Considers(Knowledge, FormulaId),
    /// `O(i, f)`: f in all green states of i.
    Obliged(AgentId, FormulaId),
    /// The dual, `!O(i, !f)`. Comes from negation normal form only.
    Permitted(AgentId, FormulaId),
}

/// A regular expression over steps of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Regex {
    /// One step from a state that satisfies this state formula.
    Step(FormulaId),
    /// No step; the formula holds here.
    Test(FormulaId),
    /// `rho + sigma`
    Choice(RegexId, RegexId),
    /// `rho ; sigma`
    Sequence(RegexId, RegexId),
    /// `rho*`
    Star(RegexId),
}

/// The logic that a formula was written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Logic {
    /// No prefix: CTLK, ATL, O.
    Ctl,
    /// `LTL`
    Ltl,
    /// `CTL*`
    CtlStar,
    /// `LDL`
    Ldl,
    /// `CDL*`
    CdlStar,
}

impl Logic {
    /// The prefix in an ISPL file; empty for CTL.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Ctl => "",
            Self::Ltl => "LTL",
            Self::CtlStar => "CTL*",
            Self::Ldl => "LDL",
            Self::CdlStar => "CDL*",
        }
    }
}

/// A formula to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Specification {
    /// How it was written.
    pub logic: Logic,
    /// A state formula.
    pub formula: FormulaId,
}

/// All formulas of a model, equal ones once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formulas {
    formulas: Vec<Formula>,
    formula_ids: HashMap<Formula, FormulaId>,
    regexes: Vec<Regex>,
    regex_ids: HashMap<Regex, RegexId>,
}

impl Formulas {
    /// The id of `formula`, the same for equal formulas. Nothing is simplified.
    ///
    /// # Panics
    /// If there are more than 2^32 formulas; the front end limits its input to less.
    pub fn intern(&mut self, formula: Formula) -> FormulaId {
        if let Some(&id) = self.formula_ids.get(&formula) {
            return id;
        }
        let id = FormulaId(u32::try_from(self.formulas.len()).expect("the front end limits the size of its input"));
        self.formulas.push(formula);
        self.formula_ids.insert(formula, id);
        id
    }

    /// The id of `regex`, the same for equal expressions.
    ///
    /// # Panics
    /// If there are more than 2^32 expressions; the front end limits its input to less.
    pub fn intern_regex(&mut self, regex: Regex) -> RegexId {
        if let Some(&id) = self.regex_ids.get(&regex) {
            return id;
        }
        let id = RegexId(u32::try_from(self.regexes.len()).expect("the front end limits the size of its input"));
        self.regexes.push(regex);
        self.regex_ids.insert(regex, id);
        id
    }

    /// The id of `formula`, if it is there.
    #[must_use]
    pub fn find(&self, formula: &Formula) -> Option<FormulaId> {
        self.formula_ids.get(formula).copied()
    }

    /// The id of `regex`, if it is there.
    #[must_use]
    pub fn find_regex(&self, regex: &Regex) -> Option<RegexId> {
        self.regex_ids.get(regex).copied()
    }

    /// The formula behind an id.
    #[must_use]
    pub fn get(&self, id: FormulaId) -> Formula {
        self.formulas[id.index()]
    }

    /// The regular expression behind an id.
    #[must_use]
    pub fn regex(&self, id: RegexId) -> Regex {
        self.regexes[id.index()]
    }

    /// How many formulas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.formulas.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// All formulas, subformulas first.
    pub fn ids(&self) -> impl Iterator<Item = FormulaId> + use<> {
        (0..u32::try_from(self.formulas.len()).unwrap_or(u32::MAX)).map(FormulaId)
    }

    /// The direct subformulas, those inside regular expressions included.
    #[must_use]
    pub fn children(&self, id: FormulaId) -> Vec<FormulaId> {
        match self.get(id) {
            Formula::True | Formula::False | Formula::Atom(_) | Formula::Red(_) => Vec::new(),
            Formula::Not(f)
            | Formula::Quantified(_, f)
            | Formula::Knows(_, f)
            | Formula::Considers(_, f)
            | Formula::Obliged(_, f)
            | Formula::Permitted(_, f) => vec![f],
            Formula::And(f, g) | Formula::Or(f, g) | Formula::Implies(f, g) => vec![f, g],
            Formula::Branching(_, operator) | Formula::Strategic(_, operator) | Formula::Linear(operator) => {
                let (f, g) = operator.operands();
                std::iter::once(f).chain(g).collect()
            }
            Formula::Dynamic(_, rho, f) => {
                let mut children = self.formulas_in(rho);
                children.push(f);
                children
            }
        }
    }

    /// The step and test formulas of a regular expression.
    #[must_use]
    pub fn formulas_in(&self, rho: RegexId) -> Vec<FormulaId> {
        self.regexes_below(rho)
            .into_iter()
            .filter_map(|id| match self.regex(id) {
                Regex::Step(f) | Regex::Test(f) => Some(f),
                Regex::Choice(..) | Regex::Sequence(..) | Regex::Star(_) => None,
            })
            .collect()
    }

    /// A regular expression and all its parts, parts first.
    #[must_use]
    pub fn regexes_below(&self, rho: RegexId) -> Vec<RegexId> {
        let mut seen = std::collections::BTreeSet::new();
        let mut work = vec![rho];
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                match self.regex(id) {
                    Regex::Step(_) | Regex::Test(_) => {}
                    Regex::Choice(left, right) | Regex::Sequence(left, right) => work.extend([left, right]),
                    Regex::Star(inner) => work.push(inner),
                }
            }
        }
        seen.into_iter().collect()
    }

    /// `root` and all its subformulas, subformulas first.
    #[must_use]
    pub fn below(&self, root: FormulaId) -> Vec<FormulaId> {
        let mut seen = std::collections::BTreeSet::new();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                work.extend(self.children(id));
            }
        }
        seen.into_iter().collect()
    }
}
