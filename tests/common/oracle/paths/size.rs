//! How much a path formula may build: in proportion to the states that a check may have.

use qmas::engine::{GaveUp, Limits};

/// Gives up when there are too many of what a check builds: product states, or choices of obligations.
pub(super) fn within(limits: &Limits, count: usize) -> Result<(), GaveUp> {
    let most = limits.max_states.saturating_mul(8);
    if count > most { Err(GaveUp::States(most)) } else { Ok(()) }
}
