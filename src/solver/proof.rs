//! Where proofs of unsatisfiability go, and why one cannot be written.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// A proof to be written while solving, as DRAT in text: Wetzler, Heule, Hunt, "DRAT-trim" (SAT 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Where to.
    pub path: PathBuf,
}

impl Proof {
    /// Makes a folder for proofs; they get their names by [`Proof::named`].
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn folder(path: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(path)?;
        Ok(Self { path: path.join("") })
    }

    /// With a longer name.
    #[must_use]
    pub fn named(&self, rest: &str) -> Self {
        let mut path = self.path.clone().into_os_string();
        path.push(rest);
        Self { path: path.into() }
    }
}

/// Why a solver cannot write a proof.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProofError {
    /// A path that the solver has no words for.
    Path,
    /// The solver cannot write to this file.
    Refused(PathBuf),
    /// The file cannot be made.
    Io(PathBuf, io::Error),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path => f.write_str("CaDiCaL only writes to paths in UTF-8"),
            Self::Refused(path) => write!(f, "CaDiCaL cannot write `{}`", path.display()),
            Self::Io(path, _) => write!(f, "cannot write `{}`", path.display()),
        }
    }
}

impl std::error::Error for ProofError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Path | Self::Refused(_) => None,
        }
    }
}
