//! What a user can choose about the bounded engine.

use qmas_encodings::bounded::{Repetition, Savings};

use crate::solver::SatChoice;

/// Which questions are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Query {
    /// Both, per bound.
    #[default]
    Both,
    /// Only whether the formula is proved.
    Prove,
    /// Only whether it is refuted.
    Refute,
}

/// Where reachable states come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Runs and supersets first, decision diagrams where these do not do.
    #[default]
    Auto,
    /// Runs only. What is said of all reachable states is exact once no longer run shows anything new.
    Unroll,
    /// Decision diagrams, from the start.
    Bdd,
}

/// What a user can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundedOptions {
    /// The first bound.
    pub start: usize,
    /// The last bound, if there is one.
    pub max: Option<usize>,
    /// From one bound to the next.
    pub step: usize,
    /// Which questions are asked.
    pub query: Query,
    /// Where reachable states come from.
    pub reach: Reach,
    /// What counts as a repetition on a knowledge path.
    pub repetition: Repetition,
    /// Prove invariants by induction as well.
    pub induction: bool,
    /// What makes questions smaller.
    pub savings: Savings,
    /// Who solves.
    pub sat: SatChoice,
    /// How many conflicts a call of a SAT solver may take, if not any number.
    pub conflicts: Option<u64>,
}

impl Default for BoundedOptions {
    fn default() -> Self {
        Self {
            start: 1,
            max: None,
            step: 1,
            query: Query::default(),
            reach: Reach::default(),
            repetition: Repetition::default(),
            induction: true,
            savings: Savings::default(),
            sat: SatChoice::default(),
            conflicts: None,
        }
    }
}
