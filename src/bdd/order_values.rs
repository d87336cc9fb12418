//! A static order by values.
//!
//! Vertices are variables and, for enumerations and actions, their single values: that prisoner 3 is called, that
//! room 3 is taken and that prisoner 3 presses belong together, although all of it goes through a few variables that
//! all share. Edges come from the lines of the model: what a condition tests with what the line assigns or
//! allows. The bits of an enumeration or of an agent's actions go where most of its values are, or to the top if its
//! values are all over the place. Current and next bits of a variable are neighbours.

use std::collections::{BTreeMap, BTreeSet};

use qmas_encodings::InputId;

use super::arrange::arrangement;
use crate::ir::{ActionId, AgentId, Comparison, Domain, Expr, ExprId, InterpretedSystem, SymbolId, VarId};
use crate::lower::Lowered;

/// What is arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Vertex {
    Variable(VarId),
    Value(VarId, Value),
    Action(AgentId, ActionId),
}

/// A value that is told apart from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Symbol(SymbolId),
    Number(i64),
}

/// The values of a variable that are vertices: of enumerations and of small ranges.
fn values(domain: &Domain) -> Vec<Value> {
    match domain {
        Domain::Enumeration(symbols) => symbols.iter().copied().map(Value::Symbol).collect(),
        &Domain::Range { low, high } if high - low < FEW => (low..=high).map(Value::Number).collect(),
        Domain::Boolean | Domain::Range { .. } => Vec::new(),
    }
}

/// Lines that mention more than this tie nothing together.
const LARGE: usize = 6;
/// Ranges with fewer values are looked at value by value.
const FEW: i64 = 64;
/// Values that lie further apart than this share of the row belong nowhere.
const SPREAD: usize = 4;

/// The inputs from the top level down.
pub(super) fn by_values(system: &InterpretedSystem, lowered: &Lowered) -> Vec<InputId> {
    let edges = edges(system);
    let vertices: BTreeSet<Vertex> = edges.iter().flatten().copied().collect();
    let numbers: BTreeMap<Vertex, usize> = vertices.iter().copied().zip(0..).collect();
    let numbered: Vec<Vec<usize>> =
        edges.iter().map(|edge| edge.iter().map(|vertex| numbers[vertex]).collect()).collect();
    let row = arrangement(vertices.len(), &numbered, LARGE);
    let place = |vertex: &Vertex| numbers.get(vertex).filter(|&&number| !row.hubs[number]).map(|&n| row.places[n]);
    // `None` stands for the top; ties keep the order of the file.
    let mut blocks: Vec<(Option<usize>, Vec<InputId>)> = Vec::new();
    for variable in system.var_ids() {
        let values = values(&system.variable(variable).domain).into_iter().map(|v| Vertex::Value(variable, v));
        let home = common_place(values.chain([Vertex::Variable(variable)]).filter_map(|v| place(&v)), vertices.len());
        let bits = lowered.layout.range(variable).map(|bit| lowered.system.state[bit]);
        blocks.push((home, bits.flat_map(|bit| [bit.now, bit.next]).collect()));
    }
    for agent in system.agent_ids() {
        let actions = (0..system.agent(agent).actions.len()).map(|action| Vertex::Action(agent, ActionId::new(action)));
        let home = common_place(actions.filter_map(|vertex| place(&vertex)), vertices.len());
        blocks.push((home, lowered.system.agents[agent.index()].actions.clone()));
    }
    blocks.sort_by_key(|(home, _)| *home);
    blocks.into_iter().flat_map(|(_, inputs)| inputs).collect()
}

/// The median of some places, unless they are all over a row of `length`.
fn common_place(places: impl Iterator<Item = usize>, length: usize) -> Option<usize> {
    let mut places: Vec<usize> = places.collect();
    places.sort_unstable();
    let (first, last) = (*places.first()?, *places.last()?);
    (last - first <= length / SPREAD || length < 4 * SPREAD).then(|| places[places.len() / 2])
}

/// What belongs together: per protocol line its condition and each action, per assignment its guard and its target.
fn edges(system: &InterpretedSystem) -> Vec<Vec<Vertex>> {
    let mut edges: Vec<Vec<Vertex>> = Vec::new();
    for id in system.agent_ids() {
        let agent = system.agent(id);
        for line in &agent.protocol.lines {
            let guard = vertices(system, line.condition);
            for &action in &line.actions {
                edges.push(guard.iter().copied().chain([Vertex::Action(id, action)]).collect());
            }
        }
        for line in &agent.evolution {
            let guard = vertices(system, line.condition);
            for assignment in &line.assignments {
                for (target, read) in assigned(system, assignment.variable, assignment.value) {
                    let edge: BTreeSet<Vertex> = guard.iter().copied().chain(read).chain([target]).collect();
                    edges.push(edge.into_iter().collect());
                }
            }
        }
    }
    edges.retain(|edge| edge.len() > 1);
    edges
}

/// What an assignment writes and what it reads for that; a copy is a pair for every value.
fn assigned(system: &InterpretedSystem, target: VarId, value: ExprId) -> Vec<(Vertex, BTreeSet<Vertex>)> {
    let values = values(&system.variable(target).domain);
    if let Some(value) = constant(system, value).filter(|value| values.contains(value)) {
        return vec![(Vertex::Value(target, value), BTreeSet::new())];
    }
    if let Expr::Variable(source) = system.exprs.get(value)
        && !values.is_empty()
    {
        let pair = |&value: &Value| (Vertex::Value(target, value), BTreeSet::from([Vertex::Value(source, value)]));
        return values.iter().map(pair).collect();
    }
    vec![(Vertex::Variable(target), vertices(system, value))]
}

fn constant(system: &InterpretedSystem, expression: ExprId) -> Option<Value> {
    match system.exprs.get(expression) {
        Expr::Symbol(symbol) => Some(Value::Symbol(symbol)),
        Expr::Integer(number) => Some(Value::Number(number)),
        _ => None,
    }
}

/// The variables, values and actions that an expression looks at.
fn vertices(system: &InterpretedSystem, root: ExprId) -> BTreeSet<Vertex> {
    let mut found = BTreeSet::new();
    // Variables that are compared with a value do not count as such.
    let mut work = vec![root];
    let mut seen = BTreeSet::new();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        match system.exprs.get(id) {
            Expr::Performs(agent, action) => {
                found.insert(Vertex::Action(agent, action));
            }
            Expr::Variable(variable) => {
                found.insert(Vertex::Variable(variable));
            }
            Expr::Compare(Comparison::Equal | Comparison::Different, left, right) => {
                match single_value(system, left, right).or_else(|| single_value(system, right, left)) {
                    Some(vertex) => {
                        found.insert(vertex);
                    }
                    None => work.extend([left, right]),
                }
            }
            other => work.extend(other.operands()),
        }
    }
    found
}

/// The vertex of a comparison of a variable with one of its values.
fn single_value(system: &InterpretedSystem, variable: ExprId, value: ExprId) -> Option<Vertex> {
    let Expr::Variable(variable) = system.exprs.get(variable) else { return None };
    let value = constant(system, value)?;
    values(&system.variable(variable).domain).contains(&value).then_some(Vertex::Value(variable, value))
}
