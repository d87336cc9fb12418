//! How evidence is shown on a terminal.

use super::paint::Paint;

/// How much is shown, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// All values of all states, not only what changes.
    pub full: bool,
    /// Colours.
    pub paint: Paint,
    /// How many columns there are, if that is known.
    pub width: Option<usize>,
}

/// How many columns there are where nobody knows.
const COLUMNS: usize = 100;

impl Style {
    /// How many columns there are.
    pub(super) fn columns(self) -> usize {
        self.width.unwrap_or(COLUMNS)
    }

    /// The same, further to the right.
    #[must_use]
    pub fn indented(self, by: usize) -> Self {
        Self { width: self.width.map(|width| width.saturating_sub(by)), ..self }
    }
}
