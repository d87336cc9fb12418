//! What verdicts rest on: evidence, replayed before anybody sees it, and whether a formula holds for an empty reason.

use std::sync::Arc;

use super::{Backing, Emptiness, Interesting, Outcome};
use crate::engine::{GaveUp, Options, Shows, Traces, Verdict};
use crate::ir::AgentId;
use crate::logic::{FormulaId, Specification};
use crate::model::Model;
use crate::witness::{
    Evidence, EvidenceFile, Reason, Sets, Shown, Unknowing, Vacuity, build, replay, replay_unknowing, unknowing,
    vacuity,
};

/// A model with all formulas that evidence and the search for empty reasons speak of.
#[derive(Clone)]
pub(super) struct Prepared {
    pub(super) model: Model,
    /// Per formula, what could make it hold for an empty reason.
    vacuity: Vec<Vec<Vacuity>>,
    /// Per formula, whether it is read on infinite paths.
    infinite: Vec<bool>,
}

impl std::ops::Deref for Prepared {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

impl Prepared {
    pub(super) fn new(model: &Model, options: &Options) -> Self {
        let mut model = model.clone();
        let specifications = model.specifications.clone();
        let mut questions = vec![Vec::new(); specifications.len()];
        if options.vacuity {
            for (number, &specification) in specifications.iter().enumerate() {
                questions[number] = vacuity(&mut model, specification);
            }
        }
        if options.evidence == Shows::Everything {
            let changed = questions.iter().zip(&specifications).flat_map(|(asked, &specification)| {
                asked.iter().filter_map(move |asked| match asked {
                    Vacuity::Antecedent { changed, .. } => Some(Specification { formula: *changed, ..specification }),
                    _ => None,
                })
            });
            model.specifications.extend(changed.collect::<Vec<_>>());
        }
        if options.evidence != Shows::Nothing {
            model = crate::witness::prepared(&model);
        }
        model.specifications.clone_from(&specifications);
        let reading = |specification: &Specification| options.traces_of(specification.logic) == Traces::Infinite;
        let infinite = specifications.iter().map(reading).collect();
        Self { model, vacuity: questions, infinite }
    }
}

/// Adds to an outcome what it rests on.
///
/// # Errors
/// Memory only: there may be more. Any other limit is a reason why there is no evidence.
pub(super) fn add<S: Sets>(
    outcome: &mut Outcome,
    model: &Prepared,
    options: &Options,
    sets: &mut S,
    number: usize,
) -> Result<(), GaveUp> {
    let specification = model.specifications[number];
    let shown = match (&outcome.verdict, options.evidence) {
        (Verdict::Fails, Shows::Failures | Shows::Everything) => Shown::Fails,
        (Verdict::Holds, Shows::Everything) => Shown::Holds,
        _ => return Ok(()),
    };
    outcome.backing = backing(model, options, sets, specification, shown)?;
    if matches!((&outcome.backing, shown), (Backing::Nothing, Shown::Holds)) {
        outcome.interesting = interesting(model, options, sets, number)?;
    }
    Ok(())
}

/// Evidence for a verdict, if there is anything to see in it.
fn backing<S: Sets>(
    model: &Model,
    options: &Options,
    sets: &mut S,
    specification: Specification,
    shown: Shown,
) -> Result<Backing, GaveUp> {
    let evidence = match build(sets, model, specification, shown, options) {
        Ok(evidence) => evidence,
        Err(GaveUp::Memory) => return Err(GaveUp::Memory),
        Err(reason) => return Ok(Backing::Missing(reason.to_string())),
    };
    Ok(match replay(&evidence, model, specification) {
        Ok(_) if shown == Shown::Holds && !evidence.is_substantial() => Backing::Nothing,
        Ok(replayed) => {
            let unknowing = why_not(sets, model, &evidence).unwrap_or_default();
            Backing::Shown { evidence: Arc::new(evidence), replayed, unknowing }
        }
        Err(mismatch) => Backing::Broken { evidence: Arc::new(evidence), mismatch },
    })
}

/// Cases in which the left side of an implication is true although the formula holds: what is wrong with the formula
/// that has `false` on the right side.
fn interesting<S: Sets>(
    model: &Prepared,
    options: &Options,
    sets: &mut S,
    number: usize,
) -> Result<Vec<Interesting>, GaveUp> {
    let mut found = Vec::new();
    for asked in &model.vacuity[number] {
        let Vacuity::Antecedent { antecedent, changed } = asked else { continue };
        let specification = Specification { formula: *changed, ..model.specifications[number] };
        match build(sets, model, specification, Shown::Fails, options) {
            Ok(evidence) if replay(&evidence, model, specification).is_ok() => {
                let file = Arc::new(EvidenceFile::new(&evidence, &[], model, specification));
                found.push(Interesting { antecedent: *antecedent, evidence: Arc::new(evidence), file });
            }
            Err(GaveUp::Memory) => return Err(GaveUp::Memory),
            // It holds for an empty reason, which is said elsewhere.
            Ok(_) | Err(_) => {}
        }
    }
    Ok(found)
}

/// Whether a verdict is to be explained.
pub(super) fn is_wanted(outcome: &Outcome, options: &Options) -> bool {
    let explained = !matches!(outcome.backing, Backing::Nothing);
    !explained
        && outcome.interesting.is_empty()
        && match outcome.verdict {
            Verdict::Fails => options.evidence != Shows::Nothing,
            Verdict::Holds => options.evidence == Shows::Everything,
            Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => false,
        }
}

/// For the first steps of knowledge that evidence takes to other states, the two runs side by side.
fn why_not<S: Sets>(sets: &mut S, model: &Model, evidence: &Evidence) -> Result<Vec<(usize, Unknowing)>, GaveUp> {
    let Some(engine) = model.formulas.find_all(&evidence.formulas) else { return Ok(Vec::new()) };
    let mut formulas = evidence.formulas.clone();
    let mut found = Vec::new();
    for (number, node) in evidence.nodes.iter().enumerate() {
        let Reason::Jump(jump) = &node.reason else { continue };
        let [(agents, there)] = jump.steps.as_slice() else { continue };
        if *there == node.state {
            continue;
        }
        // !K(a, f) says that something is considered possible in which f is false.
        let known = formulas.negated_normal_form(evidence.nodes[jump.part].formula);
        let Some(&known) = engine.get(known.index()) else { continue };
        let state = &evidence.states[node.state];
        let why = unknowing(sets, &model.system, state, agents, known)?;
        // It speaks of the state that the step leads to, or is of no use to a reader.
        let fits =
            |why: &Unknowing| *why.other.last() == evidence.states[*there] && replay_unknowing(why, model).is_ok();
        found.extend(why.filter(fits).map(|why| (number, why)));
        if found.len() == MOST_COMPARED {
            break;
        }
    }
    Ok(found)
}

/// How many comparisons of two runs are made for one formula.
const MOST_COMPARED: usize = 4;

impl Prepared {
    /// The implications of a formula that holds whose left sides never matter, and whether it speaks of no path at all. `holds` asks the engine about another
    /// formula of the same logic.
    pub(super) fn idle_antecedents(&self, number: usize, mut holds: impl FnMut(FormulaId) -> bool) -> Vec<Emptiness> {
        let infinite = self.infinite[number];
        let asked = self.vacuity[number].iter();
        asked
            .filter_map(|asked| match asked {
                Vacuity::Antecedent { antecedent, changed } if holds(*changed) => {
                    Some(Emptiness::Antecedent(*antecedent))
                }
                Vacuity::NoPath { changed } if infinite && holds(*changed) => Some(Emptiness::NoPath),
                _ => None,
            })
            .collect()
    }

    /// The agents of a formula's knowledge operators who never mistake one state for another.
    pub(super) fn all_seeing(
        &self,
        number: usize,
        mut tell_all_apart: impl FnMut(&[AgentId]) -> Result<bool, GaveUp>,
    ) -> Vec<Emptiness> {
        let asked = self.vacuity[number].iter();
        asked
            .filter_map(|asked| match asked {
                Vacuity::Knowledge { agents } if tell_all_apart(agents) == Ok(true) => {
                    Some(Emptiness::Knowledge(agents.clone()))
                }
                _ => None,
            })
            .collect()
    }
}
