//! [`InterpretedSystem`] and its parts.

use super::expr::{Expr, ExprId, Exprs};
use super::id::{ActionId, AgentId, AtomId, GroupId, SymbolId, VarId};

/// How evolution lines combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// Per agent, one enabled line is executed.
    MultiAssignment,
    /// Per variable, one enabled line gives the value.
    SingleAssignment,
}

/// The values of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Domain {
    /// `false` and `true`, as 0 and 1.
    Boolean,
    /// The integers from `low` to `high`, both included; not empty.
    Range {
        /// The least value.
        low: i64,
        /// The greatest value.
        high: i64,
    },
    /// The symbols, in the order of the file; a value is a symbol's number.
    Enumeration(Vec<SymbolId>),
}

impl Domain {
    /// How many values there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::Boolean => 2,
            Self::Range { low, high } => high.abs_diff(*low) + 1,
            Self::Enumeration(symbols) => symbols.len() as u64,
        }
    }

    /// Whether `value` is one of them.
    #[must_use]
    pub fn contains(&self, value: i64) -> bool {
        match self {
            Self::Boolean => value == 0 || value == 1,
            Self::Range { low, high } => (*low..=*high).contains(&value),
            Self::Enumeration(symbols) => symbols.iter().any(|symbol| symbol.index() as i64 == value),
        }
    }

    /// The value at a position, in the order of the file.
    #[must_use]
    pub fn nth(&self, position: u64) -> Option<i64> {
        match self {
            Self::Boolean => i64::try_from(position).ok().filter(|&value| value < 2),
            Self::Range { low, .. } => low.checked_add_unsigned(position).filter(|&value| self.contains(value)),
            Self::Enumeration(symbols) => usize::try_from(position)
                .ok()
                .and_then(|position| symbols.get(position))
                .map(|symbol| symbol.index() as i64),
        }
    }

    /// All values, in order.
    pub fn values(&self) -> impl Iterator<Item = i64> {
        (0..).map_while(|position| self.nth(position))
    }
}

/// A variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name within its owner.
    pub name: String,
    /// Whose variable it is.
    pub owner: AgentId,
    /// Its values.
    pub domain: Domain,
}

/// `condition : { actions }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtocolLine {
    /// When the line applies; over the old state only.
    pub condition: ExprId,
    /// What it allows.
    pub actions: Vec<ActionId>,
}

/// What an agent may do: the union of all lines that apply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Protocol {
    /// The lines in file order.
    pub lines: Vec<ProtocolLine>,
    /// Allowed where no line applies.
    pub other: Option<Vec<ActionId>>,
}

/// `variable = value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assignment {
    /// The variable, one of the agent's own.
    pub variable: VarId,
    /// Its new value, computed from the old state.
    pub value: ExprId,
}

/// `assignments if condition`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvolutionLine {
    /// No variable twice; exactly one under [`Semantics::SingleAssignment`].
    pub assignments: Vec<Assignment>,
    /// Over the old state and the joint action.
    pub condition: ExprId,
}

/// An agent, or the Environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// Its name.
    pub name: String,
    /// Its own variables (for the Environment: Obsvars, then Vars), in file order.
    pub variables: Vec<VarId>,
    /// Its local state: what it sees. Own variables, all Obsvars and its Lobsvars, ascending.
    pub observes: Vec<VarId>,
    /// The names of its actions; never empty (an Environment without actions has a silent one).
    pub actions: Vec<String>,
    /// What it may do.
    pub protocol: Protocol,
    /// How its variables change.
    pub evolution: Vec<EvolutionLine>,
    /// Where it does not do as it should; `None` if nowhere.
    pub red: Option<ExprId>,
}

/// An atomic proposition: a line of Evaluation, or a comparison written inside a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// Its name, or the text of the comparison.
    pub name: String,
    /// Where it is true.
    pub condition: ExprId,
}

/// A group of agents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its name; an agent's name for an agent used as a group.
    pub name: String,
    /// Its members, ascending; not empty, but for models in which agents keep quiet (`slice`).
    pub members: Vec<AgentId>,
}

/// A multi-agent system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterpretedSystem {
    /// How evolution lines combine.
    pub semantics: Semantics,
    /// All variables: the Environment's Obsvars and Vars, then the agents' in file order.
    pub variables: Vec<Variable>,
    /// The Environment, then the agents in file order.
    pub agents: Vec<Agent>,
    /// The initial states.
    pub init: ExprId,
    /// The atoms.
    pub atoms: Vec<Atom>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The names of enumeration values.
    pub symbols: Vec<String>,
    /// All conditions and right-hand sides.
    pub exprs: Exprs,
}

impl InterpretedSystem {
    /// The name of the move that an Environment without actions makes.
    pub const SILENT: &'static str = "(silent)";

    /// The ids of all agents, the Environment first.
    pub fn agent_ids(&self) -> impl Iterator<Item = AgentId> + use<> {
        (0..self.agents.len()).map(AgentId::new)
    }

    /// The conjuncts of InitStates, in their order.
    #[must_use]
    pub fn init_conjuncts(&self) -> Vec<ExprId> {
        let mut conjuncts = Vec::new();
        let mut work = vec![self.init];
        while let Some(id) = work.pop() {
            match self.exprs.get(id) {
                Expr::And(left, right) => work.extend([right, left]),
                _ => conjuncts.push(id),
            }
        }
        conjuncts
    }

    /// The ids of all variables.
    pub fn var_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.variables.len()).map(VarId::new)
    }

    /// The agent behind an id.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> &Agent {
        &self.agents[id.index()]
    }

    /// The variable behind an id.
    #[must_use]
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The atom behind an id.
    #[must_use]
    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()]
    }

    /// The group behind an id.
    #[must_use]
    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.index()]
    }

    /// A variable's name as seen from outside its owner: `Bob.x`.
    #[must_use]
    pub fn qualified(&self, id: VarId) -> String {
        let variable = self.variable(id);
        format!("{}.{}", self.agent(variable.owner).name, variable.name)
    }

    /// The values of a variable as the file would declare them.
    #[must_use]
    pub fn show_domain(&self, variable: VarId) -> String {
        match &self.variable(variable).domain {
            Domain::Boolean => "boolean".to_owned(),
            Domain::Range { low, high } => format!("{low}..{high}"),
            Domain::Enumeration(symbols) => {
                let names: Vec<&str> = symbols.iter().map(|symbol| self.symbols[symbol.index()].as_str()).collect();
                format!("{{{}}}", names.join(", "))
            }
        }
    }

    /// A value of a variable as the file would write it.
    #[must_use]
    pub fn show_value(&self, variable: VarId, value: i64) -> String {
        match &self.variable(variable).domain {
            Domain::Boolean => if value == 0 { "false" } else { "true" }.to_owned(),
            Domain::Range { .. } => value.to_string(),
            Domain::Enumeration(_) => self.symbols[usize::try_from(value).expect("symbols are counted from 0")].clone(),
        }
    }
}
