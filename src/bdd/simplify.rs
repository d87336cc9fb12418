//! Smaller diagrams that agree with a set where it matters.
//!
//! One step back from a set of reachable states, only its reachable part counts: what the set says of other states may be
//! anything, so it may be what has a small diagram. "No announcement yet" is one bit as a condition, and thousands of nodes as the
//! set of all reachable states in which there is none.
//!
//! Coudert, Berthet, Madre: "Verification of synchronous sequential machines based on symbolic execution" (1989), the operator
//! that later became known as restrict.

use oxidd::{BooleanFunction, Function, Manager, VarNo};
use rustc_hash::FxHashMap;

use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// Pairs of nodes that are looked at for each node of the two diagrams.
const EFFORT: usize = 2;
/// With more variables than this, nothing is simplified: nodes are visited by recursion.
const VARIABLES: usize = 10_000;

/// A diagram that agrees with `set` on all of `care`; the set itself if none with fewer nodes is found soon. `care` is not
/// empty.
pub(super) fn simplified(diagrams: &Diagrams, set: &Bdd, care: &Bdd) -> Result<Bdd, GaveUp> {
    let nodes = set.node_count();
    if diagrams.variable_count() > VARIABLES || !care.satisfiable() {
        return Ok(set.clone());
    }
    let left = EFFORT * (nodes + care.node_count());
    let mut simplifier = Simplifier { diagrams, known: FxHashMap::default(), left };
    match simplifier.simplify(set, care)? {
        Some(simple) if simple.node_count() < nodes => Ok(simple),
        _ => Ok(set.clone()),
    }
}

struct Simplifier<'a> {
    diagrams: &'a Diagrams,
    known: FxHashMap<(Bdd, Bdd), Bdd>,
    /// How many more pairs may be looked at.
    left: usize,
}

impl Simplifier<'_> {
    /// None if there are too many pairs.
    fn simplify(&mut self, set: &Bdd, care: &Bdd) -> Result<Option<Bdd>, GaveUp> {
        let Some((set_high, set_low)) = set.cofactors() else { return Ok(Some(set.clone())) };
        let Some((care_high, care_low)) = care.cofactors() else { return Ok(Some(set.clone())) };
        let key = (set.clone(), care.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(known.clone()));
        }
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let (set_level, care_level) = (level(set), level(care));
        let simple = if care_level < set_level {
            // What the set does not look at must not be brought in.
            self.simplify(set, &self.diagrams.or(&care_high, &care_low)?)?
        } else if set_level < care_level {
            self.both(set_level, (&set_high, care), (&set_low, care))?
        } else if !care_high.satisfiable() {
            self.simplify(&set_low, &care_low)?
        } else if !care_low.satisfiable() {
            self.simplify(&set_high, &care_high)?
        } else {
            self.both(set_level, (&set_high, &care_high), (&set_low, &care_low))?
        };
        if let Some(simple) = &simple {
            self.known.insert(key, simple.clone());
        }
        Ok(simple)
    }

    fn both(&mut self, level: VarNo, high: (&Bdd, &Bdd), low: (&Bdd, &Bdd)) -> Result<Option<Bdd>, GaveUp> {
        let Some(high) = self.simplify(high.0, high.1)? else { return Ok(None) };
        let Some(low) = self.simplify(low.0, low.1)? else { return Ok(None) };
        self.diagrams.choice(level, &high, &low).map(Some)
    }
}

fn level(set: &Bdd) -> VarNo {
    set.with_manager_shared(|manager, edge| manager.get_node(edge).level())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use qmas_encodings::{Circuit, InputId, Lit};
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::super::diagrams::Room;
    use super::*;
    use crate::engine::Limits;

    /// A set of valuations of six variables, each bit of `table` for one of them.
    fn set(circuit: &mut Circuit, lits: &[Lit], table: u64) -> Lit {
        let mut cubes = Vec::new();
        for row in (0..64u64).filter(|row| table >> row & 1 == 1) {
            let cube = lits.iter().enumerate().map(|(at, &lit)| if row >> at & 1 == 1 { lit } else { !lit });
            cubes.push(circuit.and_all(cube.collect::<Vec<Lit>>()));
        }
        circuit.or_all(cubes)
    }

    #[test]
    fn it_agrees_where_it_matters_and_is_no_larger() {
        let mut random = SplitMix64::seed_from_u64(17);
        let mut smaller = 0;
        for _ in 0..300 {
            let (table, care) = (random.next_u64(), random.next_u64() & random.next_u64());
            let mut circuit = Circuit::new();
            let (inputs, lits): (Vec<InputId>, Vec<Lit>) = (0..6).map(|_| circuit.input()).unzip();
            let (table, care) = (set(&mut circuit, &lits, table & care), set(&mut circuit, &lits, care));
            let mut diagrams = Diagrams::new(&inputs, &BTreeSet::new(), Room::of(1 << 14), Limits::default());
            let (table, care) =
                (diagrams.build(&circuit, table).expect("room"), diagrams.build(&circuit, care).expect("room"));
            let simple = simplified(&diagrams, &table, &care).expect("room");
            let both = |left: &Bdd| diagrams.and(left, &care).expect("room");
            assert!(both(&simple) == both(&table));
            assert!(simple.node_count() <= table.node_count());
            smaller += usize::from(simple.node_count() < table.node_count());
        }
        assert!(smaller > 200, "{smaller}");
    }
}
