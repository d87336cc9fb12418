//! Which SAT solvers were built in, and how one is chosen.

use std::fmt;
use std::str::FromStr;

use qmas_encodings::{SatFactory, SatSolver};

#[cfg(all(feature = "cadical", feature = "varisat"))]
use super::auto::Auto;
use super::bridge::Bridge;
#[cfg(feature = "cadical")]
use super::cadical::Cadical;
use super::proof::{Proof, ProofError};
#[cfg(feature = "varisat")]
use super::varisat::Varisat;

/// Which SAT solver to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SatChoice {
    /// What is best of those that were built in.
    #[default]
    Auto,
    /// varisat.
    #[cfg(feature = "varisat")]
    Varisat,
    /// CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl SatChoice {
    /// All that were built in.
    pub const ALL: &'static [Self] = &[
        Self::Auto,
        #[cfg(feature = "varisat")]
        Self::Varisat,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// What the user types.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            #[cfg(feature = "varisat")]
            Self::Varisat => "varisat",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
        }
    }
}

/// The SAT solvers that were built in, with their versions.
#[must_use]
pub fn built_in() -> Vec<(&'static str, String)> {
    [
        #[cfg(feature = "varisat")]
        ("varisat", "0.2".to_owned()),
        #[cfg(feature = "cadical")]
        ("cadical", Cadical::version()),
    ]
    .to_vec()
}

impl fmt::Display for SatChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no solver of this build has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSolver(pub String);

impl fmt::Display for UnknownSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = SatChoice::ALL.iter().map(|choice| choice.name()).collect();
        write!(f, "no SAT solver `{}`; this build has {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownSolver {}

impl FromStr for SatChoice {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().copied().find(|choice| choice.name() == name);
        found.ok_or_else(|| UnknownSolver(name.to_owned()))
    }
}

impl SatFactory for SatChoice {
    fn solver(&self) -> Box<dyn SatSolver> {
        match self {
            #[cfg(all(feature = "cadical", feature = "varisat"))]
            Self::Auto => Box::new(Auto::new()),
            #[cfg(all(feature = "cadical", not(feature = "varisat")))]
            Self::Auto => Box::new(Bridge::new(Cadical::new())),
            #[cfg(not(feature = "cadical"))]
            Self::Auto => Box::new(Bridge::new(Varisat::new())),
            #[cfg(feature = "varisat")]
            Self::Varisat => Box::new(Bridge::new(Varisat::new())),
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(Bridge::new(Cadical::new())),
        }
    }
}

impl SatChoice {
    /// Who answers thousands of small questions about the same clauses, of which cores are wanted. Of those that were built in CaDiCaL is
    /// best at it: varisat is asked about every core once more, and prepares all watches anew for each question.
    #[must_use]
    pub fn for_cores(self) -> Self {
        match self {
            #[cfg(feature = "cadical")]
            Self::Auto => Self::Cadical,
            other => other,
        }
    }

    /// A solver that writes a proof; for one call, after all clauses were added. The automatic choice is CaDiCaL, if it
    /// was built in: it takes hard questions as well.
    pub(super) fn prover(self, proof: &Proof) -> Result<Box<dyn SatSolver>, ProofError> {
        Ok(match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Box::new(Bridge::new(Varisat::with_proof(proof)?)),
            #[cfg(feature = "cadical")]
            Self::Auto | Self::Cadical => Box::new(Bridge::new(Cadical::with_proof(proof)?)),
            #[cfg(not(feature = "cadical"))]
            Self::Auto => Box::new(Bridge::new(Varisat::with_proof(proof)?)),
        })
    }
}
