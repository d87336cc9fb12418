//! Formulas of every logic as plain trees.

use super::model::{AgentId, AtomId, Comparison, Expr, GroupId, VarId};

/// A or E.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Exists,
    Forall,
}

/// X, F, G.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnaryTemporal {
    Next,
    Finally,
    Globally,
}

/// U, R, W.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryTemporal {
    Until,
    Release,
    WeakUntil,
}

/// A temporal operator with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Temporal {
    Unary(UnaryTemporal, Box<Formula>),
    Binary(BinaryTemporal, Box<Formula>, Box<Formula>),
}

/// Whose knowledge, and which kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Knowledge {
    Agent(AgentId),
    Everyone(GroupId),
    Common(GroupId),
    Distributed(GroupId),
}

/// `<rho>` or `[rho]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Modality {
    Diamond,
    Box,
}

/// A regular expression over steps of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Regex {
    Step(Box<Formula>),
    Test(Box<Formula>),
    Choice(Box<Regex>, Box<Regex>),
    Sequence(Box<Regex>, Box<Regex>),
    Star(Box<Regex>),
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Formula {
    Constant(bool),
    Atom(AtomId),
    /// `Agent.x = value`
    Compare(VarId, Comparison, Expr),
    Red(AgentId),
    Green(AgentId),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    /// CTL.
    Branching(Quantifier, Temporal),
    /// ATL.
    Strategic(GroupId, Temporal),
    /// CTL* and CDL*.
    Quantified(Quantifier, Box<Formula>),
    /// LTL and CTL*.
    Linear(Temporal),
    /// LDL and CDL*.
    Dynamic(Modality, Box<Regex>, Box<Formula>),
    Knows(Knowledge, Box<Formula>),
    Obliged(AgentId, Box<Formula>),
}

/// The grammars of ISPL; CTL with strategic operators is [`Logic::Atl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Logic {
    Ctl,
    Atl,
    Ltl,
    CtlStar,
    Ldl,
    CdlStar,
}

impl Logic {
    /// Every logic.
    pub(crate) const ALL: [Self; 6] = [Self::Ctl, Self::Atl, Self::Ltl, Self::CtlStar, Self::Ldl, Self::CdlStar];
}

/// A formula to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Specification {
    pub(crate) logic: Logic,
    pub(crate) formula: Formula,
}

impl Formula {
    pub(crate) fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self::Or(Box::new(self), Box::new(other))
    }

    pub(crate) fn implies(self, other: Self) -> Self {
        Self::Implies(Box::new(self), Box::new(other))
    }

    pub(crate) fn equivalent(self, other: Self) -> Self {
        self.clone().implies(other.clone()).and(other.implies(self))
    }

    pub(crate) fn knows(self, knowledge: Knowledge) -> Self {
        Self::Knows(knowledge, Box::new(self))
    }

    pub(crate) fn obliged(self, agent: AgentId) -> Self {
        Self::Obliged(agent, Box::new(self))
    }

    pub(crate) fn quantified(self, quantifier: Quantifier) -> Self {
        Self::Quantified(quantifier, Box::new(self))
    }

    pub(crate) fn diamond(self, rho: Regex) -> Self {
        Self::Dynamic(Modality::Diamond, Box::new(rho), Box::new(self))
    }

    pub(crate) fn boxed(self, rho: Regex) -> Self {
        Self::Dynamic(Modality::Box, Box::new(rho), Box::new(self))
    }

    pub(crate) fn spec(self, logic: Logic) -> Specification {
        Specification { logic, formula: self }
    }
}

impl Temporal {
    pub(crate) fn unary(operator: UnaryTemporal, f: Formula) -> Self {
        Self::Unary(operator, Box::new(f))
    }

    pub(crate) fn binary(operator: BinaryTemporal, f: Formula, g: Formula) -> Self {
        Self::Binary(operator, Box::new(f), Box::new(g))
    }
}

impl Regex {
    pub(crate) fn step(f: Formula) -> Self {
        Self::Step(Box::new(f))
    }

    pub(crate) fn test(f: Formula) -> Self {
        Self::Test(Box::new(f))
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::Choice(Box::new(self), Box::new(other))
    }

    pub(crate) fn then(self, other: Self) -> Self {
        Self::Sequence(Box::new(self), Box::new(other))
    }

    pub(crate) fn star(self) -> Self {
        Self::Star(Box::new(self))
    }
}
