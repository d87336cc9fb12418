//! Sets of states on their own, on the way from one manager to another with a different order or more room.

use std::collections::HashMap;

use oxidd::VarNo;
use qmas_encodings::{Circuit, Lit, SymbolicSystem};

use super::circuit::to_circuit;
use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// Some sets.
pub(super) struct Carried {
    circuit: Circuit,
    sets: Vec<Lit>,
}

impl Carried {
    /// These sets of states.
    pub(super) fn new<'a>(
        diagrams: &Diagrams,
        system: &SymbolicSystem,
        sets: impl IntoIterator<Item = &'a Bdd>,
    ) -> Result<Self, GaveUp> {
        let mut circuit = system.circuit.clone();
        let lits: HashMap<VarNo, Lit> = system.state.iter().map(|bit| (diagrams.level(bit.now), bit.now_lit)).collect();
        let sets = sets.into_iter().map(|set| to_circuit(set, &mut circuit, &lits)).collect::<Result<_, _>>()?;
        Ok(Self { circuit, sets })
    }

    /// The same sets, in the same order, in another manager.
    pub(super) fn set_down(&self, diagrams: &mut Diagrams) -> Result<Vec<Bdd>, GaveUp> {
        // Gates are remembered by number, and these numbers mean something else elsewhere.
        diagrams.forget();
        let sets = self.sets.iter().map(|&set| diagrams.build(&self.circuit, set)).collect();
        diagrams.forget();
        sets
    }
}
