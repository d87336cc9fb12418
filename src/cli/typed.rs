//! The words of the command line, before a parser sees them: what it cannot be told otherwise.
//!
//! Flags of MCMAS are put into today's words. Which settings file holds and which flags were typed is looked up once, here:
//! settings become the defaults of flags, so they are needed before flags are parsed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};

use super::old_habits::{Translated, translate};

/// What was typed, in today's words.
pub(super) struct Typed {
    words: Vec<OsString>,
    /// Without dashes and values.
    flags: BTreeSet<String>,
    settings: Asked,
}

/// What is said of settings.
enum Asked {
    /// Nothing: the nearest file holds.
    Nothing,
    /// Nothing is to be read; neither if only help is wanted.
    NoFile,
    This(PathBuf),
}

/// The settings file that holds.
pub(super) enum SettingsFile<'t> {
    None,
    This(&'t Path),
    /// The nearest one, unless the command, if it is the first word, reads none.
    Nearest {
        first: Option<&'t str>,
    },
}

impl Typed {
    /// Reads the words of the command line, the name of the program first. Notes say what was changed.
    ///
    /// # Errors
    /// What to type instead.
    pub(super) fn read(words: Vec<OsString>, command: &Command) -> Result<(Self, Vec<String>), String> {
        let commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let flags: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
        let Translated { arguments, notes } = translate(behind_command(words, &commands), &commands, &flags)?;
        Ok((Self::new(arguments), notes))
    }

    fn new(words: Vec<OsString>) -> Self {
        let (mut flags, mut settings) = (BTreeSet::new(), Asked::Nothing);
        let mut before_models = true;
        for (number, word) in words.iter().enumerate().skip(1) {
            let word = word.to_string_lossy();
            before_models &= word != "--";
            match (word.as_ref(), &settings) {
                ("--no-config" | "--help" | "-h" | "--version" | "-V", _) => settings = Asked::NoFile,
                ("--config", Asked::Nothing) => {
                    let file = words.get(number + 1).map(|path| path.to_string_lossy().into_owned());
                    settings = file.map_or(Asked::NoFile, |file| Asked::This(file.into()));
                }
                (word, Asked::Nothing) => {
                    if let Some(file) = word.strip_prefix("--config=") {
                        settings = Asked::This(file.into());
                    }
                }
                _ => {}
            }
            if before_models && let Some(flag) = word.strip_prefix("--") {
                flags.insert(flag.split('=').next().unwrap_or(flag).to_owned());
            }
        }
        Self { words, flags, settings }
    }

    /// Whether a flag was typed, by its long name.
    pub(super) fn has(&self, flag: &str) -> bool {
        self.flags.contains(flag)
    }

    /// Which settings file holds.
    pub(super) fn settings(&self) -> SettingsFile<'_> {
        match &self.settings {
            Asked::NoFile => SettingsFile::None,
            Asked::This(path) => SettingsFile::This(path),
            Asked::Nothing => SettingsFile::Nearest { first: self.words.get(1).and_then(|word| word.to_str()) },
        }
    }

    /// The words, for the parser.
    pub(super) fn into_words(self) -> Vec<OsString> {
        self.words
    }
}

/// `--config FILE`, `--no-config` and `--color WHEN` may stand before a command: they are moved behind it, where all flags stand.
fn behind_command(typed: Vec<OsString>, commands: &[&str]) -> Vec<OsString> {
    let mut at = 1;
    while let Some(word) = typed.get(at).and_then(|word| word.to_str()) {
        at += match word {
            "--config" | "--color" => 2,
            "--no-config" => 1,
            word if word.starts_with("--config=") || word.starts_with("--color=") => 1,
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
