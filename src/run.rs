//! Runs of a system, as evidence: states in a row with the joint actions between them. A run that goes on forever comes
//! back to one of its states.

use crate::ir::{JointAction, State};

/// One step of a system. States stand for themselves, or are numbers that stand for states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<S> {
    /// Where it begins.
    pub from: S,
    /// What all agents do.
    pub action: JointAction,
    /// Where that leads.
    pub to: S,
}

/// A finite path, or a lasso.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The states, the first one first; there always is one.
    pub states: Vec<State>,
    /// What was done in each state to come to the next. In the last state of a lasso, to come back.
    pub actions: Vec<JointAction>,
    /// The position that follows the last one; none if the run ends there.
    pub back_to: Option<usize>,
}

impl Run {
    /// The position after `position`.
    #[must_use]
    pub fn next(&self, position: usize) -> Option<usize> {
        if position + 1 < self.states.len() { Some(position + 1) } else { self.back_to }
    }

    /// Where it starts.
    #[must_use]
    pub fn first(&self) -> &State {
        &self.states[0]
    }

    /// Its last state.
    #[must_use]
    pub fn last(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    /// What was done, and to which state it led, up to the last state.
    pub fn steps(&self) -> impl Iterator<Item = (&JointAction, &State)> {
        self.actions.iter().zip(self.states.iter().skip(1))
    }
}
