//! What does not change in the loop of a lasso, because it can change in one direction only.
//!
//! A literal m over the state is *stable* if no step leads from a state with m to one without it: once true, it stays so.
//! Claessen and Sörensson (FMCAD 2012, section 4, "stabilizing constraints") look for such signals by induction, since on every infinite
//! path they are constant from some position on. We differ in two ways: a literal has to be stable only as long as those
//! found before it do not change, and what acceptance says of stable literals is used.
//!
//! # Why that is right
//! Let L be the loop of an accepting lasso; all that is said here is said of the steps of L. Let R be a condition on steps that
//! is true of each of them. At first R is: a step of the product, from a state of the domain to one in which the automaton can read something. That
//! is so in L, since every step of it is followed by another one.
//!
//! *Stable under R.* If no step in R leads from m to ¬m, m does not change in L: it would have to become false somewhere on the way
//! from a step that makes it true back to that step. So R and "m is the same before and after" is true of every step of L
//! as well, and takes the place of R. Under it more literals may be stable: the second bit of a number is while the first one rests, a line
//! of a grid is when none before it changes. So numbers that only grow need no words of their own.
//!
//! *Acceptance.* Every acceptance set is visited in L. If all its states in R agree about a literal that does not change in L,
//! then so do all states of L: R and the literal take the place of R.
//!
//! If at some time no step is left in R, or none from a state of an acceptance set, then there is no L, and no accepting path. In
//! general R is what `counter` demands of steps between which it counts.
//!
//! Nothing depends on which states can be reached: R speaks of more steps than there are, which makes it harder to find
//! something, not wrong. Nor on deadlocks: a state without successors is in no loop. What is believed of a SAT solver is that there is no
//! such step; what it shows only takes candidates away. One that takes too long is not asked about again.

use crate::aiger::Machine;
use crate::circuit::{Circuit, Lit};
use crate::cnf::{Cnf, Polarity};
use crate::hash::FastSet;
use crate::sat::{SatAnswer, SatFactory, SatLimits, SatLit, SatModel, SatSolver, Stop};

use super::candidates::{Candidate, candidates, ready_after};
use super::product::Product;

/// How many conflicts a question may take.
const CONFLICTS: u64 = 1_000;

/// True in a step that may be one of the loop of an accepting lasso: see the module.
///
/// # Errors
/// If it was asked to stop.
pub(super) fn quiet(product: &mut Product, factory: &dyn SatFactory, limits: &SatLimits) -> Result<Lit, Stop> {
    let ready = ready_after(product);
    let [state, conditions] = candidates(product);
    let Product { machine: Machine { circuit, valid, .. }, domain, accepting, .. } = product;
    let mut region = Region {
        circuit,
        solver: factory.solver(),
        cnf: Cnf::new(),
        limits: SatLimits { conflicts: Some(CONFLICTS), ..limits.clone() },
        demands: Vec::new(),
        stable: Vec::new(),
        over: false,
    };
    for lit in [*valid, *domain] {
        region.assert(lit);
    }
    region.demand(ready);
    let sets = if accepting.is_empty() { vec![Lit::TRUE] } else { accepting.clone() };
    let mut open = [state, conditions];
    loop {
        let known = region.demands.len();
        for candidates in &mut open {
            // Conditions are asked about where bits of the state have nothing more to say.
            if region.demands.len() == known {
                region.settle(candidates)?;
            }
        }
        for &set in &sets {
            region.agree(set)?;
        }
        if region.over {
            return Ok(Lit::FALSE);
        }
        if region.demands.len() == known {
            return Ok(region.circuit.and_all(region.demands));
        }
    }
}

/// R: what is known of the steps of a loop, and a solver that knows it.
struct Region<'c> {
    circuit: &'c mut Circuit,
    solver: Box<dyn SatSolver>,
    cnf: Cnf,
    limits: SatLimits,
    /// What R is, besides a step of the product.
    demands: Vec<Lit>,
    /// What does not change in R.
    stable: Vec<Lit>,
    /// Whether R has no step.
    over: bool,
}

impl Region<'_> {
    fn literal(&mut self, lit: Lit) -> SatLit {
        self.cnf.literal(self.circuit, lit, Polarity::Both, &mut *self.solver)
    }

    fn assert(&mut self, lit: Lit) {
        self.cnf.assert(self.circuit, lit, &mut *self.solver);
    }

    /// From now on a part of R.
    fn demand(&mut self, lit: Lit) {
        if lit != Lit::TRUE {
            self.assert(lit);
            self.demands.push(lit);
        }
    }

    /// A step in R; an error if nobody knows.
    fn step(&mut self, assumed: &[SatLit]) -> Result<Option<SatModel>, Stop> {
        match self.solver.solve(assumed, &self.limits) {
            SatAnswer::Sat(model) => Ok(Some(model)),
            SatAnswer::Unsat(_) => Ok(None),
            SatAnswer::Unknown(stop) => Err(stop),
        }
    }

    /// A literal that is true only if one of these is.
    fn some(&mut self, of: impl Iterator<Item = SatLit>) -> SatLit {
        let switch = self.solver.new_var().lit(true);
        let clause: Vec<SatLit> = of.chain([!switch]).collect();
        self.solver.add_clause(&clause);
        switch
    }

    /// Those literals, by their numbers, that are true in no step of R in which the assumption is; as far as that is found out.
    fn never(&mut self, lits: Vec<(usize, SatLit)>, assumed: SatLit) -> Result<Vec<usize>, Stop> {
        let (mut never, mut groups) = (Vec::new(), vec![lits]);
        while let Some(mut group) = groups.pop() {
            if group.is_empty() {
                continue;
            }
            let some = self.some(group.iter().map(|&(_, lit)| lit));
            let step = self.step(&[some, assumed]);
            self.solver.add_clause(&[!some]);
            match step {
                Ok(None) => never.extend(group.into_iter().map(|(number, _)| number)),
                Ok(Some(model)) if group.iter().all(|&(_, lit)| !model.value(lit)) => {
                    return Err(Stop::Broken("a SAT solver's model is none".to_owned()));
                }
                Ok(Some(model)) => {
                    groups.push(group);
                    for group in &mut groups {
                        group.retain(|&(_, lit)| !model.value(lit));
                    }
                }
                Err(Stop::Conflicts) if group.len() == 1 => {}
                Err(Stop::Conflicts) => {
                    let other = group.split_off(group.len() / 2);
                    groups.extend([group, other]);
                }
                Err(stop) => return Err(stop),
            }
        }
        never.sort_unstable();
        Ok(never)
    }

    /// Demands of candidates that are stable under R that they do not change; the others stay candidates.
    fn settle(&mut self, candidates: &mut Vec<Candidate>) -> Result<(), Stop> {
        let stable: FastSet<Lit> = self.stable.iter().copied().collect();
        candidates.retain(|candidate| !candidate.bits.iter().all(|bit| stable.contains(bit)));
        let mut changes = Vec::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let falls = self.circuit.and(candidate.now, !candidate.next);
            let rises = self.circuit.and(!candidate.now, candidate.next);
            changes.extend([(2 * number, self.literal(falls)), (2 * number + 1, self.literal(rises))]);
        }
        let any = self.literal(Lit::TRUE);
        let mut found: Vec<usize> = self.never(changes, any)?.into_iter().map(|number| number / 2).collect();
        found.dedup();
        for &number in found.iter().rev() {
            let Candidate { now, next, .. } = candidates.remove(number);
            let rests = self.circuit.iff(now, next);
            self.demand(rests);
            self.stable.push(now);
        }
        Ok(())
    }

    /// Demands of stable literals what all states of an acceptance set agree about.
    fn agree(&mut self, set: Lit) -> Result<(), Stop> {
        let assumed = self.literal(set);
        let model = match self.step(&[assumed]) {
            Ok(Some(model)) => model,
            Ok(None) => {
                self.over = true;
                return Ok(());
            }
            Err(Stop::Conflicts) => return Ok(()),
            Err(stop) => return Err(stop),
        };
        let mut values = Vec::new();
        for lit in self.stable.clone() {
            let known = self.literal(lit);
            let value = lit.negated_if(!model.value(known));
            if !self.demands.contains(&value) {
                values.push(value);
            }
        }
        let mut others = Vec::new();
        for (number, &value) in values.iter().enumerate() {
            others.push((number, self.literal(!value)));
        }
        for number in self.never(others, assumed)? {
            self.demand(values[number]);
        }
        Ok(())
    }
}
