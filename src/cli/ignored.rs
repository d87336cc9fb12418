//! Flags for an engine that was not asked: they change nothing, and whoever typed them thinks that they do.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::args::Engine;

const EXPLICIT: [&str; 1] = ["max_states"];
const BDD: [&str; 2] = ["max_nodes", "order"];
const BOUNDED: [&str; 14] = [
    "bound_start",
    "bound_max",
    "bound_step",
    "query",
    "reach",
    "repetition",
    "no_induction",
    "no_selectors",
    "no_lazy",
    "no_symmetry",
    "proof",
    "sat",
    "qbf",
    "qbf_timeout",
];

/// What there is to say about the flags of a check. Settings of a file are for every engine: nothing is said of those.
pub(super) fn warnings(matches: &ArgMatches) -> Vec<String> {
    if matches.subcommand().is_some() {
        return Vec::new();
    }
    let groups: &[(&str, &[&str])] = match matches.get_one::<Engine>("engine") {
        None | Some(Engine::Auto) => &[],
        Some(Engine::Explicit) => &[("BDD", &BDD), ("bounded", &BOUNDED)],
        Some(Engine::Bdd) => &[("explicit", &EXPLICIT), ("bounded", &BOUNDED)],
        // It may have its reachable states from decision diagrams.
        Some(Engine::Bounded) => &[("explicit", &EXPLICIT)],
    };
    let typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let about = |(engine, ids): &(&str, &[&str])| {
        let typed = ids.iter().filter(|id| typed(id));
        typed
            .map(|id| format!("--{} is for the {engine} engine, and changes nothing here", id.replace('_', "-")))
            .collect()
    };
    groups.iter().flat_map(|group| -> Vec<String> { about(group) }).collect()
}
