//! `qmas.toml`: settings that hold unless a flag says otherwise.
//!
//! A key is the long name of a flag, so every flag can be set and nothing is declared twice. Keys at the top are for
//! checking; a table named after a command is for that command. The values of the file become the defaults of the
//! command line: what reads the flags need not know that there is a file.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Args, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Exit;
use super::input::{name, read_text, show};
use super::output::out;
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::report::Source;

/// The name of the file.
const FILE: &str = "qmas.toml";
/// Flags that say what to do now, not how it is always done.
const NOT_SETTINGS: [&str; 9] =
    ["config", "no-config", "help", "version", "formula", "formulas", "watch", "output", "directory"];
/// Commands that read no settings: they work whatever the file says.
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

    /// The command line with these settings as defaults.
    pub(super) fn apply(&self, mut command: Command) -> Command {
        for setting in &self.settings {
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

/// The file that holds for a command line, if any.
fn path(typed: &[OsString]) -> Option<PathBuf> {
    let typed: Vec<_> = typed.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let any = |words: &[&str]| typed.iter().any(|word| words.contains(&word.as_ref()));
    if any(&["--no-config", "--help", "-h", "--version", "-V"])
        || typed.first().is_some_and(|first| WITHOUT.contains(&first.as_ref()))
    {
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

/// Makes settings of the text of a file.
struct Reader<'a> {
    command: &'a Command,
    source: &'a Source,
    settings: Vec<Setting>,
    errors: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(command: &'a Command, source: &'a Source) -> Self {
        Self { command, source, settings: Vec::new(), errors: Vec::new() }
    }

    fn read(mut self, text: &str) -> Result<Vec<Setting>, Vec<Diagnostic>> {
        match DeTable::parse(text) {
            Ok(table) => self.table(None, table.get_ref()),
            Err(error) => {
                let span = error.span().map_or(Span::new(0, 0), Span::from);
                self.errors.push(Diagnostic::error("config", span, error.message().lines().next().unwrap_or_default()));
            }
        }
        self.errors.sort_by_key(Diagnostic::span);
        if self.errors.is_empty() { Ok(self.settings) } else { Err(self.errors) }
    }

    fn table(&mut self, table: Option<&str>, entries: &DeTable<'_>) {
        let whole = self.command;
        let command = table.map_or(Some(whole), |name| whole.find_subcommand(name)).unwrap_or(whole);
        for (key, value) in entries {
            let (name, span) = (key.get_ref().as_ref(), Span::from(key.span()));
            match value.get_ref() {
                DeValue::Table(entries) if table.is_none() && self.takes_table(name) => self.table(Some(name), entries),
                _ => match find(command, name) {
                    Some(arg) => self.setting(table, arg, key, value),
                    None => self.unknown(table, command, name, span),
                },
            }
        }
    }

    fn takes_table(&self, name: &str) -> bool {
        !WITHOUT.contains(&name) && self.command.find_subcommand(name).is_some_and(|it| settable(it).next().is_some())
    }

    fn unknown(&mut self, table: Option<&str>, command: &Command, name: &str, span: Span) {
        if NOT_SETTINGS.contains(&name) {
            let message = format!("`{name}` cannot be set in a file");
            self.errors.push(Diagnostic::error("config", span, message).hint("it says what to do now; use the flag"));
            return;
        }
        let mut known: Vec<&str> = settable(command).filter_map(Arg::get_long).collect();
        if table.is_none() {
            known.extend(self.command.get_subcommands().map(Command::get_name).filter(|name| self.takes_table(name)));
        }
        let hint = match did_you_mean(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "keys are the long names of flags; `qmas-rs config` lists them".to_owned(),
        };
        let place = table.map_or(String::new(), |table| format!(" for `{table}`"));
        let message = format!("there is no setting `{name}`{place}");
        self.errors.push(Diagnostic::error("config", span, message).here("unknown").hint(hint));
    }

    fn setting(
        &mut self,
        table: Option<&str>,
        arg: &Arg,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) {
        let span = Span::from(value.span());
        let name = key.get_ref().to_string();
        match typed(arg, value.get_ref()) {
            Ok(values) => match self.refusal(table, arg, &name, &values) {
                None => {
                    let line = self.source.position(key.span().start).line;
                    self.settings.push(Setting { table: table.map(str::to_owned), key: name, values, line });
                }
                Some((message, hint)) => {
                    self.errors.push(Diagnostic::error("config", span, message).maybe_hint(hint));
                }
            },
            Err(expected) => {
                let message = format!("`{name}` is {expected}, not {}", value.get_ref().type_str());
                self.errors.push(Diagnostic::error("config", span, message));
            }
        }
    }

    /// What the command line would say to these values.
    fn refusal(
        &self,
        table: Option<&str>,
        arg: &Arg,
        key: &str,
        values: &[String],
    ) -> Option<(String, Option<String>)> {
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            return None;
        }
        let words = std::iter::once("qmas-rs".to_owned()).chain(table.map(str::to_owned));
        let words: Vec<String> = words.chain(values.iter().map(|value| format!("--{key}={value}"))).collect();
        let error = self.command.clone().try_get_matches_from(words).err()?;
        if !matches!(error.kind(), clap::error::ErrorKind::InvalidValue | clap::error::ErrorKind::ValueValidation) {
            return None;
        }
        let text = error.render().to_string();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let hint = lines.map(str::trim).find(|line| line.starts_with("[possible") || line.starts_with("tip:"));
        Some((first, hint.map(|hint| hint.trim_matches(['[', ']']).to_owned())))
    }
}

/// A value as it would be typed, once or several times, or what was expected.
fn typed(arg: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, &'static str> {
    let one = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(|it| it.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    };
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, DeValue::Boolean(value)) => Ok(vec![value.to_string()]),
        (ArgAction::SetTrue, _) => Err("true or false"),
        (ArgAction::Append, DeValue::Array(values)) => {
            values.iter().map(|value| one(value.get_ref())).collect::<Option<_>>().ok_or("a list of texts")
        }
        (ArgAction::Append, value) => one(value).map(|value| vec![value]).ok_or("a text or a list of texts"),
        (_, value) => one(value).map(|value| vec![value]).ok_or("a text or a number"),
    }
}

/// `qmas-rs config`: a file that says what holds, with a comment that says why.
pub(super) fn run(settings: &Settings, command: &Command) -> Exit {
    let mut text = match &settings.file {
        Some(file) => format!("# {file}\n"),
        None => format!("# there is no {FILE} here or above\n"),
    };
    let mut rows = Vec::new();
    for arg in settable(command) {
        let key = arg.get_long().unwrap_or_default();
        let set = settings.get(key);
        let values: Vec<String> = match set {
            Some(setting) => setting.values.clone(),
            None => arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect(),
        };
        let origin = match (set, &settings.file) {
            (Some(setting), Some(file)) => format!("{file}:{}", setting.line),
            _ => "default".to_owned(),
        };
        rows.push(match shown(arg, &values) {
            Some(value) => (format!("{key} = {value}"), origin),
            None => (format!("# {key} is not set"), String::new()),
        });
    }
    let width = rows.iter().map(|(row, _)| row.chars().count()).max().unwrap_or(0);
    for (row, origin) in rows {
        let line = if origin.is_empty() { row } else { format!("{row:<width$}  # {origin}") };
        let _ = writeln!(text, "{line}");
    }
    text.push_str(&tables(settings, command));
    out(&text);
    Exit::Success
}

/// What the file says for single commands.
fn tables(settings: &Settings, command: &Command) -> String {
    let mut text = String::new();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        let of: Vec<&Setting> = settings.settings.iter().filter(|it| it.table.as_deref() == Some(name)).collect();
        if !of.is_empty() {
            let _ = writeln!(text, "\n[{name}]");
        }
        for setting in of {
            let arg = find(subcommand, &setting.key).expect("only keys of flags are kept");
            let value = shown(arg, &setting.values).unwrap_or_default();
            let file = settings.file.as_deref().unwrap_or_default();
            let _ = writeln!(text, "{} = {value}  # {file}:{}", setting.key, setting.line);
        }
    }
    text
}

/// Values as the file would write them; none if nothing is set.
fn shown(arg: &Arg, values: &[String]) -> Option<String> {
    let one = |value: &String| match value.parse::<i64>() {
        Ok(_) => value.clone(),
        Err(_) => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    match (arg.get_action(), values) {
        (ArgAction::SetTrue, values) => Some(values.first().map_or("false", String::as_str).to_owned()),
        (ArgAction::Append, values) => Some(format!("[{}]", values.iter().map(one).collect::<Vec<_>>().join(", "))),
        (_, [value]) => Some(one(value)),
        _ => None,
    }
}
