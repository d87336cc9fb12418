//! All states of a system, enumerated or as diagrams: what evidence and vacuity are asked of.

use std::sync::Arc;

use super::constants::WhatNeverChanges;
use super::evidence;
use super::listed::Listed;
use super::purse::{Part, Piece};
use super::wanted::{Explanation, Item, Job};
use crate::bdd::BddEngine;
use crate::engine::{GaveUp, Limits, Verdict};
use crate::explicit::Explicit;
use crate::ir::AgentId;
use crate::logic::{Logic, Specification};
use crate::model::Model;
use crate::options::Options;
use crate::outcome::{Backing, Vacuity};
use crate::witness::{Conclusion, Sets, VacuityQuestion};

/// Evidence and explanations enumerate no more states than this before they turn to diagrams.
pub(super) const FEW_STATES: usize = 500_000;

/// Diagrams of the whole system.
pub(crate) struct AtHand {
    pub(crate) engine: BddEngine,
    /// Whether they are at hand whichever engine was first: some formula that only diagrams answer is about the whole system.
    pub(crate) certain: bool,
}

/// Something that is found out from the sets of states of an engine, whatever these are.
pub(super) trait Ask {
    /// What is found out.
    type Answer;

    fn ask<S: Sets>(&mut self, sets: &mut S) -> Result<Self::Answer, GaveUp>;
}

/// An engine that has all states of a system.
pub(super) trait Source {
    /// From now on formulas are those of this model: all that there were, and more after them.
    fn learn(&mut self, model: &Arc<Model>);

    fn set_limits(&mut self, limits: &Limits);

    fn check(&mut self, specification: Specification) -> Verdict;

    /// Asks something of the sets that formulas of a logic speak of.
    fn ask<A: Ask>(&mut self, options: &Options, logic: Logic, asked: A) -> Result<A::Answer, GaveUp>;
}

impl Source for Explicit<'_> {
    fn learn(&mut self, model: &Arc<Model>) {
        self.learn(model);
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.set_limits(limits.clone());
    }

    fn check(&mut self, specification: Specification) -> Verdict {
        self.check(specification)
    }

    fn ask<A: Ask>(&mut self, options: &Options, logic: Logic, mut asked: A) -> Result<A::Answer, GaveUp> {
        asked.ask(&mut Listed::new(self, options, logic))
    }
}

/// Decision diagrams, with so many nodes at most.
pub(super) struct Diagrams {
    pub(super) engine: BddEngine,
    pub(super) nodes: usize,
}

impl Source for Diagrams {
    fn learn(&mut self, model: &Arc<Model>) {
        self.engine.learn(model);
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.engine.set_limits(&Limits { max_nodes: self.nodes, ..limits.clone() });
    }

    fn check(&mut self, specification: Specification) -> Verdict {
        self.engine.check(specification)
    }

    fn ask<A: Ask>(&mut self, _: &Options, logic: Logic, mut asked: A) -> Result<A::Answer, GaveUp> {
        self.engine.with_sets(logic, |sets| asked.ask(sets))
    }
}

/// Does all that is wanted of these items: evidence for what fails, for what holds, then remarks.
pub(super) fn explain<'i>(source: &mut impl Source, job: &Job, items: impl IntoIterator<Item = &'i Item>) {
    source.learn(&job.model);
    let items: Vec<&Item> = items.into_iter().collect();
    for shown in [Conclusion::Fails, Conclusion::Holds] {
        let wanted = items.iter().copied().filter(|item| item.shown == Some(shown));
        let late = job.purse.share(Part::Evidence, wanted.collect(), |item, piece| show(source, (job, item), piece));
        job.leave_out(Part::Evidence, late);
    }
    let asked = items.into_iter().filter(|item| item.is_doubted());
    let late = job.purse.share(Part::Vacuity, asked.collect(), |item, piece| doubt(source, (job, item), piece));
    job.leave_out(Part::Vacuity, late);
}

/// Adds evidence.
fn show(source: &mut impl Source, (job, item): (&Job, &Item), piece: &Piece<'_>) {
    if let Err(reason) = job.options.limits.check() {
        job.miss([item], &reason);
        return;
    }
    let mut explanation = job.found(item);
    // To complete what is there already is an extra.
    let partial = evidence::is_partial(&explanation);
    if !partial && !explanation.is_nothing() {
        return;
    }
    let options = Options { limits: piece.limits.clone(), ..job.options.clone() };
    source.set_limits(&piece.limits);
    let missing = WhatIsMissing { explanation: &mut explanation, job, item, options: &options };
    let added = source.ask(&options, item.specification.logic, missing);
    if let Err(reason) = added.as_ref()
        && !partial
    {
        explanation.backing = Backing::Missing(reason.to_string());
    }
    let nothing = matches!(explanation.backing, Backing::Nothing | Backing::Missing(_));
    if piece.ran_out() && nothing && explanation.interesting.is_empty() {
        return;
    }
    explanation.done.insert(Part::Evidence);
    job.put(item, explanation);
}

/// Adds remarks.
fn doubt(source: &mut impl Source, (job, item): (&Job, &Item), piece: &Piece<'_>) {
    if job.options.limits.check().is_err() {
        return;
    }
    let options = Options { limits: piece.limits.clone(), ..job.options.clone() };
    source.set_limits(&piece.limits);
    let mut found = vacuity(source, item, &options, job.slice.is_none());
    let asked = WhatNeverChanges { job, item, empty: found.clone() };
    found.extend(source.ask(&options, item.specification.logic, asked).unwrap_or_default());
    let mut explanation = job.found(item);
    // What was found before the time was up is right, and may be found again.
    explanation.vacuity.retain(|reason| !found.contains(reason));
    explanation.vacuity.extend(found);
    if !piece.ran_out() {
        explanation.done.insert(Part::Vacuity);
    }
    job.put(item, explanation);
}

/// Adds what an explanation lacks.
struct WhatIsMissing<'a> {
    explanation: &'a mut Explanation,
    job: &'a Job,
    item: &'a Item,
    options: &'a Options,
}

impl Ask for WhatIsMissing<'_> {
    type Answer = ();

    fn ask<S: Sets>(&mut self, sets: &mut S) -> Result<(), GaveUp> {
        evidence::add_what_is_missing(self.explanation, (self.job, self.item), self.options, sets)
    }
}

/// For which empty reasons a formula holds. Whether agents tell all states apart is asked of the whole only: who sees all
/// that matters need not see all that there is.
fn vacuity(source: &mut impl Source, item: &Item, options: &Options, whole: bool) -> Vec<Vacuity> {
    let mut found = Vec::new();
    let mut holds = |formula| {
        let specification = Specification { formula, ..item.specification };
        source.check(specification) == Verdict::Holds
    };
    for asked in &item.questions {
        match asked {
            VacuityQuestion::Antecedent { antecedent, changed } if holds(*changed) => {
                found.push(Vacuity::Antecedent(*antecedent));
            }
            VacuityQuestion::NoPath { changed } if item.infinite && holds(*changed) => found.push(Vacuity::NoPath),
            VacuityQuestion::Antecedent { .. } | VacuityQuestion::NoPath { .. } | VacuityQuestion::Knowledge { .. } => {
            }
        }
    }
    for asked in &item.questions {
        if let VacuityQuestion::Knowledge { relations } = asked
            && whole
            && relations.iter().all(|agents| {
                let asked = TellAllApart { agents };
                source.ask(options, item.specification.logic, asked) == Ok(true)
            })
        {
            found.push(Vacuity::Knowledge(relations.clone()));
        }
    }
    found
}

/// Whether agents together tell all states apart.
struct TellAllApart<'a> {
    agents: &'a [AgentId],
}

impl Ask for TellAllApart<'_> {
    type Answer = bool;

    fn ask<S: Sets>(&mut self, sets: &mut S) -> Result<bool, GaveUp> {
        sets.tell_all_apart(self.agents)
    }
}

impl Ask for WhatNeverChanges<'_> {
    type Answer = Vec<Vacuity>;

    fn ask<S: Sets>(&mut self, sets: &mut S) -> Result<Vec<Vacuity>, GaveUp> {
        self.among(sets)
    }
}
