//! The settings that hold for a command line: read from a file, and made the defaults of flags.

use std::path::{Path, PathBuf};

use clap::{Arg, Command};

use super::keys::{FILE, Setting, WITHOUT, find};
use super::reader::Reader;
use crate::cli::input::{name, read_text, show};
use crate::cli::strictness::LINTS;
use crate::cli::typed::{SettingsFile, Typed};
use crate::report::Source;

/// What a file says.
#[derive(Default)]
pub(in crate::cli) struct Settings {
    pub(super) file: Option<String>,
    pub(super) settings: Vec<Setting>,
}

impl Settings {
    /// Reads the file that holds for a command line. What is wrong with it has been said if there are none.
    pub(in crate::cli) fn read(typed: &Typed, command: &Command) -> Option<Self> {
        let Some(path) = path(typed.settings()) else { return Some(Self::default()) };
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(complaint) => {
                show(&[complaint.0], &complaint.1);
                return None;
            }
        };
        let source = Source::new(name(&path), text.clone());
        match Reader::new(command, &source).read(&text) {
            Ok(settings) => Some(Self { file: Some(name(&path)), settings }),
            Err(errors) => {
                show(&errors, &source);
                None
            }
        }
    }

    /// The command line with these settings as defaults, but for those that contradict what was typed.
    pub(in crate::cli) fn apply(&self, mut command: Command, typed: &Typed) -> Command {
        for setting in self.settings.iter().filter(|setting| !is_lint(setting)) {
            if contradicted(setting, &command, typed) {
                continue;
            }
            let values = setting.values.clone();
            let change = |command: Command| {
                let found = find(&command, &setting.key).map(|arg| arg.get_id().clone());
                let id = found.expect("only keys of flags are kept");
                command.mut_arg(id, |arg| arg.default_values(values))
            };
            command = match &setting.table {
                None => change(command),
                Some(table) => command.mut_subcommand(table, change),
            };
        }
        self.apply_lints(command)
    }

    /// What is made of warnings holds for all commands that know of them.
    fn apply_lints(&self, command: Command) -> Command {
        let lints = self.settings.iter().filter(|setting| is_lint(setting));
        let pairs: Vec<String> = lints.map(|setting| format!("{}={}", setting.key, setting.values.concat())).collect();
        let knows = |command: &Command| command.get_arguments().any(|arg| arg.get_id() == LINTS);
        let change = |command: Command| {
            if knows(&command) { command.mut_arg(LINTS, |arg| arg.default_values(pairs.clone())) } else { command }
        };
        if pairs.is_empty() { command } else { change(command).mut_subcommands(change) }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.table.is_none() && setting.key == key)
    }
}

/// Whether this is about a kind of warnings.
pub(super) fn is_lint(setting: &Setting) -> bool {
    setting.table.as_deref() == Some(LINTS)
}

/// Whether a flag was typed that cannot stand beside this setting: a flag says more than a file.
fn contradicted(setting: &Setting, command: &Command, typed: &Typed) -> bool {
    let command = setting.table.as_ref().map_or(Some(command), |table| command.find_subcommand(table));
    let Some((command, arg)) = command.and_then(|command| Some((command, find(command, &setting.key)?))) else {
        return false;
    };
    let conflicts = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|conflict| conflict.get_id() == other.get_id())
    };
    let is_typed = |arg: &Arg| arg.get_long().is_some_and(|long| typed.has(long));
    command.get_arguments().any(|other| (conflicts(arg, other) || conflicts(other, arg)) && is_typed(other))
}

/// The file that was asked for, if there is one.
fn path(asked: SettingsFile<'_>) -> Option<PathBuf> {
    match asked {
        SettingsFile::None => None,
        SettingsFile::This(path) => Some(path.to_owned()),
        SettingsFile::Nearest { first } if first.is_some_and(|first| WITHOUT.contains(&first)) => None,
        SettingsFile::Nearest { .. } => nearest(&std::env::current_dir().ok()?),
    }
}

/// The file in a folder or in the nearest folder above it that has one.
fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}
