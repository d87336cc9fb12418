//! Says at the end what could not be tested, and for want of what: one line, or nothing if nothing was skipped.
//!
//! Test programs hide what passing tests print. This one has no harness, so that what it says is seen, and cargo runs test
//! programs in the order of their names, so that it is the last. How it knows: `qmas_testing::skipped`.
#![allow(clippy::print_stdout, reason = "to be read by a person is all that it is for")]

use std::collections::BTreeMap;

/// What to install, by Debian's names, for programs that are not in a package of their own name.
const PACKAGES: [(&str, &str); 1] = [("chromedriver", "chromium-driver")];

fn main() {
    // Who wants to know which tests there are gets none of this one.
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    if let Some(line) = line(&qmas_testing::skipped::take()) {
        println!("\n{line}\n");
    }
}

/// `depqbf (4 tests), ../shared/corpus (1 test)`, in a sentence.
fn line(wants: &BTreeMap<String, usize>) -> Option<String> {
    let tests = |count: usize| if count == 1 { "1 test".to_owned() } else { format!("{count} tests") };
    let wants: Vec<String> = wants
        .iter()
        .map(|(want, count)| match PACKAGES.iter().find(|(program, _)| program == want) {
            Some((_, package)) => format!("{want} (package {package}; {})", tests(*count)),
            None => format!("{want} ({})", tests(*count)),
        })
        .collect();
    (!wants.is_empty()).then(|| format!("skipped, wholly or in part, for want of: {}", wants.join(", ")))
}
