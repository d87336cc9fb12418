//! Flags for an engine that was not asked: they change nothing, and whoever typed them thinks that they do.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};

use super::engines::{BddArguments, BoundedArguments, ExplicitArguments};
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
