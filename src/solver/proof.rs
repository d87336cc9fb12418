//! Proofs of unsatisfiability, for whoever trusts a checker more than a solver.
//!
//! DRAT only: LRAT names clauses by number, and CaDiCaL numbers the clauses of a formula predictably only if it reads
//! them from a file. `drat-trim -L` makes LRAT of it.

use std::path::PathBuf;

/// A proof to be written while solving, as DRAT in text: Wetzler, Heule, Hunt, "DRAT-trim" (SAT 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Where to.
    pub path: PathBuf,
}
