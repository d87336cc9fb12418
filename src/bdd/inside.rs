//! The relation between reachable states, as one diagram.
//!
//! Steps back from a set of reachable states also find what leads there from elsewhere, and most diagrams grow by that and
//! not by what is asked for. Where the relation is small once it begins in reachable states only, formulas take one product
//! with it per step, without joint actions and without intermediate results. The states are multiplied by the clusters one after
//! the other; as soon as that takes more nodes than a search may use, the relation stays as it is, until the engine grows.
//!
//! Coudert and Madre, "A unified framework for the formal verification of sequential circuits" (ICCAD 1990) simplify a
//! relation by its reachable states in the same way, but keep its parts apart.

use std::collections::BTreeSet;

use oxidd::Function;
use qmas_encodings::InputId;

use super::conjuncts::{Conjunct, Product, clusters, without_private};
use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// Results with more nodes than this are large, however many there is room for: a step back would take about a second.
const MOST: usize = 1 << 20;

/// The steps that begin in `states`, without the inputs that are `gone`; none if that is a large relation.
pub(super) fn inside(
    diagrams: &Diagrams,
    conjuncts: &[Conjunct],
    states: &Bdd,
    gone: &BTreeSet<InputId>,
) -> Result<Option<Bdd>, GaveUp> {
    let most = diagrams.searched().min(MOST);
    if states.node_count() > most {
        return Ok(None);
    }
    let clusters = clusters(diagrams, without_private(diagrams, conjuncts.to_vec(), gone)?)?;
    let product = Product::new(diagrams, &clusters, gone)?;
    // Where there is no room even for this, there is more of it after the next move.
    match product.apply_while(diagrams, states, |result| result.node_count() <= most) {
        Err(GaveUp::Memory) => Ok(None),
        done => done,
    }
}
