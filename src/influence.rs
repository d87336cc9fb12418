//! What a formula depends on, for every symbolic engine: its atoms, what its agents see, and what influences these.

use std::collections::BTreeSet;

use qmas_encodings::{Cone, Lit};

use crate::logic::{Formula, FormulaId, Knowledge};
use crate::lower::Lowered;
use crate::model::Model;

/// What a formula and the fairness constraints depend on.
pub(crate) fn cone(model: &Model, lowered: &Lowered, formula: FormulaId) -> Cone {
    let symbolic = &lowered.system;
    let mut roots: Vec<Lit> = Vec::new();
    let mut bits: BTreeSet<usize> = BTreeSet::new();
    let mut acting: BTreeSet<usize> = BTreeSet::new();
    let members = |group| model.system.group(group).members.iter().map(|agent| agent.index());
    for root in model.fairness.iter().copied().chain([formula]) {
        for id in model.formulas.below(root) {
            let seeing: Vec<usize> = match model.formulas.get(id) {
                Formula::Atom(atom) => {
                    roots.push(symbolic.atoms[atom.index()]);
                    Vec::new()
                }
                Formula::Red(agent) | Formula::Obliged(agent, _) | Formula::Permitted(agent, _) => {
                    roots.push(symbolic.agents[agent.index()].red);
                    Vec::new()
                }
                Formula::Knows(knowledge, _) | Formula::Considers(knowledge, _) => match knowledge {
                    Knowledge::Agent(agent) => vec![agent.index()],
                    Knowledge::Everyone(group) | Knowledge::Common(group) | Knowledge::Distributed(group) => {
                        members(group).collect()
                    }
                },
                Formula::Strategic(group, _) => {
                    acting.extend(members(group));
                    members(group).collect()
                }
                _ => Vec::new(),
            };
            bits.extend(seeing.into_iter().flat_map(|agent| symbolic.agents[agent].observes.iter().copied()));
        }
    }
    let (bits, acting) = (bits.into_iter().collect::<Vec<_>>(), acting.into_iter().collect::<Vec<_>>());
    symbolic.cone(&roots, &bits, &acting)
}
