//! The syntax tree of an ISPL file: what was written, with its places, nothing looked up.
//!
//! Expressions and formulas are flat [`Tree`]s, children before parents, so that no depth of nesting overflows a stack
//! when they are built, walked or dropped.

use crate::diagnostic::Span;
use crate::ir::{ArithmeticOp, Comparison, Semantics};
use crate::logic::{Logic, Modality, Quantifier};

/// A name with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'s> {
    /// The name.
    pub text: &'s str,
    /// Where it is written.
    pub span: Span,
}

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The position in its tree.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An expression or formula: nodes with their places, children before parents, the root last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<N> {
    pub(super) nodes: Vec<(N, Span)>,
}

impl<N> Tree<N> {
    /// The nodes in order.
    #[must_use]
    pub fn nodes(&self) -> &[(N, Span)] {
        &self.nodes
    }

    /// The place of a node.
    #[must_use]
    pub fn span_of(&self, id: NodeId) -> Span {
        self.nodes[id.index()].1
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(u32::try_from(self.nodes.len() - 1).expect("the source is limited to less than 2^32 bytes"))
    }

    /// The place of the whole.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span_of(self.root())
    }
}

/// A node of a condition or right-hand side; types are not checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExprNode<'s> {
    /// `true` or `false`.
    Bool(bool),
    /// A number, with its sign.
    Integer(i64),
    /// An own variable or an enumeration value.
    Name(&'s str),
    /// `Agent.variable`.
    Qualified(Name<'s>, Name<'s>),
    /// `Action` or `Agent.Action`.
    Action(Option<Name<'s>>),
    /// `!`
    Not(NodeId),
    /// `~`
    BitNot(NodeId),
    /// `and`
    And(NodeId, NodeId),
    /// `or`
    Or(NodeId, NodeId),
    /// `&`
    BitAnd(NodeId, NodeId),
    /// `|`
    BitOr(NodeId, NodeId),
    /// `^`
    BitXor(NodeId, NodeId),
    /// A comparison.
    Compare(Comparison, NodeId, NodeId),
    /// `+ - * /`
    Arithmetic(ArithmeticOp, NodeId, NodeId),
}

/// `K`, `GK`, `GCK`, `DK`, `O`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modal {
    /// `K`
    Knows,
    /// `GK`
    Everyone,
    /// `GCK`
    Common,
    /// `DK`
    Distributed,
    /// `O`
    Obliged,
}

/// `X`, `F`, `G`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryTemporal {
    /// `X`
    Next,
    /// `F`
    Finally,
    /// `G`
    Globally,
}

/// `U`, `R`, `W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryTemporal {
    /// `U`
    Until,
    /// `R`
    Release,
    /// `W`
    WeakUntil,
}

/// The right-hand side of a comparison inside a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constant<'s> {
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Integer(i64),
    /// An enumeration value.
    Name(&'s str),
}

/// A node of a formula or regular expression; sorts are not checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaNode<'s> {
    /// `true` or `false`.
    Bool(bool),
    /// An atom.
    Atom(&'s str),
    /// `Agent.RedStates`.
    Red(Name<'s>),
    /// `Agent.GreenStates`.
    Green(Name<'s>),
    /// `Agent.variable = value`.
    Compare(Name<'s>, Name<'s>, Comparison, Constant<'s>, Span),
    /// `!`
    Not(NodeId),
    /// `and`
    And(NodeId, NodeId),
    /// `or`
    Or(NodeId, NodeId),
    /// `->`
    Implies(NodeId, NodeId),
    /// `AG` and the like.
    Branching(Quantifier, UnaryTemporal, NodeId),
    /// `A` or `E` alone.
    Quantified(Quantifier, NodeId),
    /// `<group>`
    Strategic(Name<'s>, NodeId),
    /// `X`, `F`, `G` alone.
    Unary(UnaryTemporal, NodeId),
    /// `U`, `R`, `W`.
    Binary(BinaryTemporal, NodeId, NodeId),
    /// `K(agent, f)` and the like.
    Modal(Modal, Name<'s>, NodeId),
    /// `<rho>f` or `[rho]f`.
    Dynamic(Modality, NodeId, NodeId),
    /// `f?`
    Test(NodeId),
    /// `rho*`
    Star(NodeId),
    /// `rho + sigma`
    Choice(NodeId, NodeId),
    /// `rho ; sigma`
    Sequence(NodeId, NodeId),
}

/// A condition or right-hand side.
pub type Expr<'s> = Tree<ExprNode<'s>>;
/// A formula.
pub type Formula<'s> = Tree<FormulaNode<'s>>;

/// The type in a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeDecl<'s> {
    /// `boolean`
    Boolean,
    /// `low .. high`
    Range(i64, i64),
    /// `{ a, b, c }`
    Enumeration(Vec<Name<'s>>),
}

/// `name : type ;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VarDecl<'s> {
    /// The variable.
    pub name: Name<'s>,
    /// Its type.
    pub kind: TypeDecl<'s>,
    /// Where the type stands.
    pub kind_span: Span,
}

/// `condition : { actions } ;` or `Other : { actions } ;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtocolLine<'s> {
    /// `None` for `Other`.
    pub condition: Option<Expr<'s>>,
    /// The actions.
    pub actions: Vec<Name<'s>>,
    /// The whole line.
    pub span: Span,
}

/// `variable = value`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment<'s> {
    /// The variable.
    pub variable: Name<'s>,
    /// The value.
    pub value: Expr<'s>,
}

/// `assignments if condition ;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvolutionLine<'s> {
    /// What is assigned.
    pub assignments: Vec<Assignment<'s>>,
    /// When.
    pub condition: Expr<'s>,
    /// The whole line.
    pub span: Span,
}

/// A section with the place of its keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<T> {
    /// What it says.
    pub items: T,
    /// Its keyword.
    pub keyword: Span,
}

/// Which names of an agent may have been missed because a part of it could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AgentGaps {
    /// Its variables.
    pub variables: bool,
    /// Its actions.
    pub actions: bool,
    /// What it sees of the Environment.
    pub lobsvars: bool,
}

/// Stands for the name of an agent that has none.
pub(super) const NAMELESS: &str = "?";

/// An agent, or the Environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent<'s> {
    /// Its name; `Environment` for the Environment.
    pub name: Name<'s>,
    /// `Obsvars`
    pub obsvars: Option<Section<Vec<VarDecl<'s>>>>,
    /// `Lobsvars`
    pub lobsvars: Option<Section<Vec<Name<'s>>>>,
    /// `Vars`
    pub vars: Option<Section<Vec<VarDecl<'s>>>>,
    /// `RedStates`
    pub red: Option<Section<Option<Expr<'s>>>>,
    /// `Actions`
    pub actions: Option<Section<Vec<Name<'s>>>>,
    /// `Protocol`
    pub protocol: Option<Section<Vec<ProtocolLine<'s>>>>,
    /// `Evolution`
    pub evolution: Option<Section<Vec<EvolutionLine<'s>>>>,
    /// What may be missing.
    pub gaps: AgentGaps,
}

impl Agent<'_> {
    /// Whether this is the Environment.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        self.name.text == "Environment"
    }

    /// Whether its name is missing, which has been reported.
    #[must_use]
    pub fn is_nameless(&self) -> bool {
        self.name.text == NAMELESS
    }
}

/// `atom if condition ;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtomDecl<'s> {
    /// The atom.
    pub name: Name<'s>,
    /// Where it is true.
    pub condition: Expr<'s>,
}

/// `group = { members } ;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupDecl<'s> {
    /// The group.
    pub name: Name<'s>,
    /// Its members.
    pub members: Vec<Name<'s>>,
}

/// A formula with its logic, as MCMAS reads it and, where that may differ, as it is usually read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specification<'s> {
    /// Its prefix.
    pub logic: Logic,
    /// MCMAS's reading: the one that counts.
    pub formula: Formula<'s>,
    /// The usual reading, for LTL and CTL*.
    pub usual: Option<Formula<'s>>,
    /// Prefix and formula.
    pub span: Span,
}

/// Which names of a file may have been missed because a part of it could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileGaps {
    /// Agents.
    pub agents: bool,
    /// Atoms.
    pub atoms: bool,
    /// Groups.
    pub groups: bool,
}

/// A whole file. Missing parts have been reported.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File<'s> {
    /// `Semantics = … ;`
    pub semantics: Option<Semantics>,
    /// Agents and Environment, in file order.
    pub agents: Vec<Agent<'s>>,
    /// `Evaluation`
    pub atoms: Vec<AtomDecl<'s>>,
    /// `InitStates`
    pub init: Option<Expr<'s>>,
    /// `Groups`
    pub groups: Vec<GroupDecl<'s>>,
    /// `Fairness`
    pub fairness: Vec<Specification<'s>>,
    /// `Formulae`
    pub formulae: Vec<Specification<'s>>,
    /// What may be missing.
    pub gaps: FileGaps,
}
