//! What the bounded engine gets from the BDD engine: exact reachable states, where it asks for them.

use std::sync::Arc;

use qmas_encodings::{Circuit, Cone, Lit};

use crate::bdd::{BddEngine, BddOptions, BddStatistics};
use crate::bounded;
use crate::engine::{GaveUp, Limits, Terms};
use crate::lower::Lowered;
use crate::model::Model;

/// Reachable states for the bounded engine, from the BDD engine.
pub(crate) struct Diagrams<'m> {
    model: &'m Arc<Model>,
    options: Terms<BddOptions>,
    pub(crate) limits: Limits,
    lowered: &'m Lowered,
    pub(crate) cone: Cone,
    engine: Option<BddEngine>,
    pub(crate) made: Vec<BddStatistics>,
}

impl<'m> Diagrams<'m> {
    pub(crate) fn new(model: &'m Arc<Model>, options: Terms<BddOptions>, lowered: &'m Lowered) -> Self {
        let (limits, cone) = (options.limits.clone(), Cone::whole(&lowered.system));
        Self { model, options, limits, lowered, cone, engine: None, made: Vec::new() }
    }

    pub(crate) fn turn_to(&mut self, cone: Cone) {
        if self.cone != cone {
            self.cone = cone;
            self.engine = None;
        }
    }
}

impl bounded::ExactStates for Diagrams<'_> {
    fn reachable(&mut self, circuit: &mut Circuit, nodes: usize) -> Result<Lit, GaveUp> {
        if self.engine.is_none() {
            let mut options = self.options.clone();
            options.limits = Limits { max_nodes: nodes, ..self.limits.clone() };
            let engine = BddEngine::for_part(self.model, &options, self.lowered, &self.cone)?;
            self.made.push(engine.statistics());
            self.engine = Some(engine);
        }
        self.engine.as_ref().map_or(Err(GaveUp::Memory), |engine| engine.reachable(circuit))
    }
}
