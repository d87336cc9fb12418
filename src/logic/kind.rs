//! What kind of operator a formula begins with, and what can be said of a formula from the kinds of its subformulas.
//!
//! Whoever treats several operators alike asks here: the lists of operators stand in this file once, without a wildcard, so
//! that a new operator has to be put somewhere before anything compiles.

use std::collections::BTreeSet;

use super::arena::{Formula, FormulaId, Formulas, Quantifier};

/// Operators that are treated alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FormulaKind {
    /// `true` and `false`.
    Constant,
    /// Atoms and red states: the values of a state decide them.
    Atomic,
    /// `!`, `and`, `or`, `->`: of states or of paths, as their operands are.
    Connective,
    /// CTL: a quantifier and a temporal operator in one.
    Branching,
    /// ATL.
    Strategic,
    /// A quantifier over the paths of LTL, CTL*, LDL and CDL*.
    Quantified,
    /// Temporal operators and dynamic modalities of path formulas.
    Path,
    /// Knowledge and its dual.
    Epistemic,
    /// Obligation and its dual.
    Deontic,
}

impl Formula {
    /// The kind of the outermost operator.
    #[must_use]
    pub fn kind(self) -> FormulaKind {
        match self {
            Self::True | Self::False => FormulaKind::Constant,
            Self::Atom(_) | Self::Red(_) => FormulaKind::Atomic,
            Self::Not(_) | Self::And(..) | Self::Or(..) | Self::Implies(..) => FormulaKind::Connective,
            Self::Branching(..) => FormulaKind::Branching,
            Self::Strategic(..) => FormulaKind::Strategic,
            Self::Quantified(..) => FormulaKind::Quantified,
            Self::Linear(_) | Self::Dynamic(..) => FormulaKind::Path,
            Self::Knows(..) | Self::Considers(..) => FormulaKind::Epistemic,
            Self::Obliged(..) | Self::Permitted(..) => FormulaKind::Deontic,
        }
    }

    /// Whether a state formula speaks of some or of all paths or states. None for what speaks of one state or one path,
    /// and for ATL, which speaks of some strategy and all its outcomes.
    #[must_use]
    pub fn quantifier(self) -> Option<Quantifier> {
        match self {
            Self::Branching(quantifier, _) | Self::Quantified(quantifier, _) => Some(quantifier),
            Self::Knows(..) | Self::Obliged(..) => Some(Quantifier::Forall),
            Self::Considers(..) | Self::Permitted(..) => Some(Quantifier::Exists),
            Self::True
            | Self::False
            | Self::Atom(_)
            | Self::Red(_)
            | Self::Not(_)
            | Self::And(..)
            | Self::Or(..)
            | Self::Implies(..)
            | Self::Strategic(..)
            | Self::Linear(_)
            | Self::Dynamic(..) => None,
        }
    }
}

impl FormulaKind {
    /// Whether the values of a state decide a formula all of whose operators are of such kinds.
    #[must_use]
    pub fn is_propositional(self) -> bool {
        match self {
            Self::Constant | Self::Atomic | Self::Connective => true,
            Self::Branching | Self::Strategic | Self::Quantified | Self::Path | Self::Epistemic | Self::Deontic => {
                false
            }
        }
    }

    /// Whether a formula of this kind speaks of one state, whatever its operands are.
    #[must_use]
    pub fn is_of_states(self) -> bool {
        match self {
            Self::Connective | Self::Path => false,
            Self::Constant
            | Self::Atomic
            | Self::Branching
            | Self::Strategic
            | Self::Quantified
            | Self::Epistemic
            | Self::Deontic => true,
        }
    }
}

impl Formulas {
    /// Whether `root` or a subformula of it is such a formula.
    pub fn any_below(&self, root: FormulaId, such: impl Fn(Formula) -> bool) -> bool {
        self.below(root).into_iter().any(|id| such(self.get(id)))
    }

    /// The formulas that `root` is a conjunction of, from left to right; itself if it is none.
    #[must_use]
    pub fn conjuncts(&self, root: FormulaId) -> Vec<FormulaId> {
        let (mut conjuncts, mut seen, mut work) = (Vec::new(), BTreeSet::new(), vec![root]);
        while let Some(id) = work.pop() {
            match self.get(id) {
                _ if !seen.insert(id) => {}
                Formula::And(f, g) => work.extend([g, f]),
                _ => conjuncts.push(id),
            }
        }
        conjuncts
    }

    /// Whether the values of a state decide `root`.
    #[must_use]
    pub fn is_propositional(&self, root: FormulaId) -> bool {
        !self.any_below(root, |formula| !formula.kind().is_propositional())
    }
}
