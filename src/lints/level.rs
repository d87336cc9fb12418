//! What can be made of a kind of warnings.

use crate::choice::choice;

/// What is made of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Nothing is said.
    Allow,
    /// It is a warning.
    Warn,
    /// It is an error.
    Deny,
}

choice!(Level {
    Allow = "allow", "Nothing is said";
    Warn = "warn", "A warning";
    Deny = "deny", "An error";
});
