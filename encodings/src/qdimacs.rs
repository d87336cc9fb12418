//! QDIMACS 1.1: a quantified formula as clauses, for solvers that are not ours.
//!
//! The prefix is closed and alternates strictly, without empty blocks; inputs are numbered in its order. Clauses come by
//! polarity (Plaisted and Greenbaum 1986, see [`crate::cnf`]); the variables that name gates are functions of the
//! inputs and go to the innermost block, which is existential. The header counts exactly.

use std::fmt;

use crate::circuit::Circuit;
use crate::cnf::{Cnf, Polarity};
use crate::qbf::{Qbf, Quantifier};
use crate::sat::{ClauseList, SatVar};

/// A formula in prenex conjunctive normal form. What it displays is a file.
#[derive(Debug, Clone)]
pub struct Qdimacs {
    /// The blocks, outermost first.
    pub prefix: Vec<(Quantifier, Vec<SatVar>)>,
    /// The matrix.
    pub clauses: ClauseList,
}

impl Qdimacs {
    /// The same as `qbf`.
    #[must_use]
    pub fn new(circuit: &Circuit, qbf: &Qbf) -> Self {
        let qbf = qbf.normalised(circuit);
        let (mut cnf, mut clauses) = (Cnf::new(), ClauseList::default());
        let mut prefix: Vec<(Quantifier, Vec<SatVar>)> = Vec::with_capacity(qbf.prefix.len() + 1);
        for block in &qbf.prefix {
            let lits = block.inputs.iter().map(|&input| circuit.input_lit(input));
            let vars = lits.map(|lit| cnf.literal(circuit, lit, Polarity::Positive, &mut clauses).var());
            prefix.push((block.quantifier, vars.collect()));
        }
        let inputs = clauses.vars;
        cnf.assert(circuit, qbf.matrix, &mut clauses);
        let gates: Vec<SatVar> = (inputs..clauses.vars).map(SatVar::new).collect();
        match prefix.last_mut() {
            _ if gates.is_empty() => {}
            Some((Quantifier::Exists, vars)) => vars.extend(gates),
            _ => prefix.push((Quantifier::Exists, gates)),
        }
        Self { prefix, clauses }
    }
}

impl fmt::Display for Qdimacs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.clauses.vars, self.clauses.clauses.len())?;
        for (quantifier, vars) in &self.prefix {
            f.write_str(if *quantifier == Quantifier::Exists { "e" } else { "a" })?;
            for var in vars {
                write!(f, " {}", var.index() + 1)?;
            }
            f.write_str(" 0\n")?;
        }
        for clause in &self.clauses.clauses {
            for lit in clause {
                write!(f, "{} ", lit.dimacs())?;
            }
            f.write_str("0\n")?;
        }
        Ok(())
    }
}
