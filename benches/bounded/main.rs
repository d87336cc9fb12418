//! The bounded engine: `cargo bench --bench bounded` prints tables for the families of section 5.3 of the qMAS paper, for
//! bugs in models whose decision diagrams are hopeless, for the SAT back-ends, for each switch, and for expansion against
//! DepQBF. `-- properties`, `-- hunting`, `-- solvers`, `-- switches`, `-- depqbf` prints one of them.
//!
//! Seconds are those of the processor from 0.2 on, and below of the wall, the fastest of three; ratios are of things
//! measured one after the other.
#![expect(clippy::print_stdout, reason = "a benchmark prints its tables")]

mod external;
mod measure;
mod tasks;

use std::time::Duration;

use measure::{Measured, load_family, measure, ratio};
use qmas::bounded::{BoundedOptions, Query, Savings};
use qmas::options::{EngineChoice, Options};
use qmas::solver::SatChoice;
use tasks::{HUNTS, SIZES, TABLE, Task, WORK};

/// What one measurement may take.
const LIMIT: Duration = Duration::from_secs(20);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let sections: [(&str, fn()); 5] = [
        ("properties", properties),
        ("hunting", hunting),
        ("solvers", solvers),
        ("switches", switches),
        ("depqbf", external::table),
    ];
    for (name, section) in sections {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            println!("\n### {name}\n");
            section();
        }
    }
}

fn bounded(bounded: BoundedOptions) -> (EngineChoice, Options) {
    (EngineChoice::Bounded, Options { bounded, ..Options::default() })
}

/// The table of the paper, and larger sizes.
fn properties() {
    println!("| family | n | formula | verdict | bound | bounded, s | BDD, s | bounded / BDD |");
    println!("|---|---|---|---|---|---|---|---|");
    for (family, formulas) in TABLE {
        for n in SIZES {
            let mut model = load_family(family, n);
            for (name, number) in formulas {
                let ours = measure(&mut model, *number, &bounded(BoundedOptions::default()), LIMIT);
                let other = measure(&mut model, *number, &(EngineChoice::Bdd, Options::default()), LIMIT);
                let Measured { verdict, bound, .. } = &ours;
                println!(
                    "| {family} | {n} | {name} | {verdict} | {bound} | {ours} | {other} | {} |",
                    ratio(&ours, &other)
                );
            }
        }
    }
}

/// Bugs: with both questions, with refutation only, and by diagrams.
fn hunting() {
    println!("| family | n | formula | verdict | bound | both questions, s | refute only, s | BDD, s |");
    println!("|---|---|---|---|---|---|---|---|");
    for Task { family, n, formula } in HUNTS {
        let mut model = load_family(family, *n);
        let both = measure(&mut model, *formula, &bounded(BoundedOptions::default()), LIMIT);
        let refute = BoundedOptions { query: Query::Refute, ..BoundedOptions::default() };
        let refute = measure(&mut model, *formula, &bounded(refute), LIMIT);
        let diagrams = measure(&mut model, *formula, &(EngineChoice::Bdd, Options::default()), LIMIT);
        let Measured { verdict, bound, .. } = &refute;
        println!("| {family} | {n} | {formula} | {verdict} | {bound} | {both} | {refute} | {diagrams} |");
    }
}

/// Every SAT back-end against the automatic choice.
fn solvers() {
    compare(
        SatChoice::ALL.iter().map(|&sat| (sat.name(), bounded(BoundedOptions { sat, ..BoundedOptions::default() }))),
    );
}

/// Everything switched on, and each switch off.
fn switches() {
    let all = Savings::default();
    let saved = |savings| bounded(BoundedOptions { savings, ..BoundedOptions::default() });
    let (engine, options) = bounded(BoundedOptions::default());
    compare([
        ("all on", (engine, options.clone())),
        ("no cone", (engine, Options { whole_system: true, ..options })),
        ("no selectors", saved(Savings { selectors: false, ..all })),
        ("no lazy", saved(Savings { lazy: false, ..all })),
        ("no symmetry", saved(Savings { symmetry: false, ..all })),
        ("no induction", bounded(BoundedOptions { induction: false, ..BoundedOptions::default() })),
    ]);
}

/// The first column in seconds, the others as multiples of it.
fn compare(variants: impl IntoIterator<Item = (&'static str, (EngineChoice, Options))>) {
    let variants: Vec<_> = variants.into_iter().collect();
    let names: Vec<&str> = variants.iter().map(|(name, _)| *name).collect();
    println!("| family | n | formula | verdict | {}, s | {} |", names[0], names[1..].join(" | "));
    println!("|---|---|---|---|{}", "---|".repeat(names.len()));
    for Task { family, n, formula } in WORK {
        let mut model = load_family(family, *n);
        let measured: Vec<Measured> =
            variants.iter().map(|(_, variant)| measure(&mut model, *formula, variant, LIMIT)).collect();
        let ratios: Vec<String> = measured[1..].iter().map(|other| ratio(other, &measured[0])).collect();
        let first = &measured[0];
        println!("| {family} | {n} | {formula} | {} | {first} | {} |", first.verdict, ratios.join(" | "));
    }
}
