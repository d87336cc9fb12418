//! The BDD engine on the families of the source papers: `cargo bench --bench bdd` prints a table of sizes, states,
//! seconds, nodes and memory. Every row is a process of its own, so that the memory is its own. `-- --full` adds the
//! sizes that take minutes; `-- FAMILY` runs one family. CTLK and ATL formulas only.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::time::Instant;

use common::{LIMIT, arguments, source};

use qmas::engine::{Limits, Strategies, Verdict};
use qmas::load::{Strictness, load};
use qmas::logic::Logic;
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

/// Family, sizes, larger sizes.
const ROWS: [(&str, &[usize], &[usize]); 10] = [
    ("dining-cryptographers", &[20, 50, 100], &[150]),
    ("dining-cryptographers-copied", &[20, 50, 100], &[]),
    ("prisoners", &[8, 14, 20, 30], &[40, 50]),
    ("counter", &[1_000, 1_048_576], &[]),
    ("go-back-n", &[2, 3], &[]),
    ("train-controller-booleans", &[400, 500, 2_000], &[10_000]),
    ("dining-cryptographers-booleans", &[400, 500, 2_000], &[10_000]),
    ("card-duel", &[21, 51], &[101]),
    ("card-ladder", &[6, 8], &[10]),
    ("card-memory", &[4, 6], &[8]),
];

fn main() {
    let arguments = arguments();
    if let [mode, family, n] = arguments.as_slice()
        && mode == "--row"
    {
        row(family, n.parse().expect("a number"));
        return;
    }
    let full = arguments.iter().any(|argument| argument == "--full");
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    println!("| family | n | states | formulas | answered | seconds | peak nodes | MiB |");
    println!("|---|---|---|---|---|---|---|---|");
    for (family, sizes, larger) in ROWS {
        if !wanted.is_empty() && !wanted.iter().any(|name| *name == family) {
            continue;
        }
        for n in sizes.iter().chain(if full { larger } else { &[] }) {
            let status = common::row(&[family, &n.to_string()]).status();
            if !status.is_ok_and(|status| status.success()) {
                println!("| {family} | {n} | the process ended early | | | | | |");
            }
        }
    }
}

/// One line of the table.
fn row(family: &str, n: usize) {
    let source = source(family, n);
    let start = Instant::now();
    let mut model = load(&source, Strictness::Lenient).model.expect("models of the library are right");
    model.specifications.retain(|specification| specification.logic == Logic::Ctl);
    let strategies = if family.starts_with("card-") { Strategies::Uniform } else { Strategies::PerfectInformation };
    let limits = Limits { deadline: Instant::now().checked_add(LIMIT), ..Limits::default() };
    let checked = check_with(&model, EngineChoice::Bdd, &Options { strategies, limits, ..Options::default() });
    let seconds = start.elapsed().as_secs_f64();
    let answered =
        checked.outcomes.iter().filter(|outcome| matches!(outcome.verdict, Verdict::Holds | Verdict::Fails)).count();
    let largest = checked.diagrams.iter().max_by_key(|statistics| statistics.bits);
    let states = largest.map_or_else(|| "?".to_owned(), |statistics| short(&statistics.states.to_string()));
    let nodes = checked.diagrams.iter().map(|statistics| statistics.peak_nodes).max().unwrap_or(0);
    let formulas = model.specifications.len();
    println!("| {family} | {n} | {states} | {formulas} | {answered} | {seconds:.2} | {nodes} | {} |", common::memory());
}

/// Large numbers as powers of ten.
fn short(number: &str) -> String {
    match number.split_at_checked(1) {
        Some((first, rest)) if number.len() > 9 => format!("{first}.{}e{}", &rest[..1], number.len() - 1),
        _ => number.to_owned(),
    }
}
