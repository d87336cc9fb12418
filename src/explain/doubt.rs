//! Why an agent does not know something in a state, asked apart from any verdict.

use crate::bdd::BddEngine;
use crate::engine::{EvidenceGap, GaveUp};
use crate::explicit::Explicit;
use crate::ir::{AgentId, GroupId};
use crate::logic::{Formula, FormulaId, Knowledge, Specification};
use crate::model::Model;
use crate::options::Options;
use crate::witness::{Mismatch, Sets, Unknowing, nearest, replay_unknowing, unknowing};

use super::listed::Listed;
use super::source::FEW_STATES;

/// How deep common knowledge is looked at.
const LEVELS: usize = 64;

/// What was found out.
#[derive(Debug, Clone)]
pub enum Explained {
    /// It is not known there, and why; the formula is what these agents do not know.
    Unknown(Box<Unknowing>, FormulaId),
    /// It is known there.
    Known,
    /// There is no such state.
    Nowhere,
    /// There is one, but a shortest run to it has only so many steps.
    Sooner(usize),
    /// The explanation does not replay: an error of ours.
    Broken(Mismatch),
    /// The formula is not knowledge of something.
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
    let Formula::Knows(knowledge, f) = model.formulas.get(formula.formula) else { return Ok(Explained::NotKnowledge) };
    let mut levels = vec![f];
    let together = |group: GroupId| model.system.group(group).members.clone();
    let one_by_one = |group: GroupId| together(group).into_iter().map(|member| vec![member]).collect();
    let agents: Vec<Vec<AgentId>> = match knowledge {
        Knowledge::Agent(agent) => vec![vec![agent]],
        Knowledge::Distributed(group) => vec![together(group)],
        Knowledge::Everyone(group) => one_by_one(group),
        Knowledge::Common(group) => {
            // All know it, all know that all know it, and so on: some member does not know one of these.
            let everyone = Knowledge::Everyone(group);
            for level in 1..LEVELS {
                levels.push(model.formulas.intern(Formula::Knows(everyone, levels[level - 1])));
            }
            one_by_one(group)
        }
    };
    let place = match place {
        Some(place) => place.formula,
        None => model.formulas.intern(Formula::Not(formula.formula)),
    };
    let model = &*model;
    let question = Question { model, agents: &agents, levels: &levels, whole: formula.formula, place, step };
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
    /// Who may not know, one after the other.
    agents: &'a [Vec<AgentId>],
    /// What they may not know, one after the other.
    levels: &'a [FormulaId],
    whole: FormulaId,
    place: FormulaId,
    step: Option<usize>,
}

impl Question<'_> {
    fn answer<S: Sets>(&self, sets: &mut S) -> Result<Explained, GaveUp> {
        let goal = sets.satisfying(self.place)?;
        let Some(run) = nearest(sets, &goal)? else { return Ok(Explained::Nowhere) };
        let at = self.step.unwrap_or(run.states.len() - 1);
        let Some(state) = run.states.get(at) else { return Ok(Explained::Sooner(run.states.len() - 1)) };
        let known = sets.satisfying(self.whole)?;
        if sets.contains(&known, state)? {
            return Ok(Explained::Known);
        }
        for &what in self.levels {
            for agents in self.agents {
                let Some(why) = unknowing(sets, &self.model.system, state, agents, what)? else { continue };
                return Ok(match replay_unknowing(&why, self.model) {
                    Ok(()) => Explained::Unknown(Box::new(why), what),
                    Err(mismatch) => Explained::Broken(mismatch),
                });
            }
        }
        Err(EvidenceGap::Unreachable("common knowledge fails deeper than is looked").into())
    }
}
