//! `qmas.toml`: settings that hold unless a flag says otherwise.
//!
//! A key is the long name of a flag, so every flag can be set and nothing is declared twice. Keys at the top are for
//! checking; a table named after a command is for that command. The values of the file become the defaults of the
//! command line: what reads the flags need not know that there is a file.

mod reader;
mod shown;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};

use super::examples;
use super::input::{name, read_text, show};
use crate::report::Source;
use reader::Reader;
pub(super) use shown::run;

/// The name of the file.
const FILE: &str = "qmas.toml";
/// Flags that say what to do now, not how it is always done.
const NOT_SETTINGS: [&str; 9] =
    ["config", "no-config", "help", "version", "formula", "formulas", "watch", "output", "directory"];
/// Commands that read no settings: they work whatever the nearest file says.
const WITHOUT: [&str; 5] = ["gen", "completions", "man", "schema", "help"];

#[derive(Debug, Args)]
pub(super) struct ConfigArguments {
    /// Read settings from this file, not from the nearest `qmas.toml`
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config", help_heading = "Settings")]
    pub(super) config: Option<PathBuf>,
    /// Read no settings
    #[arg(long, global = true, help_heading = "Settings")]
    pub(super) no_config: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::CONFIG)]
pub(super) struct ShowConfigArguments {}

/// A setting of the file.
struct Setting {
    /// The command that it is for; none for checking.
    table: Option<String>,
    /// The name of the flag.
    key: String,
    /// Its values, as they would be typed.
    values: Vec<String>,
    line: usize,
}

/// What a file says.
#[derive(Default)]
pub(super) struct Settings {
    file: Option<String>,
    settings: Vec<Setting>,
}

impl Settings {
    /// Reads the file that holds for a command line. What is wrong with it has been said if there are none.
    pub(super) fn read(typed: &[OsString], command: &Command) -> Option<Self> {
        let Some(path) = path(typed) else { return Some(Self::default()) };
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
    pub(super) fn apply(&self, mut command: Command, typed: &[OsString]) -> Command {
        for setting in &self.settings {
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
        command
    }

    fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.table.is_none() && setting.key == key)
    }
}

/// Whether a flag was typed that cannot stand beside this setting: a flag says more than a file.
fn contradicted(setting: &Setting, command: &Command, typed: &[OsString]) -> bool {
    let command = setting.table.as_ref().map_or(Some(command), |table| command.find_subcommand(table));
    let Some((command, arg)) = command.and_then(|command| Some((command, find(command, &setting.key)?))) else {
        return false;
    };
    let conflicts = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|conflict| conflict.get_id() == other.get_id())
    };
    let is_typed = |arg: &Arg| {
        let long = arg.get_long().map(|long| format!("--{long}"));
        let flags = typed.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
        flags.into_iter().any(|word| word.split('=').next() == long.as_deref())
    };
    command.get_arguments().any(|other| (conflicts(arg, other) || conflicts(other, arg)) && is_typed(other))
}

/// `--config FILE` and `--no-config` may stand before a command: they are moved behind it, where all flags stand.
pub(super) fn behind_command(typed: Vec<OsString>, commands: &[&str]) -> Vec<OsString> {
    let mut at = 1;
    while let Some(word) = typed.get(at).and_then(|word| word.to_str()) {
        at += match word {
            "--config" => 2,
            "--no-config" => 1,
            word if word.starts_with("--config=") => 1,
            word if at > 1 && commands.contains(&word) => {
                let mut moved = typed;
                moved[1..=at].rotate_right(1);
                return moved;
            }
            _ => break,
        };
    }
    typed
}

/// The file that holds for a command line, if any.
fn path(typed: &[OsString]) -> Option<PathBuf> {
    let typed: Vec<_> = typed.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let any = |words: &[&str]| typed.iter().any(|word| words.contains(&word.as_ref()));
    if any(&["--no-config", "--help", "-h", "--version", "-V"]) {
        return None;
    }
    for (number, word) in typed.iter().enumerate() {
        if word == "--config" {
            return typed.get(number + 1).map(|path| PathBuf::from(path.as_ref()));
        }
        if let Some(path) = word.strip_prefix("--config=") {
            return Some(PathBuf::from(path));
        }
    }
    if typed.first().is_some_and(|first| WITHOUT.contains(&first.as_ref())) {
        return None;
    }
    nearest(&std::env::current_dir().ok()?)
}

/// The file in a folder or in the nearest folder above it that has one.
fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

/// The flag of that name, if it can be set.
fn find<'c>(command: &'c Command, key: &str) -> Option<&'c Arg> {
    settable(command).find(|arg| arg.get_long() == Some(key))
}

/// All flags that can be set.
fn settable(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.get_long().is_some_and(|long| !NOT_SETTINGS.contains(&long)))
}
