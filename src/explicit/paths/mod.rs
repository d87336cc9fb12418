//! Path formulas on an explicit graph: LTL and LDL over infinite fair paths, LDL over finite traces.
//!
//! A path formula is an alternating automaton whose states are obligations ([`obligation`]); at a state of the graph
//! an obligation leaves a choice of obligations for the next position ([`choices`]); graph and automaton walk together
//! ([`product`]), with the breakpoints of Miyano and Hayashi, "Alternating finite automata on ω-words" (1984), to see
//! that nothing is put off forever; strongly connected components answer the rest ([`fair`]).
//! LDL: Vardi (2011); Faymonville and Zimmermann, "Parametric linear dynamic logic" (2015). Finite traces: De Giacomo
//! and Vardi, "Linear temporal logic and linear dynamic logic on finite traces" (IJCAI 2013), with one difference:
//! there a step may lead from the last position to just behind it, here every match ends at or before the last
//! position. So on a trace of one position `<true>f` is false and `[true]f` is true, whatever f is.

mod choices;
mod fair;
mod obligation;
mod product;
mod size;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use super::{Graph, StateSet};
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{FormulaId, FormulaKind, Formulas};
use obligation::Obligations;
use product::Product;

/// States from which some infinite path that visits each fairness set infinitely often satisfies `path`.
///
/// `labels` says where each of the [`state_subformulas`] of `path` holds. In a deadlock no infinite path starts.
///
/// # Errors
/// The limit that was reached.
pub(super) fn exists_infinite(
    graph: &Graph,
    fairness: &[StateSet],
    formulas: &Formulas,
    path: FormulaId,
    labels: &HashMap<FormulaId, StateSet>,
    limits: &Limits,
) -> Result<StateSet, GaveUp> {
    let mut obligations = Obligations::new(formulas, labels);
    let product = Product::explore(graph, &mut obligations, path, Traces::Infinite, limits)?;
    let mut visited: Vec<StateSet> = fairness.iter().map(|set| product.lift(set)).collect();
    visited.push(product.accepting.clone());
    let fair = fair::visiting_infinitely_often(&product.graph, &visited, limits)?;
    Ok(product.project(&fair))
}

/// States from which some finite trace satisfies `path`: a prefix of a path with at least one position, whose end is
/// the last position. It need not be possible to go on from there, nor impossible.
///
/// # Errors
/// The limit that was reached.
pub(super) fn exists_finite(
    graph: &Graph,
    formulas: &Formulas,
    path: FormulaId,
    labels: &HashMap<FormulaId, StateSet>,
    limits: &Limits,
) -> Result<StateSet, GaveUp> {
    let mut obligations = Obligations::new(formulas, labels);
    let product = Product::explore(graph, &mut obligations, path, Traces::Finite, limits)?;
    let ending = fair::reaching(&product.graph, &product.accepting, limits)?;
    Ok(product.project(&ending))
}

/// The largest state formulas that `path` is made of, in ascending order: those that [`exists_infinite`] and
/// [`exists_finite`] look up in `labels`. A Boolean combination of state formulas is one.
pub(super) fn state_subformulas(formulas: &Formulas, path: FormulaId) -> Vec<FormulaId> {
    let below = formulas.below(path);
    let mut states = BTreeSet::new();
    for &id in &below {
        let is_state = match formulas.get(id).kind() {
            FormulaKind::Connective => formulas.children(id).iter().all(|child| states.contains(child)),
            kind => kind.is_of_states(),
        };
        if is_state {
            states.insert(id);
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    let mut work = vec![path];
    while let Some(id) = work.pop() {
        if states.contains(&id) {
            found.insert(id);
        } else if seen.insert(id) {
            work.extend(formulas.children(id));
        }
    }
    found.into_iter().collect()
}
