//! Why an agent does not know something in a state, asked apart from any verdict.

use crate::bdd::BddEngine;
use crate::engine::GaveUp;
use crate::explicit::Explicit;
use crate::ir::AgentId;
use crate::logic::{Formula, FormulaId, Knowledge, Specification};
use crate::model::Model;
use crate::options::Options;
use crate::witness::{Mismatch, Sets, Unknowing, nearest, replay_unknowing, unknowing};

use super::listed::Listed;
use super::source::FEW_STATES;

/// What was found out.
#[derive(Debug, Clone)]
pub enum Explained {
    /// It is not known there, and why.
    Unknown(Box<Unknowing>),
    /// It is known there.
    Known,
    /// There is no such state.
    Nowhere,
    /// The explanation does not replay: an error of ours.
    Broken(Mismatch),
    /// The formula is neither K nor DK of something.
    NotKnowledge,
}

/// Why `formula`, which says that an agent knows something, is false in the nearest state in which `place` is true (or
/// in which it is false itself), or after so many steps on the way there.
///
/// # Errors
/// The limit that was reached.
pub fn explain_doubt(
    model: &mut Model,
    formula: Specification,
    place: Option<Specification>,
    step: Option<usize>,
    options: &Options,
) -> Result<Explained, GaveUp> {
    let (agents, known) = match model.formulas.get(formula.formula) {
        Formula::Knows(Knowledge::Agent(agent), f) => (vec![agent], f),
        Formula::Knows(Knowledge::Distributed(group), f) => (model.system.group(group).members.clone(), f),
        _ => return Ok(Explained::NotKnowledge),
    };
    let place = match place {
        Some(place) => place.formula,
        None => model.formulas.intern(Formula::Not(formula.formula)),
    };
    let model = &*model;
    let question = Question { model, agents: &agents, known, place, step };
    let mut few = options.terms();
    few.limits.max_states = FEW_STATES;
    match Explicit::new(model, &few) {
        Ok(mut engine) => question.answer(&mut Listed::new(&mut engine, options, formula.logic)),
        Err(GaveUp::States(_)) => {
            let mut engine = BddEngine::new(model, &options.bdd_terms())?;
            engine.with_sets(formula.logic, |sets| question.answer(sets))
        }
        Err(reason) => Err(reason),
    }
}

struct Question<'a> {
    model: &'a Model,
    agents: &'a [AgentId],
    known: FormulaId,
    place: FormulaId,
    step: Option<usize>,
}

impl Question<'_> {
    fn answer<S: Sets>(&self, sets: &mut S) -> Result<Explained, GaveUp> {
        let goal = sets.satisfying(self.place)?;
        let Some(run) = nearest(sets, &goal)? else { return Ok(Explained::Nowhere) };
        let at = self.step.unwrap_or(run.states.len() - 1);
        let Some(state) = run.states.get(at) else { return Ok(Explained::Nowhere) };
        let why = unknowing(sets, &self.model.system, state, self.agents, self.known)?;
        let Some(why) = why else { return Ok(Explained::Known) };
        match replay_unknowing(&why, self.model) {
            Ok(()) => Ok(Explained::Unknown(Box::new(why))),
            Err(mismatch) => Ok(Explained::Broken(mismatch)),
        }
    }
}
