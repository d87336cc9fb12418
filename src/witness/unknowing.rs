//! Why an agent does not know: the run that happened, one that it cannot tell apart, and what it would have to see.
//!
//! The smallest set of further variables is a hitting set: each state that the agent considers possible and in which the
//! formula is false must differ from the real one in one of them. States are asked for one by one, as long as the set
//! found so far does not tell them all from the real one (Reiter, "A theory of diagnosis from first principles", 1987).

use std::collections::BTreeSet;

use super::search::Layers;
use super::sets::Sets;
use crate::engine::{EvidenceGap, GaveUp};
use crate::ir::{AgentId, InterpretedSystem, State, VarId};
use crate::logic::FormulaId;
use crate::run::Run;

/// Beyond so many sets to hit, a small set is looked for, not the smallest.
const EXACT: usize = 200;

/// Two runs that an agent cannot tell apart at their ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknowing {
    /// The agents that do not know; several put what they see together.
    pub agents: Vec<AgentId>,
    /// What happened: a shortest run to the state.
    pub real: Run,
    /// What the agents consider possible: a shortest run to a state in which the formula is false.
    pub other: Run,
    /// What they see: the same at both ends.
    pub seen: Vec<VarId>,
    /// What they do not see and what differs.
    pub different: Vec<VarId>,
    /// What they would have to see besides to know the formula.
    pub missing: Missing,
}

/// What an agent would have to see to know a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// The formula is false in the real state: no agent can know it.
    False,
    /// Some variables.
    Variables {
        /// Which.
        variables: Vec<VarId>,
        /// Whether no smaller set would do.
        smallest: bool,
    },
    /// Not all states are known.
    Unknown,
}

/// Why these agents together do not know a formula in a state; none if they do.
///
/// # Errors
/// The limit that was reached.
pub fn unknowing<S: Sets>(
    sets: &mut S,
    system: &InterpretedSystem,
    state: &State,
    agents: &[AgentId],
    formula: FormulaId,
) -> Result<Option<Unknowing>, GaveUp> {
    let true_in = sets.satisfying(formula)?;
    let here = sets.single(state)?;
    let possible = sets.alike(&here, agents)?;
    let doubtful = sets.minus(&possible, &true_in)?;
    let mut layers = Layers::new(sets)?;
    let Some(other) = layers.nearest(sets, &doubtful)? else { return Ok(None) };
    let Some(real) = layers.nearest(sets, &here)? else {
        return Err(EvidenceGap::Unreachable("the state is not reachable").into());
    };
    let seen: BTreeSet<VarId> = agents.iter().flat_map(|&agent| system.agent(agent).observes.iter().copied()).collect();
    let end = &other.states[other.states.len() - 1];
    let different: Vec<VarId> = system.var_ids().filter(|&id| end.get(id) != state.get(id)).collect();
    let missing = if !sets.contains(&true_in, state)? {
        Missing::False
    } else if sets.is_complete() {
        missing(sets, system, state, &doubtful)?
    } else {
        Missing::Unknown
    };
    let seen = seen.into_iter().collect();
    Ok(Some(Unknowing { agents: agents.to_vec(), real, other, seen, different, missing }))
}

/// Variables whose values tell a state from all of `doubtful`: as few as possible.
fn missing<S: Sets>(sets: &S, system: &InterpretedSystem, state: &State, doubtful: &S::Set) -> Result<Missing, GaveUp> {
    let mut differences: Vec<BTreeSet<VarId>> = Vec::new();
    let mut set: Vec<VarId> = Vec::new();
    loop {
        let Some(other) = agreeing(sets, state, doubtful, &set)? else {
            return Ok(Missing::Variables { variables: set, smallest: differences.len() <= EXACT });
        };
        differences.push(system.var_ids().filter(|&id| other.get(id) != state.get(id)).collect());
        set = if differences.len() <= EXACT { hitting(&differences) } else { greedy(&differences) };
    }
}

/// A state of a set that agrees with another one in some variables.
fn agreeing<S: Sets>(sets: &S, state: &State, set: &S::Set, variables: &[VarId]) -> Result<Option<State>, GaveUp> {
    let mut agreeing = set.clone();
    for &variable in variables {
        agreeing = sets.and(&agreeing, &sets.with_value(variable, state.get(variable))?)?;
    }
    sets.some(&agreeing)
}

/// A smallest set that has an element in common with each: all sets of one element, then of two, and so on.
fn hitting(sets: &[BTreeSet<VarId>]) -> Vec<VarId> {
    let upper = greedy(sets);
    for size in 1..upper.len() {
        if let Some(found) = hit(sets, &mut Vec::new(), size) {
            return found;
        }
    }
    upper
}

fn hit(sets: &[BTreeSet<VarId>], chosen: &mut Vec<VarId>, left: usize) -> Option<Vec<VarId>> {
    let Some(open) = sets.iter().find(|set| !chosen.iter().any(|id| set.contains(id))) else {
        let mut found = chosen.clone();
        found.sort_unstable();
        return Some(found);
    };
    if left == 0 {
        return None;
    }
    for &id in open {
        chosen.push(id);
        if let Some(found) = hit(sets, chosen, left - 1) {
            return Some(found);
        }
        chosen.pop();
    }
    None
}

/// A small such set: what hits most comes first.
fn greedy(sets: &[BTreeSet<VarId>]) -> Vec<VarId> {
    let mut open: Vec<&BTreeSet<VarId>> = sets.iter().collect();
    let mut chosen = Vec::new();
    while let Some(first) = open.first() {
        let hits = |id: &VarId| open.iter().filter(|set| set.contains(id)).count();
        let Some(&best) = first.iter().max_by_key(|id| (hits(id), std::cmp::Reverse(**id))) else { break };
        chosen.push(best);
        open.retain(|set| !set.contains(&best));
    }
    chosen.sort_unstable();
    chosen
}
