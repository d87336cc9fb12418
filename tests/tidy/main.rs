//! The shape of the code base, read from the code itself: what needs what, what prints, exits and touches files, how long
//! things are, and that every file says why it exists.
//!
//! What is not yet as it should be stands in lists of known exceptions: `CYCLES_LEFT`, `LONG_FILES` and the like. They are
//! exact. Who mends one takes it from its list; who adds one is told.
//!
//! | module | what it watches |
//! |---|---|
//! | `directions` | which part of `src` may need which |
//! | `cycles` | that no two need each other |
//! | `effects` | printing, exiting, files, bit positions |
//! | `sizes` | lengths of files, functions and snapshots, number of test programs |
//! | `source`, `mentions`, `graph` | how code is read; `itself` tests that |

mod cycles;
mod directions;
mod effects;
mod graph;
mod itself;
mod mentions;
mod sizes;
mod source;

use std::collections::BTreeSet;
use std::fmt::Display;

use source::{files, root};

/// Fails with what is in one list only.
#[track_caller]
fn exactly<T: Ord + Display>(
    found: impl IntoIterator<Item = T>,
    known: impl IntoIterator<Item = T>,
    list: &str,
    advice: &str,
) {
    let (found, known): (BTreeSet<T>, BTreeSet<T>) = (found.into_iter().collect(), known.into_iter().collect());
    let new: Vec<String> = found.difference(&known).map(|one| format!("  new: {one}")).collect();
    let gone: Vec<String> = known.difference(&found).map(|one| format!("  no more: {one}")).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "{list} is out of date.\n{}\n{advice} What is no more, take from the list.",
        [new, gone].concat().join("\n")
    );
}

#[test]
fn every_file_says_why_it_exists() {
    for folder in ["src", "encodings/src", "models/src", "tests", "benches"] {
        for file in files(folder) {
            assert!(file.text.starts_with("//!"), "{} does not open with `//!`: say why it exists", file.name);
        }
    }
}

#[test]
fn unsafe_code_is_forbidden() {
    let manifest = |path: &str| std::fs::read_to_string(root().join(path)).expect("readable");
    assert!(manifest("Cargo.toml").contains("unsafe_code = \"forbid\""));
    for member in ["encodings", "models", "tests/common"] {
        let manifest = manifest(&format!("{member}/Cargo.toml"));
        assert!(manifest.contains("[lints]\nworkspace = true"), "{member} does not share the lints");
    }
}
