//! Colours on terminals.

use crate::engine::Verdict;

/// Whether there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Paint(pub bool);

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// What matters most: formulas.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// What matters least: actions.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// The word for a verdict.
    #[must_use]
    pub fn verdict(self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Holds => self.wrap("32", "holds"),
            Verdict::Fails => self.wrap("31", "fails"),
            Verdict::OpenUpTo(_) => self.wrap("33", "open"),
            Verdict::GaveUp(_) => self.wrap("33", "gave up"),
        }
    }

    /// Names of states.
    #[must_use]
    pub fn state(self, text: &str) -> String {
        self.wrap("36", text)
    }

    /// Values that have changed.
    #[must_use]
    pub fn changed(self, text: &str) -> String {
        self.wrap("33", text)
    }

    /// What is the same for an agent that cannot tell.
    #[must_use]
    pub fn same(self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// What differs.
    #[must_use]
    pub fn different(self, text: &str) -> String {
        self.wrap("31", text)
    }
}
