//! No two parts of `src` need each other, and within a part no two files, except those that are known to.

use crate::exactly;
use crate::graph::{Crate, Graph, cycles, way_round};

/// Parts that need each other, directly or not.
const CYCLES_LEFT: &[&[&str]] = &[];

/// Files of a part that need each other, below `src`.
const FILE_CYCLES_LEFT: &[&[&str]] = &[];

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
