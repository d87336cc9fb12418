//! What the searches of this folder share: sets of pairs of a state of the automaton and a state of the model, and the
//! steps between them.

use super::super::diagrams::Bdd;

/// A set of pairs: by state of the automaton (in a component: by member), states of the model.
pub(super) type ProductSet = Vec<Bdd>;

/// An edge of the automaton: the states that it may leave from, and its target.
pub(super) type Step = (Bdd, usize);
