//! How evidence is shown on a terminal.

use super::paint::Paint;

/// How much is shown, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// All values of all states, not only what changes.
    pub full: bool,
    /// Colours.
    pub paint: Paint,
}
