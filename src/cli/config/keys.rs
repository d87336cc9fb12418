//! Which flags can be set in a file, and a setting.

use clap::{Arg, Command};

use crate::cli::strictness::LINTS;

/// The name of the file.
pub(super) const FILE: &str = "qmas.toml";
/// Flags that say what to do now, not how it is always done.
pub(super) const NOT_SETTINGS: [&str; 11] =
    ["config", "no-config", "help", "version", "formula", "formulas", "watch", "bless", "output", "directory", LINTS];
/// Commands that read no settings: they work whatever the nearest file says.
pub(super) const WITHOUT: [&str; 5] = ["gen", "completions", "man", "schema", "help"];

/// A setting of the file.
pub(super) struct Setting {
    /// The command that it is for, or [`LINTS`]; none for checking.
    pub(super) table: Option<String>,
    /// The name of the flag, or of a kind of warnings.
    pub(super) key: String,
    /// Its values, as they would be typed.
    pub(super) values: Vec<String>,
    pub(super) line: usize,
}

/// The flag of that name, if it can be set.
pub(super) fn find<'c>(command: &'c Command, key: &str) -> Option<&'c Arg> {
    settable(command).find(|arg| arg.get_long() == Some(key))
}

/// All flags that can be set.
pub(super) fn settable(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.get_long().is_some_and(|long| !NOT_SETTINGS.contains(&long)))
}
