//! Which formulas are answered on which part of the system.
//!
//! Every formula has its cone of influence; formulas whose cones are nearly the same share one, so that their reachable
//! states are computed once. A cone with all bits is the whole system, with agents whose actions nothing depends on: what
//! they do is a part of evidence.

use qmas_encodings::Cone;

use crate::influence::cone;
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
        .map(|cone| if cone.size() == lowered.system.state.len() { Cone::whole(&lowered.system) } else { cone })
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
