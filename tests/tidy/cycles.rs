//! No two parts of `src` need each other, and within a part no two files, except those that are known to.

use crate::exactly;
use crate::graph::{Crate, Graph, cycles, way_round};

/// Parts that need each other, directly or not.
const CYCLES_LEFT: &[&[&str]] = &[];

/// Files of a part that need each other, below `src`.
const FILE_CYCLES_LEFT: &[&[&str]] = &[
    &["bdd/paths/component.rs", "bdd/paths/far.rs", "bdd/paths/product.rs", "bdd/paths/walk.rs"],
    &["bdd/uniform/candidate.rs", "bdd/uniform/mod.rs", "bdd/uniform/team.rs", "bdd/uniform/twins.rs"],
    &["explicit/paths/choices.rs", "explicit/paths/mod.rs", "explicit/paths/product.rs"],
    &["health/explicit.rs", "health/mod.rs", "health/symbolic.rs"],
    &["ir/expr.rs", "ir/system.rs"],
    &[
        "ispl/assemble.rs",
        "ispl/condition.rs",
        "ispl/format/layout.rs",
        "ispl/format/mod.rs",
        "ispl/format/outline.rs",
        "ispl/format/spacing.rs",
        "ispl/formula.rs",
        "ispl/mod.rs",
        "ispl/operand.rs",
        "ispl/split.rs",
    ],
    &["ispl/grammar.rs", "ispl/message.rs", "ispl/rules.rs"],
    &[
        "resolve/conditions.rs",
        "resolve/divisions.rs",
        "resolve/lints.rs",
        "resolve/mod.rs",
        "resolve/names.rs",
        "resolve/places.rs",
    ],
    &["witness/build/mod.rs", "witness/build/start.rs"],
    &["witness/file/doubts.rs", "witness/file/write.rs"],
    &["witness/replay/mod.rs", "witness/replay/runner.rs", "witness/replay/universal.rs"],
];

/// The cycles of a graph are those of a list; `below` is cut off names.
fn are(graph: &Graph, known: &[&[&str]], below: &str, list: &str) {
    let found = cycles(graph);
    let names =
        |cycle: &[String]| cycle.iter().map(|name| name.trim_start_matches(below)).collect::<Vec<_>>().join(", ");
    let ways: Vec<String> = found
        .iter()
        .filter(|cycle| !known.iter().any(|known| known.join(", ") == names(cycle)))
        .map(|cycle| way_round(graph, cycle))
        .collect();
    exactly(
        found.iter().map(|cycle| names(cycle)),
        known.iter().map(|cycle| cycle.join(", ")),
        list,
        &format!("Cycles are to be mended, not added: {}.", ways.join("; ")),
    );
}

#[test]
fn no_parts_need_each_other() {
    are(&Crate::read("src").parts(), CYCLES_LEFT, "", "CYCLES_LEFT");
}

#[test]
fn no_files_of_a_part_need_each_other() {
    are(&Crate::read("src").inside_parts(), FILE_CYCLES_LEFT, "src/", "FILE_CYCLES_LEFT");
}
