//! Which fragment a formula belongs to: what engines look at before they accept it, and what a report says of it.

use std::fmt;

use super::arena::{Formula, FormulaId, Formulas, Knowledge, Quantifier};
use super::kind::FormulaKind;

/// What occurs in a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Features {
    /// K, GK, GCK or DK.
    pub knowledge: bool,
    /// GCK.
    pub common_knowledge: bool,
    /// CTL operators.
    pub branching: bool,
    /// ATL operators.
    pub strategic: bool,
    /// O, RedStates or GreenStates.
    pub deontic: bool,
    /// Temporal operators of path formulas.
    pub linear: bool,
    /// Dynamic modalities.
    pub dynamic: bool,
    /// A path quantifier below another one without a knowledge operator between, or an `E`: more than LTL or LDL.
    pub quantified: bool,
    /// In negation normal form, an existential CTL operator or a dual of knowledge.
    pub existential: bool,
    /// In negation normal form, a universal CTL operator or knowledge.
    pub universal: bool,
}

/// The smallest fragment that contains a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fragment {
    /// No temporal or epistemic operator.
    Propositional,
    /// CTLK whose operators are all universal (A and K) in negation normal form.
    Actlk,
    /// CTLK whose operators are all existential in negation normal form.
    Ectlk,
    /// Any other CTLK formula.
    Ctlk,
    /// CTLK with O, RedStates or GreenStates.
    Deontic,
    /// With strategic operators.
    Atl,
    /// A path formula of LTL under one universal quantifier; the same below K.
    Ltlk,
    /// Path quantifiers over LTL.
    CtlStarK,
    /// A path formula of LDL under one universal quantifier; the same below K.
    Ldlk,
    /// Path quantifiers over LDL.
    CdlStarK,
}

impl Fragment {
    /// The name in the papers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Propositional => "propositional",
            Self::Actlk => "ACTLK",
            Self::Ectlk => "ECTLK",
            Self::Ctlk => "CTLK",
            Self::Deontic => "CTLK+O",
            Self::Atl => "ATLK",
            Self::Ltlk => "LTLK",
            Self::CtlStarK => "CTL*K",
            Self::Ldlk => "LDLK",
            Self::CdlStarK => "CDL*K",
        }
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Features {
    /// The smallest fragment in which all of this may occur.
    fn fragment(self) -> Fragment {
        if self.strategic {
            Fragment::Atl
        } else if self.dynamic {
            if self.quantified { Fragment::CdlStarK } else { Fragment::Ldlk }
        } else if self.quantified {
            Fragment::CtlStarK
        } else if self.linear {
            Fragment::Ltlk
        } else if self.deontic {
            Fragment::Deontic
        } else {
            match (self.universal, self.existential) {
                (false, false) => Fragment::Propositional,
                (true, false) => Fragment::Actlk,
                (false, true) => Fragment::Ectlk,
                (true, true) => Fragment::Ctlk,
            }
        }
    }
}

impl Formulas {
    /// What occurs in `root`. The arena grows by its negation normal form.
    fn features(&mut self, root: FormulaId) -> Features {
        let normal = self.negation_normal_form(root);
        let mut features = Features::default();
        for id in self.below(normal) {
            match self.get(id) {
                Formula::True
                | Formula::False
                | Formula::Atom(_)
                | Formula::Not(_)
                | Formula::And(..)
                | Formula::Or(..)
                | Formula::Implies(..) => {}
                Formula::Red(_) => features.deontic = true,
                Formula::Branching(quantifier, _) => {
                    features.branching = true;
                    match quantifier {
                        Quantifier::Exists => features.existential = true,
                        Quantifier::Forall => features.universal = true,
                    }
                }
                Formula::Strategic(..) => features.strategic = true,
                Formula::Quantified(..) => {}
                Formula::Linear(_) => features.linear = true,
                Formula::Dynamic(..) => features.dynamic = true,
                Formula::Knows(knowledge, _) => {
                    features.knowledge = true;
                    features.universal = true;
                    features.common_knowledge |= matches!(knowledge, Knowledge::Common(_));
                }
                Formula::Considers(knowledge, _) => {
                    features.knowledge = true;
                    features.existential = true;
                    features.common_knowledge |= matches!(knowledge, Knowledge::Common(_));
                }
                Formula::Obliged(..) | Formula::Permitted(..) => features.deontic = true,
            }
        }
        features.quantified = self.beyond_linear(root);
        features
    }

    /// The smallest fragments that contain these formulas, one each.
    #[must_use]
    pub fn fragments(&self, roots: impl IntoIterator<Item = FormulaId>) -> Vec<Fragment> {
        // Normal forms are of no use elsewhere.
        let mut scratch = self.clone();
        roots.into_iter().map(|root| scratch.features(root).fragment()).collect()
    }

    /// Whether path quantifiers are used beyond what `LTL f` and `K(i, f)` inside it bring along: an `E`, or an `A`
    /// anywhere but at the root or directly below a knowledge operator.
    fn beyond_linear(&self, root: FormulaId) -> bool {
        let implicit = |id: FormulaId| matches!(self.get(id), Formula::Quantified(Quantifier::Forall, _));
        let quantified = |id: FormulaId| self.get(id).kind() == FormulaKind::Quantified;
        if quantified(root) && !implicit(root) {
            return true;
        }
        self.below(root).into_iter().any(|id| {
            let knows = matches!(self.get(id), Formula::Knows(..));
            self.children(id).into_iter().any(|child| quantified(child) && !(knows && implicit(child)))
        })
    }
}
