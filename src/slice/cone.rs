//! What matters to some formulas, closed under influence. What a model depends on is found out once; then a cone takes
//! time by its own size, not by that of the model.

use super::stops::Stops;
use crate::ir::{AgentId, AtomId, Expr, ExprId, Exprs, InterpretedSystem, Semantics, VarId};
use crate::logic::{Formula, FormulaId, Knowledge};
use crate::model::Model;

/// What matters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cone {
    /// The variables, ascending.
    pub variables: Vec<VarId>,
    /// The agents whose actions matter, ascending.
    pub agents: Vec<AgentId>,
    /// The atoms that are asked for, ascending.
    pub atoms: Vec<AtomId>,
    /// The agents whose red states are asked for, ascending.
    pub red: Vec<AgentId>,
    /// The conjuncts of InitStates that read no other variables, by their numbers, ascending.
    pub conjuncts: Vec<usize>,
}

impl Cone {
    /// How many variables of a system it leaves out.
    #[must_use]
    pub fn left_out(&self, system: &InterpretedSystem) -> usize {
        system.variables.len() - self.variables.len()
    }

    /// Whether all variables and agents of another one matter here.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        other.variables.iter().all(|id| self.variables.binary_search(id).is_ok())
            && other.agents.iter().all(|id| self.agents.binary_search(id).is_ok())
    }

    /// Adds all that matters to another one.
    pub(super) fn unite(&mut self, other: Self) {
        unite(&mut self.variables, other.variables);
        unite(&mut self.agents, other.agents);
        unite(&mut self.atoms, other.atoms);
        unite(&mut self.red, other.red);
        unite(&mut self.conjuncts, other.conjuncts);
    }
}

/// Things that were met, in the order of their arrival; they are forgotten by the next stamp.
struct Met<T> {
    stamps: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Met<T> {
    fn new(len: usize) -> Self {
        Self { stamps: vec![0; len], items: Vec::new() }
    }

    fn meet(&mut self, stamp: u32, index: usize, item: T) {
        if std::mem::replace(&mut self.stamps[index], stamp) != stamp {
            self.items.push(item);
        }
    }
}

/// What the parts of a system depend on.
pub struct Dependences<'m> {
    system: &'m InterpretedSystem,
    stops: Stops,
    /// Per variable, the lines that assign it, with the values that they assign.
    assigned: Vec<Vec<(usize, ExprId)>>,
    /// Per variable, the conjuncts of InitStates that mention it, and per conjunct its variables.
    tied: Vec<Vec<usize>>,
    ties: Vec<Vec<VarId>>,
    /// Conjuncts that mention none.
    constants: Vec<usize>,
    stamp: u32,
    variables: Met<VarId>,
    agents: Met<AgentId>,
    /// Agents whose guards matter, since they decide which line is executed.
    movers: Met<AgentId>,
    exprs: Met<ExprId>,
    atoms: Met<AtomId>,
    red: Met<AgentId>,
    conjuncts: Met<usize>,
}

impl<'m> Dependences<'m> {
    /// What a system depends on.
    #[must_use]
    pub fn new(system: &'m InterpretedSystem) -> Self {
        let count = system.variables.len();
        let mut assigned = vec![Vec::new(); count];
        for agent in &system.agents {
            for (number, line) in agent.evolution.iter().enumerate() {
                for assignment in &line.assignments {
                    assigned[assignment.variable.index()].push((number, assignment.value));
                }
            }
        }
        let ties: Vec<Vec<VarId>> = system.init_conjuncts().into_iter().map(|id| reads(&system.exprs, id)).collect();
        let mut tied = vec![Vec::new(); count];
        for (number, tie) in ties.iter().enumerate() {
            for variable in tie {
                tied[variable.index()].push(number);
            }
        }
        let agents = system.agents.len();
        let constants = (0..ties.len()).filter(|&number| ties[number].is_empty()).collect();
        Self {
            stops: Stops::new(system),
            assigned,
            tied,
            constants,
            conjuncts: Met::new(ties.len()),
            ties,
            stamp: 0,
            variables: Met::new(count),
            agents: Met::new(agents),
            movers: Met::new(agents),
            exprs: Met::new(system.exprs.len()),
            atoms: Met::new(system.atoms.len()),
            red: Met::new(agents),
            system,
        }
    }

    /// What matters to some formulas of a model of this system and to its fairness.
    pub fn cone(&mut self, model: &Model, formulas: impl IntoIterator<Item = FormulaId>) -> Cone {
        self.begin();
        let mut roots: Vec<FormulaId> = formulas.into_iter().chain(model.fairness.iter().copied()).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut seen = std::collections::HashSet::new();
        let mut work = roots;
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                work.extend(model.formulas.children(id));
                self.formula(model.formulas.get(id));
            }
        }
        self.close()
    }

    /// The least part of the system that has these variables, these agents' actions, and all that can stop the system.
    pub fn around(&mut self, variables: &[VarId], agents: &[AgentId]) -> Cone {
        self.begin();
        variables.iter().for_each(|&variable| self.variable(variable));
        agents.iter().for_each(|&agent| self.agent(agent));
        self.close()
    }

    fn begin(&mut self) {
        self.stamp += 1;
        let Stops { agents, variables } = std::mem::take(&mut self.stops);
        agents.iter().for_each(|&agent| self.agent(agent));
        variables.iter().for_each(|&variable| self.variable(variable));
        self.stops = Stops { agents, variables };
    }

    fn variable(&mut self, variable: VarId) {
        self.variables.meet(self.stamp, variable.index(), variable);
    }

    fn agent(&mut self, agent: AgentId) {
        self.agents.meet(self.stamp, agent.index(), agent);
    }

    fn expr(&mut self, expr: ExprId) {
        self.exprs.meet(self.stamp, expr.index(), expr);
    }

    fn sees(&mut self, agent: AgentId) {
        self.system.agent(agent).observes.iter().for_each(|&variable| self.variable(variable));
    }

    fn formula(&mut self, formula: Formula) {
        let system = self.system;
        match formula {
            Formula::Atom(atom) => {
                self.atoms.meet(self.stamp, atom.index(), atom);
                self.expr(system.atoms[atom.index()].condition);
            }
            Formula::Red(agent) | Formula::Obliged(agent, _) | Formula::Permitted(agent, _) => {
                self.red.meet(self.stamp, agent.index(), agent);
                system.agent(agent).red.iter().for_each(|&red| self.expr(red));
            }
            Formula::Knows(knowledge, _) | Formula::Considers(knowledge, _) => match knowledge {
                Knowledge::Agent(agent) => self.sees(agent),
                Knowledge::Everyone(group) | Knowledge::Common(group) | Knowledge::Distributed(group) => {
                    system.group(group).members.iter().for_each(|&member| self.sees(member));
                }
            },
            Formula::Strategic(group, _) => {
                for &member in &system.group(group).members {
                    self.agent(member);
                    self.sees(member);
                }
            }
            _ => {}
        }
    }

    /// Everything that influences what was met so far.
    fn close(&mut self) -> Cone {
        // By position: what is met on the way comes after what is looked at.
        let (mut variables, mut agents, mut movers, mut exprs) = (0, 0, 0, 0);
        loop {
            if let Some(&id) = self.exprs.items.get(exprs) {
                exprs += 1;
                match self.system.exprs.get(id) {
                    Expr::Variable(variable) => self.variable(variable),
                    Expr::Performs(agent, _) => self.agent(agent),
                    node => node.operands().for_each(|operand| self.expr(operand)),
                }
            } else if let Some(&variable) = self.variables.items.get(variables) {
                variables += 1;
                self.influences(variable);
            } else if let Some(&agent) = self.agents.items.get(agents) {
                agents += 1;
                let system = self.system;
                system.agent(agent).protocol.lines.iter().for_each(|line| self.expr(line.condition));
            } else if let Some(&mover) = self.movers.items.get(movers) {
                movers += 1;
                let system = self.system;
                system.agent(mover).evolution.iter().for_each(|line| self.expr(line.condition));
            } else {
                break;
            }
        }
        self.movers.items.clear();
        self.exprs.items.clear();
        for place in 0..self.constants.len() {
            let conjunct = self.constants[place];
            self.conjuncts.meet(self.stamp, conjunct, conjunct);
        }
        Cone {
            variables: sorted(&mut self.variables),
            agents: sorted(&mut self.agents),
            atoms: sorted(&mut self.atoms),
            red: sorted(&mut self.red),
            conjuncts: sorted(&mut self.conjuncts),
        }
    }

    /// What a variable depends on: how it changes, and what its first value is tied to.
    fn influences(&mut self, variable: VarId) {
        let system = self.system;
        let owner = system.variable(variable).owner;
        let assigned = std::mem::take(&mut self.assigned[variable.index()]);
        for &(line, value) in &assigned {
            self.expr(value);
            if system.semantics == Semantics::SingleAssignment {
                self.expr(system.agent(owner).evolution[line].condition);
            }
        }
        self.assigned[variable.index()] = assigned;
        if system.semantics == Semantics::MultiAssignment {
            self.movers.meet(self.stamp, owner.index(), owner);
        }
        for place in 0..self.tied[variable.index()].len() {
            let tie = self.tied[variable.index()][place];
            self.conjuncts.meet(self.stamp, tie, tie);
            for other in 0..self.ties[tie].len() {
                self.variable(self.ties[tie][other]);
            }
            // All its variables have been met: nobody has to look at it again.
        }
    }
}

fn unite<T: Ord>(ours: &mut Vec<T>, theirs: Vec<T>) {
    ours.extend(theirs);
    ours.sort_unstable();
    ours.dedup();
}

fn sorted<T: Ord>(met: &mut Met<T>) -> Vec<T> {
    let mut items = std::mem::take(&mut met.items);
    items.sort_unstable();
    items
}

/// The variables that an expression reads, each once.
fn reads(exprs: &Exprs, root: ExprId) -> Vec<VarId> {
    let variable = |id: ExprId| match exprs.get(id) {
        Expr::Variable(variable) => Some(variable),
        _ => None,
    };
    exprs.below([root]).into_iter().filter_map(variable).collect()
}
