//! Proofs of unsatisfiability, for whoever trusts a checker more than a solver.
//!
//! DRAT only: LRAT names clauses by number, and CaDiCaL numbers the clauses of a formula predictably only if it reads
//! them from a file. `drat-trim -L` makes LRAT of it. The clauses go beside the proof, as DIMACS, since a proof without
//! them proves nothing: `drat-trim NAME.cnf NAME.drat`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use qmas_encodings::{ClauseList, SatAnswer, SatLimits, SatSolver, Stop};

use super::SatChoice;

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

    /// Solves clauses that are known to be unsatisfiable, and writes them and the proof to files with this name and the
    /// endings `cnf` and `drat`.
    ///
    /// # Errors
    /// If a file cannot be written, if a limit was reached, or if the clauses are satisfiable after all.
    pub fn write(&self, clauses: &ClauseList, choice: SatChoice, limits: &SatLimits) -> Result<(), Stop> {
        let broken = |error: &dyn std::fmt::Display| Stop::Broken(format!("no proof: {error}"));
        write_dimacs(&self.named(".cnf").path, clauses).map_err(|error| broken(&error))?;
        let mut solver = choice.prover(&self.named(".drat")).map_err(|error| broken(&error))?;
        for _ in 0..clauses.vars {
            solver.new_var();
        }
        for clause in &clauses.clauses {
            solver.add_clause(clause);
        }
        match solver.solve(&[], limits) {
            SatAnswer::Unsat(_) => Ok(()),
            SatAnswer::Sat(_) => Err(Stop::Broken("one SAT solver contradicts another".to_owned())),
            SatAnswer::Unknown(stop) => Err(stop),
        }
    }
}

/// Clauses as DIMACS.
fn write_dimacs(path: &Path, clauses: &ClauseList) -> io::Result<()> {
    let mut out = BufWriter::new(std::fs::File::create(path)?);
    writeln!(out, "p cnf {} {}", clauses.vars, clauses.clauses.len())?;
    for clause in &clauses.clauses {
        for lit in clause {
            write!(out, "{} ", lit.dimacs())?;
        }
        writeln!(out, "0")?;
    }
    out.flush()
}

impl SatChoice {
    /// A solver that writes a proof; for one call, after all clauses were added. The automatic choice is CaDiCaL, if it
    /// was built in: it takes hard questions as well.
    fn prover(self, proof: &Proof) -> anyhow::Result<Box<dyn SatSolver>> {
        Ok(match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Box::new(super::Bridge::new(super::Varisat::with_proof(proof)?)),
            #[cfg(feature = "cadical")]
            Self::Auto | Self::Cadical => Box::new(super::Bridge::new(super::Cadical::with_proof(proof)?)),
            #[cfg(not(feature = "cadical"))]
            Self::Auto => Box::new(super::Bridge::new(super::Varisat::with_proof(proof)?)),
        })
    }
}
