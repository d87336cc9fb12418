//! Flags for an engine that was not asked, and kinds of warnings that a command does not look for: they change nothing, and
//! whoever typed them thinks that they do.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};

use super::engines::{BddArguments, BoundedArguments, ExplicitArguments};
use crate::lints::{Found, Kind, Level, Seeker, kind, named};
use crate::options::EngineChoice;

/// What there is to say about the flags of a check. Settings of a file are for every engine: nothing is said of those.
pub(super) fn warnings(matches: &ArgMatches) -> Vec<String> {
    if matches.subcommand().is_some() {
        return Vec::new();
    }
    let explicit = || typed::<ExplicitArguments>(matches, "explicit");
    let bdd = || typed::<BddArguments>(matches, "BDD");
    let bounded = || typed::<BoundedArguments>(matches, "bounded");
    match matches.get_one::<EngineChoice>("engine") {
        None | Some(EngineChoice::Auto) => Vec::new(),
        Some(EngineChoice::Explicit) => [bdd(), bounded()].concat(),
        Some(EngineChoice::Bdd) => [explicit(), bounded()].concat(),
        // It may have its reachable states from decision diagrams.
        Some(EngineChoice::Bounded) => explicit(),
    }
}

/// What to say of those arguments of an engine that were typed.
fn typed<A: Args>(matches: &ArgMatches, engine: &str) -> Vec<String> {
    let group = A::augment_args(Command::new("group"));
    let typed = group
        .get_arguments()
        .filter(|argument| matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine));
    let flags = typed.filter_map(|argument| argument.get_long());
    flags.map(|flag| format!("--{flag} is for the {engine} engine, and changes nothing here")).collect()
}

/// What there is to say about `--warn` and `--deny` for kinds that nobody looks for here.
pub(super) fn notes(matches: &ArgMatches) -> Vec<String> {
    let (check, matches) = match matches.subcommand() {
        None => (true, matches),
        Some(("health", _)) => return Vec::new(),
        Some((_, matches)) => (false, matches),
    };
    let mut notes = Vec::new();
    for flag in [Level::Warn.name(), Level::Deny.name()] {
        let known = matches.try_contains_id(flag).unwrap_or(false);
        if !known || matches.value_source(flag) != Some(ValueSource::CommandLine) {
            continue;
        }
        for word in matches.get_many::<String>(flag).into_iter().flatten() {
            if let Some(seeker) = named(word).and_then(|kinds| elsewhere(&kinds, check)) {
                notes.push(format!("--{flag} {word} changes nothing here: it is looked for by {} only", seeker.name()));
            }
        }
    }
    notes
}

/// Who looks for these kinds, if that is nobody here.
fn elsewhere(kinds: &[&str], check: bool) -> Option<Seeker> {
    let seeker = |code: &&str| match kind(code) {
        Some(Kind { found: Found::States { by, .. }, .. }) if !check || *by == Seeker::Health => Some(*by),
        _ => None,
    };
    let seekers: Option<Vec<Seeker>> = kinds.iter().map(seeker).collect();
    seekers?.first().copied()
}
