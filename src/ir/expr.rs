//! Conditions and right-hand sides as a hash-consed graph: children have smaller ids than their parents, so that every
//! pass is a loop over ids and no depth of nesting can overflow a stack.

use std::collections::{HashMap, HashSet};

use super::id::{ActionId, AgentId, SymbolId, VarId};

/// Refers to an expression of an [`Exprs`] arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

impl ExprId {
    /// The position in the arena; children come before their parents.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `+ - * /` on integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArithmeticOp {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Exact division: without a value if it leaves a remainder or divides by zero.
    Divide,
}

/// `= <> < <= > >=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// As ISPL writes it.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Different => "<>",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }

    /// Whether `left` stands in this relation to `right`.
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Different => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }
}

/// One node. Types have been checked: operands of `Not`, `And`, `Or`, `Xor` are Boolean, those of arithmetic are
/// integers, and both sides of a comparison have one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// `true` or `false`.
    Bool(bool),
    /// An integer constant.
    Integer(i64),
    /// A value of an enumeration; equal names are equal values, whatever the type.
    Symbol(SymbolId),
    /// The old value of a variable.
    Variable(VarId),
    /// Whether the agent performs that action in the joint action. Occurs in evolution conditions only.
    Performs(AgentId, ActionId),
    /// `!` or `~`.
    Not(ExprId),
    /// `and` or `&`.
    And(ExprId, ExprId),
    /// `or` or `|`.
    Or(ExprId, ExprId),
    /// `^`.
    Xor(ExprId, ExprId),
    /// A comparison; false if one side has no value (an inexact division).
    Compare(Comparison, ExprId, ExprId),
    /// An integer operation.
    Arithmetic(ArithmeticOp, ExprId, ExprId),
}

impl Expr {
    /// The ids of its operands.
    pub fn operands(&self) -> impl Iterator<Item = ExprId> + use<> {
        let (left, right) = match *self {
            Self::Bool(_) | Self::Integer(_) | Self::Symbol(_) | Self::Variable(_) | Self::Performs(..) => (None, None),
            Self::Not(inner) => (Some(inner), None),
            Self::And(left, right)
            | Self::Or(left, right)
            | Self::Xor(left, right)
            | Self::Compare(_, left, right)
            | Self::Arithmetic(_, left, right) => (Some(left), Some(right)),
        };
        left.into_iter().chain(right)
    }
}

/// All expressions of a system.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exprs {
    nodes: Vec<Expr>,
    ids: HashMap<Expr, ExprId>,
}

impl Exprs {
    /// The id of `expr`, the same for equal expressions.
    ///
    /// # Panics
    /// If there are more than 2^32 expressions; the front end limits its input to less.
    pub fn intern(&mut self, expr: Expr) -> ExprId {
        if let Some(&id) = self.ids.get(&expr) {
            return id;
        }
        let id = ExprId(u32::try_from(self.nodes.len()).expect("the front end limits the size of its input"));
        self.nodes.push(expr);
        self.ids.insert(expr, id);
        id
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The expression behind an id.
    #[must_use]
    pub fn get(&self, id: ExprId) -> Expr {
        self.nodes[id.index()]
    }

    /// Everything below `roots`, children before parents.
    #[must_use]
    pub fn below(&self, roots: impl IntoIterator<Item = ExprId>) -> Vec<ExprId> {
        let mut seen = HashSet::new();
        let mut work: Vec<ExprId> = roots.into_iter().collect();
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                work.extend(self.get(id).operands());
            }
        }
        let mut all: Vec<ExprId> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }
}
