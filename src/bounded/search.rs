//! The search for the answer to one formula, whatever it speaks of: states, by questions with quantifiers, or paths, by
//! lassos.

use qmas_encodings::SymbolicSystem;

use super::engine::{Answered, BoundedEngine, ExactStates};
use super::linear::{LinearEngine, Single, about_a_path, is_linear};
use super::options::{BoundedOptions, Paths};
use super::translate::is_branching;
use super::turns::Turns;
use crate::engine::{GaveUp, Limits, Strategies, Terms, Traces, Verdict};
use crate::logic::{FormulaKind, Specification};
use crate::model::Model;

/// Whether a formula of a model that is read on such paths, and with such strategies, is of this engine's logics.
#[must_use]
pub fn can_answer(model: &Model, specification: Specification, traces: Traces, strategies: Strategies) -> bool {
    is_branching(model, specification, (traces, strategies)) || is_linear(model, specification, traces)
}

/// Whether a formula has path quantifiers that players answer, going along paths with automata: those of formulas over atoms at
/// the root are answered otherwise.
#[must_use]
pub fn plays_on_paths(model: &Model, specification: Specification, traces: Traces) -> bool {
    !is_linear(model, specification, traces)
        && model.formulas.any_below(specification.formula, |formula| formula.kind() == FormulaKind::Quantified)
}

/// Whether a formula is one of CTL about a single path, which is looked for as those of path formulas are.
#[must_use]
pub fn is_about_a_path(model: &Model, specification: Specification) -> bool {
    about_a_path(model, specification).is_some()
}

/// A search that may go on.
pub enum Search {
    /// CTLK, ATL, obligation and path formulas inside them.
    Branching(Box<BoundedEngine>),
    /// Formulas of CTL about single paths.
    Turns(Box<InTurns>),
    /// Path formulas.
    Linear(Box<Linear>),
}

/// A search for lassos.
pub struct Linear(LinearEngine);

/// A search for states and for lassos.
pub struct InTurns(Turns);

impl Search {
    /// A search for the answer to the `number`th specification that has not begun yet, on the part of the model that it
    /// depends on.
    ///
    /// # Errors
    /// Why the engine does not do this.
    pub fn new(
        model: &Model,
        system: &SymbolicSystem,
        (number, specification): (usize, Specification),
        options: &Terms<BoundedOptions>,
    ) -> Result<Self, GaveUp> {
        if is_linear(model, specification, options.traces_of(specification.logic)) {
            let engine = LinearEngine::new(model, system, specification, options)?;
            return Ok(Self::Linear(Box::new(Linear(engine))));
        }
        // Who wants proofs gets them: searches for lassos leave none.
        let single = match options.own.paths {
            Paths::Beside | Paths::Only if options.own.proofs.is_none() => Single::new(model, system, specification),
            Paths::Not | Paths::Beside | Paths::Only => None,
        };
        let states = || BoundedEngine::new(model, system, (number, specification), options);
        Ok(match single {
            None => Self::Branching(Box::new(states()?)),
            Some(single) if options.own.paths == Paths::Only => {
                Self::Linear(Box::new(Linear(LinearEngine::of_ctl(&single, options)?)))
            }
            Some(single) => Self::Turns(Box::new(InTurns(Turns::new(states()?, single, options.clone())))),
        })
    }

    /// Searches, from where it was last, until there is an answer or a limit is reached.
    pub fn answer(&mut self, limits: &Limits, exact: &mut dyn ExactStates) -> Answered {
        match self {
            Self::Branching(engine) => engine.answer(limits, exact),
            Self::Turns(turns) => turns.0.answer(limits, exact),
            Self::Linear(linear) => {
                let (verdict, bound, rows) = linear.0.answer(limits);
                Answered { verdict, bound, rows, shown: Vec::new() }
            }
        }
    }
}

/// Answers a specification, the `number`th, on `system`, which is the part of the model that it depends on.
pub fn check(
    model: &Model,
    system: &SymbolicSystem,
    asked: (usize, Specification),
    options: &Terms<BoundedOptions>,
    exact: &mut dyn ExactStates,
) -> Answered {
    match Search::new(model, system, asked, options) {
        Ok(mut search) => search.answer(&options.limits, exact),
        Err(reason) => Answered { verdict: Verdict::GaveUp(reason), bound: None, rows: Vec::new(), shown: Vec::new() },
    }
}
