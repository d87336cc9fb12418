//! How a program is called: what it reads, how it gets it, and where it is.

use std::path::{Path, PathBuf};

/// What a solver reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Clauses.
    Qdimacs,
    /// A circuit.
    Qcir,
}

impl Language {
    /// The ending of files in it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Qdimacs => "qdimacs",
            Self::Qcir => "qcir",
        }
    }
}

/// How a solver gets its formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// On standard input.
    StandardInput,
    /// In a file whose name is the last argument.
    LastArgument,
    /// In a file whose name is where `{}` stands.
    Placeholder,
}

/// Where a program is: itself if it is a path, otherwise in one of the folders of PATH.
pub(super) fn located(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return is_program(program).then(|| program.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}
