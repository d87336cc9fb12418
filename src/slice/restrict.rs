//! The model that is left of another one.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::cone::{Cone, Dependences};
use crate::ir::{
    ActionId, Agent, AgentId, Assignment, Atom, AtomId, EvolutionLine, Expr, ExprId, Exprs, InitialStates,
    InterpretedSystem, Protocol, ProtocolLine, Semantics, VarId, Variable,
};
use crate::logic::FormulaId;
use crate::model::Model;

/// How often what the first initial state may take is spent on finding one.
const TRIES: u64 = 64;

/// A model without the variables that some formulas do not depend on. Agents, groups, atoms and formulas have the ids
/// that they have in the whole, variables have not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// The model that is left. Atoms that nobody asks for are false; agents whose actions do not matter have a silent one.
    pub model: Model,
    /// What it has of the whole.
    pub cone: Cone,
    /// How many variables were left out.
    pub left_out: usize,
    /// Per agent, the numbers that its evolution lines have in the whole.
    pub lines: Vec<Vec<usize>>,
}

/// Whether there is an initial state, as far as a short search can tell. A slice has initial states even if what is left
/// out has none: only with an initial state in hand is it safe to look at one.
#[must_use]
pub fn has_initial_state(system: &InterpretedSystem) -> bool {
    let tries = TRIES.saturating_mul(InitialStates::steps_per_state(system));
    matches!(InitialStates::new(system, tries).next(), Some(Ok(_)))
}

/// The slice of a model that has what matters, which must be closed under influence: a cone of its dependences.
#[must_use]
pub fn restricted(model: &Model, cone: &Cone) -> Slice {
    let mut restriction = Restriction {
        system: &model.system,
        cone,
        variables: cone.variables.iter().enumerate().map(|(number, &old)| (old, VarId::new(number))).collect(),
        exprs: Exprs::default(),
        copies: HashMap::default(),
    };
    let (system, lines) = restriction.system();
    let (formulas, fairness) = (model.formulas.clone(), model.fairness.clone());
    let model_left = Model { system, formulas, fairness, specifications: model.specifications.clone() };
    Slice { model: model_left, cone: cone.clone(), left_out: cone.left_out(&model.system), lines }
}

/// The slice of a model that has exactly these variables and actions of these agents, both ascending, for a formula. None
/// if that leaves out something that matters.
#[must_use]
pub fn restricted_to(model: &Model, variables: &[VarId], agents: &[AgentId], formula: FormulaId) -> Option<Slice> {
    let mut dependences = Dependences::new(&model.system);
    let least = dependences.cone(model, [formula]);
    let around = dependences.around(variables, agents);
    let closed = around.variables == variables && around.agents == agents;
    let enough = least.variables.iter().all(|id| variables.binary_search(id).is_ok())
        && least.agents.iter().all(|id| agents.binary_search(id).is_ok());
    (closed && enough && has_initial_state(&model.system))
        .then(|| restricted(model, &Cone { atoms: least.atoms, red: least.red, ..around }))
}

struct Restriction<'m> {
    system: &'m InterpretedSystem,
    cone: &'m Cone,
    variables: HashMap<VarId, VarId, FxBuildHasher>,
    exprs: Exprs,
    copies: HashMap<ExprId, ExprId, FxBuildHasher>,
}

impl Restriction<'_> {
    fn system(&mut self) -> (InterpretedSystem, Vec<Vec<usize>>) {
        let (system, cone) = (self.system, self.cone);
        let agents = system.agent_ids().map(|id| self.agent(id));
        let (agents, lines): (Vec<Agent>, Vec<Vec<usize>>) = agents.collect();
        let asked = |id: usize| cone.atoms.binary_search(&AtomId::new(id)).is_ok();
        let nowhere = self.exprs.intern(Expr::Bool(false));
        let atoms = system.atoms.iter().enumerate().map(|(number, atom)| match asked(number) {
            true => Atom { name: atom.name.clone(), condition: self.expr(atom.condition) },
            false => Atom { name: String::new(), condition: nowhere },
        });
        let atoms = atoms.collect();
        let mut init = self.exprs.intern(Expr::Bool(true));
        let conjuncts = system.init_conjuncts();
        for &number in &cone.conjuncts {
            let conjunct = self.expr(conjuncts[number]);
            init = self.exprs.intern(Expr::And(init, conjunct));
        }
        let restricted = InterpretedSystem {
            semantics: system.semantics,
            variables: cone.variables.iter().map(|&id| Variable::clone(system.variable(id))).collect(),
            agents,
            init,
            atoms,
            groups: system.groups.clone(),
            symbols: system.symbols.clone(),
            exprs: std::mem::take(&mut self.exprs),
        };
        (restricted, lines)
    }

    /// An agent, and the numbers of the lines that are left of its evolution.
    fn agent(&mut self, id: AgentId) -> (Agent, Vec<usize>) {
        let agent = self.system.agent(id);
        let acts = self.cone.agents.binary_search(&id).is_ok();
        let variables = self.all(&agent.variables);
        let (mut evolution, mut lines) = (Vec::new(), Vec::new());
        if !variables.is_empty() {
            for (number, line) in agent.evolution.iter().enumerate() {
                if let Some(line) = self.line(line) {
                    evolution.push(line);
                    lines.push(number);
                }
            }
        }
        let red = agent.red.filter(|_| self.cone.red.binary_search(&id).is_ok());
        let restricted = Agent {
            name: agent.name.clone(),
            variables,
            observes: self.all(&agent.observes),
            actions: if acts { agent.actions.clone() } else { vec![InterpretedSystem::SILENT.to_owned()] },
            protocol: if acts { self.protocol(&agent.protocol) } else { silent() },
            evolution,
            red: red.map(|red| self.expr(red)),
        };
        (restricted, lines)
    }

    fn all(&self, variables: &[VarId]) -> Vec<VarId> {
        variables.iter().filter_map(|id| self.variables.get(id).copied()).collect()
    }

    fn protocol(&mut self, protocol: &Protocol) -> Protocol {
        let line =
            |line: &ProtocolLine| ProtocolLine { condition: self.expr(line.condition), actions: line.actions.clone() };
        Protocol { lines: protocol.lines.iter().map(line).collect(), other: protocol.other.clone() }
    }

    /// A line. With MultiAssignment it is one choice among others even if it assigns nothing that matters.
    fn line(&mut self, line: &EvolutionLine) -> Option<EvolutionLine> {
        let matters = |assignment: &&Assignment| self.variables.contains_key(&assignment.variable);
        let assignments: Vec<Assignment> = line.assignments.iter().filter(matters).copied().collect();
        if assignments.is_empty() && self.system.semantics == Semantics::SingleAssignment {
            return None;
        }
        let assign = |Assignment { variable, value }| Assignment {
            variable: self.variables[&variable],
            value: self.expr(value),
        };
        let assignments = assignments.into_iter().map(assign).collect();
        Some(EvolutionLine { assignments, condition: self.expr(line.condition) })
    }

    /// A copy of an expression over the variables that are left.
    fn expr(&mut self, root: ExprId) -> ExprId {
        let mut work = vec![root];
        while let Some(&id) = work.last() {
            if self.copies.contains_key(&id) {
                work.pop();
                continue;
            }
            let node = self.system.exprs.get(id);
            let before = work.len();
            work.extend(node.operands().filter(|operand| !self.copies.contains_key(operand)));
            if work.len() > before {
                continue;
            }
            let of = |operand: ExprId| self.copies[&operand];
            let copy = match node {
                Expr::Variable(variable) => Expr::Variable(self.variables[&variable]),
                Expr::Bool(_) | Expr::Integer(_) | Expr::Symbol(_) | Expr::Performs(..) => node,
                Expr::Not(inner) => Expr::Not(of(inner)),
                Expr::And(left, right) => Expr::And(of(left), of(right)),
                Expr::Or(left, right) => Expr::Or(of(left), of(right)),
                Expr::Xor(left, right) => Expr::Xor(of(left), of(right)),
                Expr::Compare(comparison, left, right) => Expr::Compare(comparison, of(left), of(right)),
                Expr::Arithmetic(operator, left, right) => Expr::Arithmetic(operator, of(left), of(right)),
            };
            let copy = self.exprs.intern(copy);
            self.copies.insert(id, copy);
            work.pop();
        }
        self.copies[&root]
    }
}

/// Nobody asks what the agent does.
fn silent() -> Protocol {
    Protocol { lines: Vec::new(), other: Some(vec![ActionId::new(0)]) }
}
