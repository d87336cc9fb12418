//! The transition relation as a conjunction of pieces, and images and preimages with early quantification.
//!
//! A mover whose choices exclude each other has one piece per bit; otherwise its choices are one piece. Pieces are
//! joined into clusters and multiplied in an order that lets variables go as soon as no later cluster mentions them
//! (Ranjan, Aziz, Brayton, Plessier, Pixley, "Efficient BDD algorithms for FSM synthesis and verification", IWLS 1995).

use std::collections::BTreeSet;

use oxidd::{BooleanFunction, Function, Subst};
use qmas_encodings::{Circuit, InputId, Lit, Mover, SymbolicSystem};

use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// Clusters grow up to this many nodes.
const CLUSTER: usize = 1000;

/// A conjunct with the inputs that it depends on.
#[derive(Clone)]
pub(super) struct Piece {
    pub(super) bdd: Bdd,
    pub(super) support: BTreeSet<InputId>,
}

/// The pieces of a mover as literals of `circuit`, which grows; which form they have depends on whether its choices
/// exclude each other.
pub(super) fn mover_pieces(circuit: &mut Circuit, system: &SymbolicSystem, mover: &Mover, exclusive: bool) -> Vec<Lit> {
    let next = |circuit: &mut Circuit, bit: usize, value: Lit| circuit.iff(system.state[bit].next_lit, value);
    let mut pieces = Vec::new();
    if exclusive {
        for choice in &mover.choices {
            pieces.push(circuit.implies(choice.enabled, choice.fits));
        }
        let mut writers: std::collections::BTreeMap<usize, Vec<(Lit, Lit)>> =
            mover.bits.iter().map(|&bit| (bit, Vec::new())).collect();
        for choice in &mover.choices {
            for &(bit, value) in &choice.updates {
                writers.entry(bit).or_default().push((choice.enabled, value));
            }
        }
        for (bit, writers) in writers {
            let written: Vec<Lit> = writers.iter().map(|&(enabled, value)| circuit.and(enabled, value)).collect();
            let some = circuit.or_all(writers.iter().map(|&(enabled, _)| enabled));
            let kept = circuit.and(!some, system.state[bit].now_lit);
            let value = circuit.or_all(written.into_iter().chain([kept]));
            pieces.push(next(circuit, bit, value));
        }
    } else {
        let mut ways = Vec::new();
        for choice in &mover.choices {
            let mut conjuncts = vec![choice.enabled, choice.fits];
            for &bit in &mover.bits {
                let update = choice.updates.iter().find(|&&(updated, _)| updated == bit);
                let value = update.map_or(system.state[bit].now_lit, |&(_, value)| value);
                conjuncts.push(next(circuit, bit, value));
            }
            ways.push(circuit.and_all(conjuncts));
        }
        let mut stay: Vec<Lit> = mover.choices.iter().map(|choice| !choice.enabled).collect();
        for &bit in &mover.bits {
            stay.push(next(circuit, bit, system.state[bit].now_lit));
        }
        ways.push(circuit.and_all(stay));
        pieces.push(circuit.or_all(ways));
    }
    pieces.retain(|&piece| piece != Lit::TRUE);
    pieces
}

/// Whether at most one choice is enabled at a time.
pub(super) fn exclusive(diagrams: &mut Diagrams, system: &SymbolicSystem, mover: &Mover) -> Result<bool, GaveUp> {
    let mut seen = diagrams.constant(false);
    for choice in &mover.choices {
        let enabled = diagrams.build(&system.circuit, choice.enabled)?;
        if diagrams.and(&seen, &enabled)?.satisfiable() {
            return Ok(false);
        }
        seen = diagrams.or(&seen, &enabled)?;
    }
    Ok(true)
}

/// Joins neighbouring pieces while they stay small.
pub(super) fn cluster(diagrams: &Diagrams, mut pieces: Vec<Piece>) -> Result<Vec<Piece>, GaveUp> {
    pieces.sort_by_key(|piece| piece.support.iter().map(|&input| diagrams.level(input)).min());
    let mut clusters: Vec<Piece> = Vec::new();
    for piece in pieces {
        if let Some(last) = clusters.last_mut().filter(|last| !last.support.is_disjoint(&piece.support)) {
            let joined = diagrams.and(&last.bdd, &piece.bdd)?;
            if joined.node_count() <= CLUSTER {
                last.bdd = joined;
                last.support.extend(&piece.support);
                continue;
            }
        }
        clusters.push(piece);
    }
    Ok(clusters)
}

/// Multiplies a set by all clusters and quantifies on the way.
pub(super) struct Product {
    /// What goes before anything is multiplied.
    first: Bdd,
    steps: Vec<(Bdd, Bdd)>,
}

impl Product {
    /// `quantified` are the inputs that go.
    pub(super) fn new(diagrams: &Diagrams, clusters: &[Piece], quantified: &BTreeSet<InputId>) -> Result<Self, GaveUp> {
        let mut waiting: Vec<&Piece> = clusters.iter().collect();
        let mentioned: BTreeSet<InputId> = clusters.iter().flat_map(|piece| piece.support.iter().copied()).collect();
        let first = diagrams.cube(quantified.difference(&mentioned).copied())?;
        // How many waiting clusters still mention an input.
        let mut uses: std::collections::BTreeMap<InputId, usize> = std::collections::BTreeMap::new();
        for &input in clusters.iter().flat_map(|piece| &piece.support) {
            *uses.entry(input).or_default() += 1;
        }
        let mut live: BTreeSet<InputId> = BTreeSet::new();
        let mut steps = Vec::new();
        while !waiting.is_empty() {
            // The cluster that lets most variables go and brings fewest new ones.
            let cost = |piece: &Piece| {
                let gone = piece.support.iter().filter(|input| quantified.contains(input) && uses[*input] == 1).count();
                let brought =
                    piece.support.iter().filter(|input| !quantified.contains(input) && !live.contains(input)).count();
                brought as i64 * 2 - gone as i64 * 3
            };
            let (at, _) = waiting
                .iter()
                .enumerate()
                .min_by_key(|(at, piece)| (cost(piece), *at))
                .expect("there is a waiting cluster");
            let piece = waiting.remove(at);
            let mut gone = Vec::new();
            for &input in &piece.support {
                let left = uses.get_mut(&input).expect("every use was counted");
                *left -= 1;
                if *left == 0 && quantified.contains(&input) {
                    gone.push(input);
                }
                live.insert(input);
            }
            steps.push((piece.bdd.clone(), diagrams.cube(gone)?));
        }
        Ok(Self { first, steps })
    }

    pub(super) fn apply(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        let mut result = diagrams.exists(set, &self.first)?;
        for (cluster, cube) in &self.steps {
            result = diagrams.and_exists(&result, cluster, cube)?;
        }
        Ok(result)
    }
}

/// One step forward and one step back.
pub(super) struct Relation {
    forward: Product,
    backward: Product,
    to_now: Subst<Bdd>,
    to_next: Subst<Bdd>,
    pub(super) clusters: Vec<Piece>,
}

impl Relation {
    pub(super) fn new(diagrams: &Diagrams, system: &SymbolicSystem, pieces: Vec<Piece>) -> Result<Self, GaveUp> {
        let clusters = cluster(diagrams, pieces)?;
        let now: BTreeSet<InputId> = system.state.iter().map(|bit| bit.now).collect();
        let next: BTreeSet<InputId> = system.state.iter().map(|bit| bit.next).collect();
        let actions: BTreeSet<InputId> = system.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let forward = Product::new(diagrams, &clusters, &now.union(&actions).copied().collect())?;
        let backward = Product::new(diagrams, &clusters, &next.union(&actions).copied().collect())?;
        let pairs: Vec<(InputId, InputId)> = system.state.iter().map(|bit| (bit.next, bit.now)).collect();
        let back: Vec<(InputId, InputId)> = pairs.iter().map(|&(next, now)| (now, next)).collect();
        Ok(Self { forward, backward, to_now: diagrams.renaming(&pairs)?, to_next: diagrams.renaming(&back)?, clusters })
    }

    /// The states one step after `set`.
    pub(super) fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.rename(&self.forward.apply(diagrams, set)?, &self.to_now)
    }

    /// The states one step before `set`.
    pub(super) fn preimage(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        self.backward.apply(diagrams, &self.primed(diagrams, set)?)
    }

    /// A set over next-state variables.
    pub(super) fn primed(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        diagrams.rename(set, &self.to_next)
    }
}
