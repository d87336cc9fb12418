//! Single questions: one bound, one question, asked by somebody who does not want the whole search.

use std::collections::BTreeMap;

use qmas_encodings::bounded::{InputName, Question, Reachable, Visited};
use qmas_encodings::{Circuit, InputId, Qbf, Quantifier, SatLimits, SymbolicSystem};

use super::asker::Asker;
use super::engine::{BoundedEngine, ExactStates};
use super::limits::{gave_up, interrupt};
use super::options::{BoundedOptions, Reach};
use crate::engine::{GaveUp, Terms};
use crate::logic::Specification;
use crate::model::Model;

/// A question as a quantified formula.
#[derive(Debug, Clone)]
pub struct Posed {
    /// All gates.
    pub circuit: Circuit,
    /// The formula.
    pub qbf: Qbf,
    /// What its inputs stand for.
    pub names: BTreeMap<InputId, InputName>,
}

/// A question at a bound as a quantified formula, complete as it stands: no pair of states is left for later. With
/// [`Reach::Bdd`] the reachable states are exact, otherwise nothing is known of them.
///
/// # Errors
/// Why there is none.
pub fn question(
    model: &Model,
    system: &SymbolicSystem,
    (question, specification): (Question, Specification),
    bound: usize,
    options: &Terms<BoundedOptions>,
    exact: &mut dyn ExactStates,
) -> Result<Posed, GaveUp> {
    let mut options = options.clone();
    options.own.savings.lazy = false;
    let mut engine = BoundedEngine::new(model, system, (0, specification), &options)?;
    if options.own.reach == Reach::Bdd {
        engine.nodes = Some((options.limits.max_nodes, 0));
        engine.diagrams(0, exact)?;
    }
    let qbf = engine.encoder.ask(question, engine.formulas[question as usize], bound, engine.known);
    let qbf = qbf.map_err(|stop| gave_up(stop, &options.limits))?;
    Ok(Posed { circuit: engine.encoder.circuit().clone(), qbf, names: engine.encoder.input_names() })
}

/// What the answer yes to a question at a bound visits, if one player makes all choices; nothing is known of the
/// reachable states.
///
/// # Errors
/// Why there is no answer.
pub fn visited(
    model: &Model,
    system: &SymbolicSystem,
    (question, specification): (Question, Specification),
    bound: usize,
    options: &Terms<BoundedOptions>,
) -> Result<Option<Visited>, GaveUp> {
    let mut engine = BoundedEngine::new(model, system, (0, specification), options)?;
    let stopped = |stop| gave_up(stop, &options.limits);
    let formula = engine.formulas[question as usize];
    let qbf = engine.encoder.ask(question, formula, bound, Reachable::Unknown).map_err(stopped)?;
    if qbf.prefix.iter().any(|block| block.quantifier == Quantifier::Forall) {
        return Ok(None);
    }
    let mut asker = Asker::new(options.own.sat, engine.sat.clone());
    let reply = asker.is_true(engine.encoder.circuit(), &qbf, None).map_err(stopped)?;
    let choices = if reply.yes { Some(reply.found.unwrap_or_default()) } else { None };
    Ok(choices.map(|choices| engine.encoder.visited(&choices)))
}

/// Whether there is an initial state at all. Only then is it safe to look at parts of a system.
///
/// # Errors
/// The limit that was reached.
pub fn has_initial_state(system: &SymbolicSystem, options: &Terms<BoundedOptions>) -> Result<bool, GaveUp> {
    let sat = SatLimits { interrupt: interrupt(&options.limits), ..SatLimits::default() };
    let mut circuit = system.circuit.clone();
    let initial = circuit.and_all(system.domain.iter().copied().chain([system.init]));
    let found = Asker::new(options.own.sat, sat).satisfiable(&circuit, initial);
    found.map(|found| found.is_some()).map_err(|stop| gave_up(stop, &options.limits))
}
