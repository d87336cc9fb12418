//! Proofs of unsatisfiability, for whoever trusts a checker more than a solver.
//!
//! DRAT only: LRAT names clauses by number, and CaDiCaL numbers the clauses of a formula predictably only if it reads
//! them from a file. `drat-trim -L` makes LRAT of it. The clauses go beside the proof, as DIMACS, since a proof without
//! them proves nothing: `drat-trim NAME.cnf NAME.drat`.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use qmas_encodings::{ClauseList, SatAnswer, SatLimits, Stop};

use super::choice::SatChoice;
use super::proof::Proof;

impl Proof {
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
