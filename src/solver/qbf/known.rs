//! The QBF solvers that we know how to call, and where they come from.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use qmas_encodings::Interrupt;

use super::calling::{Language, Passing, located};
use super::process::run;

/// How to call a solver.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) language: Language,
    pub(super) passing: Passing,
    /// What makes it say more than true or false, if anything does.
    pub(super) arguments: &'static [&'static str],
    /// What makes it say its version.
    version: Option<&'static str>,
    /// What to do if it is not there.
    pub(super) install: &'static str,
}

const KNOWN: [Known; 4] = [
    // Lonsing, Egly: "DepQBF 6.0: A search-based QBF solver beyond traditional QCDCL" (CADE 2017).
    Known {
        name: "depqbf",
        language: Language::Qdimacs,
        passing: Passing::StandardInput,
        arguments: &["--qdo"],
        version: Some("--version"),
        install: "install it with `apt-get install depqbf`",
    },
    // Rabe, Tentrup: "CAQE: A certifying QBF solver" (FMCAD 2015).
    Known {
        name: "caqe",
        language: Language::Qdimacs,
        passing: Passing::LastArgument,
        arguments: &["--qdo"],
        version: Some("--version"),
        install: "build it from https://github.com/ltentrup/caqe",
    },
    // Tentrup: "Non-prenex QBF solving using abstraction" (SAT 2016).
    Known {
        name: "quabs",
        language: Language::Qcir,
        passing: Passing::LastArgument,
        arguments: &["--partial-assignment"],
        version: None,
        install: "build it from https://github.com/ltentrup/quabs",
    },
    // Janota: "Circuit-based search space pruning in QBF" (SAT 2018).
    Known {
        name: "cqesto",
        language: Language::Qcir,
        passing: Passing::LastArgument,
        arguments: &[],
        version: None,
        install: "build it from https://github.com/MikolasJanota/cqesto",
    },
];

/// How long a solver may take to say its version.
const PATIENCE: Duration = Duration::from_secs(2);

/// The solver of that name.
pub(super) fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

/// The names of all of them.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name)
}

/// A solver that we know, and whether it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its name.
    pub name: &'static str,
    /// What it reads.
    pub language: Language,
    /// Where it is.
    pub path: Option<PathBuf>,
    /// What it says its version is.
    pub version: Option<String>,
    /// What to do if it is not there.
    pub install: &'static str,
}

/// All known solvers. Those that are installed are asked for their versions.
#[must_use]
pub fn found() -> Vec<Found> {
    let found = |known: &Known| {
        let path = located(known.name.as_ref());
        let version = path.as_ref().zip(known.version).and_then(|(path, argument)| {
            let mut command = Command::new(path);
            let finished = run(command.arg(argument), None, Some(PATIENCE), &Interrupt::default()).ok()?;
            let said = [finished.stdout, finished.stderr].into_iter().find(|text| !text.trim().is_empty())?;
            said.lines().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
        });
        Found { name: known.name, language: known.language, path, version, install: known.install }
    };
    KNOWN.iter().map(found).collect()
}
