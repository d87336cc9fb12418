//! Which agents may have rival lines, by what is written: two lines without a variable in common whose conditions do not plainly
//! contradict each other. Most agents have none, and for them nothing is searched.

use std::collections::BTreeMap;

use crate::ir::{AgentId, Comparison, Expr, ExprId, InterpretedSystem, VarId};

/// How many parts of conditions are compared for one agent before it is suspected without proof.
const EFFORT: usize = 1 << 17;

/// What a condition lays down: the value of a variable, or the action of an agent.
type Fixed = (Subject, i64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Value(VarId),
    Action(AgentId),
}

/// Whether two lines of the agent may be rivals.
pub(super) fn suspect(system: &InterpretedSystem, agent: AgentId) -> bool {
    let found = suspects(system, agent, 1, EFFORT);
    !found.pairs.is_empty() || !found.all
}

/// Pairs of lines that may be rivals.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    /// The pairs: lines from 0, the earlier one first.
    pub(super) pairs: Vec<(usize, usize)>,
    /// How many pairs of lines have been looked at.
    pub(super) looked_at: usize,
    /// Whether these were all.
    pub(super) all: bool,
}

/// At most so many pairs of lines of the agent that may be rivals, by what is written; so many parts of lines are compared.
pub(super) fn suspects(system: &InterpretedSystem, agent: AgentId, most: usize, effort: usize) -> Suspects {
    let groups = by_variables(system, agent);
    let mut found = Suspects::default();
    let mut left = effort;
    for (number, (variables, lines)) in groups.iter().enumerate() {
        for (other_variables, other_lines) in &groups[..number] {
            let Some(rest) = left.checked_sub(variables.len() + other_variables.len()) else { return found };
            left = rest;
            if !disjoint(variables, other_variables) {
                found.looked_at += lines.len() * other_lines.len();
                continue;
            }
            for (line, condition) in lines {
                for (other, other_condition) in other_lines {
                    let Some(rest) = left.checked_sub(1 + condition.len() + other_condition.len()) else {
                        return found;
                    };
                    left = rest;
                    if !contradict(condition, other_condition) {
                        if found.pairs.len() == most {
                            return found;
                        }
                        found.pairs.push((*line.min(other), *line.max(other)));
                    }
                    found.looked_at += 1;
                }
            }
        }
    }
    found.all = true;
    found
}

/// A line, from 0, with what its condition lays down.
type Numbered = (usize, Vec<Fixed>);

/// The lines of an agent that may change something, by the variables that they assign.
fn by_variables(system: &InterpretedSystem, agent: AgentId) -> Vec<(Vec<VarId>, Vec<Numbered>)> {
    let mut lines: BTreeMap<Vec<VarId>, Vec<Numbered>> = BTreeMap::new();
    for (number, line) in system.agent(agent).evolution.iter().enumerate() {
        let changes =
            |assigned: &crate::ir::Assignment| system.exprs.get(assigned.value) != Expr::Variable(assigned.variable);
        if line.assignments.iter().any(changes) {
            let mut variables: Vec<VarId> = line.assignments.iter().map(|assigned| assigned.variable).collect();
            variables.sort_unstable();
            lines.entry(variables).or_default().push((number, fixed(system, line.condition)));
        }
    }
    lines.into_iter().collect()
}

/// What every state and action that satisfies a condition have in common, in order.
fn fixed(system: &InterpretedSystem, condition: ExprId) -> Vec<Fixed> {
    let mut found = Vec::new();
    let mut work = vec![condition];
    while let Some(id) = work.pop() {
        match system.exprs.get(id) {
            Expr::And(left, right) => work.extend([left, right]),
            Expr::Performs(agent, action) => found.push((Subject::Action(agent), action.index() as i64)),
            Expr::Variable(variable) => found.push((Subject::Value(variable), 1)),
            Expr::Compare(Comparison::Equal, left, right) => match (system.exprs.get(left), system.exprs.get(right)) {
                (Expr::Variable(variable), constant) | (constant, Expr::Variable(variable)) => {
                    found.extend(value(constant).map(|value| (Subject::Value(variable), value)));
                }
                _ => {}
            },
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

fn value(constant: Expr) -> Option<i64> {
    match constant {
        Expr::Bool(value) => Some(i64::from(value)),
        Expr::Integer(value) => Some(value),
        Expr::Symbol(symbol) => Some(symbol.index() as i64),
        _ => None,
    }
}

/// Whether two sorted lists have nothing in common.
pub(super) fn disjoint(left: &[VarId], right: &[VarId]) -> bool {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => left.next(),
            std::cmp::Ordering::Greater => right.next(),
            std::cmp::Ordering::Equal => return false,
        };
    }
    true
}

/// Whether two conditions lay down different values for one subject.
fn contradict(left: &[Fixed], right: &[Fixed]) -> bool {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(&&one), Some(&&other)) = (left.peek(), right.peek()) {
        if one.0 == other.0 && one.1 != other.1 {
            return true;
        }
        if one <= other {
            left.next()
        } else {
            right.next()
        };
    }
    false
}
