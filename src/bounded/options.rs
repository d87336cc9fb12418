//! What a user can choose about the bounded engine.

use qmas_encodings::bounded::{Question, Repetition, Savings};

use crate::choice::{choice, names};
use crate::solver::qbf::QbfChoice;
use crate::solver::{Proof, SatChoice};

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

/// How formulas of CTL about single paths are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paths {
    /// By their own encoding.
    Not,
    /// By that and as path formulas are, in turns.
    #[default]
    Beside,
    /// As path formulas are.
    Only,
}

choice!(Query {
    Prove = "prove", "Whether the formula is proved";
    Refute = "refute", "Whether it is refuted";
    Both = "both", "One after the other at each bound";
});

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

choice!(Reach {
    Auto = "auto", "Runs first, decision diagrams where these do not do";
    Unroll = "unroll", "Runs only";
    Bdd = "bdd", "Decision diagrams from the start";
});

names!(Question {
    Prove = "prove", "Is the formula proved at the bound?";
    Refute = "refute", "Is it refuted?";
});

names!(Repetition {
    Class = "class", "Some agent cannot tell two states of the path apart that are not neighbours";
    State = "state", "A state occurs twice, as in the qMAS paper";
});

/// What a user can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Prove path formulas by counting as well.
    pub counting: bool,
    /// Count only in steps in which nothing changes that can change in one direction only.
    pub stabilizing: bool,
    /// Whether the single paths that formulas of CTL are about are looked for as those of path formulas are.
    pub paths: Paths,
    /// What makes questions smaller.
    pub savings: Savings,
    /// Who solves.
    pub sat: SatChoice,
    /// Who answers questions with alternations.
    pub qbf: QbfChoice,
    /// Where proofs are written that SAT questions have the answer no, if anywhere.
    pub proofs: Option<Proof>,
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
            counting: true,
            stabilizing: true,
            paths: Paths::default(),
            savings: Savings::default(),
            sat: SatChoice::default(),
            qbf: QbfChoice::default(),
            proofs: None,
            conflicts: None,
        }
    }
}
