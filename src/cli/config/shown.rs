//! `qmas-rs config`: the settings that hold, as a settings file.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command};

use super::keys::{FILE, Setting, find, settable};
use super::settings::{Settings, is_lint};
use crate::cli::exit::Exit;
use crate::cli::output::out;

/// `qmas-rs config`: a file that says what holds, with a comment that says why.
pub(in crate::cli) fn run(settings: &Settings, command: &Command) -> Exit {
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
    text + &lints(settings)
}

/// What the file says of kinds of warnings.
fn lints(settings: &Settings) -> String {
    let file = settings.file.as_deref().unwrap_or_default();
    let lines: Vec<String> = settings
        .settings
        .iter()
        .filter(|setting| is_lint(setting))
        .map(|setting| format!("{} = \"{}\"  # {file}:{}\n", setting.key, setting.values.concat(), setting.line))
        .collect();
    if lines.is_empty() { String::new() } else { format!("\n[lints]\n{}", lines.concat()) }
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
