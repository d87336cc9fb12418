//! From the text of a settings file to settings: unknown keys and values that the command line would refuse are errors,
//! with their place, all of them in one run.

use clap::{Arg, ArgAction, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{NOT_SETTINGS, Setting, WITHOUT, find, settable};
use crate::cli::strictness::LINTS;
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::lints::{Level, named, words};
use crate::report::Source;

/// Makes settings of the text of a file.
pub(super) struct Reader<'a> {
    command: &'a Command,
    source: &'a Source,
    settings: Vec<Setting>,
    errors: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(command: &'a Command, source: &'a Source) -> Self {
        Self { command, source, settings: Vec::new(), errors: Vec::new() }
    }

    pub(super) fn read(mut self, text: &str) -> Result<Vec<Setting>, Vec<Diagnostic>> {
        match DeTable::parse(text) {
            Ok(table) => self.table(None, table.get_ref()),
            Err(error) => {
                let span = error.span().map_or(Span::new(0, 0), Span::from);
                let diagnostic = match bare_word(text, span.start) {
                    Some(word) => Diagnostic::error(
                        "config",
                        Span::new(span.start, span.start + word.len()),
                        format!("`{word}` is no value"),
                    )
                    .hint(format!("texts stand between quotes: `\"{word}\"`")),
                    None => Diagnostic::error("config", span, error.message().lines().next().unwrap_or_default()),
                };
                self.errors.push(diagnostic);
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
                DeValue::Table(entries) if table.is_none() && name == LINTS => self.lints(entries),
                DeValue::Table(entries) if table.is_none() && self.takes_table(name) => self.table(Some(name), entries),
                _ => match find(command, name) {
                    Some(arg) => self.setting(table, arg, key, value),
                    None => self.unknown(table, command, name, span),
                },
            }
        }
    }

    /// What is made of kinds of warnings, by every command.
    fn lints(&mut self, entries: &DeTable<'_>) {
        for (key, value) in entries {
            let kind = key.get_ref().as_ref();
            let error =
                |span: std::ops::Range<usize>, message: String| Diagnostic::error("config", span.into(), message);
            if named(kind).is_none() {
                let hint = match did_you_mean(kind, words().map(|(word, _)| word)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`qmas-rs lint --list` names all kinds".to_owned(),
                };
                let message = format!("there is no kind of warnings `{kind}`");
                self.errors.push(error(key.span(), message).here("unknown").hint(hint));
                continue;
            }
            let level = match value.get_ref() {
                DeValue::String(text) => text.parse::<Level>().ok(),
                _ => None,
            };
            let Some(level) = level else {
                let message = format!("`{kind}` is \"allow\", \"warn\" or \"deny\"");
                self.errors.push(error(value.span(), message));
                continue;
            };
            let line = self.source.position(key.span().start).line;
            let (key, values) = (kind.to_owned(), vec![level.name().to_owned()]);
            self.settings.push(Setting { table: Some(LINTS.to_owned()), key, values, line });
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
            known.push(LINTS);
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

/// The word that stands where a value is due without being one: a text without its quotes. A parser of TOML would call it a
/// number that went wrong.
fn bare_word(text: &str, at: usize) -> Option<&str> {
    let (before, behind) = (text.get(..at)?, text.get(at..)?);
    let ends = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_');
    let word = &behind[..behind.find(ends).unwrap_or(behind.len())];
    let due = before.trim_end().ends_with(['=', '[', ',']);
    (due && word.starts_with(char::is_alphabetic)).then_some(word)
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
