//! Games solved from the initial states on, without listing all that can be reached.
//!
//! Strategies often need few states: who may stay safe by doing nothing need not know what else could be done. So for ATL
//! with perfect information and without fairness, a state is looked at when the value of a formula in an initial state
//! turns out to depend on it. What that saves depends on the game; at worst everything is looked at once, as enumeration
//! does.
//!
//! | file | what it defines |
//! |---|---|
//! | `arena` | states that were met, and steps from those that were looked at |
//! | `boolean` | formulas between games, with values that may be unknown yet |
//! | `choice` | a choice of a group that keeps out of some branches |
//! | `play` | what is known of one game, and what has to be looked at |
//! | `solver` | the moves of a game: answers to be kept; games within games |

mod arena;
mod boolean;
mod choice;
mod play;
mod solver;

use self::solver::Solver;
use crate::Model;
use crate::engine::{Declined, GaveUp, Strategies, Terms, Verdict};
use crate::ir::InitialStates;
use crate::logic::{Formula, Specification};

/// Values that may be tried to find initial states, besides what listing the admitted number of states takes.
const INITIAL_EFFORT: u64 = 1 << 20;

/// What an answer took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Whether the formula is true in all initial states.
    pub verdict: Held,
    /// States that were met.
    pub states: usize,
}

/// An exact answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// It is true in all initial states.
    Everywhere,
    /// It is false in one of them.
    NotHere,
}

impl From<Held> for Verdict {
    fn from(held: Held) -> Self {
        match held {
            Held::Everywhere => Self::Holds,
            Held::NotHere => Self::Fails,
        }
    }
}

/// Whether [`answer`] may answer a formula: Boolean connectives and strategic operators over what a state says by itself, at
/// least one of the latter, no fairness and no uniform strategies.
#[must_use]
pub fn can_answer(model: &Model, specification: Specification, strategies: Strategies) -> bool {
    let below = model.formulas.below(specification.formula);
    let games = below.iter().any(|&id| matches!(model.formulas.get(id), Formula::Strategic(..)));
    let local = |formula: Formula| match formula {
        Formula::True
        | Formula::False
        | Formula::Atom(_)
        | Formula::Red(_)
        | Formula::Not(_)
        | Formula::And(..)
        | Formula::Or(..)
        | Formula::Implies(..)
        | Formula::Strategic(..) => true,
        Formula::Branching(..)
        | Formula::Quantified(..)
        | Formula::Linear(_)
        | Formula::Dynamic(..)
        | Formula::Knows(..)
        | Formula::Considers(..)
        | Formula::Obliged(..)
        | Formula::Permitted(..) => false,
    };
    games
        && strategies == Strategies::PerfectInformation
        && model.fairness.is_empty()
        && below.iter().all(|&id| local(model.formulas.get(id)))
}

/// Whether a formula for which [`can_answer`] says so is true in all initial states.
///
/// # Errors
/// The limit that was reached; that there is no initial state, or the formula is none of those.
pub fn answer(model: &Model, specification: Specification, terms: &Terms) -> Result<Answer, GaveUp> {
    if !can_answer(model, specification, terms.strategies) {
        return Err(Declined::LocalLogic.into());
    }
    let limits = &terms.limits;
    let mut solver = Solver::new((&model.system, &model.formulas), specification.formula, limits)?;
    let per_state = InitialStates::steps_per_state(&model.system);
    let budget = (limits.max_states as u64).saturating_mul(per_state).saturating_add(INITIAL_EFFORT);
    let budget = limits.max_effort.map_or(budget, |most| (most / 4).min(budget));
    let mut answer = None;
    for state in InitialStates::new(&model.system, budget) {
        limits.check()?;
        let state = state.map_err(|_| GaveUp::from(Declined::InitialStates))?;
        let held = if solver.holds(&state)? { Held::Everywhere } else { Held::NotHere };
        answer = Some(held);
        if held == Held::NotHere {
            break;
        }
    }
    let verdict = answer.ok_or(Declined::NoInitialState)?;
    Ok(Answer { verdict, states: solver.states() })
}
