//! How systems are drawn: small enough to be enumerated by any engine, odd enough to meet every rule of ISPL.

use super::conditions::{Scope, condition, value};
use super::formulas::{FormulaShape, random_formula};
use super::model::{
    Agent, AgentId, AtomId, Comparison, Condition, Domain, EvolutionLine, Expr, Group, GroupId, ProtocolLine,
    RandomModel, SYMBOLS, Semantics, VarId, Variable,
};
use super::prng::Prng;
use super::semantics::{Reached, State};

/// How large systems may be.
#[derive(Debug, Clone, Copy)]
struct Size {
    /// More valuations than this are never drawn.
    valuations: usize,
    agents: usize,
    variables: usize,
    actions: usize,
    lines: usize,
}

const USUAL: Size = Size { valuations: 2_000, agents: 3, variables: 3, actions: 3, lines: 5 };
/// A few bits of state, and of choice in every step.
const TINY: Size = Size { valuations: 8, agents: 2, variables: 2, actions: 2, lines: 2 };
/// How often chance gets another try before small systems are good enough.
const TRIES: usize = 200;
/// Names of variables; agents have variables of the same name.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// What a test asks of its systems.
#[derive(Debug, Clone, Copy)]
pub struct Wishes {
    /// Every reachable state has a successor.
    pub total: bool,
    /// Every joint action that the protocols allow leads somewhere.
    pub never_blocked: bool,
    /// The greatest number of fairness constraints.
    pub fairness: usize,
    /// The greatest number of reachable states.
    pub most_states: usize,
}

impl Default for Wishes {
    fn default() -> Self {
        Self { total: false, never_blocked: false, fairness: 0, most_states: 200 }
    }
}

impl Wishes {
    /// Whether a model, such as a shrunken one, is still as wished.
    pub fn granted(self, model: &RandomModel) -> bool {
        model.reached(self.most_states).is_some_and(|reached| self.met(&reached))
    }

    fn met(self, reached: &Reached) -> bool {
        (!self.total || reached.is_total()) && (!self.never_blocked || reached.is_never_blocked())
    }
}

impl RandomModel {
    /// The system of a seed, without formulas, as wished. It has an initial state and at least two reachable ones.
    pub fn random(seed: u64, wishes: Wishes) -> Self {
        let mut prng = Prng::new(seed);
        // Left to chance, most systems have two or three states.
        let least = *prng.pick(&[2, 5, 5, 12, 12, 30]);
        let mut tries = 0;
        loop {
            let mut model = system(&mut prng, USUAL);
            tries += 1;
            let Some(reached) = model.reached(wishes.most_states) else { continue };
            let enough = reached.states.len() >= if tries > TRIES { 2 } else { least.min(wishes.most_states) };
            if enough && wishes.met(&reached) {
                let shape = FormulaShape { depth: 2, ..FormulaShape::default() };
                for _ in 0..prng.between(0, wishes.fairness) {
                    model.fairness.push(random_formula(&mut prng, &model, shape));
                }
                return model;
            }
        }
    }
}

impl RandomModel {
    /// The system of a seed, without formulas, so small that its questions can be answered by trying everything. It has
    /// an initial state and at least two reachable ones.
    pub fn tiny(seed: u64) -> Self {
        let mut prng = Prng::new(seed);
        loop {
            let model = system(&mut prng, TINY);
            if model.reached(TINY.valuations).is_some_and(|reached| reached.initial > 0 && reached.states.len() > 1) {
                return model;
            }
        }
    }
}

fn system(prng: &mut Prng, size: Size) -> RandomModel {
    let semantics = *prng.pick(&[Semantics::Default, Semantics::Multi, Semantics::Single, Semantics::Single]);
    let agents = agents(prng, semantics, size);
    let global = Scope::global(&agents);
    let atoms = (0..prng.between(2, 4)).map(|number| (AtomId(number), condition(prng, &global, 1))).collect();
    let init = initial(prng, &global);
    let members: Vec<AgentId> = agents.iter().map(|agent| agent.id).collect();
    let groups =
        (0..prng.between(1, 2)).map(|number| Group { id: GroupId(number), members: prng.some_of(&members, 60) });
    let groups = groups.collect();
    RandomModel { semantics, agents, atoms, init, groups, fairness: Vec::new(), formulas: Vec::new() }
}

fn agents(prng: &mut Prng, semantics: Semantics, size: Size) -> Vec<Agent> {
    let mut agents = declarations(prng, size);
    for index in 0..agents.len() {
        let agent = &agents[index];
        let environment = agent.id == AgentId::ENVIRONMENT;
        let local = Scope::local(&agents, agent);
        let mut protocol = Vec::new();
        let mut other = None;
        let anything_goes = agent.actions.is_empty() || environment && prng.chance(40);
        if !anything_goes {
            for _ in 0..prng.between(0, 3) {
                let (condition, actions) = (condition(prng, &local, 1), prng.some_of(&agent.actions, 50));
                protocol.push(ProtocolLine { condition, actions });
            }
            // Without it there are gaps, and so deadlocks.
            if protocol.is_empty() || prng.chance(75) {
                other = Some(prng.some_of(&agent.actions, 60));
            }
        }
        let lines = if environment { prng.between(0, size.lines.min(3)) } else { prng.between(1, size.lines) };
        let lines = if agent.variables.is_empty() { 0 } else { lines };
        let evolution = (0..lines).map(|_| evolution_line(prng, &agents, agent, semantics)).collect();
        let red = prng.chance(40).then(|| condition(prng, &local, 1));
        agents[index] = Agent { protocol, other, evolution, red, ..agents[index].clone() };
    }
    agents
}

fn evolution_line(prng: &mut Prng, agents: &[Agent], agent: &Agent, semantics: Semantics) -> EvolutionLine {
    let assigned = match semantics {
        Semantics::Single => vec![prng.pick(&agent.variables).clone()],
        Semantics::Default | Semantics::Multi => prng.some_of(&agent.variables, 60),
    };
    let readable = Scope::assignment(agents, agent);
    let assignments = assigned.iter().map(|variable| (variable.id, value(prng, &readable, variable))).collect();
    let depth = prng.between(0, 2);
    EvolutionLine { assignments, condition: condition(prng, &Scope::evolution(agents, agent), depth) }
}

/// The agents with variables and actions, but nothing that they do.
fn declarations(prng: &mut Prng, size: Size) -> Vec<Agent> {
    let mut valuations = 1;
    let mut next = 0;
    let mut agents = Vec::new();
    let first = if prng.chance(75) { 0 } else { 1 };
    for number in first..=prng.between(1, size.agents) {
        let id = AgentId(number);
        let count = prng.between(usize::from(number > 0), size.variables);
        let mut variables = Vec::new();
        for name in &NAMES[..count] {
            let domain = domain(prng, size.valuations / valuations);
            valuations *= domain.values().len();
            let observable = number == 0 && prng.chance(40);
            variables.push(Variable { id: VarId(next), owner: id, name, domain, observable });
            next += 1;
        }
        variables.sort_by_key(|variable| !variable.observable);
        let hidden: Vec<VarId> = match agents.first() {
            Some(Agent { id: AgentId::ENVIRONMENT, variables, .. }) => {
                variables.iter().filter(|variable| !variable.observable).map(|variable| variable.id).collect()
            }
            _ => Vec::new(),
        };
        agents.push(Agent {
            id,
            variables,
            lobsvars: prng.some(&hidden, 40),
            red: None,
            actions: (0..prng.between(usize::from(number > 0), size.actions)).collect(),
            protocol: Vec::new(),
            other: None,
            evolution: Vec::new(),
        });
    }
    agents
}

/// A type with at most so many values.
fn domain(prng: &mut Prng, most: usize) -> Domain {
    let most = i64::try_from(most.clamp(1, 4)).expect("at most 4");
    match prng.below(5) {
        0 | 1 if most >= 2 => Domain::Boolean,
        2 => {
            // Beginnings of one list: often one has all the values of another.
            let from = prng.integer(0, 1);
            let to = prng.integer(from + 1, 4).min(from + most);
            Domain::Enumeration((from..to.min(SYMBOLS.len() as i64)).collect())
        }
        _ => {
            let low = prng.integer(-3, 2);
            Domain::Range(low, low + prng.integer(0, most - 1))
        }
    }
}

/// A satisfiable condition in InitStates' own small language; some variables stay free.
fn initial(prng: &mut Prng, global: &Scope<'_>) -> Condition {
    let state: State =
        global.variables.iter().map(|variable| (variable.id, *prng.pick(&variable.domain.values()))).collect();
    let is = |variable: &Variable, value: i64| {
        let value = match variable.domain {
            Domain::Boolean => Expr::Bool(value == 1),
            Domain::Range(..) => Expr::Integer(value),
            Domain::Enumeration(_) => Expr::Symbol(value),
        };
        Condition::Compare(Comparison::Equal, Expr::Variable(variable.id), value)
    };
    let mut conjuncts = Vec::new();
    for &variable in &global.variables {
        let fixed = is(variable, state[&variable.id]);
        match prng.below(10) {
            0 => {}
            1 => {
                let another = is(variable, *prng.pick(&variable.domain.values()));
                conjuncts.push(Condition::Or(Box::new(another), Box::new(fixed)));
            }
            2 => {
                let others: Vec<i64> = variable.domain.values();
                let others: Vec<i64> = others.into_iter().filter(|value| *value != state[&variable.id]).collect();
                if !others.is_empty() {
                    conjuncts.push(Condition::Not(Box::new(is(variable, *prng.pick(&others)))));
                }
            }
            3 => {
                // Equal to another variable of the same type, where that is so.
                let twin = global.variables.iter().find(|other| {
                    other.id < variable.id && other.domain == variable.domain && state[&other.id] == state[&variable.id]
                });
                let equal = twin.map(|twin| Expr::Variable(twin.id));
                let own = Expr::Variable(variable.id);
                conjuncts.push(equal.map_or(fixed, |twin| Condition::Compare(Comparison::Equal, own, twin)));
            }
            _ => conjuncts.push(fixed),
        }
    }
    let first = conjuncts.pop().unwrap_or(Condition::Bare(Expr::Bool(true)));
    conjuncts.into_iter().fold(first, |all, conjunct| Condition::And(Box::new(conjunct), Box::new(all)))
}
