//! The transition relation as a conjunction, and products with early quantification.
//!
//! A mover whose choices exclude each other has one conjunct per bit; otherwise its choices are one conjunct. Conjuncts are
//! joined into clusters and multiplied in an order that lets variables go as soon as no later cluster mentions them
//! (Ranjan, Aziz, Brayton, Plessier, Pixley, "Efficient BDD algorithms for FSM synthesis and verification", IWLS 1995).

use std::collections::{BTreeMap, BTreeSet};

use oxidd::{BooleanFunction, Function};
use qmas_encodings::{Circuit, InputId, Lit, Mover, SymbolicSystem};

use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// Clusters grow up to this many nodes.
const CLUSTER: usize = 1000;

/// A conjunct with the inputs that it depends on.
#[derive(Clone)]
pub(super) struct Conjunct {
    pub(super) bdd: Bdd,
    pub(super) support: BTreeSet<InputId>,
    /// The state bits whose next value it says.
    pub(super) bits: Vec<usize>,
}

/// The conjuncts of a mover as literals of `circuit`, which grows; which form they have depends on whether its choices
/// exclude each other.
fn mover_conjuncts(
    circuit: &mut Circuit,
    system: &SymbolicSystem,
    mover: &Mover,
    exclusive: bool,
) -> Vec<(Lit, Vec<usize>)> {
    let next = |circuit: &mut Circuit, bit: usize, value: Lit| circuit.iff(system.state[bit].next_lit, value);
    let mut conjuncts = Vec::new();
    if exclusive {
        for choice in &mover.choices {
            conjuncts.push((circuit.implies(choice.enabled, choice.fits), Vec::new()));
        }
        let mut writers: BTreeMap<usize, Vec<(Lit, Lit)>> = mover.bits.iter().map(|&bit| (bit, Vec::new())).collect();
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
            conjuncts.push((next(circuit, bit, value), vec![bit]));
        }
    } else {
        let mut ways = Vec::new();
        for choice in &mover.choices {
            let mut whole = vec![choice.enabled, choice.fits];
            for &bit in &mover.bits {
                let update = choice.updates.iter().find(|&&(updated, _)| updated == bit);
                let value = update.map_or(system.state[bit].now_lit, |&(_, value)| value);
                whole.push(next(circuit, bit, value));
            }
            ways.push(circuit.and_all(whole));
        }
        let mut stay: Vec<Lit> = mover.choices.iter().map(|choice| !choice.enabled).collect();
        for &bit in &mover.bits {
            stay.push(next(circuit, bit, system.state[bit].now_lit));
        }
        ways.push(circuit.and_all(stay));
        conjuncts.push((circuit.or_all(ways), mover.bits.clone()));
    }
    // A bit that may become anything still changes.
    conjuncts.retain(|(conjunct, bits)| *conjunct != Lit::TRUE || !bits.is_empty());
    conjuncts
}

/// Whether the agent's protocol leaves at most one choice enabled at a time.
fn exclusive(diagrams: &mut Diagrams, system: &SymbolicSystem, mover: &Mover) -> Result<bool, GaveUp> {
    let protocol = diagrams.build(&system.circuit, system.agents[mover.agent].protocol)?;
    let mut seen = diagrams.constant(false);
    for choice in &mover.choices {
        let enabled = diagrams.build(&system.circuit, choice.enabled)?;
        let enabled = diagrams.and(&enabled, &protocol)?;
        if diagrams.and(&seen, &enabled)?.satisfiable() {
            return Ok(false);
        }
        seen = diagrams.or(&seen, &enabled)?;
    }
    Ok(true)
}

/// The conjuncts of the transition relation.
pub(super) fn conjuncts(diagrams: &mut Diagrams, symbolic: &SymbolicSystem) -> Result<Vec<Conjunct>, GaveUp> {
    let mut circuit = symbolic.circuit.clone();
    let mut lits: Vec<(Lit, Vec<usize>)> = symbolic.agents.iter().map(|agent| (agent.protocol, Vec::new())).collect();
    for mover in &symbolic.movers {
        let exclusive = exclusive(diagrams, symbolic, mover)?;
        lits.extend(mover_conjuncts(&mut circuit, symbolic, mover, exclusive));
    }
    lits.into_iter()
        .map(|(lit, bits)| {
            let support = circuit.support([lit]).into_iter().collect();
            Ok(Conjunct { bdd: diagrams.build(&circuit, lit)?, support, bits })
        })
        .collect()
}

/// Quantifies those of `inputs` that a single conjunct mentions: what nothing else depends on need not be guessed.
pub(super) fn without_private(
    diagrams: &Diagrams,
    mut conjuncts: Vec<Conjunct>,
    inputs: &BTreeSet<InputId>,
) -> Result<Vec<Conjunct>, GaveUp> {
    let mut uses: BTreeMap<InputId, usize> = BTreeMap::new();
    for &input in conjuncts.iter().flat_map(|conjunct| &conjunct.support) {
        *uses.entry(input).or_default() += 1;
    }
    for conjunct in &mut conjuncts {
        let private: Vec<InputId> =
            conjunct.support.iter().copied().filter(|input| uses[input] == 1 && inputs.contains(input)).collect();
        if !private.is_empty() {
            conjunct.bdd = diagrams.exists(&conjunct.bdd, &diagrams.cube(private.iter().copied())?)?;
            conjunct.support.retain(|input| !private.contains(input));
        }
    }
    conjuncts.retain(|conjunct| !conjunct.bdd.valid());
    Ok(conjuncts)
}

/// Joins neighbouring conjuncts while they stay small.
pub(super) fn clusters(diagrams: &Diagrams, mut conjuncts: Vec<Conjunct>) -> Result<Vec<Conjunct>, GaveUp> {
    conjuncts.sort_by_key(|conjunct| conjunct.support.iter().map(|&input| diagrams.level(input)).min());
    let mut clusters: Vec<Conjunct> = Vec::new();
    for conjunct in conjuncts {
        if let Some(last) = clusters.last_mut().filter(|last| !last.support.is_disjoint(&conjunct.support)) {
            let joined = diagrams.and(&last.bdd, &conjunct.bdd)?;
            if joined.node_count() <= CLUSTER {
                last.bdd = joined;
                last.support.extend(&conjunct.support);
                last.bits.extend(&conjunct.bits);
                continue;
            }
        }
        clusters.push(conjunct);
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
    pub(super) fn new(
        diagrams: &Diagrams,
        clusters: &[Conjunct],
        quantified: &BTreeSet<InputId>,
    ) -> Result<Self, GaveUp> {
        let mut waiting: Vec<&Conjunct> = clusters.iter().collect();
        let mentioned: BTreeSet<InputId> =
            clusters.iter().flat_map(|conjunct| conjunct.support.iter().copied()).collect();
        let first = diagrams.cube(quantified.difference(&mentioned).copied())?;
        // How many waiting clusters still mention an input.
        let mut uses: BTreeMap<InputId, usize> = BTreeMap::new();
        for &input in clusters.iter().flat_map(|conjunct| &conjunct.support) {
            *uses.entry(input).or_default() += 1;
        }
        let mut live: BTreeSet<InputId> = BTreeSet::new();
        let mut steps = Vec::new();
        while !waiting.is_empty() {
            // The cluster that lets most variables go and brings fewest new ones.
            let cost = |conjunct: &Conjunct| {
                let gone =
                    conjunct.support.iter().filter(|input| quantified.contains(input) && uses[*input] == 1).count();
                let brought = conjunct
                    .support
                    .iter()
                    .filter(|input| !quantified.contains(input) && !live.contains(input))
                    .count();
                brought as i64 * 2 - gone as i64 * 3
            };
            let (at, _) = waiting
                .iter()
                .enumerate()
                .min_by_key(|(at, conjunct)| (cost(conjunct), *at))
                .expect("there is a waiting cluster");
            let conjunct = waiting.remove(at);
            let mut gone = Vec::new();
            for &input in &conjunct.support {
                let left = uses.get_mut(&input).expect("every use was counted");
                *left -= 1;
                if *left == 0 && quantified.contains(&input) {
                    gone.push(input);
                }
                live.insert(input);
            }
            steps.push((conjunct.bdd.clone(), diagrams.cube(gone)?));
        }
        Ok(Self { first, steps })
    }

    /// A product of one factor.
    pub(super) fn single(diagrams: &Diagrams, factor: Bdd, quantified: &BTreeSet<InputId>) -> Result<Self, GaveUp> {
        let cube = diagrams.cube(quantified.iter().copied())?;
        Ok(Self { first: diagrams.constant(true), steps: vec![(factor, cube)] })
    }

    pub(super) fn apply(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        let result = self.apply_while(diagrams, set, |_| true)?;
        Ok(result.unwrap_or_else(|| unreachable!("every result is wanted")))
    }

    /// The product, unless it goes through something that is not `wanted`.
    pub(super) fn apply_while(
        &self,
        diagrams: &Diagrams,
        set: &Bdd,
        wanted: impl Fn(&Bdd) -> bool,
    ) -> Result<Option<Bdd>, GaveUp> {
        let mut results = vec![diagrams.exists(set, &self.first)?];
        let mut result = results[0].clone();
        for (cluster, cube) in &self.steps {
            result = match diagrams.and_exists(&result, cluster, cube) {
                Err(GaveUp::Memory) => {
                    diagrams.grew_through(results);
                    return Err(GaveUp::Memory);
                }
                next => next?,
            };
            if !wanted(&result) {
                return Ok(None);
            }
            results.push(result.clone());
        }
        Ok(Some(result))
    }
}
