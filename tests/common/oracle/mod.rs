//! The oracle: the definitions of every logic, literally, on enumerated states.
//!
//! Every joint action of every state is tried, every operator is computed as it is defined. It shares no code with any
//! engine, so that it can disagree with them: only the meaning of models (`ir`), of formulas (`logic`) and the types of
//! answers. It was the explicit engine until that was made for speed.
//!
//! | file | what it defines |
//! |---|---|
//! | `space`, `graph`, `set` | reachable states, their numbers, steps and sets |
//! | `world`, `check` | what formulas are interpreted in, and in which order |
//! | `ctl`, `fairness`, `components` | CTL, fair paths, where paths can stay forever |
//! | `knowledge`, `obligation` | K, GK, DK, GCK and O |
//! | `game`, `atl`, `uniform` | strategies |
//! | `paths` | LTL, CTL*, LDL, CDL* on paths |

mod atl;
mod check;
mod components;
mod ctl;
mod fairness;
mod game;
mod graph;
mod knowledge;
mod obligation;
mod paths;
mod set;
mod space;
mod uniform;
mod world;

pub use graph::Graph;
pub use set::StateSet;
pub use space::Space;

use self::check::{Evaluator, Reading};
use self::world::World;
use qmas::Model;
use qmas::engine::{GaveUp, Terms, Traces, Verdict};
use qmas::logic::{FormulaId, Logic, Specification};

/// The oracle on one model.
pub struct Oracle<'m> {
    evaluator: Evaluator<'m>,
    /// Over the fair states and fair paths.
    fair: Reading,
    /// Over all states and finite traces.
    finite: Reading,
}

impl<'m> Oracle<'m> {
    /// Enumerates the reachable states of `model` and finds the fair ones.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(model: &'m Model, options: &Terms) -> Result<Self, GaveUp> {
        let space = Space::explore(&model.system, &options.limits)?;
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
}
