//! Random conditions and right-hand sides, well typed, over the variables that a place may read.

use super::model::{Agent, AgentId, Arithmetic, Bitwise, Comparison, Condition, Domain, Expr, Variable};
use super::prng::Prng;

/// What may be read and tested where a condition stands.
pub(super) struct Scope<'a> {
    pub variables: Vec<&'a Variable>,
    /// Agents whose actions may be tested.
    pub actors: Vec<(AgentId, &'a [usize])>,
}

impl<'a> Scope<'a> {
    /// All variables, no actions.
    pub(super) fn global(agents: &'a [Agent]) -> Self {
        Self { variables: agents.iter().flat_map(|agent| &agent.variables).collect(), actors: Vec::new() }
    }

    /// What conditions of an agent's protocol and red states may read.
    pub(super) fn local(agents: &'a [Agent], agent: &'a Agent) -> Self {
        let visible = |variable: &&Variable| {
            variable.owner == agent.id || variable.observable || agent.lobsvars.contains(&variable.id)
        };
        Self { variables: Self::global(agents).variables.into_iter().filter(visible).collect(), actors: Vec::new() }
    }

    /// What conditions of an agent's evolution may read: what its protocol may, and the actions of all agents.
    pub(super) fn evolution(agents: &'a [Agent], agent: &'a Agent) -> Self {
        let acting = agents.iter().filter(|agent| !agent.actions.is_empty());
        let actors = acting.map(|agent| (agent.id, &agent.actions[..])).collect();
        Self { actors, ..Self::local(agents, agent) }
    }

    /// What right-hand sides may read: Obsvars, but no Lobsvars.
    pub(super) fn assignment(agents: &'a [Agent], agent: &'a Agent) -> Self {
        let mut scope = Self::local(agents, agent);
        scope.variables.retain(|variable| variable.owner == agent.id || variable.observable);
        scope
    }

    fn integers(&self) -> Vec<&'a Variable> {
        self.variables.iter().copied().filter(|variable| matches!(variable.domain, Domain::Range(..))).collect()
    }

    fn booleans(&self) -> Vec<&'a Variable> {
        self.variables.iter().copied().filter(|variable| variable.domain == Domain::Boolean).collect()
    }
}

/// A condition with up to `depth` connectives above each other.
pub(super) fn condition(prng: &mut Prng, scope: &Scope<'_>, depth: usize) -> Condition {
    let smaller = |prng: &mut Prng| Box::new(condition(prng, scope, depth - 1));
    match prng.below(if depth == 0 { 6 } else { 10 }) {
        6 => Condition::Not(smaller(prng)),
        7 | 8 => Condition::And(smaller(prng), smaller(prng)),
        9 => Condition::Or(smaller(prng), smaller(prng)),
        0..3 if !scope.actors.is_empty() => {
            let (agent, actions) = prng.pick(&scope.actors);
            Condition::Performs(*agent, *prng.pick(actions))
        }
        _ => comparison(prng, scope),
    }
}

fn comparison(prng: &mut Prng, scope: &Scope<'_>) -> Condition {
    if prng.chance(4) || scope.variables.is_empty() {
        return Condition::Bare(Expr::Bool(prng.chance(70)));
    }
    let variable = *prng.pick(&scope.variables);
    match &variable.domain {
        Domain::Boolean => {
            let left = boolean(prng, scope, 1);
            if prng.chance(15) {
                return Condition::Bare(left);
            }
            Condition::Compare(equality(prng), left, boolean(prng, scope, 1))
        }
        Domain::Enumeration(_) => {
            let right = enumeration(prng, scope, variable, Fit::Comparable);
            let left = Expr::Variable(variable.id);
            // A name on either side; two variables in any order.
            if prng.chance(20) {
                Condition::Compare(equality(prng), right, left)
            } else {
                Condition::Compare(equality(prng), left, right)
            }
        }
        &Domain::Range(low, high) => {
            let comparison = *prng.pick(&[
                Comparison::Equal,
                Comparison::Different,
                Comparison::Less,
                Comparison::LessEqual,
                Comparison::Greater,
                Comparison::GreaterEqual,
            ]);
            let own = Expr::Variable(variable.id);
            match prng.below(8) {
                0..4 => Condition::Compare(comparison, own, Expr::Integer(prng.integer(low, high))),
                4 => Condition::Compare(comparison, Expr::Integer(prng.integer(low, high)), own),
                5 => Condition::Compare(comparison, own, compound(prng, scope, 1)),
                _ => Condition::Compare(comparison, compound(prng, scope, 1), compound(prng, scope, 1)),
            }
        }
    }
}

fn equality(prng: &mut Prng) -> Comparison {
    if prng.chance(70) { Comparison::Equal } else { Comparison::Different }
}

/// A right-hand side for `variable`.
pub(super) fn value(prng: &mut Prng, scope: &Scope<'_>, variable: &Variable) -> Expr {
    match &variable.domain {
        Domain::Boolean => boolean(prng, scope, 2),
        Domain::Enumeration(_) => enumeration(prng, scope, variable, Fit::Equal),
        // A constant must be in the range; anything else may leave it.
        &Domain::Range(low, high) if prng.chance(30) => Expr::Integer(prng.integer(low, high)),
        Domain::Range(..) if prng.chance(25) => Expr::Variable(prng.pick(&scope.integers()).id),
        // Near its old value, so that counters happen.
        Domain::Range(..) if prng.chance(50) => {
            let operator = *prng.pick(&[Arithmetic::Add, Arithmetic::Subtract]);
            Expr::Arithmetic(operator, Box::new(Expr::Variable(variable.id)), Box::new(Expr::Integer(1)))
        }
        Domain::Range(..) => compound(prng, scope, 2),
    }
}

/// What two enumerations must have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// All values.
    Equal,
    /// One has all the values of the other.
    Comparable,
}

/// A value or another variable that fits the enumeration `variable`.
fn enumeration(prng: &mut Prng, scope: &Scope<'_>, variable: &Variable, fit: Fit) -> Expr {
    let Domain::Enumeration(values) = &variable.domain else { unreachable!("callers have looked at the domain") };
    let includes = |one: &[i64], two: &[i64]| two.iter().all(|value| one.contains(value));
    let fits = |other: &&Variable| match &other.domain {
        Domain::Enumeration(others) => match fit {
            Fit::Equal => includes(values, others) && includes(others, values),
            Fit::Comparable => includes(values, others) || includes(others, values),
        },
        Domain::Boolean | Domain::Range(..) => false,
    };
    let others: Vec<&Variable> = scope.variables.iter().copied().filter(fits).collect();
    if prng.chance(60) || others.is_empty() {
        Expr::Symbol(*prng.pick(values))
    } else {
        Expr::Variable(prng.pick(&others).id)
    }
}

fn boolean(prng: &mut Prng, scope: &Scope<'_>, depth: usize) -> Expr {
    let variables = scope.booleans();
    let smaller = |prng: &mut Prng| Box::new(boolean(prng, scope, depth - 1));
    match prng.below(if depth == 0 { 4 } else { 8 }) {
        4 | 5 => Expr::Bitwise(*prng.pick(&[Bitwise::And, Bitwise::Or, Bitwise::Xor]), smaller(prng), smaller(prng)),
        6 => Expr::Complement(smaller(prng)),
        0..=2 | 7 if !variables.is_empty() => Expr::Variable(prng.pick(&variables).id),
        _ => Expr::Bool(prng.chance(50)),
    }
}

/// An integer expression that is neither a constant nor a variable: those meet range checks.
fn compound(prng: &mut Prng, scope: &Scope<'_>, depth: usize) -> Expr {
    let operators = [Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Multiply, Arithmetic::Divide];
    let operator = *prng.pick(&operators);
    Expr::Arithmetic(operator, Box::new(integer(prng, scope, depth - 1)), Box::new(integer(prng, scope, depth - 1)))
}

fn integer(prng: &mut Prng, scope: &Scope<'_>, depth: usize) -> Expr {
    let variables = scope.integers();
    match prng.below(10) {
        0..3 if depth > 0 => compound(prng, scope, depth),
        0..7 if !variables.is_empty() => Expr::Variable(prng.pick(&variables).id),
        _ => Expr::Integer(prng.integer(-2, 3)),
    }
}
