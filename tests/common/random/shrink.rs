//! Smaller failing cases: greedily, one step at a time, until no step fails any more.
//!
//! Steps are proposed blindly; what does not load is no model and is passed over. So things that are still spoken of
//! stay until conditions and formulas have shrunk, and then go.

use super::formula::{Formula, Regex, Specification, Temporal};
use super::model::{Agent, Condition, EvolutionLine, Expr, RandomModel, Semantics};

/// How often the property is asked at most.
const TRIES: usize = 3_000;

/// The smallest model found that still `fails`, beginning with one that does.
pub fn shrink(model: RandomModel, mut fails: impl FnMut(&RandomModel) -> bool) -> RandomModel {
    let mut best = model;
    let mut tries = 0;
    'smaller: loop {
        for candidate in candidates(&best).into_iter().filter(is_sound) {
            tries += 1;
            if tries > TRIES {
                return best;
            }
            if fails(&candidate) {
                best = candidate;
                continue 'smaller;
            }
        }
        return best;
    }
}

/// Whether a test may be given this model: it loads and has an initial state. A front end that panics may see it, too.
fn is_sound(model: &RandomModel) -> bool {
    let text = model.to_string();
    let loads = std::panic::catch_unwind(|| qmas::load::load(&text, qmas::load::Strictness::Lenient).model.is_some());
    loads.unwrap_or(true) && !model.initial_states().is_empty()
}

/// Every model that is one step smaller, large steps first.
fn candidates(model: &RandomModel) -> Vec<RandomModel> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut RandomModel)| {
        let mut smaller = model.clone();
        change(&mut smaller);
        all.push(smaller);
    };
    for index in 0..model.agents.len() {
        add(&|smaller| drop(smaller.agents.remove(index)));
    }
    for index in 0..model.formulas.len() {
        add(&|smaller| drop(smaller.formulas.remove(index)));
    }
    for index in 0..model.fairness.len() {
        add(&|smaller| drop(smaller.fairness.remove(index)));
    }
    for (index, Specification { formula, .. }) in model.formulas.iter().enumerate() {
        for less in formulas(formula) {
            add(&|smaller| smaller.formulas[index].formula = less.clone());
        }
    }
    for (index, formula) in model.fairness.iter().enumerate() {
        for less in formulas(formula) {
            add(&|smaller| smaller.fairness[index] = less.clone());
        }
    }
    for (index, agent) in model.agents.iter().enumerate() {
        for less in agents(agent) {
            add(&|smaller| smaller.agents[index] = less.clone());
        }
    }
    for index in 0..model.groups.len() {
        add(&|smaller| drop(smaller.groups.remove(index)));
        for member in 0..model.groups[index].members.len() {
            add(&|smaller| _ = smaller.groups[index].members.remove(member));
        }
    }
    for index in 0..model.atoms.len() {
        add(&|smaller| drop(smaller.atoms.remove(index)));
        for less in conditions(&model.atoms[index].1) {
            add(&|smaller| smaller.atoms[index].1 = less.clone());
        }
    }
    for less in conditions(&model.init) {
        add(&|smaller| smaller.init = less.clone());
    }
    if model.semantics == Semantics::Multi {
        add(&|smaller| smaller.semantics = Semantics::Default);
    }
    all
}

fn agents(agent: &Agent) -> Vec<Agent> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Agent)| {
        let mut smaller = agent.clone();
        change(&mut smaller);
        all.push(smaller);
    };
    for index in 0..agent.evolution.len() {
        add(&|smaller| drop(smaller.evolution.remove(index)));
    }
    for index in 0..agent.protocol.len() {
        add(&|smaller| drop(smaller.protocol.remove(index)));
    }
    add(&|smaller| smaller.other = None);
    add(&|smaller| smaller.red = None);
    for index in 0..agent.variables.len() {
        add(&|smaller| drop(smaller.variables.remove(index)));
    }
    for index in 0..agent.lobsvars.len() {
        add(&|smaller| _ = smaller.lobsvars.remove(index));
    }
    for &action in &agent.actions {
        add(&|smaller| {
            smaller.actions.retain(|&other| other != action);
            smaller.protocol.iter_mut().for_each(|line| line.actions.retain(|&other| other != action));
            smaller.other.iter_mut().for_each(|other| other.retain(|&other| other != action));
        });
    }
    for (index, line) in agent.protocol.iter().enumerate() {
        for less in conditions(&line.condition) {
            add(&|smaller| smaller.protocol[index].condition = less.clone());
        }
        for action in 0..line.actions.len() {
            add(&|smaller| _ = smaller.protocol[index].actions.remove(action));
        }
    }
    for (index, line) in agent.evolution.iter().enumerate() {
        for less in evolution_lines(line) {
            add(&|smaller| smaller.evolution[index] = less.clone());
        }
    }
    for less in agent.red.iter().flat_map(conditions) {
        add(&|smaller| smaller.red = Some(less.clone()));
    }
    // A step that changes nothing would be taken for ever.
    all.retain(|smaller| smaller != agent);
    all
}

fn evolution_lines(line: &EvolutionLine) -> Vec<EvolutionLine> {
    let mut all = Vec::new();
    for less in conditions(&line.condition) {
        all.push(EvolutionLine { condition: less, ..line.clone() });
    }
    for index in 0..line.assignments.len() {
        let mut shorter = line.clone();
        shorter.assignments.remove(index);
        all.push(shorter);
        for less in exprs(&line.assignments[index].1) {
            let mut simpler = line.clone();
            simpler.assignments[index].1 = less;
            all.push(simpler);
        }
    }
    all
}

fn conditions(condition: &Condition) -> Vec<Condition> {
    let truth = |value| Condition::Bare(Expr::Bool(value));
    let mut all = match condition {
        Condition::Bare(Expr::Bool(true)) => return Vec::new(),
        Condition::Bare(Expr::Bool(false)) => return vec![truth(true)],
        _ => vec![truth(true), truth(false)],
    };
    match condition {
        Condition::Bare(value) => all.extend(exprs(value).into_iter().map(Condition::Bare)),
        Condition::Performs(..) => {}
        Condition::Compare(comparison, left, right) => {
            all.extend(exprs(left).into_iter().map(|less| Condition::Compare(*comparison, less, right.clone())));
            all.extend(exprs(right).into_iter().map(|less| Condition::Compare(*comparison, left.clone(), less)));
        }
        Condition::Not(inner) => {
            all.push((**inner).clone());
            all.extend(conditions(inner).into_iter().map(|less| Condition::Not(Box::new(less))));
        }
        Condition::And(left, right) => {
            all.extend([(**left).clone(), (**right).clone()]);
            all.extend(conditions(left).into_iter().map(|less| Condition::And(Box::new(less), right.clone())));
            all.extend(conditions(right).into_iter().map(|less| Condition::And(left.clone(), Box::new(less))));
        }
        Condition::Or(left, right) => {
            all.extend([(**left).clone(), (**right).clone()]);
            all.extend(conditions(left).into_iter().map(|less| Condition::Or(Box::new(less), right.clone())));
            all.extend(conditions(right).into_iter().map(|less| Condition::Or(left.clone(), Box::new(less))));
        }
    }
    all
}

fn exprs(expr: &Expr) -> Vec<Expr> {
    let pair = |left: &Expr, right: &Expr, make: &dyn Fn(Box<Expr>, Box<Expr>) -> Expr| {
        let mut all = vec![left.clone(), right.clone()];
        all.extend(exprs(left).into_iter().map(|less| make(Box::new(less), Box::new(right.clone()))));
        all.extend(exprs(right).into_iter().map(|less| make(Box::new(left.clone()), Box::new(less))));
        all
    };
    match expr {
        Expr::Bool(_) | Expr::Integer(_) | Expr::Symbol(_) | Expr::Variable(_) => Vec::new(),
        Expr::Arithmetic(operator, left, right) => pair(left, right, &|l, r| Expr::Arithmetic(*operator, l, r)),
        Expr::Bitwise(operator, left, right) => pair(left, right, &|l, r| Expr::Bitwise(*operator, l, r)),
        Expr::Complement(inner) => {
            let mut all = vec![(**inner).clone()];
            all.extend(exprs(inner).into_iter().map(|less| Expr::Complement(Box::new(less))));
            all
        }
    }
}

fn formulas(formula: &Formula) -> Vec<Formula> {
    let one = |f: &Formula, make: &dyn Fn(Box<Formula>) -> Formula| {
        let mut all = vec![f.clone()];
        all.extend(formulas(f).into_iter().map(|less| make(Box::new(less))));
        all
    };
    let two = |f: &Formula, g: &Formula, make: &dyn Fn(Box<Formula>, Box<Formula>) -> Formula| {
        let mut all = vec![f.clone(), g.clone()];
        all.extend(formulas(f).into_iter().map(|less| make(Box::new(less), Box::new(g.clone()))));
        all.extend(formulas(g).into_iter().map(|less| make(Box::new(f.clone()), Box::new(less))));
        all
    };
    let temporal = |operator: &Temporal, make: &dyn Fn(Temporal) -> Formula| match operator {
        Temporal::Unary(kind, f) => one(f, &|f| make(Temporal::Unary(*kind, f))),
        Temporal::Binary(kind, f, g) => two(f, g, &|f, g| make(Temporal::Binary(*kind, f, g))),
    };
    match formula {
        Formula::Constant(_) => Vec::new(),
        Formula::Atom(_) | Formula::Compare(..) | Formula::Red(_) | Formula::Green(_) => {
            vec![Formula::Constant(true), Formula::Constant(false)]
        }
        Formula::Not(f) => one(f, &Formula::Not),
        Formula::And(f, g) => two(f, g, &Formula::And),
        Formula::Or(f, g) => two(f, g, &Formula::Or),
        Formula::Implies(f, g) => two(f, g, &Formula::Implies),
        Formula::Branching(quantifier, operator) => temporal(operator, &|t| Formula::Branching(*quantifier, t)),
        Formula::Strategic(group, operator) => temporal(operator, &|t| Formula::Strategic(*group, t)),
        Formula::Linear(operator) => temporal(operator, &Formula::Linear),
        Formula::Quantified(quantifier, f) => one(f, &|f| Formula::Quantified(*quantifier, f)),
        Formula::Knows(knowledge, f) => one(f, &|f| Formula::Knows(*knowledge, f)),
        Formula::Obliged(agent, f) => one(f, &|f| Formula::Obliged(*agent, f)),
        Formula::Dynamic(modality, rho, f) => {
            let mut all = one(f, &|f| Formula::Dynamic(*modality, rho.clone(), f));
            let simpler = regexes(rho).into_iter().map(|less| Formula::Dynamic(*modality, Box::new(less), f.clone()));
            all.extend(simpler);
            all
        }
    }
}

fn regexes(rho: &Regex) -> Vec<Regex> {
    let two = |left: &Regex, right: &Regex, make: &dyn Fn(Box<Regex>, Box<Regex>) -> Regex| {
        let mut all = vec![left.clone(), right.clone()];
        all.extend(regexes(left).into_iter().map(|less| make(Box::new(less), Box::new(right.clone()))));
        all.extend(regexes(right).into_iter().map(|less| make(Box::new(left.clone()), Box::new(less))));
        all
    };
    match rho {
        Regex::Step(f) => formulas(f).into_iter().map(Regex::step).collect(),
        Regex::Test(f) => formulas(f).into_iter().map(Regex::test).collect(),
        Regex::Choice(left, right) => two(left, right, &Regex::Choice),
        Regex::Sequence(left, right) => two(left, right, &Regex::Sequence),
        Regex::Star(inner) => {
            let mut all = vec![(**inner).clone()];
            all.extend(regexes(inner).into_iter().map(Regex::star));
            all
        }
    }
}
