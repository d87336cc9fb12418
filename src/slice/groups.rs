//! Which formulas share a slice.
//!
//! Formulas whose cones are nearly the same share one, and so do some that need a few bits each: a slice takes a while to be
//! made, however small it is. What takes too long to look at stays with the whole.

use super::cone::{Cone, Dependences};
use crate::ir::InterpretedSystem;
use crate::logic::FormulaId;
use crate::model::Model;

/// So many slices at most, and this much for the atoms and formulas of all of them.
const MOST: usize = 4096;
const MOST_COPIED: usize = 1 << 27;
/// How many of the last slices are compared with a cone.
const COMPARED: usize = 64;
/// Slices with no more bits than this together are one.
const TINY: u32 = 4;
/// A formula may share a slice with this many times the variables that it needs, and some more.
const SHARED: usize = 2;
const SOME: usize = 8;
/// How many times the variables of the system all cones together may have.
const EFFORT: usize = 32;

/// Formulas, by whatever number they have, and what matters to them.
#[derive(Debug)]
pub struct Group {
    /// What matters to them.
    pub cone: Cone,
    /// Their numbers, ascending.
    pub formulas: Vec<usize>,
}

/// Groups of formulas whose slices leave something out that is worth it; the others are in none.
#[must_use]
pub fn groups(
    model: &Model,
    formulas: &[(usize, FormulaId)],
    is_worth_it: impl Fn(&InterpretedSystem, &Cone) -> bool,
) -> Vec<Group> {
    let mut dependences = Dependences::new(&model.system);
    let mut effort = EFFORT * (model.system.variables.len() + SOME);
    let mut cones: Vec<(usize, Cone)> = Vec::new();
    for &(number, formula) in formulas {
        let cone = dependences.cone(model, [formula]);
        let Some(left) = effort.checked_sub(cone.variables.len() + 1) else { break };
        effort = left;
        if is_worth_it(&model.system, &cone) {
            cones.push((number, cone));
        }
    }
    // Large ones first: they can answer for the others.
    cones.sort_by_key(|(number, cone)| (std::cmp::Reverse(cone.variables.len()), *number));
    let most = (MOST_COPIED / (model.system.atoms.len() + model.formulas.len() + 1)).clamp(1, MOST);
    let bits = |cone: &Cone| -> u32 {
        cone.variables.iter().map(|&id| u64::BITS - (model.system.variable(id).domain.size() - 1).leading_zeros()).sum()
    };
    let mut groups: Vec<Group> = Vec::new();
    for (number, cone) in cones {
        let serves = |group: &&mut Group| {
            group.cone.variables.len() <= SHARED * cone.variables.len() + SOME && group.cone.includes(&cone)
        };
        if let Some(group) = groups.iter_mut().rev().take(COMPARED).find(serves) {
            group.cone.unite(cone);
            group.formulas.push(number);
        } else if let Some(group) = groups.last_mut().filter(|group| bits(&group.cone) + bits(&cone) <= TINY) {
            group.cone.unite(cone);
            group.formulas.push(number);
        } else if groups.len() < most {
            groups.push(Group { cone, formulas: vec![number] });
        }
    }
    for group in &mut groups {
        group.formulas.sort_unstable();
    }
    groups
}
