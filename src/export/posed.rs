//! What the bounded engine asks about a formula at a bound, with names for what it quantifies over.

use std::collections::BTreeMap;
use std::sync::Arc;

use qmas_encodings::{Circuit, InputId, Qbf};

use super::names::{described, input_names, patterns};
use crate::bounded::{self, Question};
use crate::engine::GaveUp;
use crate::exact::Diagrams;
use crate::influence::cone;
use crate::logic::Specification;
use crate::lower::lower;
use crate::model::Model;
use crate::options::Options;

/// A question as a quantified formula.
#[derive(Debug, Clone)]
pub struct NamedQuestion {
    /// All gates.
    pub circuit: Circuit,
    /// The formula.
    pub qbf: Qbf,
    /// What its inputs stand for: place in the formula, frame, agent, variable and bit.
    pub names: BTreeMap<InputId, String>,
    /// What patterns of bits stand for, a line for each variable and each agent's action.
    pub patterns: Vec<String>,
}

/// What the bounded engine asks about a formula at a bound, as a quantified formula.
///
/// # Errors
/// Why there is none.
pub fn bounded_question(
    model: &Model,
    (specification, question): (Specification, Question),
    bound: usize,
    options: &Options,
) -> Result<NamedQuestion, GaveUp> {
    let model: Arc<Model> = model.into();
    let lowered = lower(&model.system);
    let mut diagrams = Diagrams::new(&model, options.bdd_terms(), &lowered);
    if !options.whole_system {
        diagrams.turn_to(cone(&model, &lowered, specification.formula));
    }
    let system = lowered.system.restricted(&diagrams.cone);
    let terms = options.bounded_terms();
    let posed = bounded::question(&model, &system, (question, specification), bound, &terms, &mut diagrams)?;
    let states: Vec<InputId> = system.state.iter().map(|bit| bit.now).collect();
    let inputs = input_names(&model.system, &lowered);
    let names: BTreeMap<InputId, String> =
        posed.names.iter().map(|(&input, name)| (input, described(name, &model.system, &states, &inputs))).collect();
    let patterns = patterns(&model.system, &lowered, names.values());
    Ok(NamedQuestion { circuit: posed.circuit, qbf: posed.qbf, names, patterns })
}
