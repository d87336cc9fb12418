//! States and paths as literals: the values of a question that the two sides choose.

use std::sync::Arc;

use crate::circuit::{InputId, Lit};

/// A state as literals, one per bit.
pub(super) type State = Arc<[Lit]>;

/// A path of a player.
pub(super) struct Path {
    pub(super) states: Vec<State>,
    /// For each state, whether the path gets there.
    pub(super) paths: Vec<Lit>,
    pub(super) inputs: Vec<InputId>,
}

/// A state that is chosen by new inputs.
pub(super) struct ChosenState {
    pub(super) state: State,
    /// Whether the choice is allowed: the state is initial, the step possible, or the state one of those that count.
    pub(super) valid: Lit,
    /// The inputs of the choice.
    pub(super) inputs: Vec<InputId>,
}
