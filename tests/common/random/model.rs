//! A system as a plain tree. Names are derived from ids that survive the removal of other parts, so that a shrunken
//! case still speaks of the same things.

use super::formula::{Formula, Specification};

/// The names of enumeration values.
pub(crate) const SYMBOLS: [&str; 4] = ["red", "green", "blue", "white"];

/// An agent; [`AgentId::ENVIRONMENT`] is the Environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AgentId(pub(crate) usize);

impl AgentId {
    /// The Environment, if the model has one.
    pub(crate) const ENVIRONMENT: Self = Self(0);
}

/// A variable, whoever owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VarId(pub(crate) usize);

/// An atom of Evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AtomId(pub(crate) usize);

/// A group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GroupId(pub(crate) usize);

/// How evolution lines combine, and whether the file says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Semantics {
    /// Nothing is said.
    Default,
    /// `MultiAssignment`
    Multi,
    /// `SingleAssignment`
    Single,
}

/// The values of a variable. Booleans are 0 and 1, symbols their position in [`SYMBOLS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Domain {
    /// `boolean`
    Boolean,
    /// `low .. high`
    Range(i64, i64),
    /// `{ red, green }`
    Enumeration(Vec<i64>),
}

impl Domain {
    /// All values.
    pub(crate) fn values(&self) -> Vec<i64> {
        match self {
            Self::Boolean => vec![0, 1],
            Self::Range(low, high) => (*low..=*high).collect(),
            Self::Enumeration(symbols) => symbols.clone(),
        }
    }
}

/// A variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) id: VarId,
    pub(crate) owner: AgentId,
    /// Unique within its owner only.
    pub(crate) name: &'static str,
    pub(crate) domain: Domain,
    /// An Obsvar.
    pub(crate) observable: bool,
}

/// `+ - * /`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// `& | ^`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bitwise {
    And,
    Or,
    Xor,
}

/// `= <> < <= > >=`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Different,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A value: an operand of a comparison, or a right-hand side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expr {
    Bool(bool),
    Integer(i64),
    Symbol(i64),
    Variable(VarId),
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    Bitwise(Bitwise, Box<Expr>, Box<Expr>),
    /// `~`
    Complement(Box<Expr>),
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    /// A Boolean value where MCMAS wants a comparison.
    Bare(Expr),
    Compare(Comparison, Expr, Expr),
    /// `Action = a`, in evolution lines only.
    Performs(AgentId, usize),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// `condition : { actions };`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProtocolLine {
    pub(crate) condition: Condition,
    pub(crate) actions: Vec<usize>,
}

/// `assignments if condition;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EvolutionLine {
    pub(crate) assignments: Vec<(VarId, Expr)>,
    pub(crate) condition: Condition,
}

/// An agent, or the Environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Agent {
    pub(crate) id: AgentId,
    /// Obsvars first.
    pub(crate) variables: Vec<Variable>,
    pub(crate) lobsvars: Vec<VarId>,
    pub(crate) red: Option<Condition>,
    pub(crate) actions: Vec<usize>,
    pub(crate) protocol: Vec<ProtocolLine>,
    pub(crate) other: Option<Vec<usize>>,
    pub(crate) evolution: Vec<EvolutionLine>,
}

/// A group of agents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) id: GroupId,
    pub(crate) members: Vec<AgentId>,
}

/// A system with its formulas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RandomModel {
    pub(crate) semantics: Semantics,
    /// The Environment first, if there is one.
    pub(crate) agents: Vec<Agent>,
    pub(crate) atoms: Vec<(AtomId, Condition)>,
    pub(crate) init: Condition,
    pub(crate) groups: Vec<Group>,
    pub(crate) fairness: Vec<Formula>,
    pub(crate) formulas: Vec<Specification>,
}

impl RandomModel {
    /// All variables in file order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.agents.iter().flat_map(|agent| &agent.variables)
    }

    /// A variable by its id.
    pub(crate) fn variable(&self, id: VarId) -> Option<&Variable> {
        self.variables().find(|variable| variable.id == id)
    }

    /// An agent by its id.
    pub(crate) fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.agents.iter().find(|agent| agent.id == id)
    }

    /// A group by its id.
    pub(crate) fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// The ids of all agents.
    pub(crate) fn agent_ids(&self) -> Vec<AgentId> {
        self.agents.iter().map(|agent| agent.id).collect()
    }

    /// The variables of the local state of an agent: its own, all Obsvars, its Lobsvars.
    pub(crate) fn observed(&self, id: AgentId) -> Vec<VarId> {
        let lobsvars = self.agent(id).map_or(&[][..], |agent| &agent.lobsvars);
        let seen =
            |variable: &&Variable| variable.owner == id || variable.observable || lobsvars.contains(&variable.id);
        self.variables().filter(seen).map(|variable| variable.id).collect()
    }

    /// The same system with other formulas.
    pub(crate) fn with_formulas(&self, formulas: Vec<Specification>) -> Self {
        Self { formulas, ..self.clone() }
    }
}
