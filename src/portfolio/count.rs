//! How many states can be reached, where no engine had to know and somebody asks all the same.

use num_bigint::BigUint;

use crate::bdd::BddEngine;
use crate::engine::fault::Work;
use crate::engine::supervise::supervise;
use crate::engine::{Board, Learnt, Limits, Terms};
use crate::model::Model;
use crate::options::{EngineChoice, Options};

/// It is worth this many nodes of decision diagrams, a second or two, and no more.
const NODES: usize = 1 << 20;

/// The number of reachable states of the whole system, if decision diagrams find it soon and within the limits. Who asked
/// for enumeration has been told what that found.
#[must_use]
pub fn count_states(model: &Model, options: &Options) -> Option<BigUint> {
    if options.engine == EngineChoice::Explicit {
        return None;
    }
    // Fairness forbids paths, not states.
    let model = Model { fairness: Vec::new(), specifications: Vec::new(), ..model.clone() };
    let max_nodes = options.limits.max_nodes.min(NODES);
    let limits = Limits { max_nodes, learnt: Learnt::default(), board: Board::default(), ..options.limits.clone() };
    let watched = limits.clone();
    let terms = Terms { limits, own: options.bdd, ..Terms::default() };
    let work = move || BddEngine::new(&model, &terms).ok().map(|engine| engine.statistics().states);
    supervise(Work::Counting, &watched, work).ok().flatten()
}
