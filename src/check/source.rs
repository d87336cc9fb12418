//! All states of a system, enumerated or as diagrams: whom evidence and empty reasons are asked of.

use super::Emptiness;
use super::evidence;
use super::job::{Explanation, Item, Job};
use super::listed::Listed;
use crate::bdd::BddEngine;
use crate::engine::{GaveUp, Limits, Options, Verdict};
use crate::explicit::Explicit;
use crate::ir::AgentId;
use crate::logic::Specification;
use crate::witness::{Sets, Vacuity};

/// See the module.
pub(super) enum Source<'j> {
    Listed(Box<Explicit<'j>>),
    /// With so many nodes at most.
    Diagrams(Box<BddEngine<'j>>, usize),
}

impl<'j> Source<'j> {
    /// Does all that is wanted of these items.
    pub(super) fn explain<'i>(&mut self, job: &'j Job, items: impl IntoIterator<Item = &'i Item>) {
        match self {
            Self::Listed(engine) => engine.learn(&job.model),
            Self::Diagrams(engine, _) => engine.learn(&job.model),
        }
        for item in items {
            if let Err(reason) = job.options.limits.check() {
                job.miss([item], &reason);
                continue;
            }
            let limits = job.limits();
            let options = Options { limits: limits.clone(), ..job.options.clone() };
            self.set_limits(&limits);
            let mut explanation = job.found(item);
            explanation.emptiness.extend(self.emptiness(job, item, &options));
            // To complete what is there already is an extra.
            let partial = evidence::is_partial(&explanation);
            if (partial || explanation.is_nothing())
                && let Err(reason) = self.evidence(job, item, &options, &mut explanation)
                && !partial
            {
                explanation.backing = super::Backing::Missing(reason.to_string());
            }
            job.put(item, explanation);
        }
    }

    fn set_limits(&mut self, limits: &Limits) {
        match self {
            Self::Listed(engine) => engine.set_limits(limits.clone()),
            Self::Diagrams(engine, nodes) => engine.set_limits(&Limits { max_nodes: *nodes, ..limits.clone() }),
        }
    }

    /// For which empty reasons a formula holds.
    fn emptiness(&mut self, job: &'j Job, item: &Item, options: &Options) -> Vec<Emptiness> {
        let mut found = Vec::new();
        let mut holds = |formula| {
            let specification = Specification { formula, ..item.specification };
            let verdict = match self {
                Self::Listed(engine) => engine.check(specification),
                Self::Diagrams(engine, _) => engine.check(specification),
            };
            verdict == Verdict::Holds
        };
        for asked in &item.questions {
            match asked {
                Vacuity::Antecedent { antecedent, changed } if holds(*changed) => {
                    found.push(Emptiness::Antecedent(*antecedent));
                }
                Vacuity::NoPath { changed } if item.infinite && holds(*changed) => found.push(Emptiness::NoPath),
                Vacuity::Antecedent { .. } | Vacuity::NoPath { .. } | Vacuity::Knowledge { .. } => {}
            }
        }
        for asked in &item.questions {
            if let Vacuity::Knowledge { relations } = asked
                && relations.iter().all(|agents| self.tell_all_apart(job, item, options, agents) == Ok(true))
            {
                found.push(Emptiness::Knowledge(relations.clone()));
            }
        }
        found
    }

    fn tell_all_apart(
        &mut self,
        job: &'j Job,
        item: &Item,
        options: &Options,
        agents: &[AgentId],
    ) -> Result<bool, GaveUp> {
        let logic = item.specification.logic;
        match self {
            Self::Listed(engine) => Listed::new(engine, &job.model, options, logic).tell_all_apart(agents),
            Self::Diagrams(engine, _) => engine.tell_all_apart(logic, agents),
        }
    }

    fn evidence(
        &mut self,
        job: &'j Job,
        item: &Item,
        options: &Options,
        explanation: &mut Explanation,
    ) -> Result<(), GaveUp> {
        let logic = item.specification.logic;
        match self {
            Self::Listed(engine) => {
                let mut sets = Listed::new(engine, &job.model, options, logic);
                evidence::add_what_is_missing(explanation, (job, item), options, &mut sets)
            }
            Self::Diagrams(engine, _) => {
                engine.with_sets(logic, |sets| evidence::add_what_is_missing(explanation, (job, item), options, sets))
            }
        }
    }
}
