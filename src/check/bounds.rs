//! Formulas by the bounded engine, which gets exact reachable states from the BDD engine where it asks for them.

use std::collections::BTreeMap;
use std::time::Instant;

use qmas_encodings::{Circuit, Cone, InputId, Lit, Qbf};

use super::{Checked, EngineName, Listener, Outcome, give_up, no_initial_state};
use crate::bdd::{BddEngine, BddStatistics};
use crate::bounded;
use crate::engine::{GaveUp, Options};
use crate::export::{described, input_names};
use crate::influence::cone;
use crate::logic::Specification;
use crate::lower::{Lowered, lower};
use crate::model::Model;

pub(super) fn bounded(model: &Model, options: &Options, listener: &Listener) -> Checked {
    let start = Instant::now();
    let lowered = lower(&model.system);
    match bounded::has_initial_state(&lowered.system, options) {
        Ok(true) => {}
        Ok(false) => return Checked { preparation: start.elapsed(), ..no_initial_state(model) },
        Err(reason) => return Checked { preparation: start.elapsed(), ..give_up(model, &reason) },
    }
    let mut checked = Checked { preparation: start.elapsed(), ..Checked::default() };
    let mut diagrams = Diagrams::new(model, options, &lowered);
    for (number, &specification) in model.specifications.iter().enumerate() {
        let start = Instant::now();
        if !options.whole_system {
            diagrams.turn_to(cone(model, &lowered, specification.formula));
        }
        let system = lowered.system.restricted(&diagrams.cone);
        let answered = bounded::check(model, &system, (number, specification), options, &mut diagrams);
        let outcome = Outcome::new(answered.verdict, EngineName::Bounded, start.elapsed());
        let outcome = Outcome { bound: answered.bound, ..outcome };
        listener.tell(number, &outcome);
        checked.outcomes.push(outcome);
        checked.bounds.push((number, answered.rows));
    }
    checked.diagrams = diagrams.made;
    checked
}

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
    let names = posed.names.iter().map(|(&input, name)| (input, described(name, &states, &inputs))).collect();
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
struct Diagrams<'m> {
    model: &'m Model,
    options: &'m Options,
    lowered: &'m Lowered,
    cone: Cone,
    engine: Option<BddEngine<'m>>,
    made: Vec<BddStatistics>,
}

impl<'m> Diagrams<'m> {
    fn new(model: &'m Model, options: &'m Options, lowered: &'m Lowered) -> Self {
        Self { model, options, lowered, cone: Cone::whole(&lowered.system), engine: None, made: Vec::new() }
    }

    fn turn_to(&mut self, cone: Cone) {
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
            options.limits.max_nodes = nodes;
            let engine = BddEngine::for_part(self.model, &options, self.lowered, &self.cone)?;
            self.made.push(engine.statistics());
            self.engine = Some(engine);
        }
        self.engine.as_ref().map_or(Err(GaveUp::Memory), |engine| engine.reachable(circuit))
    }
}
