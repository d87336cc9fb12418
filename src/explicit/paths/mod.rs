//! Path formulas on an explicit graph: LTL and LDL over infinite fair paths, LDL over finite traces.
//!
//! A path formula is an alternating automaton whose states are obligations ([`obligation`]); at a state of the graph
//! an obligation leaves a choice of obligations for the next position ([`choices`]), which depends on no more of the state
//! than which labels are true there ([`letters`]); what is carried along a path is a load ([`loads`]); graph and loads walk
//! together ([`product`], [`numbers`]), with the breakpoints of Miyano and Hayashi, "Alternating finite automata on ω-words" (1984), to see
//! that nothing is put off forever; strongly connected components answer the rest ([`fair`]),
//! and show one path if that is asked for ([`walk`]).
//! LDL: Vardi (2011); Faymonville and Zimmermann, "Parametric linear dynamic logic" (2015). Finite traces: De Giacomo
//! and Vardi, "Linear temporal logic and linear dynamic logic on finite traces" (IJCAI 2013), with one difference:
//! there a step may lead from the last position to just behind it, here every match ends at or before the last
//! position. So on a trace of one position `<true>f` is false and `[true]f` is true, whatever f is.

mod choices;
mod fair;
mod letters;
mod loads;
mod numbers;
mod obligation;
mod product;
mod size;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::{BTreeSet, HashMap};

use super::{Graph, StateSet};
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::{FormulaId, FormulaKind, Formulas};
use letters::{Letters, labels_of};
use loads::Loads;
use obligation::Obligations;
use product::Product;
pub(super) use walk::Walk;

/// Paths of a graph, and what is known of its states.
pub(super) struct Paths<'a> {
    pub(super) graph: &'a Graph,
    /// Whether paths are infinite, or finite traces: prefixes of a path with at least one position, whose end is the
    /// last position. It need not be possible to go on from there, nor impossible. In a deadlock no infinite path starts.
    pub(super) traces: Traces,
    /// What infinite paths must visit infinitely often. Finite traces ignore it.
    pub(super) fairness: &'a [StateSet],
    pub(super) formulas: &'a Formulas,
    /// Where each of the [`state_subformulas`] of a path formula holds.
    pub(super) labels: &'a HashMap<FormulaId, StateSet>,
    pub(super) limits: &'a Limits,
}

impl Paths<'_> {
    /// States from which some path satisfies `path`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn exists(&self, path: FormulaId) -> Result<StateSet, GaveUp> {
        let product = self.product(path, &StateSet::full(self.graph.len()))?;
        let accepting = match self.traces {
            Traces::Infinite => fair::visiting_infinitely_often(&product, &self.visited(&product), self.limits)?,
            Traces::Finite => fair::reaching(&product, &product.accepting, self.limits)?,
        };
        Ok(product.project(&accepting))
    }

    /// A path from one of the states `from` that satisfies `path`; a short one. None if there is none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn walk(&self, path: FormulaId, from: &StateSet) -> Result<Option<Walk>, GaveUp> {
        let product = self.product(path, from)?;
        match self.traces {
            Traces::Infinite => product.infinite_walk(&self.visited(&product), self.limits),
            Traces::Finite => product.finite_walk(self.limits),
        }
    }

    fn product(&self, path: FormulaId, starts: &StateSet) -> Result<Product<'_>, GaveUp> {
        let letters = Letters::new(self.graph.len(), &labels_of(self.formulas, path, self.labels));
        let loads = Loads::new(Obligations::new(self.formulas, self.labels), (path, self.traces), self.limits);
        Product::explore(self.graph, letters, loads, starts, self.limits)
    }

    /// What good infinite paths of the product visit infinitely often.
    fn visited(&self, product: &Product<'_>) -> Vec<StateSet> {
        let fairness = self.fairness.iter().map(|set| product.lift(set));
        fairness.chain([product.accepting.clone()]).collect()
    }
}

/// The largest state formulas that `path` is made of, in ascending order: those that [`Paths`]
/// looks up in `labels`. A Boolean combination of state formulas is one.
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
