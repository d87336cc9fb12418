//! The terms on which an engine works: how formulas are read, how far it may go, and what only it can be told.

use super::limits::Limits;
use crate::choice::choice;
use crate::logic::Logic;

/// How LDL and CDL* formulas are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Traces {
    /// Over infinite (fair) paths.
    #[default]
    Infinite,
    /// Over a path and a last position.
    Finite,
}

/// Which strategies `<g>` quantifies over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategies {
    /// A choice per global state.
    #[default]
    PerfectInformation,
    /// One action per local state of each member.
    Uniform,
}

choice!(Strategies {
    PerfectInformation = "perfect", "Strategies see the whole state";
    Uniform = "uniform", "One action per local state of each member";
});

/// What an engine is told besides the model: what all engines are told, and its own options.
#[derive(Debug, Clone, Default)]
pub struct Terms<O = ()> {
    /// How LDL and CDL* formulas are read.
    pub traces: Traces,
    /// Which strategies `<g>` quantifies over.
    pub strategies: Strategies,
    /// How far to go.
    pub limits: Limits,
    /// What only this engine is told.
    pub own: O,
}

impl<O> Terms<O> {
    /// On what paths formulas of a logic are read.
    #[must_use]
    pub fn traces_of(&self, logic: Logic) -> Traces {
        self.traces.of(logic)
    }
}

impl Traces {
    /// On what paths formulas of a logic are read, if LDL and CDL* are read on these.
    #[must_use]
    pub fn of(self, logic: Logic) -> Self {
        match logic {
            Logic::Ldl | Logic::CdlStar => self,
            _ => Self::Infinite,
        }
    }
}
