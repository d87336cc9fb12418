//! `--strict`, and `--allow`, `--warn` and `--deny`: what is said of a model or a formula, and what of it is an error.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::lints::{Level, Levels, Origin, named, words};
use crate::load::Strictness;
use crate::report::Detail;

/// The flag that settings make of their table `[lints]`.
pub(super) const LINTS: &str = "lints";

/// A word that names kinds.
type Word = String;

/// What can be typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Warnings")]
struct Words {
    /// Refuse what MCMAS does not accept
    #[arg(long)]
    strict: bool,
    /// Show every warning with its place
    #[arg(long, short = 'W')]
    warnings: bool,
    /// Say nothing of this kind of warnings; `lint --list` names all (may be repeated)
    #[arg(long, value_name = "KIND", value_parser = kinds(), hide_possible_values = true, hide_short_help = true)]
    allow: Vec<Word>,
    /// Warn of this kind, whatever the settings or the file say (may be repeated)
    #[arg(long, value_name = "KIND", value_parser = kinds(), hide_possible_values = true, hide_short_help = true)]
    warn: Vec<Word>,
    /// Treat this kind as errors; `warnings` is whatever is still a warning (may be repeated)
    #[arg(long, value_name = "KIND", value_parser = kinds(), hide_possible_values = true, hide_short_help = true)]
    deny: Vec<Word>,
    /// The table of settings
    #[arg(long = LINTS, value_name = "KIND=LEVEL", hide = true, value_parser = pair)]
    lints: Vec<(Word, Level)>,
}

/// What counts as wrong, and how much is said about it.
#[derive(Debug)]
pub(super) struct StrictnessArguments {
    strict: bool,
    warnings: bool,
    levels: Levels,
}

impl StrictnessArguments {
    /// How the front end reads.
    pub(super) fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }

    /// What settings and the command line say of kinds of warnings.
    pub(super) fn levels(&self) -> &Levels {
        &self.levels
    }

    /// How much is said about warnings; so much if nobody asks for each.
    pub(super) fn detail(&self, otherwise: Detail) -> Detail {
        if self.warnings { Detail::Each } else { otherwise }
    }
}

impl Args for StrictnessArguments {
    fn augment_args(command: Command) -> Command {
        Words::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Words::augment_args_for_update(command)
    }
}

impl FromArgMatches for StrictnessArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let Words { strict, warnings, lints, .. } = Words::from_arg_matches(matches)?;
        let mut levels = Levels::default();
        for (word, level) in &lints {
            levels.set(Origin::Settings, &named(word).unwrap_or_default(), *level);
        }
        for (_, origin, word, level) in said(matches) {
            levels.set(origin, &named(word).unwrap_or_default(), level);
        }
        Ok(Self { strict, warnings, levels })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What the flags say, each with its place on the command line: the last word counts. Defaults come from settings.
fn said(matches: &ArgMatches) -> Vec<(usize, Origin, &str, Level)> {
    let mut said = Vec::new();
    for &level in Level::ALL {
        let flag = level.name();
        let origin = match matches.value_source(flag) {
            Some(ValueSource::CommandLine) => Origin::Typed,
            _ => Origin::Settings,
        };
        let places = matches.indices_of(flag).into_iter().flatten();
        let words = matches.get_many::<Word>(flag).into_iter().flatten();
        said.extend(places.zip(words).map(|(place, word)| (place, origin, word.as_str(), level)));
    }
    said.sort_by_key(|(place, ..)| *place);
    said
}

/// A parser for the words that name kinds.
fn kinds() -> impl TypedValueParser<Value = Word> {
    PossibleValuesParser::new(words().map(|(word, means)| PossibleValue::new(word).help(means)))
}

/// An entry of the table.
fn pair(text: &str) -> Result<(Word, Level), String> {
    let (kind, level) = text.split_once('=').ok_or("expected KIND=LEVEL")?;
    Ok((kind.to_owned(), level.parse::<Level>().map_err(|unknown| unknown.to_string())?))
}
