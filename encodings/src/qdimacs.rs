//! QDIMACS 1.1: a quantified formula as clauses, for solvers that are not ours.
//!
//! The prefix is closed and alternates strictly, without empty blocks; inputs are numbered in its order. Clauses come by
//! polarity (Plaisted and Greenbaum 1986, see [`crate::cnf`]); the variables that name gates are functions of the
//! inputs and go to the innermost block, which is existential. No clause is a tautology or comes twice, and every
//! variable occurs in a clause. The header counts exactly.

use std::fmt;

use crate::circuit::{Circuit, InputId};
use crate::cnf::{Cnf, Polarity};
use crate::hash::FastSet;
use crate::qbf::{Block, Qbf, Quantifier};
use crate::sat::{ClauseList, SatLit, SatVar};

/// A formula in prenex conjunctive normal form. What it displays is a file.
#[derive(Debug, Clone)]
pub struct Qdimacs {
    /// The blocks, outermost first.
    pub prefix: Vec<(Quantifier, Vec<SatVar>)>,
    /// What the first variables stand for; the others are definitions.
    pub inputs: Vec<InputId>,
    /// The matrix.
    pub clauses: ClauseList,
}

impl Qdimacs {
    /// A formula that is equivalent to `qbf`.
    #[must_use]
    pub fn new(circuit: &Circuit, qbf: &Qbf) -> Self {
        let qbf = qbf.normalised(circuit);
        let (mut cnf, mut clauses) = (Cnf::new(), ClauseList::default());
        for block in &qbf.prefix {
            for &input in &block.inputs {
                cnf.literal(circuit, circuit.input_lit(input), Polarity::Positive, &mut clauses);
            }
        }
        let inputs: Vec<InputId> = qbf.prefix.iter().flat_map(|block| block.inputs.iter().copied()).collect();
        cnf.assert(circuit, qbf.matrix, &mut clauses);
        tidied(&qbf.prefix, &inputs, clauses)
    }
}

/// Without tautologies, repetitions and variables that no clause mentions.
fn tidied(blocks: &[Block], inputs: &[InputId], mut list: ClauseList) -> Qdimacs {
    let mut seen: FastSet<Vec<SatLit>> = FastSet::default();
    list.clauses.retain_mut(|clause| {
        clause.sort_unstable();
        clause.dedup();
        // A literal and its complement are neighbours.
        let tautology = clause.windows(2).any(|pair| pair[0].var() == pair[1].var());
        !tautology && seen.insert(clause.clone())
    });
    let mut used = vec![false; list.vars as usize];
    list.clauses.iter().flatten().for_each(|lit| used[lit.var().index()] = true);
    let mut next = 0..;
    let numbers: Vec<Option<SatVar>> =
        used.iter().map(|&used| if used { next.next().map(SatVar::new) } else { None }).collect();
    let renamed = |var: usize| numbers.get(var).copied().flatten();
    for lit in list.clauses.iter_mut().flatten() {
        if let Some(var) = renamed(lit.var().index()) {
            *lit = var.lit(!lit.is_negated());
        }
    }
    let mut prefix: Vec<(Quantifier, Vec<SatVar>)> = Vec::with_capacity(blocks.len() + 1);
    let mut from = 0;
    for block in blocks {
        let vars = (from..from + block.inputs.len()).filter_map(renamed).collect();
        push(&mut prefix, block.quantifier, vars);
        from += block.inputs.len();
    }
    let gates = (inputs.len()..list.vars as usize).filter_map(renamed).collect();
    push(&mut prefix, Quantifier::Exists, gates);
    let inputs =
        inputs.iter().enumerate().filter(|(var, _)| renamed(*var).is_some()).map(|(_, &input)| input).collect();
    list.vars = u32::try_from(numbers.iter().flatten().count()).expect("not more than there were");
    Qdimacs { prefix, inputs, clauses: list }
}

/// Adds a block inside the others, or to the last of them.
fn push(prefix: &mut Vec<(Quantifier, Vec<SatVar>)>, quantifier: Quantifier, vars: Vec<SatVar>) {
    match prefix.last_mut() {
        _ if vars.is_empty() => {}
        Some((last, others)) if *last == quantifier => others.extend(vars),
        _ => prefix.push((quantifier, vars)),
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
