//! Which formulas are answered on which part of the system.
//!
//! Every formula has its cone of influence; formulas whose cones are nearly the same share one, so that their reachable
//! states are computed once.

use std::collections::BTreeSet;

use qmas_encodings::{Cone, Lit};

use crate::logic::{Formula, FormulaId, Knowledge};
use crate::lower::Lowered;
use crate::model::Model;

/// A part of the system and the formulas that it answers, by number.
pub(crate) struct Part {
    pub(crate) cone: Cone,
    pub(crate) formulas: Vec<usize>,
}

/// A formula may be answered on a part with this many times the bits that it needs.
const SHARED: usize = 2;

/// The parts that answer all formulas of `model`.
pub(crate) fn parts(model: &Model, lowered: &Lowered, use_cones: bool) -> Vec<Part> {
    if !use_cones {
        let formulas = (0..model.specifications.len()).collect();
        return vec![Part { cone: Cone::whole(&lowered.system), formulas }];
    }
    let mut cones: Vec<(usize, Cone)> = model
        .specifications
        .iter()
        .map(|specification| cone(model, lowered, specification.formula))
        .enumerate()
        .collect();
    // Large ones first: they can answer for the others.
    cones.sort_by_key(|(number, cone)| (std::cmp::Reverse(cone.size()), *number));
    let mut parts: Vec<Part> = Vec::new();
    for (number, cone) in cones {
        let serves = |part: &&mut Part| part.cone.size() <= SHARED * cone.size() && part.cone.includes(&cone);
        match parts.iter_mut().rev().find(serves) {
            Some(part) => part.formulas.push(number),
            None => parts.push(Part { cone, formulas: vec![number] }),
        }
    }
    parts
}

/// What a formula and the fairness constraints depend on.
fn cone(model: &Model, lowered: &Lowered, formula: FormulaId) -> Cone {
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
