//! What a formula speaks of: the variables of its atoms first, then what its agents see, then all others.

use serde::Serialize;

use crate::ir::{Expr, ExprId, InterpretedSystem, VarId};
use crate::logic::{Formula, FormulaId, Formulas, Knowledge};
use crate::model::Model;
use crate::witness::Evidence;

/// How near a variable is to a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Nearness {
    /// The formula names it.
    Named,
    /// An agent that the formula names sees it.
    Seen,
    /// Neither.
    Other,
}

/// How near the variables of evidence are to what it shows.
#[must_use]
pub fn near(model: &Model, evidence: &Evidence) -> Vec<Nearness> {
    about(evidence.system(&model.system), &evidence.formulas, evidence.nodes[0].formula)
}

/// How near each variable of a system is to a formula.
pub(super) fn about(system: &InterpretedSystem, formulas: &Formulas, formula: FormulaId) -> Vec<Nearness> {
    let mut near = vec![Nearness::Other; system.variables.len()];
    let mut named: Vec<ExprId> = Vec::new();
    let mut agents = Vec::new();
    for id in formulas.below(formula) {
        match formulas.get(id) {
            Formula::Atom(atom) => named.push(system.atom(atom).condition),
            Formula::Red(agent) | Formula::Obliged(agent, _) | Formula::Permitted(agent, _) => {
                named.extend(system.agent(agent).red);
            }
            Formula::Knows(knowledge, _) | Formula::Considers(knowledge, _) => match knowledge {
                Knowledge::Agent(agent) => agents.push(agent),
                Knowledge::Everyone(group) | Knowledge::Common(group) | Knowledge::Distributed(group) => {
                    agents.extend(&system.group(group).members);
                }
            },
            Formula::Strategic(group, _) => agents.extend(&system.group(group).members),
            _ => {}
        }
    }
    agents.sort_unstable();
    agents.dedup();
    for agent in agents {
        near_are(&mut near, system.agent(agent).observes.iter().copied(), Nearness::Seen);
    }
    let variable = |id| match system.exprs.get(id) {
        Expr::Variable(variable) => Some(variable),
        _ => None,
    };
    near_are(&mut near, system.exprs.below(named).into_iter().filter_map(variable), Nearness::Named);
    near
}

fn near_are(near: &mut [Nearness], variables: impl Iterator<Item = VarId>, so: Nearness) {
    for variable in variables {
        near[variable.index()] = so;
    }
}
