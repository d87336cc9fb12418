//! A system as a plain tree. Names are derived from ids that survive the removal of other parts, so that a shrunken
//! case still speaks of the same things.

use super::formula::{Formula, Specification};

/// The names of enumeration values.
pub const SYMBOLS: [&str; 4] = ["red", "green", "blue", "white"];

/// An agent; [`AgentId::ENVIRONMENT`] is the Environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AgentId(pub usize);

impl AgentId {
    /// The Environment, if the model has one.
    pub const ENVIRONMENT: Self = Self(0);
}

/// A variable, whoever owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct VarId(pub usize);

/// An atom of Evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomId(pub usize);

/// A group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupId(pub usize);

/// How evolution lines combine, and whether the file says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Semantics {
    /// Nothing is said.
    Default,
    /// `MultiAssignment`
    Multi,
    /// `SingleAssignment`
    Single,
}

/// The values of a variable. Booleans are 0 and 1, symbols their position in [`SYMBOLS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// `boolean`
    Boolean,
    /// `low .. high`
    Range(i64, i64),
    /// `{ red, green }`
    Enumeration(Vec<i64>),
}

impl Domain {
    /// All values.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Self::Boolean => vec![0, 1],
            Self::Range(low, high) => (*low..=*high).collect(),
            Self::Enumeration(symbols) => symbols.clone(),
        }
    }
}

/// A variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub id: VarId,
    pub owner: AgentId,
    /// Unique within its owner only.
    pub name: &'static str,
    pub domain: Domain,
    /// An Obsvar.
    pub observable: bool,
}

/// `+ - * /`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// `& | ^`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bitwise {
    And,
    Or,
    Xor,
}

/// `= <> < <= > >=`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Different,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A value: an operand of a comparison, or a right-hand side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
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
pub enum Condition {
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
pub struct ProtocolLine {
    pub condition: Condition,
    pub actions: Vec<usize>,
}

/// `assignments if condition;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvolutionLine {
    pub assignments: Vec<(VarId, Expr)>,
    pub condition: Condition,
}

/// An agent, or the Environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    pub id: AgentId,
    /// Obsvars first.
    pub variables: Vec<Variable>,
    pub lobsvars: Vec<VarId>,
    pub red: Option<Condition>,
    pub actions: Vec<usize>,
    pub protocol: Vec<ProtocolLine>,
    pub other: Option<Vec<usize>>,
    pub evolution: Vec<EvolutionLine>,
}

/// A group of agents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub id: GroupId,
    pub members: Vec<AgentId>,
}

/// A system with its formulas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomModel {
    pub semantics: Semantics,
    /// The Environment first, if there is one.
    pub agents: Vec<Agent>,
    pub atoms: Vec<(AtomId, Condition)>,
    pub init: Condition,
    pub groups: Vec<Group>,
    pub fairness: Vec<Formula>,
    pub formulas: Vec<Specification>,
}

impl RandomModel {
    /// All variables in file order.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.agents.iter().flat_map(|agent| &agent.variables)
    }

    /// A variable by its id.
    pub fn variable(&self, id: VarId) -> Option<&Variable> {
        self.variables().find(|variable| variable.id == id)
    }

    /// An agent by its id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.agents.iter().find(|agent| agent.id == id)
    }

    /// A group by its id.
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// The ids of all agents.
    pub fn agent_ids(&self) -> Vec<AgentId> {
        self.agents.iter().map(|agent| agent.id).collect()
    }

    /// The variables of the local state of an agent: its own, all Obsvars, its Lobsvars.
    pub fn observed(&self, id: AgentId) -> Vec<VarId> {
        let lobsvars = self.agent(id).map_or(&[][..], |agent| &agent.lobsvars);
        let seen =
            |variable: &&Variable| variable.owner == id || variable.observable || lobsvars.contains(&variable.id);
        self.variables().filter(seen).map(|variable| variable.id).collect()
    }

    /// This system with other formulas.
    pub fn with_formulas(&self, formulas: Vec<Specification>) -> Self {
        Self { formulas, ..self.clone() }
    }
}
