//! Whether a condition can be true at all, by trying the values of the variables and actions in it.
//!
//! Exact while there are few combinations; larger conditions are given the benefit of the doubt.

use std::collections::BTreeSet;

use crate::ir::{ActionId, AgentId, Expr, ExprId, InterpretedSystem, JointAction, Program, State, VarId};

/// How many combinations are tried.
const COMBINATIONS: u64 = 1 << 14;

/// `Some(false)` if no values make all of `conditions` true, `None` if there are too many to try.
///
/// An own action of `agent` counts only where its protocol allows it.
pub(super) fn satisfiable(system: &InterpretedSystem, conditions: &[ExprId], agent: AgentId) -> Option<bool> {
    let mut variables: BTreeSet<VarId> = BTreeSet::new();
    let mut actors: BTreeSet<AgentId> = BTreeSet::new();
    collect(system, conditions.iter().copied(), &mut variables, &mut actors);
    if actors.contains(&agent) {
        let lines = &system.agent(agent).protocol.lines;
        collect(system, lines.iter().map(|line| line.condition), &mut variables, &mut actors);
    }
    let sizes = variables.iter().map(|&variable| system.variable(variable).domain.size());
    let choices = actors.iter().map(|&actor| system.agent(actor).actions.len() as u64);
    let mut combinations: u64 = 1;
    for size in sizes.chain(choices) {
        combinations = combinations.checked_mul(size).filter(|&total| total <= COMBINATIONS)?;
    }
    let programs: Vec<Program> = conditions.iter().map(|&id| Program::compile(&system.exprs, id)).collect();
    let protocol: Vec<Program> = if actors.contains(&agent) {
        let lines = &system.agent(agent).protocol.lines;
        lines.iter().map(|line| Program::compile(&system.exprs, line.condition)).collect()
    } else {
        Vec::new()
    };
    let mut state = State::new(vec![0; system.variables.len()]);
    let mut actions = vec![ActionId::new(0); system.agents.len()];
    Some((0..combinations).any(|mut number| {
        for &variable in &variables {
            let domain = &system.variable(variable).domain;
            state.set(variable, domain.nth(number % domain.size()).unwrap_or_default());
            number /= domain.size();
        }
        for &actor in &actors {
            let count = system.agent(actor).actions.len() as u64;
            actions[actor.index()] = ActionId::new(usize::try_from(number % count).unwrap_or_default());
            number /= count;
        }
        let joint = JointAction::new(actions.clone());
        programs.iter().all(|program| program.holds_under(&state, &joint))
            && (!actors.contains(&agent) || allowed(system, agent, &protocol, &state, actions[agent.index()]))
    }))
}

fn allowed(system: &InterpretedSystem, agent: AgentId, lines: &[Program], state: &State, action: ActionId) -> bool {
    let protocol = &system.agent(agent).protocol;
    let mut applies = false;
    for (line, program) in protocol.lines.iter().zip(lines) {
        if program.holds(state) {
            applies = true;
            if line.actions.contains(&action) {
                return true;
            }
        }
    }
    !applies && protocol.other.as_ref().is_some_and(|other| other.contains(&action))
}

fn collect(
    system: &InterpretedSystem,
    roots: impl IntoIterator<Item = ExprId>,
    variables: &mut BTreeSet<VarId>,
    actors: &mut BTreeSet<AgentId>,
) {
    let mut work: Vec<ExprId> = roots.into_iter().collect();
    let mut seen: BTreeSet<ExprId> = BTreeSet::new();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        match system.exprs.get(id) {
            Expr::Variable(variable) => {
                variables.insert(variable);
            }
            Expr::Performs(agent, _) => {
                actors.insert(agent);
            }
            other => work.extend(other.operands()),
        }
    }
}
