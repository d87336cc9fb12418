//! What is made of each kind: nothing, a warning or an error. Settings say it for a project, a comment in a file for that file,
//! and the command line for one run; what is nearer to the run counts.
//!
//! The word `warnings` is different: it is about whatever is still a warning about a text when all kinds have their levels. So
//! `--deny warnings` leaves alone what a file allows, and `--deny unused-atoms` does not.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::{Found, Kind, WARNINGS, kind};
use super::level::Level;
use crate::diagnostic::{Diagnostic, Severity};

/// Who says so; the later one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A file of settings.
    Settings,
    /// A comment in the file that it is about.
    Comment,
    /// The command line.
    Typed,
}

/// What has been said about kinds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    said: BTreeMap<&'static str, (Origin, Level)>,
    /// Kinds of which nothing is said where a text is read: somebody looks for them in all reachable states.
    elsewhere: BTreeSet<&'static str>,
}

impl Levels {
    /// Somebody says what is made of these kinds. Of two words of one origin the later one counts.
    pub fn set(&mut self, origin: Origin, kinds: &[&'static str], level: Level) {
        for &kind in kinds {
            if self.said.get(kind).is_none_or(|(before, _)| *before <= origin) {
                self.said.insert(kind, (origin, level));
            }
        }
    }

    /// Nothing is said of a kind where a text is read, whatever others say: it will be looked for in all reachable states.
    pub fn look_elsewhere(&mut self, kind: &'static str) {
        self.elsewhere.insert(kind);
    }

    fn said(&self, word: &str) -> Option<Level> {
        self.said.get(word).map(|(_, level)| *level)
    }

    /// What is made of a kind where a text is read.
    #[must_use]
    pub fn of(&self, code: &str) -> Level {
        if self.elsewhere.contains(code) {
            return Level::Allow;
        }
        match self.said(code).unwrap_or(Level::Warn) {
            Level::Warn => self.said(WARNINGS).unwrap_or(Level::Warn),
            decided => decided,
        }
    }

    /// What is made of a kind that a check finds in the reachable states: `warnings` are about texts.
    #[must_use]
    pub fn in_check(&self, code: &str) -> Level {
        self.said(code).unwrap_or(Level::Warn)
    }

    /// What is made of a kind where the reachable states themselves are what is looked at: [`Level::Deny`] is for what is wrong
    /// with them.
    #[must_use]
    pub fn in_health(&self, code: &str) -> Level {
        let usual = match kind(code) {
            Some(Kind { found: Found::States { in_health, .. }, .. }) => *in_health,
            Some(Kind { found: Found::Text { in_states, .. }, .. }) => *in_states,
            None => Level::Warn,
        };
        self.said(code).unwrap_or(usual)
    }

    /// Drops what is allowed, and makes errors of what is denied.
    pub fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain_mut(|diagnostic| {
            if diagnostic.severity == Severity::Error {
                return true;
            }
            let level = self.of(diagnostic.code.0);
            if level == Level::Deny {
                diagnostic.severity = Severity::Error;
            }
            level != Level::Allow
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lints::named;

    fn levels(said: &[(Origin, &str, Level)]) -> Levels {
        let mut levels = Levels::default();
        said.iter().for_each(|(origin, word, level)| levels.set(*origin, &named(word).expect("a word"), *level));
        levels
    }

    #[test]
    fn what_is_nearer_to_the_run_counts() {
        let said = [
            (Origin::Typed, "unused-atoms", Level::Warn),
            (Origin::Comment, "unused", Level::Allow),
            (Origin::Settings, "unused-groups", Level::Deny),
        ];
        let levels = levels(&said);
        assert_eq!(levels.of("unused-atoms"), Level::Warn);
        assert_eq!(levels.of("unused-groups"), Level::Allow);
        assert_eq!(levels.of("idle"), Level::Warn);
    }

    #[test]
    fn all_warnings_are_what_is_left() {
        let said = [(Origin::Typed, "warnings", Level::Deny), (Origin::Comment, "idle", Level::Allow)];
        let levels = levels(&said);
        assert_eq!((levels.of("idle"), levels.of("unused-atoms")), (Level::Allow, Level::Deny));
        // What health finds without being asked to refuse it is information, no warning.
        assert_eq!(levels.in_health("constants"), Level::Warn);
    }

    #[test]
    fn the_last_word_of_one_origin_counts() {
        let said = [(Origin::Typed, "idle", Level::Allow), (Origin::Typed, "idle", Level::Deny)];
        assert_eq!(levels(&said).of("idle"), Level::Deny);
    }

    #[test]
    fn names_are_words_once() {
        let mut words: Vec<&str> = crate::lints::words().map(|(word, _)| word).collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
        assert!(words.iter().all(|word| named(word).is_some()), "{words:?}");
    }
}
