//! What standard output and standard error can show: how wide they are, in colours or not, and whether more than ASCII.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};

use clap::{Args, ValueEnum};

/// When there are colours. A process has one choice, and errors about the command line itself need it too.
static COLOURS: Mutex<When> = Mutex::new(When::Auto);

/// Text is laid out for no less; a terminal that is narrower breaks it.
const NARROWEST: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On terminals that know them, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Args)]
pub(super) struct TerminalArguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN", help_heading = "Settings", hide_short_help = true)]
    pub(super) color: When,
}

/// From now on there are colours then.
pub(super) fn colours(when: When) {
    *COLOURS.lock().unwrap_or_else(PoisonError::into_inner) = when;
}

/// What the words of a command line say of colours, if that can be understood: errors about the other words have them too.
pub(super) fn typed(words: impl Iterator<Item = OsString>) -> Option<When> {
    let words: Vec<String> =
        words.map(|word| word.to_string_lossy().into_owned()).take_while(|word| word != "--").collect();
    let parted = words.windows(2).filter(|two| two[0] == "--color").map(|two| two[1].as_str());
    let whole = words.iter().filter_map(|word| word.strip_prefix("--color="));
    parted.chain(whole).last().and_then(|value| When::from_str(value, false).ok())
}

/// Where something is written to.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Out,
    Err,
}

impl Stream {
    fn is_terminal(self) -> bool {
        match self {
            Self::Out => io::stdout().is_terminal(),
            Self::Err => io::stderr().is_terminal(),
        }
    }

    /// How many columns there are, if that is known: `COLUMNS` says so, or the terminal.
    pub(super) fn width(self) -> Option<usize> {
        let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let columns = said.filter(|&columns: &usize| columns > 0).or_else(|| {
            let size = match self {
                Self::Out => terminal_size::terminal_size_of(io::stdout()),
                Self::Err => terminal_size::terminal_size_of(io::stderr()),
            };
            size.map(|(terminal_size::Width(columns), _)| usize::from(columns)).filter(|&columns| columns > 0)
        });
        columns.map(|columns| columns.max(NARROWEST))
    }

    /// Whether colours are wanted. `NO_COLOR` (no-color.org) and terminals that know no colours are obeyed.
    pub(super) fn colourful(self) -> bool {
        match *COLOURS.lock().unwrap_or_else(PoisonError::into_inner) {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                self.is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
            }
        }
    }

    /// Whether it is a terminal that shows ASCII only, by what the environment says of its characters. Files and pipes
    /// are UTF-8: who reads them is not known.
    pub(super) fn is_ascii(self) -> bool {
        cfg!(unix) && self.is_terminal() && !is_utf8(|name| std::env::var(name).ok())
    }
}

/// Whether characters are UTF-8, by the first of three variables that says something.
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    said.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"))
}

/// The text in ASCII, as far as the signs are ours; letters of other alphabets stay.
pub(super) fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '│' | '├' | '┤' | '┃' => out.push('|'),
            '┆' => out.push(':'),
            '─' | '—' | '–' | '−' => out.push('-'),
            '┼' | '└' | '┘' | '┌' | '┐' => out.push('+'),
            '╭' => out.push(','),
            '╮' => out.push('.'),
            '╰' => out.push('`'),
            '╯' => out.push('\''),
            '┬' | '↓' => out.push('v'),
            '┴' | '▲' | '↑' => out.push('^'),
            '▶' => out.push('>'),
            '↻' | '⟲' => out.push('@'),
            '·' => out.push('.'),
            '×' => out.push('x'),
            '→' => out.push_str("->"),
            '←' => out.push_str("<-"),
            '…' => out.push_str("..."),
            '≤' => out.push_str("<="),
            '≥' => out.push_str(">="),
            '≠' => out.push_str("<>"),
            '¬' => out.push('!'),
            '∧' => out.push_str("and"),
            '∨' => out.push_str("or"),
            '“' | '”' => out.push('"'),
            '‘' | '’' => out.push('\''),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_something_decides() {
        let with = |all: &str, lang: &str| {
            is_utf8(|name| match name {
                "LC_ALL" => Some(all.to_owned()),
                "LANG" => Some(lang.to_owned()),
                _ => None,
            })
        };
        assert!(with("", "de_DE.UTF-8") && with("C.utf8", "C"));
        assert!(!with("C", "en_US.UTF-8") && !with("", "") && !with("", "de_DE.ISO-8859-1"));
    }

    #[test]
    fn our_signs_have_an_ascii_form_and_names_stay() {
        assert_eq!(ascii("│ ↓ a → b ≤ c ∧ d …"), "| v a -> b <= c and d ...");
        assert_eq!(ascii("模型 = grün"), "模型 = grün");
    }

    #[test]
    fn colours_are_heard_before_the_rest_is_understood() {
        let said = |words: &[&str]| typed(words.iter().map(OsString::from));
        assert_eq!(said(&["qmas-rs", "--nonsense", "--color", "never"]), Some(When::Never));
        assert_eq!(said(&["qmas-rs", "--color=always"]), Some(When::Always));
        assert_eq!(said(&["qmas-rs", "--color=purple"]), None);
        assert_eq!(said(&["qmas-rs", "--", "--color=always"]), None);
    }
}
