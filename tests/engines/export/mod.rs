//! Files for other tools: read back by readers of our own, which share nothing with the writers, and compared with the
//! engines; DepQBF where it is installed.

mod agreement;
mod aiger;
mod bounded_semantics;
mod command;
mod faults;
mod graph;
mod path_formulas;
mod qcir;
mod reader;
mod smv;
mod smv_reader;
mod tools;

use crate::common::random::{Logic, RandomModel, Wishes, draw};
use qmas::bounded::{BoundedOptions, Question, Reach};
use qmas::options::Options;

/// Small systems with formulas of CTLK.
fn drawn(seed: u64) -> RandomModel {
    draw(seed, Wishes { most_states: 6, ..Wishes::default() }, Logic::Ctl, 2)
}

/// Exact reachable states.
fn options() -> Options {
    Options { bounded: BoundedOptions { reach: Reach::Bdd, ..BoundedOptions::default() }, ..Options::default() }
}

const QUESTIONS: [Question; 2] = [Question::Prove, Question::Refute];
