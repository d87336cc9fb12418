//! Which part of `src` needs which: a table that is exact, and rules that no entry of the table may break.

use std::collections::{BTreeMap, BTreeSet};

use crate::exactly;
use crate::graph::Crate;
use crate::mentions::Target;

/// Every part of `src`, and the parts that it imports.
const IMPORTS: &[(&str, &[&str])] = &[
    ("annotations", &["choice", "diagnostic", "ispl", "lints"]),
    ("automata", &["engine", "logic"]),
    ("bdd", &["automata", "choice", "engine", "influence", "ir", "logic", "lower", "model", "run", "witness"]),
    ("bounded", &["automata", "choice", "engine", "ir", "logic", "model", "solver"]),
    ("choice", &[]),
    (
        "cli",
        &[
            "annotations",
            "automata",
            "bdd",
            "bounded",
            "choice",
            "diagnostic",
            "engine",
            "explain",
            "export",
            "health",
            "ir",
            "ispl",
            "lints",
            "load",
            "logic",
            "model",
            "options",
            "outcome",
            "portfolio",
            "report",
            "resolve",
            "solver",
            "witness",
        ],
    ),
    ("diagnostic", &[]),
    ("engine", &["choice", "logic"]),
    ("exact", &["bdd", "bounded", "engine", "lower", "model"]),
    (
        "explain",
        &[
            "automata", "bdd", "bounded", "engine", "explicit", "ir", "logic", "lower", "model", "options", "outcome",
            "run", "slice", "witness",
        ],
    ),
    ("explicit", &["engine", "ir", "logic", "model", "run"]),
    (
        "export",
        &["bounded", "engine", "exact", "explicit", "influence", "ir", "logic", "lower", "model", "options", "solver"],
    ),
    (
        "health",
        &[
            "automata", "bdd", "engine", "explicit", "ir", "logic", "lower", "model", "options", "outcome", "rivals",
            "run",
        ],
    ),
    ("influence", &["logic", "lower", "model"]),
    ("ir", &[]),
    ("ispl", &["diagnostic", "ir", "logic"]),
    (
        "lib",
        &[
            "bdd",
            "bounded",
            "diagnostic",
            "engine",
            "explain",
            "health",
            "load",
            "logic",
            "model",
            "options",
            "outcome",
            "portfolio",
            "witness",
        ],
    ),
    ("lints", &["choice", "diagnostic"]),
    ("load", &["annotations", "diagnostic", "ir", "ispl", "lints", "logic", "model", "resolve", "rivals"]),
    ("logic", &["ir"]),
    ("lower", &["ir"]),
    ("main", &["cli"]),
    ("model", &["ir", "logic"]),
    ("options", &["bdd", "bounded", "choice", "engine", "logic", "outcome"]),
    ("outcome", &["bdd", "bounded", "choice", "engine", "explicit", "ir", "logic", "model", "run", "witness"]),
    (
        "portfolio",
        &[
            "bdd",
            "bounded",
            "engine",
            "exact",
            "explain",
            "explicit",
            "health",
            "influence",
            "ir",
            "logic",
            "lower",
            "model",
            "options",
            "outcome",
            "run",
            "slice",
            "witness",
        ],
    ),
    (
        "report",
        &[
            "annotations",
            "bdd",
            "bounded",
            "choice",
            "diagnostic",
            "engine",
            "explicit",
            "health",
            "ir",
            "ispl",
            "lints",
            "logic",
            "model",
            "outcome",
            "rivals",
            "run",
            "witness",
        ],
    ),
    ("resolve", &["diagnostic", "ir", "ispl", "logic", "model"]),
    ("rivals", &["ir"]),
    ("run", &["ir"]),
    ("slice", &["ir", "logic", "model"]),
    ("solver", &[]),
    ("witness", &["automata", "engine", "ir", "logic", "lower", "model", "run", "slice"]),
];

/// Parts that never need certain others, whatever the table comes to say.
struct Rule {
    parts: &'static [&'static str],
    never: &'static [&'static str],
    why: &'static str,
}

const FRONT_END: &[&str] = &["ispl", "resolve", "load", "diagnostic", "lints", "annotations"];
/// What shows answers.
const SHOWN: &[&str] = &["report", "cli"];
/// What puts engines together.
const ABOVE_ENGINES: &[&str] = &["exact", "explain", "export", "health", "options", "outcome", "portfolio"];

const RULES: &[Rule] = &[
    Rule { parts: &["ir", "logic"], never: FRONT_END, why: "the meaning of a model knows no syntax" },
    Rule {
        parts: &["ir", "logic", "run"],
        never: &["engine", "automata", "explicit", "lower", "bdd", "bounded", "solver", "witness", "model"],
        why: "the meaning of a model and a formula is the same, whoever checks it",
    },
    Rule {
        parts: &["engine"],
        never: &["automata", "bdd", "bounded", "explicit", "lower", "solver", "witness"],
        why: "engines meet in it; what only one of them is told is that one's own",
    },
    Rule {
        parts: &["explicit"],
        never: &["automata", "lower", "bdd", "bounded", "solver", "witness"],
        why: "engines must be able to disagree",
    },
    Rule { parts: &["bdd"], never: &["explicit", "bounded", "solver"], why: "engines meet in `Verdict`" },
    Rule {
        parts: &["bounded"],
        never: &["explicit", "bdd"],
        why: "reachable states come through `ExactStates`, whoever knows them",
    },
    Rule {
        parts: &["rivals"],
        never: &["engine", "explicit", "bdd", "bounded", "lower", "witness", "model"],
        why: "who reads a file looks at its lines without any engine",
    },
    Rule {
        parts: &["lower"],
        never: &["engine", "automata", "explicit", "bdd", "bounded", "witness", "solver", "model"],
        why: "circuits come from the meaning of a model alone",
    },
    Rule {
        parts: &["witness"],
        never: &["explicit", "bdd", "bounded", "solver"],
        why: "what is wrong with evidence is found out, whoever made it; engines only lend their sets",
    },
    Rule {
        parts: &["automata"],
        never: &["explicit", "bdd", "bounded", "lower", "model", "witness", "solver"],
        why: "an automaton comes from a path formula, whoever walks along it",
    },
    Rule {
        parts: FRONT_END,
        never: &["explicit", "bdd", "bounded", "automata", "lower", "engine", "solver", "witness", "run"],
        why: "reading a file is not checking it",
    },
    Rule {
        parts: &[
            "ir", "logic", "run", "engine", "automata", "explicit", "lower", "bdd", "bounded", "solver", "witness",
        ],
        never: ABOVE_ENGINES,
        why: "an engine does not know who asks it",
    },
    Rule {
        parts: &[
            "explicit",
            "bdd",
            "bounded",
            "lower",
            "automata",
            "witness",
            "solver",
            "exact",
            "explain",
            "health",
            "outcome",
            "portfolio",
            "export",
        ],
        never: FRONT_END,
        why: "from the model on, nothing knows how it was written",
    },
    Rule {
        parts: &["explain", "options", "outcome", "health"],
        never: &["portfolio"],
        why: "why is asked when all is answered",
    },
    Rule { parts: ABOVE_ENGINES, never: SHOWN, why: "an answer does not know how it is shown" },
    Rule {
        parts: &[
            "automata",
            "bdd",
            "bounded",
            "diagnostic",
            "engine",
            "explicit",
            "influence",
            "ir",
            "ispl",
            "lib",
            "load",
            "logic",
            "lower",
            "model",
            "resolve",
            "run",
            "solver",
            "witness",
        ],
        never: SHOWN,
        why: "only the command line shows anything",
    },
    Rule { parts: &["report"], never: &["cli"], why: "how something is shown does not depend on what was typed" },
];

/// Parts that never use certain crates.
const FOREIGN: &[(&str, &[&str], &str)] = &[
    ("explicit", &["qmas_encodings", "oxidd", "rustsat"], "engines must be able to disagree"),
    ("automata", &["oxidd", "qmas_encodings"], "an automaton is no diagram of states"),
    ("ir", &["qmas_encodings", "oxidd", "chumsky", "logos"], "the meaning of a model is no engine's data structure"),
    (
        "logic",
        &["qmas_encodings", "oxidd", "chumsky", "logos"],
        "the meaning of a formula is no engine's data structure",
    ),
    ("bounded", &["oxidd"], "engines meet in `Verdict`"),
    ("bdd", &["rustsat"], "engines meet in `Verdict`"),
];

fn table() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    IMPORTS.iter().map(|(part, imports)| (*part, imports.iter().copied().collect())).collect()
}

#[test]
fn every_part_imports_what_the_table_says() {
    let found = Crate::read("src").parts();
    let parts = found.keys().map(String::as_str);
    exactly(parts, table().into_keys(), "IMPORTS", "Every part of `src` has a line in the table.");
    for (part, known) in table() {
        let needs = &found[part];
        let place = |name: &str| needs.get(name).map_or(String::new(), |place| format!(" at {place}"));
        let shown = |name: &str| format!("`{part}` imports `{name}`{}", place(name));
        exactly(
            needs.keys().map(|name| shown(name)),
            known.iter().map(|name| shown(name)),
            "IMPORTS",
            "If the direction is right, add it to the table; otherwise turn it round.",
        );
    }
}

#[test]
fn the_table_keeps_the_rules() {
    let table = table();
    for Rule { parts, never, why } in RULES {
        for part in *parts {
            let imports = table.get(part).unwrap_or_else(|| panic!("a rule speaks of `{part}`, which there is not"));
            for name in *never {
                assert!(table.contains_key(name), "a rule speaks of `{name}`, which there is not");
                assert!(!imports.contains(name), "`{part}` must not import `{name}`: {why}");
            }
        }
    }
}

/// Whether a path leads into a crate.
fn into_crate(target: &Target, name: &str) -> bool {
    matches!(target, Target::Foreign(path) if path[0] == name)
}

#[test]
fn some_crates_are_not_for_everybody() {
    let src = Crate::read("src");
    for (part, crates, why) in FOREIGN {
        assert!(src.files.iter().any(|(file, _)| file.part() == *part), "there is no part `{part}`");
        for (file, mentions) in src.files.iter().filter(|(file, _)| file.part() == *part) {
            for mention in &mentions.all {
                let used = crates.iter().find(|name| into_crate(&mention.target, name));
                assert!(used.is_none(), "{}:{} uses {used:?}: {why}", file.name, mention.line);
            }
        }
    }
}

/// Circuits and encodings know neither this crate nor the models, and no files.
#[test]
fn the_lowest_layer_imports_nothing_of_ours() {
    for (file, mentions) in &Crate::read("encodings/src").files {
        for mention in &mentions.all {
            let Target::Foreign(path) = &mention.target else { continue };
            let ours = ["qmas", "qmas_models", "qmas_testing"].contains(&path[0].as_str());
            assert!(!ours, "{}:{} imports {}", file.name, mention.line, path.join("::"));
        }
    }
    let manifest = std::fs::read_to_string(crate::source::root().join("encodings/Cargo.toml")).expect("readable");
    let dependencies = "[dependencies]\nrustc-hash.workspace = true\n\n";
    assert!(manifest.contains(dependencies), "the lowest layer depends on a hash function and on nothing else");
}

/// Replay must be able to disagree with whoever made evidence: it uses the meaning of models and formulas, and nothing that
/// builds evidence.
#[test]
fn replay_stands_alone() {
    let src = Crate::read("src");
    let replay = || src.files.iter().filter(|(file, _)| file.name.starts_with("src/witness/replay/"));
    assert!(replay().count() > 5, "there are files of replay");
    let data = ["claim", "evidence", "replay", "thompson", "unknowing", "word"];
    for (file, mentions) in replay() {
        for mention in &mentions.all {
            let Target::Ours(path) = &mention.target else { continue };
            let own = ["engine", "ir", "logic", "model", "run"].contains(&path[0].as_str())
                || path[0] == "witness" && path.get(1).is_some_and(|part| data.contains(&part.as_str()));
            assert!(own, "{}:{} uses {}: replay is on its own", file.name, mention.line, path.join("::"));
        }
    }
}
