//! Formulas of CTL about single paths, in two ways that take turns: by their own encoding from bound to bound, and as a search
//! for lassos and for reasons why there are none.
//!
//! Neither is always better. Own encodings have inductions, and paths that do not repeat a state; lassos share one unrolling however
//! operators are nested, and that there is none may be proved without any unrolling. Turns are counted in bounds, conflicts
//! and questions, and double from round to round, as in `linear`. So a formula has its answer in at most about twice the
//! time of the better way, and the same answer at the same bound every time. The own encoding begins: what it answers within its first turn it
//! answers as if it were alone.

use super::engine::{Answered, BoundedEngine, ExactStates, Turn};
use super::linear::{LinearEngine, Single};
use super::options::BoundedOptions;
use crate::engine::{GaveUp, Limits, Terms, Verdict};

/// In the first round: bounds, and conflicts per question. Rounds double until they are this many times as large.
const BOUNDS: usize = 4;
const CONFLICTS: u64 = 1_000;
const MOST_DOUBLINGS: u32 = 20;

/// The search for lassos.
enum Paths {
    /// Not begun.
    Waiting(Box<Single>),
    Begun(Box<LinearEngine>),
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    States,
    Paths,
}

/// See the module.
pub(super) struct Turns {
    states: BoundedEngine,
    paths: Paths,
    options: Terms<BoundedOptions>,
    next: Way,
    round: u32,
    /// What the ways have said that are at their end without an answer.
    said: [Option<Answered>; 2],
}

impl Turns {
    pub(super) fn new(states: BoundedEngine, single: Single, options: Terms<BoundedOptions>) -> Self {
        let paths = Paths::Waiting(Box::new(single));
        Self { states, paths, options, next: Way::States, round: 0, said: [None, None] }
    }

    /// Searches, from where it was last, until there is an answer or a limit is reached.
    pub(super) fn answer(&mut self, limits: &Limits, exact: &mut dyn ExactStates) -> Answered {
        loop {
            let way = self.next;
            if self.said[way as usize].is_none()
                && let Some(answered) = self.turn(way, limits, exact)
            {
                let exact = matches!(answered.verdict, Verdict::Holds | Verdict::Fails);
                if exact || limits.check().is_err() {
                    return self.with_all_rows(answered);
                }
                self.said[way as usize] = Some(answered);
            }
            if let [Some(states), Some(_)] = &self.said {
                return self.with_all_rows(states.clone());
            }
            self.next = match way {
                Way::States => Way::Paths,
                Way::Paths => {
                    self.round = (self.round + 1).min(MOST_DOUBLINGS);
                    Way::States
                }
            };
        }
    }

    /// A turn of one way. Nothing, if it was over before there was an answer.
    fn turn(&mut self, way: Way, limits: &Limits, exact: &mut dyn ExactStates) -> Option<Answered> {
        match way {
            Way::States => {
                let turn = Turn { bounds: BOUNDS << self.round, conflicts: CONFLICTS << self.round };
                self.states.take_turn(limits, exact, turn)
            }
            Way::Paths => {
                let (verdict, bound) = match self.lassos(limits).map(|paths| paths.take_turn(limits)) {
                    Ok(found) => found.map(|(verdict, bound, _)| (verdict, bound))?,
                    Err(reason) => (Verdict::GaveUp(reason), None),
                };
                Some(Answered { verdict, bound, rows: Vec::new(), shown: Vec::new() })
            }
        }
    }

    fn lassos(&mut self, limits: &Limits) -> Result<&mut LinearEngine, GaveUp> {
        if let Paths::Waiting(single) = &self.paths {
            let terms = Terms { limits: limits.clone(), ..self.options.clone() };
            self.paths = Paths::Begun(Box::new(LinearEngine::of_ctl(single, &terms)?));
        }
        match &mut self.paths {
            Paths::Begun(engine) => Ok(engine),
            Paths::Waiting(_) => Err(GaveUp::Interrupted),
        }
    }

    /// With what was asked in both ways.
    fn with_all_rows(&self, answered: Answered) -> Answered {
        let mut rows = self.states.rows().to_vec();
        if let Paths::Begun(engine) = &self.paths {
            rows.append(&mut engine.rows());
        }
        Answered { rows, ..answered }
    }
}
