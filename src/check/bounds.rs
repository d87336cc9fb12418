//! What the bounded engine gets from the BDD engine: exact reachable states, where it asks for them.

use std::collections::BTreeMap;

use qmas_encodings::{Circuit, Cone, InputId, Lit, Qbf};

use super::desk::Desk;
use crate::bdd::{BddEngine, BddStatistics};
use crate::bounded;
use crate::engine::{GaveUp, Limits, Options};
use crate::export::{described, input_names};
use crate::influence::cone;
use crate::logic::Specification;
use crate::lower::{Lowered, lower};
use crate::model::Model;

/// What the bounded engine asks about a formula at a bound, as a quantified formula.
///
/// # Errors
/// Why there is none.
pub fn bounded_question(
    model: &Model,
    (specification, question): (Specification, bounded::Question),
    bound: usize,
    options: &Options,
) -> Result<NamedQuestion, GaveUp> {
    let lowered = lower(&model.system);
    let mut diagrams = Diagrams::new(model, options, &lowered);
    if !options.whole_system {
        diagrams.turn_to(cone(model, &lowered, specification.formula));
    }
    let system = lowered.system.restricted(&diagrams.cone);
    let posed = bounded::question(model, &system, (question, specification), bound, options, &mut diagrams)?;
    let states: Vec<InputId> = system.state.iter().map(|bit| bit.now).collect();
    let inputs = input_names(&model.system, &lowered);
    let names =
        posed.names.iter().map(|(&input, name)| (input, described(name, &model.system, &states, &inputs))).collect();
    Ok(NamedQuestion { circuit: posed.circuit, qbf: posed.qbf, names })
}

/// A question as a quantified formula.
#[derive(Debug, Clone)]
pub struct NamedQuestion {
    /// All gates.
    pub circuit: Circuit,
    /// The formula.
    pub qbf: Qbf,
    /// What its inputs stand for: place in the formula, frame, agent, variable and bit.
    pub names: BTreeMap<InputId, String>,
}

/// Reachable states for the bounded engine, from the BDD engine.
pub(super) struct Diagrams<'m> {
    model: &'m Model,
    options: &'m Options,
    pub(super) limits: Limits,
    lowered: &'m Lowered,
    pub(super) cone: Cone,
    engine: Option<BddEngine<'m>>,
    pub(super) made: Vec<BddStatistics>,
}

impl<'m> Diagrams<'m> {
    pub(super) fn new(model: &'m Model, options: &'m Options, lowered: &'m Lowered) -> Self {
        let (limits, cone) = (options.limits.clone(), Cone::whole(&lowered.system));
        Self { model, options, limits, lowered, cone, engine: None, made: Vec::new() }
    }

    pub(super) fn turn_to(&mut self, cone: Cone) {
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

/// Reachable states from whoever else works at the desk.
pub(super) struct Shared<'d> {
    pub(super) desk: &'d Desk,
    pub(super) cone: &'d Cone,
}

impl bounded::ExactStates for Shared<'_> {
    fn reachable(&mut self, circuit: &mut Circuit, _: usize) -> Result<Lit, GaveUp> {
        self.desk.sets.get(self.cone).map(|states| states.copy_to(circuit)).ok_or(GaveUp::Memory)
    }

    fn known(&self) -> bool {
        self.desk.sets.has(self.cone)
    }
}
