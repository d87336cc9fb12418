//! Whether and how the relation is split by actions: see `relation`.

use std::collections::BTreeSet;

use qmas_encodings::{InputId, SymbolicSystem};

use super::conjuncts::{Conjunct, Product};
use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// An agent is worth a split if on average its action lets this share of all bits keep their values.
const GAIN: (usize, usize) = (1, 5);
/// A split by an agent is not even tried if it means looking at more pairs of actions and conjuncts than this.
const EFFORT: usize = 200_000;

/// A split by the actions of some agents.
pub(super) struct Split {
    /// Their action bits.
    actions: Vec<InputId>,
    /// From states to the actions that these agents can do there.
    enabled: Product,
    /// The actions that have an event.
    known: Bdd,
}

/// The agents whose actions decide what most others do.
pub(super) fn split(
    diagrams: &Diagrams,
    system: &SymbolicSystem,
    conjuncts: &[Conjunct],
) -> Result<Option<Split>, GaveUp> {
    let mut actions: Vec<InputId> = Vec::new();
    let mut protocols: Vec<Conjunct> = Vec::new();
    for (agent, protocol) in system.agents.iter().zip(conjuncts) {
        let own: BTreeSet<InputId> = agent.actions.iter().copied().collect();
        let touched: Vec<&Conjunct> = conjuncts
            .iter()
            .filter(|conjunct| !conjunct.bits.is_empty() && !conjunct.support.is_disjoint(&own))
            .collect();
        let bits: usize = touched.iter().map(|conjunct| conjunct.bits.len()).sum();
        if bits * GAIN.1 < system.state.len() * GAIN.0 || touched.len() * agent.action_count > EFFORT {
            continue;
        }
        let mut kept = 0;
        for value in 0..agent.action_count {
            let cube = action_cube(diagrams, &agent.actions, value)?;
            for conjunct in &touched {
                if keeps(diagrams, system, conjunct, &diagrams.restrict(&conjunct.bdd, &cube)?)? {
                    kept += conjunct.bits.len();
                }
            }
        }
        if kept * GAIN.1 >= system.state.len() * GAIN.0 * agent.action_count {
            actions.extend(&agent.actions);
            protocols.push(protocol.clone());
        }
    }
    if actions.is_empty() {
        return Ok(None);
    }
    let gone: BTreeSet<InputId> = system.state.iter().map(|bit| bit.now).collect();
    let enabled = Product::new(diagrams, &protocols, &gone)?;
    Ok(Some(Split { actions, enabled, known: diagrams.constant(false) }))
}

impl Split {
    /// The events that states in `set` enable and that are not known yet, as conjuncts.
    pub(super) fn discover(
        &mut self,
        diagrams: &Diagrams,
        system: &SymbolicSystem,
        conjuncts: &[Conjunct],
        set: &Bdd,
    ) -> Result<Vec<Vec<Conjunct>>, GaveUp> {
        let mut events = Vec::new();
        let mut unknown = diagrams.minus(&self.enabled.apply(diagrams, set)?, &self.known)?;
        while let Some(cube) = diagrams.some_cube(&unknown, &self.actions)? {
            events.push(event(diagrams, system, conjuncts, &cube, &self.actions)?);
            self.known = diagrams.or(&self.known, &cube)?;
            unknown = diagrams.minus(&unknown, &cube)?;
        }
        Ok(events)
    }
}

/// The conjuncts under the actions of `cube`, without those that only keep values.
fn event(
    diagrams: &Diagrams,
    system: &SymbolicSystem,
    conjuncts: &[Conjunct],
    cube: &Bdd,
    actions: &[InputId],
) -> Result<Vec<Conjunct>, GaveUp> {
    let mut left = Vec::new();
    for conjunct in conjuncts {
        let bdd = diagrams.restrict(&conjunct.bdd, cube)?;
        if !keeps(diagrams, system, conjunct, &bdd)? {
            let support = conjunct.support.iter().copied().filter(|input| !actions.contains(input)).collect();
            left.push(Conjunct { bdd, support, bits: conjunct.bits.clone() });
        }
    }
    Ok(left)
}

/// Whether what is left of a conjunct says that its bits keep their values.
fn keeps(diagrams: &Diagrams, system: &SymbolicSystem, conjunct: &Conjunct, left: &Bdd) -> Result<bool, GaveUp> {
    let mut same = diagrams.constant(true);
    for &bit in &conjunct.bits {
        let state = system.state[bit];
        let equal = diagrams.iff(&diagrams.variable(state.now)?, &diagrams.variable(state.next)?)?;
        same = diagrams.and(&same, &equal)?;
    }
    Ok(*left == same)
}

/// Bits that spell `value`, least significant first.
fn action_cube(diagrams: &Diagrams, bits: &[InputId], value: usize) -> Result<Bdd, GaveUp> {
    let mut cube = diagrams.constant(true);
    for (place, &bit) in bits.iter().enumerate() {
        let variable = diagrams.variable(bit)?;
        let literal = if value >> place & 1 == 1 { variable } else { diagrams.not(&variable)? };
        cube = diagrams.and(&cube, &literal)?;
    }
    Ok(cube)
}
