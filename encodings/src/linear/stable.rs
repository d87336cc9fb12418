//! What changes at most once on any path of a product, and so not at all in the loop of a lasso.
//!
//! A literal m over the state is *stable* if no step leads from a state with m to one without it: once true, it stays so.
//! Claessen and Sörensson (FMCAD 2012, section 4) look for such signals by induction, since on every infinite path they are
//! constant from some position on. We ask it of the latches and their complements, and of the automaton's states: that the
//! present one can be reached from q is stable by definition.
//!
//! What is found here is that a SAT solver says that there is no such step, from any state of the domain, reachable or
//! not. So it is true of all steps of all paths.

use crate::aiger::Machine;
use crate::circuit::{InputId, Lit};
use crate::cnf::{Cnf, Polarity};
use crate::sat::{SatAnswer, SatFactory, SatLimits, Stop};
use crate::substitute::Substitution;

use super::product::Product;

/// How many conflicts it may take to find out whether one literal is stable.
const CONFLICTS: u64 = 1_000;

/// True in a step in which no stable literal changes.
///
/// # Errors
/// If it was asked to stop.
pub(super) fn quiet(product: &mut Product, factory: &dyn SatFactory, limits: &SatLimits) -> Result<Lit, Stop> {
    let limits = SatLimits { conflicts: Some(CONFLICTS), ..limits.clone() };
    let candidates = candidates(product);
    let Product { machine: Machine { circuit, valid, .. }, domain, .. } = product;
    let (mut solver, mut cnf) = (factory.solver(), Cnf::new());
    cnf.assert(circuit, *valid, &mut *solver);
    cnf.assert(circuit, *domain, &mut *solver);
    let mut quiet = Vec::new();
    for (now, next) in candidates {
        let mut ask = |lit: Lit| cnf.literal(circuit, lit, Polarity::Both, &mut *solver);
        let assumed = [ask(now), !ask(next)];
        match solver.solve(&assumed, &limits) {
            SatAnswer::Unsat(_) => quiet.push(circuit.iff(now, next)),
            SatAnswer::Sat(_) | SatAnswer::Unknown(Stop::Conflicts) => {}
            SatAnswer::Unknown(stop) => return Err(stop),
        }
    }
    Ok(circuit.and_all(quiet))
}

/// Literals now and after a step.
fn candidates(product: &mut Product) -> Vec<(Lit, Lit)> {
    let Product { machine: Machine { circuit, latches, .. }, later, .. } = product;
    let mut step = Substitution::default();
    let bits: Vec<(InputId, Lit)> = latches.clone();
    bits.iter().for_each(|&(latch, next)| step.set(latch, next));
    let mut found: Vec<(Lit, Lit)> = Vec::new();
    for &(latch, next) in latches.iter() {
        let now = circuit.input_lit(latch);
        found.extend([(now, next), (!now, !next)]);
    }
    for &now in later.iter() {
        let gates = circuit.below([now]);
        found.push((now, step.apply(circuit, &gates, now)));
    }
    found.retain(|(now, next)| now != next && now.as_constant().is_none());
    found
}
