//! Formulas of every logic as plain trees.

use super::model::{AgentId, AtomId, Comparison, Expr, GroupId, VarId};

/// A or E.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    Exists,
    Forall,
}

/// X, F, G.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryTemporal {
    Next,
    Finally,
    Globally,
}

/// U, R, W.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryTemporal {
    Until,
    Release,
    WeakUntil,
}

/// A temporal operator with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Temporal {
    Unary(UnaryTemporal, Box<Formula>),
    Binary(BinaryTemporal, Box<Formula>, Box<Formula>),
}

/// Whose knowledge, and which kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knowledge {
    Agent(AgentId),
    Everyone(GroupId),
    Common(GroupId),
    Distributed(GroupId),
}

/// `<rho>` or `[rho]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modality {
    Diamond,
    Box,
}

/// A regular expression over steps of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Regex {
    Step(Box<Formula>),
    Test(Box<Formula>),
    Choice(Box<Regex>, Box<Regex>),
    Sequence(Box<Regex>, Box<Regex>),
    Star(Box<Regex>),
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
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
pub enum Logic {
    Ctl,
    Atl,
    Ltl,
    CtlStar,
    Ldl,
    CdlStar,
}

impl Logic {
    /// Every logic.
    pub const ALL: [Self; 6] = [Self::Ctl, Self::Atl, Self::Ltl, Self::CtlStar, Self::Ldl, Self::CdlStar];
}

/// A formula to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specification {
    pub logic: Logic,
    pub formula: Formula,
}

impl Formula {
    #[expect(clippy::should_implement_trait, reason = "it reads like `and` and `or`, which are no traits")]
    pub fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    pub fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Self) -> Self {
        Self::Or(Box::new(self), Box::new(other))
    }

    pub fn implies(self, other: Self) -> Self {
        Self::Implies(Box::new(self), Box::new(other))
    }

    pub fn equivalent(self, other: Self) -> Self {
        self.clone().implies(other.clone()).and(other.implies(self))
    }

    pub fn knows(self, knowledge: Knowledge) -> Self {
        Self::Knows(knowledge, Box::new(self))
    }

    pub fn obliged(self, agent: AgentId) -> Self {
        Self::Obliged(agent, Box::new(self))
    }

    pub fn quantified(self, quantifier: Quantifier) -> Self {
        Self::Quantified(quantifier, Box::new(self))
    }

    pub fn diamond(self, rho: Regex) -> Self {
        Self::Dynamic(Modality::Diamond, Box::new(rho), Box::new(self))
    }

    pub fn boxed(self, rho: Regex) -> Self {
        Self::Dynamic(Modality::Box, Box::new(rho), Box::new(self))
    }

    pub fn spec(self, logic: Logic) -> Specification {
        Specification { logic, formula: self }
    }
}

impl Temporal {
    pub fn unary(operator: UnaryTemporal, f: Formula) -> Self {
        Self::Unary(operator, Box::new(f))
    }

    pub fn binary(operator: BinaryTemporal, f: Formula, g: Formula) -> Self {
        Self::Binary(operator, Box::new(f), Box::new(g))
    }
}

impl Regex {
    pub fn step(f: Formula) -> Self {
        Self::Step(Box::new(f))
    }

    pub fn test(f: Formula) -> Self {
        Self::Test(Box::new(f))
    }

    pub fn plus(self, other: Self) -> Self {
        Self::Choice(Box::new(self), Box::new(other))
    }

    pub fn then(self, other: Self) -> Self {
        Self::Sequence(Box::new(self), Box::new(other))
    }

    pub fn star(self) -> Self {
        Self::Star(Box::new(self))
    }
}
