//! Büchi automata whose letters are states of a system.

use qmas_encodings::bounded::Edge;
use qmas_encodings::linear::Automaton;
use qmas_encodings::{Circuit, Lit};

use crate::automata::{Buchi, Proposition};
use crate::bounded::labels::Literals;

/// An automaton over a circuit in which propositions are these literals.
pub(super) fn over_states(buchi: &Buchi, circuit: &mut Circuit, of: impl Fn(Proposition) -> Lit) -> Automaton {
    let graph = buchi.graph();
    let mut literals = Literals::default();
    let mut edges = Vec::new();
    for from in 0..graph.len() {
        for edge in graph.edges(from) {
            let label = literals.of(edge.label, graph.labels(), circuit, &|circuit, cases, [high, low]| {
                circuit.ite(of(cases.proposition), high, low)
            });
            edges.push(Edge { from, label, to: edge.target });
        }
    }
    Automaton { edges, accepting: (0..graph.len()).map(|state| buchi.is_accepting(state)).collect(), said: None }
}
