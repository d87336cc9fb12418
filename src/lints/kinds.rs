//! The list of all kinds of warnings, each with its words. Whoever finds something names its kind by this code; nobody else has
//! to know a new one.

use super::level::Level;

/// A kind of warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its code: stable, typed by users, and seen in JSON.
    pub name: &'static str,
    /// What it says, in a line.
    pub means: &'static str,
    /// Where it is found.
    pub found: Found,
}

/// Where a kind is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// In the text of a model or of a formula.
    Text {
        /// What is said of several, behind their number.
        many: &'static str,
        /// When its place is shown although nobody asked for details.
        shown: Shown,
        /// Its level where `health` finds it in the reachable states.
        in_states: Level,
    },
    /// In the reachable states.
    States {
        /// Its level where `health` looks.
        in_health: Level,
        /// Who looks for it.
        by: Seeker,
    },
}

/// Who looks for a kind in the reachable states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeker {
    /// Checks of formulas.
    Checks,
    /// `health`.
    Health,
    /// Both.
    Both,
}

impl Seeker {
    /// As people say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Health => "`health`",
            Self::Both => "checks and `health`",
        }
    }
}

/// When a place is shown although nobody asked for details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// If it is the only one of its kind: it may well be a mistake.
    Alone,
    /// Not at all: whoever wrote it knows.
    Never,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    text("ambiguous", "formulas are read in MCMAS's own way", "A formula that MCMAS reads otherwise than a textbook"),
    text("annotations", "annotations say nothing", "A comment such as `-- @allow` that cannot be understood"),
    Kind {
        name: "extension",
        means: "Something that MCMAS does not accept; `--strict` makes it an error",
        found: Found::Text { many: "extensions of MCMAS's language", shown: Shown::Never, in_states: Level::Warn },
    },
    text("idle", "lines have no effect", "A line that never applies, or that repeats another one"),
    text("inexact-division", "divisions may be inexact", "A division in a condition that may leave a remainder"),
    Kind {
        name: "overflow",
        means: "A result out of its range; the choice is dropped",
        found: Found::Text { many: "results never fit their ranges", shown: Shown::Alone, in_states: Level::Deny },
    },
    text("rival-lines", "agents have rival lines", "Two enabled lines of an agent of which a step executes only one"),
    text("unused-actions", "actions are never offered", "An action that no protocol line offers"),
    text("unused-atoms", "atoms are never used", "An atom that no formula uses"),
    text("unused-groups", "groups are never used", "A group that no formula uses"),
    text("unused-variables", "variables are never used", "A variable that is neither read nor assigned"),
    states(
        "constants",
        Level::Warn,
        Seeker::Health,
        "An atom or a variable that has one value in all reachable states",
    ),
    states("deadlock", Level::Deny, Seeker::Both, "A reachable state without successors"),
    states(
        "fairness-ignored",
        Level::Warn,
        Seeker::Checks,
        "A Fairness section that formulas on finite traces do not look at",
    ),
    states("no-fair-path", Level::Warn, Seeker::Checks, "Fairness that no path meets: every formula holds"),
    states(
        "unused-lines",
        Level::Deny,
        Seeker::Health,
        "A line of a protocol or an evolution that no reachable state uses",
    ),
];

/// Words for several kinds.
const FAMILIES: &[(&str, &[&str])] =
    &[("unused", &["unused-actions", "unused-atoms", "unused-groups", "unused-variables"])];

/// The word for whatever is still a warning when all else has been said.
pub const WARNINGS: &str = "warnings";

const fn text(name: &'static str, many: &'static str, means: &'static str) -> Kind {
    Kind { name, means, found: Found::Text { many, shown: Shown::Alone, in_states: Level::Warn } }
}

const fn states(name: &'static str, in_health: Level, by: Seeker, means: &'static str) -> Kind {
    Kind { name, means, found: Found::States { in_health, by } }
}

/// The kind with a code.
#[must_use]
pub fn kind(code: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == code)
}

/// What a word of a user names: a kind, several, or all warnings.
#[must_use]
pub fn named(word: &str) -> Option<Vec<&'static str>> {
    if word == WARNINGS {
        return Some(vec![WARNINGS]);
    }
    let family = FAMILIES.iter().find(|(name, _)| *name == word).map(|(_, kinds)| kinds.to_vec());
    family.or_else(|| kind(word).map(|kind| vec![kind.name]))
}

/// All words that name kinds, each with what it means.
pub fn words() -> impl Iterator<Item = (&'static str, String)> {
    let families = FAMILIES.iter().map(|(name, kinds)| (*name, format!("The same as {}", kinds.join(", "))));
    let warnings = (WARNINGS, "Whatever is still a warning about a model or a formula".to_owned());
    KINDS.iter().map(|kind| (kind.name, kind.means.to_owned())).chain(families).chain([warnings])
}
