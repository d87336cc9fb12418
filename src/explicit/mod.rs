//! The explicit engine: every logic on enumerated states.
//!
//! States are a few words each, and their steps are found without listing joint actions (`steps`). It shares no code with
//! the symbolic engines, nor with the oracle of the tests, which has the definitions literally.
//!
//! | file | what it defines |
//! |---|---|
//! | `words`, `steps`, `space`, `graph`, `set`, `runs` | reachable states, their numbers, steps, sets and runs |
//! | `edges`, `pulse` | what algorithms ask of graphs, and how often they look at limits |
//! | `world`, `check` | what formulas are interpreted in, and in which order |
//! | `ctl`, `fairness`, `components` | CTL, fair paths, where paths can stay forever |
//! | `knowledge`, `obligation` | K, GK, DK, GCK and O |
//! | `labels`, `outcomes`, `game`, `atl`, `uniform` | strategies |
//! | `local` | strategies from the initial states on, without all states |
//! | `paths` | LTL, CTL*, LDL, CDL* on paths |

mod atl;
mod check;
mod choices;
mod components;
mod ctl;
mod edges;
mod fairness;
mod game;
mod graph;
mod knowledge;
mod labels;
pub mod local;
mod obligation;
mod outcomes;
mod paths;
mod pulse;
mod runs;
mod set;
mod space;
mod steps;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod uniform;
mod words;
mod world;

pub use graph::Graph;
pub use set::StateSet;
pub use space::Space;

use self::check::{Evaluator, Reading};
use self::world::World;
use crate::Model;
use crate::engine::{EvidenceGap, GaveUp, Limits, Terms, Traces, Verdict};
use crate::ir::{AgentId, State};
use crate::logic::{Formula, FormulaId, Logic, Sign, Specification};
use crate::run::Run;

/// What enumeration found out about a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statistics {
    /// Reachable states.
    pub states: usize,
    /// Pairs of a reachable state and a successor.
    pub transitions: usize,
    /// Triples of a reachable state, a joint action and a successor.
    pub moves: usize,
    /// Reachable states without a successor.
    pub deadlocks: usize,
    /// Initial states.
    pub initial_states: usize,
    /// Reachable states with a fair path; all of them if the model has no fairness.
    pub fair_states: usize,
    /// Choices of evolution lines in reachable states that leave a range or divide inexactly.
    pub dropped_choices: usize,
}

/// The explicit engine on one model.
pub struct Explicit<'m> {
    evaluator: Evaluator<'m>,
    /// Over the fair states and fair paths.
    fair: Reading,
    /// Over all states and finite traces.
    finite: Reading,
}

impl<'m> Explicit<'m> {
    /// Enumerates the reachable states of `model` and finds the fair ones.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(model: &'m Model, options: &Terms) -> Result<Self, GaveUp> {
        let strategic = |formula: Formula| matches!(formula, Formula::Strategic(..));
        let games = model.formulas.ids().any(|id| strategic(model.formulas.get(id)));
        let space = if games { Space::explore_for_games } else { Space::explore };
        Self::on(space(&model.system, &options.limits)?, model, options)
    }

    /// Takes states that are known from elsewhere, such as [`Space::part`], and finds the fair ones among them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn on(space: Space<'m>, model: &'m Model, options: &Terms) -> Result<Self, GaveUp> {
        let all = StateSet::full(space.len());
        let mut evaluator = Evaluator::new(space, model.formulas.clone(), options.clone());
        let mut plain = Reading::new(all.clone(), Vec::new(), Traces::Infinite);
        let fairness: Vec<StateSet> =
            model.fairness.iter().map(|&formula| evaluator.evaluate(&mut plain, formula)).collect::<Result<_, _>>()?;
        let fair = if fairness.is_empty() {
            plain
        } else {
            let world =
                World { graph: evaluator.space.graph(), universe: &all, fairness: &fairness, limits: &options.limits };
            Reading::new(world.exists_globally(&all)?, fairness, Traces::Infinite)
        };
        Ok(Self { evaluator, fair, finite: Reading::new(all, Vec::new(), Traces::Finite) })
    }

    /// From now on these limits count.
    pub fn set_limits(&mut self, limits: Limits) {
        self.evaluator.options.limits = limits;
    }

    /// From now on formulas are those of `model`: the same system, all formulas that there were, and more after them.
    pub fn learn(&mut self, model: &Model) {
        self.evaluator.learn(model.formulas.clone(), [&mut self.fair, &mut self.finite]);
    }

    /// Whether the specification is true in all initial states (with fairness: in those that have a fair path).
    pub fn check(&mut self, specification: Specification) -> Verdict {
        let initial = self.space().initial_states().and(&self.reading(specification.logic).universe);
        match self.satisfying_specification(specification) {
            Ok(states) if initial.is_subset(&states) => Verdict::Holds,
            Ok(_) => Verdict::Fails,
            Err(reason) => Verdict::GaveUp(reason),
        }
    }

    /// The states in which a state formula of the model is true; with fairness, among those that have a fair path.
    /// Path quantifiers range over infinite paths.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn satisfying(&mut self, formula: FormulaId) -> Result<StateSet, GaveUp> {
        self.evaluator.evaluate(&mut self.fair, formula)
    }

    /// The states in which a specification is true, read as its logic and the options ask for.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn satisfying_specification(&mut self, specification: Specification) -> Result<StateSet, GaveUp> {
        let reading = if self.on_finite_traces(specification.logic) { &mut self.finite } else { &mut self.fair };
        self.evaluator.evaluate(reading, specification.formula)
    }

    /// The states that formulas of a logic speak of: all reachable ones, or those with a fair path.
    #[must_use]
    pub fn universe(&self, logic: Logic) -> &StateSet {
        &self.reading(logic).universe
    }

    /// Where each constraint of the Fairness section is true, if formulas of a logic look at it.
    #[must_use]
    pub fn fairness(&self, logic: Logic) -> &[StateSet] {
        &self.reading(logic).fairness
    }

    fn reading(&self, logic: Logic) -> &Reading {
        if self.on_finite_traces(logic) { &self.finite } else { &self.fair }
    }

    fn on_finite_traces(&self, logic: Logic) -> bool {
        self.evaluator.options.traces_of(logic) == Traces::Finite
    }

    /// A run on which a path formula or its negation is true, read as formulas of `logic` are, from one state or from any
    /// initial one; a short one. Without one there is no such path.
    ///
    /// # Errors
    /// The limit that was reached. Runs begin in reachable states.
    pub fn run(
        &mut self,
        logic: Logic,
        (sign, path): (Sign, FormulaId),
        from: Option<&State>,
    ) -> Result<Option<Run>, GaveUp> {
        let mut starts = StateSet::empty(self.space().len());
        match from {
            None => starts = self.space().initial_states().and(self.universe(logic)),
            Some(state) => {
                let number = self.space().find(state);
                starts.insert(
                    number
                        .ok_or_else(|| GaveUp::from(EvidenceGap::Unreachable("a run begins in no reachable state")))?,
                );
            }
        }
        let reading = if self.on_finite_traces(logic) { &mut self.finite } else { &mut self.fair };
        let found = self.evaluator.walk(reading, (sign, path), &starts)?;
        Ok(found.map(|walk| self.space().run_along(&walk.states, walk.back_to)))
    }

    /// Whether no state has a fair path, so that every formula holds vacuously (not those on finite traces).
    #[must_use]
    pub fn vacuous(&self) -> bool {
        self.fair.universe.is_empty()
    }

    /// The reachable states, their numbers, the steps between them and ways to them.
    #[must_use]
    pub fn space(&self) -> &Space<'m> {
        &self.evaluator.space
    }

    /// The states that formulas of a logic speak of and that these agents together cannot tell from one of `set`.
    pub(crate) fn alike(&mut self, logic: Logic, set: &StateSet, agents: &[AgentId]) -> StateSet {
        let partition = self.evaluator.partition(agents);
        partition.alike(set, self.universe(logic))
    }

    /// Whether these agents together tell all states apart that formulas of a logic speak of.
    pub(crate) fn tell_all_apart(&mut self, logic: Logic, agents: &[AgentId]) -> bool {
        let partition = self.evaluator.partition(agents);
        partition.tells_all_apart(self.universe(logic))
    }

    /// What enumeration found out.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let space = self.space();
        Statistics {
            states: space.len(),
            transitions: space.graph().edges(),
            moves: space.moves(),
            deadlocks: space.graph().deadlocks().count(),
            initial_states: space.initial_states().count(),
            fair_states: self.fair.universe.count(),
            dropped_choices: space.dropped(),
        }
    }
}
