//! Small systems: those for which diagrams of all reachable states take few nodes with the first order of the variables, and
//! have few variables: a single state has a node for each.
//!
//! That depends on the system alone: nodes are counted before any is swept away. So all that need states can find out
//! whether a system is small, and gets the same ones from an engine that is at hand and from one that is made for it.

use std::sync::Arc;

use qmas_encodings::Cone;

use super::BddEngine;
use super::making::{Plan, Trail};
use crate::bdd::diagrams::Room;
use crate::bdd::options::BddOptions;
use crate::engine::{GaveUp, Terms};
use crate::lower::lower;
use crate::model::Model;

/// So many nodes are few. Where they are not enough, that took up to 0.1 s to find out (backdoor and go-back-n-shifted).
const FEW: usize = 1 << 16;
/// So many variables are. With 6,000 (dining-cryptographers-booleans, n = 2000) evidence took more than 30 s.
const FEW_VARIABLES: usize = 2_000;

impl BddEngine {
    /// The engine of a whole system if that is small.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn if_small(model: &Arc<Model>, options: &Terms<BddOptions>) -> Result<Option<Self>, GaveUp> {
        let lowered = lower(&model.system);
        let (symbolic, mut turns) = Self::turns(model, options, &lowered, &Cone::whole(&lowered.system));
        let Some((candidate, _)) = turns.next(&options.limits)? else { return Ok(None) };
        if candidate.order.inputs.len() > FEW_VARIABLES {
            return Ok(None);
        }
        // Nodes are counted roughly on the way, exactly at the end.
        let room = Room { nodes: (2 * FEW).min(options.limits.max_nodes), soft: FEW + FEW / 4 };
        let plan = Plan { model, options, symbolic: &symbolic };
        match Self::with_order(&plan, &candidate.order, room, &mut Trail::default()) {
            Ok(engine) if engine.is_young() => Ok(Some(Self { whole: true, small: true, ..engine })),
            Ok(_) | Err(GaveUp::Memory) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// Whether it is the engine of a whole system that is small.
    pub(crate) fn is_small(&self) -> bool {
        self.whole && self.small
    }

    /// Whether it still has the order that it was made with: under another one it shows other states.
    pub(crate) fn is_as_made(&self) -> bool {
        self.order.sifted == 0
    }

    /// Whether an engine that was just made has few variables and has made few nodes.
    pub(super) fn is_young(&self) -> bool {
        self.order.inputs.len() <= FEW_VARIABLES && self.diagrams.made().is_some_and(|nodes| nodes <= FEW)
    }
}
