//! The model in which some agents keep quiet: of what a line of their protocols allows they do only what no evolution of
//! others tests, if there is any such thing.
//!
//! What they can do then they can do in the whole model as well. So if an operator is true on all plays of the quiet model,
//! these agents can enforce it in the whole: by keeping quiet. An agent has an action where it has one in the whole, so
//! nobody is stuck in one of them only. The point is what is left to be looked at: tests of actions that are never done are
//! false, and a quiet agent that nobody hears is in no cone.

use std::collections::{BTreeSet, HashMap};

use rustc_hash::FxBuildHasher;

use crate::ir::{ActionId, AgentId, Expr, ExprId, Exprs, Group, GroupId, InterpretedSystem};
use crate::logic::{Formula, Specification};
use crate::model::Model;

/// A model in which some agents keep quiet, if the formula is one that they can enforce that way and if they then do less
/// than they could. If its only formula is true, so is that of the whole. Nobody is the group of its only formula.
#[must_use]
pub fn quiet(model: &Model, specification: Specification) -> Option<Model> {
    let Formula::Strategic(group, operator) = model.formulas.get(specification.formula) else { return None };
    let (p, q) = operator.operands();
    let inside = std::iter::once(p).chain(q).flat_map(|operand| model.formulas.below(operand));
    if inside.into_iter().any(|id| !says_itself(model.formulas.get(id))) {
        return None;
    }
    let members = &model.system.group(group).members;
    let mut quiet = model.clone();
    let heard = heard(&model.system);
    for &member in members {
        silence(&mut quiet.system, member, &heard);
    }
    if quiet.system.agents == model.system.agents {
        return None;
    }
    leave_out_what_is_never_done(&mut quiet.system);
    let nobody = GroupId::new(quiet.system.groups.len());
    quiet.system.groups.push(Group { name: String::new(), members: Vec::new() });
    let formula = quiet.formulas.intern(Formula::Strategic(nobody, operator));
    quiet.specifications = vec![Specification { formula, ..specification }];
    Some(quiet)
}

/// Whether a state says it by itself, if it says the operands: anything else may be another matter in a quiet model.
fn says_itself(formula: Formula) -> bool {
    match formula {
        Formula::True
        | Formula::False
        | Formula::Atom(_)
        | Formula::Red(_)
        | Formula::Not(_)
        | Formula::And(..)
        | Formula::Or(..)
        | Formula::Implies(..) => true,
        Formula::Branching(..)
        | Formula::Strategic(..)
        | Formula::Quantified(..)
        | Formula::Linear(_)
        | Formula::Dynamic(..)
        | Formula::Knows(..)
        | Formula::Considers(..)
        | Formula::Obliged(..)
        | Formula::Permitted(..) => false,
    }
}

/// The actions that evolutions of other agents test.
fn heard(system: &InterpretedSystem) -> BTreeSet<(AgentId, ActionId)> {
    let mut heard = BTreeSet::new();
    for listener in system.agent_ids() {
        let conditions = system.agent(listener).evolution.iter().map(|line| line.condition);
        for id in system.exprs.below(conditions) {
            if let Expr::Performs(agent, action) = system.exprs.get(id)
                && agent != listener
            {
                heard.insert((agent, action));
            }
        }
    }
    heard
}

fn silence(system: &mut InterpretedSystem, agent: AgentId, heard: &BTreeSet<(AgentId, ActionId)>) {
    let protocol = &mut system.agents[agent.index()].protocol;
    for actions in protocol.lines.iter_mut().map(|line| &mut line.actions).chain(&mut protocol.other) {
        if actions.iter().any(|&action| !heard.contains(&(agent, action))) {
            actions.retain(|&action| !heard.contains(&(agent, action)));
        }
    }
}

/// Tests of actions that no protocol allows are false, and so are lines that need them.
fn leave_out_what_is_never_done(system: &mut InterpretedSystem) {
    let mut done = BTreeSet::new();
    for agent in system.agent_ids() {
        let protocol = &system.agent(agent).protocol;
        let lines = protocol.lines.iter().map(|line| &line.actions).chain(&protocol.other);
        done.extend(lines.flatten().map(|&action| (agent, action)));
    }
    let InterpretedSystem { agents, exprs, .. } = system;
    let roots: Vec<ExprId> = agents.iter().flat_map(|agent| &agent.evolution).map(|line| line.condition).collect();
    let simpler = simpler(exprs, roots, |agent, action| done.contains(&(agent, action)));
    for agent in agents {
        for line in &mut agent.evolution {
            line.condition = simpler[&line.condition];
        }
        agent.evolution.retain(|line| exprs.get(line.condition) != Expr::Bool(false));
    }
}

/// Conditions without tests of actions that are never done.
fn simpler(
    exprs: &mut Exprs,
    roots: Vec<ExprId>,
    done: impl Fn(AgentId, ActionId) -> bool,
) -> HashMap<ExprId, ExprId, FxBuildHasher> {
    let mut simpler: HashMap<ExprId, ExprId, FxBuildHasher> = HashMap::default();
    // Operands come before what they are operands of.
    for id in exprs.below(roots) {
        let of = |operand: ExprId| simpler[&operand];
        let truth = |operand: ExprId| match exprs.get(operand) {
            Expr::Bool(value) => Some(value),
            _ => None,
        };
        let node = match exprs.get(id) {
            Expr::Performs(agent, action) if !done(agent, action) => Expr::Bool(false),
            node @ (Expr::Bool(_) | Expr::Integer(_) | Expr::Symbol(_) | Expr::Variable(_) | Expr::Performs(..)) => {
                node
            }
            Expr::Not(inner) => truth(of(inner)).map_or(Expr::Not(of(inner)), |value| Expr::Bool(!value)),
            Expr::And(left, right) => match (truth(of(left)), truth(of(right))) {
                (Some(false), _) | (_, Some(false)) => Expr::Bool(false),
                (Some(true), _) => exprs.get(of(right)),
                (_, Some(true)) => exprs.get(of(left)),
                _ => Expr::And(of(left), of(right)),
            },
            Expr::Or(left, right) => match (truth(of(left)), truth(of(right))) {
                (Some(true), _) | (_, Some(true)) => Expr::Bool(true),
                (Some(false), _) => exprs.get(of(right)),
                (_, Some(false)) => exprs.get(of(left)),
                _ => Expr::Or(of(left), of(right)),
            },
            Expr::Xor(left, right) => Expr::Xor(of(left), of(right)),
            Expr::Compare(comparison, left, right) => Expr::Compare(comparison, of(left), of(right)),
            Expr::Arithmetic(operator, left, right) => Expr::Arithmetic(operator, of(left), of(right)),
        };
        let copy = exprs.intern(node);
        simpler.insert(id, copy);
    }
    simpler
}
