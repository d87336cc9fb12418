//! Systems made by hand for the tests of this engine.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{Explicit, StateSet};
use crate::Model;
use crate::engine::{Strategies, Terms};
use crate::ir::{
    ActionId, Agent, AgentId, Assignment, Atom, AtomId, Comparison, Domain, EvolutionLine, Expr, ExprId, Exprs, Group,
    GroupId, InterpretedSystem, Protocol, ProtocolLine, Semantics, VarId, Variable,
};
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Temporal};

/// A model under construction. Agent 0 is an Environment with a silent action.
pub(super) struct Builder {
    pub(super) model: Model,
}

impl Builder {
    pub(super) fn new() -> Self {
        let mut exprs = Exprs::default();
        let init = exprs.intern(Expr::Bool(true));
        let system = InterpretedSystem {
            semantics: Semantics::MultiAssignment,
            variables: Vec::new(),
            agents: Vec::new(),
            init,
            atoms: Vec::new(),
            groups: Vec::new(),
            symbols: Vec::new(),
            exprs,
        };
        let (formulas, fairness, specifications) = (Formulas::default(), Vec::new(), Vec::new());
        let mut builder = Self { model: Model { system, formulas, fairness, specifications } };
        builder.agent("Environment", &[InterpretedSystem::SILENT]);
        builder
    }

    /// An agent that may always do all its actions, until it gets a protocol.
    pub(super) fn agent(&mut self, name: &str, actions: &[&str]) -> AgentId {
        self.model.system.agents.push(Agent {
            name: name.to_owned(),
            variables: Vec::new(),
            observes: Vec::new(),
            actions: actions.iter().map(|&action| action.to_owned()).collect(),
            protocol: Protocol { lines: Vec::new(), other: Some((0..actions.len()).map(ActionId::new).collect()) },
            evolution: Vec::new(),
            red: None,
        });
        AgentId::new(self.model.system.agents.len() - 1)
    }

    fn agent_mut(&mut self, agent: AgentId) -> &mut Agent {
        &mut self.model.system.agents[agent.index()]
    }

    /// A variable that its owner sees.
    pub(super) fn variable(&mut self, owner: AgentId, name: &str, domain: Domain) -> VarId {
        let id = VarId::new(self.model.system.variables.len());
        self.model.system.variables.push(Variable { name: name.to_owned(), owner, domain });
        self.agent_mut(owner).variables.push(id);
        self.sees(owner, id);
        id
    }

    pub(super) fn sees(&mut self, agent: AgentId, variable: VarId) {
        self.agent_mut(agent).observes.push(variable);
        self.agent_mut(agent).observes.sort_unstable();
    }

    pub(super) fn expr(&mut self, expr: Expr) -> ExprId {
        self.model.system.exprs.intern(expr)
    }

    pub(super) fn is(&mut self, variable: VarId, value: i64) -> ExprId {
        let (variable, value) = (self.expr(Expr::Variable(variable)), self.expr(Expr::Integer(value)));
        self.expr(Expr::Compare(Comparison::Equal, variable, value))
    }

    pub(super) fn is_one_of(&mut self, variable: VarId, values: &[i64]) -> ExprId {
        let mut result = self.expr(Expr::Bool(false));
        for &value in values {
            let equal = self.is(variable, value);
            result = self.expr(Expr::Or(result, equal));
        }
        result
    }

    pub(super) fn and(&mut self, parts: &[ExprId]) -> ExprId {
        let mut result = self.expr(Expr::Bool(true));
        for &part in parts {
            result = self.expr(Expr::And(result, part));
        }
        result
    }

    pub(super) fn does(&mut self, agent: AgentId, action: usize) -> ExprId {
        self.expr(Expr::Performs(agent, ActionId::new(action)))
    }

    pub(super) fn init(&mut self, condition: ExprId) {
        self.model.system.init = condition;
    }

    /// A protocol line; where no line applies, nothing is enabled.
    pub(super) fn may(&mut self, agent: AgentId, condition: ExprId, actions: &[usize]) {
        let actions = actions.iter().map(|&action| ActionId::new(action)).collect();
        let protocol = &mut self.agent_mut(agent).protocol;
        protocol.other = None;
        protocol.lines.push(ProtocolLine { condition, actions });
    }

    /// `variable = value if condition`, for the owner of the variable.
    pub(super) fn becomes(&mut self, variable: VarId, value: i64, condition: ExprId) {
        let value = self.expr(Expr::Integer(value));
        let owner = self.model.system.variable(variable).owner;
        let assignments = vec![Assignment { variable, value }];
        self.agent_mut(owner).evolution.push(EvolutionLine { assignments, condition });
    }

    pub(super) fn red(&mut self, agent: AgentId, condition: ExprId) {
        self.agent_mut(agent).red = Some(condition);
    }

    pub(super) fn group(&mut self, members: &[AgentId]) -> GroupId {
        self.model.system.groups.push(Group { name: "g".to_owned(), members: members.to_vec() });
        GroupId::new(self.model.system.groups.len() - 1)
    }

    pub(super) fn atom(&mut self, condition: ExprId) -> FormulaId {
        self.model.system.atoms.push(Atom { name: "p".to_owned(), condition });
        let atom = AtomId::new(self.model.system.atoms.len() - 1);
        self.formula(Formula::Atom(atom))
    }

    pub(super) fn formula(&mut self, formula: Formula) -> FormulaId {
        self.model.formulas.intern(formula)
    }

    pub(super) fn exists(&mut self, operator: Temporal) -> FormulaId {
        self.formula(Formula::Branching(Quantifier::Exists, operator))
    }

    pub(super) fn forall(&mut self, operator: Temporal) -> FormulaId {
        self.formula(Formula::Branching(Quantifier::Forall, operator))
    }

    pub(super) fn fair(&mut self, formula: FormulaId) {
        self.model.fairness.push(formula);
    }

    pub(super) fn model(self) -> Model {
        self.model
    }

    /// One agent that walks through a graph whose nodes are the values of its only variable; it starts anywhere in
    /// `initial`. Nodes without edges are deadlocks.
    pub(super) fn walk(nodes: i64, initial: &[i64], edges: &[(i64, i64)]) -> (Self, VarId) {
        let mut builder = Self::new();
        let walker = builder.agent("Walker", &["go"]);
        let at = builder.variable(walker, "at", Domain::Range { low: 0, high: nodes - 1 });
        let start = builder.is_one_of(at, initial);
        builder.init(start);
        let mut sources: Vec<i64> = edges.iter().map(|&(from, _)| from).collect();
        sources.dedup();
        let moving = builder.is_one_of(at, &sources);
        builder.may(walker, moving, &[0]);
        for &(from, to) in edges {
            let here = builder.is(at, from);
            builder.becomes(at, to, here);
        }
        (builder, at)
    }
}

/// The walker of [`Builder::walk`].
pub(super) const WALKER: usize = 1;

/// Where a formula holds, as ascending values of `variable`.
pub(super) fn values_where(model: &Model, formula: FormulaId, variable: VarId) -> Vec<i64> {
    values_with(model, formula, variable, Strategies::PerfectInformation)
}

/// Where a formula holds if groups have such strategies, as ascending values of `variable`.
pub(super) fn values_with(model: &Model, formula: FormulaId, variable: VarId, strategies: Strategies) -> Vec<i64> {
    let options = Terms { strategies, ..Terms::default() };
    let mut engine = Explicit::new(model, &options).expect("the model is small");
    let states = engine.satisfying(formula).expect("the model is small");
    values(&engine, &states, variable)
}

/// The values of a variable in some states, ascending.
pub(super) fn values(engine: &Explicit<'_>, states: &StateSet, variable: VarId) -> Vec<i64> {
    let mut values: Vec<i64> = states.iter().map(|state| engine.space().value(state, variable)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// What sets of states are drawn with: failures must be repeatable.
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % bound
    }

    pub(super) fn subset(&mut self, size: usize) -> StateSet {
        StateSet::collect(size, |_| self.below(2) == 0)
    }
}
