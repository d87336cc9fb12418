//! What can be found out of a model without any formula, as data.

use num_bigint::BigUint;

use crate::engine::EngineName;
use crate::ir::{AgentId, AtomId, Dropped, VarId};
use crate::rivals::Search;
use crate::run::Run;

/// A line of a protocol or of an evolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Whose line it is.
    pub agent: AgentId,
    /// Which line, from 0. In a protocol, `Other` comes after all lines.
    pub number: usize,
}

/// States without successors.
#[derive(Debug, Clone)]
pub struct Deadlocks {
    /// How many can be reached.
    pub count: BigUint,
    /// A way to one of them.
    pub run: Option<Run>,
}

/// Choices of evolution lines that have no result.
#[derive(Debug, Clone)]
pub struct Overflows {
    /// The lines whose result can be out of range or no integer.
    pub lines: Vec<Line>,
    /// One of them, and a way to it; a shortest one if states were enumerated.
    pub first: Option<(Dropped, Run)>,
}

/// A variable that keeps its value on every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unchanging {
    /// The variable.
    pub variable: VarId,
    /// Its value, if all runs agree on it.
    pub value: Option<i64>,
}

/// What was found out.
#[derive(Debug, Clone)]
pub struct Health {
    /// Who looked.
    pub engine: EngineName,
    /// Reachable states.
    pub states: BigUint,
    /// Initial states.
    pub initial_states: BigUint,
    /// States without successors.
    pub deadlocks: Deadlocks,
    /// Choices without a result.
    pub overflows: Overflows,
    /// Protocol lines that apply in no reachable state.
    pub idle_protocol: Vec<Line>,
    /// Evolution lines that no move of a reachable state enables.
    pub idle_evolution: Vec<Line>,
    /// Lines of which a step executes only one.
    pub rivals: Search,
    /// Atoms of Evaluation that are true in all reachable states.
    pub always: Vec<AtomId>,
    /// Atoms of Evaluation that are true in none.
    pub never: Vec<AtomId>,
    /// Variables that never change.
    pub unchanging: Vec<Unchanging>,
    /// Questions that the engine left open, in words.
    pub unanswered: Vec<String>,
}

impl Health {
    /// Whether there is nothing to look at.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.deadlocks.count == BigUint::ZERO
            && self.overflows.lines.is_empty()
            && self.idle_protocol.is_empty()
            && self.idle_evolution.is_empty()
            && self.rivals.found.is_empty()
            && self.always.is_empty()
            && self.never.is_empty()
            && self.unchanging.is_empty()
    }
}

/// What is wrong with a model, of what was looked for.
#[derive(Debug, Clone)]
pub struct Defects {
    /// Who looked.
    pub engine: EngineName,
    /// A deadlock can be reached; a way to one.
    pub deadlock: Option<Option<Run>>,
    /// A line can be without a result; where, and a way there.
    pub overflow: Option<(Line, Option<(Dropped, Run)>)>,
}

impl Defects {
    pub(super) fn nothing(engine: EngineName) -> Self {
        Self { engine, deadlock: None, overflow: None }
    }
}
