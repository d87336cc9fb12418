//! What is said about a formula besides the formula.

use crate::choice::choice;
use crate::diagnostic::Span;

/// The code of what is wrong with annotations.
pub(super) const CODE: &str = "annotations";

/// What a formula should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// It should hold.
    Holds,
    /// It should fail.
    Fails,
}

choice!(Expected {
    Holds = "holds", "It should hold";
    Fails = "fails", "It should fail";
});

/// What is said about a formula.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// What it is called.
    pub name: Option<String>,
    /// What it should do.
    pub expected: Option<Expected>,
    /// Where that is written.
    pub place: Option<Span>,
}

impl Note {
    /// What is said here, and what `other` says where nothing is said here.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self {
            name: self.name.clone().or_else(|| other.name.clone()),
            expected: self.expected.or(other.expected),
            place: self.place.or(other.place),
        }
    }
}
