//! Execution of evidence on the system: protocols, evolutions, observations, every state reached from an initial one.
//!
//! Nothing here is used by an engine, and nothing of an engine is used here: what is wrong with evidence is found out,
//! whoever made it. Universal claims cannot be executed: where there are few states they are looked at in all of them,
//! otherwise it is said that they were not, and the verdict is not shown.
//!
//! | file | what it looks at |
//! |---|---|
//! | `outcome` | what a replay finds out |
//! | `runner` | single steps, and runs from an initial state |
//! | `replayer` | what is known so far, and questions that all reasons ask |
//! | `node` | whether a reason is of a kind that can show a formula |
//! | `path`, `knowledge` | paths, and steps of knowledge |
//! | `strategy`, `fair` | strategies, by playing them; with fairness |
//! | `prevention`, `dilemma` | what a group cannot enforce |
//! | `universal`, `whole` | universal claims, in all states if these are few |

mod dilemma;
mod fair;
mod knowledge;
mod node;
mod outcome;
mod path;
mod prevention;
mod replayer;
mod runner;
mod strategy;
mod universal;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use super::claim::Claim;
use super::evidence::{Evidence, StateId};
use crate::engine::Traces;
use crate::ir::{State, Transitions};
use crate::logic::{Logic, Specification};
use crate::model::Model;
use crate::run::Run;
use outcome::wrong;
pub use outcome::{Beyond, Checked, Mismatch, Open, Replayed, Unseen};
use replayer::Replayer;
use runner::Runner;
pub use runner::replay_unknowing;
use whole::{Judge, Manner};

/// Executes evidence on the model that it speaks of, and looks at universal claims if there are at most so many reachable states, and at whether what
/// holds does so in all initial states.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn execute(
    evidence: &Evidence,
    model: &Model,
    specification: Specification,
    most: usize,
) -> Result<Replayed, Mismatch> {
    if evidence.traces == Traces::Finite && !matches!(specification.logic, Logic::Ldl | Logic::CdlStar) {
        return wrong("only LDL and CDL* are read on finite traces");
    }
    let claim = Claim::new(model, specification, evidence.shown);
    let fair = evidence.traces == Traces::Infinite && !model.fairness.is_empty();
    let manner = Manner { traces: evidence.traces, strategies: evidence.strategies, fair };
    let mut replay = Replayer {
        evidence,
        model,
        judge: if most > 0 { Judge::new(&model.system, &claim, manner, most) } else { Err(Beyond::NotAsked) },
        runner: Runner { model, transitions: Transitions::new(&model.system) },
        fair: fair.then_some(claim.fair),
        claim,
        reached: BTreeSet::new(),
        done: Replayed::default(),
    };
    replay.whole()?;
    Ok(replay.done)
}

impl Replayer<'_> {
    fn whole(&mut self) -> Checked {
        let Some(first) = self.evidence.nodes.first() else { return wrong("there is nothing in it") };
        if first.formula != self.claim.root {
            return wrong("it is evidence for another formula");
        }
        let mut known: BTreeMap<&State, StateId> = BTreeMap::new();
        for (number, state) in self.evidence.states.iter().enumerate() {
            self.runner.in_domain(number, state)?;
            if let Some(other) = known.insert(state, number) {
                return wrong(format!("states {other} and {number} are the same"));
            }
        }
        self.universe()?;
        for (&end, run) in &self.evidence.origins {
            self.origin(end, run)?;
        }
        self.runner.initial(self.state(first.state)?)?;
        self.reached.insert(first.state);
        self.fair_start(0)?;
        // From the first obligation to its parts: what stands on no path is not reached, and not looked at.
        let mut seen = BTreeSet::new();
        let mut work = vec![0];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let parts = self.node(id).map_err(|mismatch| Mismatch { node: mismatch.node.or(Some(id)), ..mismatch })?;
            work.extend(parts);
        }
        if seen.len() != self.evidence.nodes.len() {
            return wrong("some of its parts belong to nothing");
        }
        if let Some(state) = (0..self.evidence.states.len()).find(|state| !self.reached.contains(state)) {
            return wrong(format!("state {state} is reached from nowhere"));
        }
        self.other_initial_states()
    }

    /// How many states there are is the engine's word, unless there are few.
    fn universe(&self) -> Checked {
        let Some(universe) = &self.evidence.universe else { return Ok(()) };
        if universe.fair != self.fair.is_some() {
            return wrong("it is not about the states that formulas speak of");
        }
        let right = match self.judge.as_ref().map(Judge::size) {
            Ok((states, initial)) => universe.states == states.into() && universe.initial == initial.into(),
            // Play may leave the states that have a fair path.
            Err(_) => universe.fair || universe.states >= self.evidence.states.len().into(),
        };
        if right { Ok(()) } else { wrong("there are not so many states") }
    }

    fn origin(&mut self, end: StateId, run: &Run) -> Checked {
        if run.states.last() != Some(self.state(end)?) {
            return wrong(format!("the run to state {end} leads elsewhere"));
        }
        self.runner
            .run(run)
            .map_err(|mismatch| Mismatch { what: format!("run to state {end}: {}", mismatch.what), ..mismatch })?;
        self.done.steps += run.actions.len();
        self.reached.insert(end);
        Ok(())
    }
}
