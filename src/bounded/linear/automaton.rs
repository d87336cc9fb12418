//! Büchi automata whose letters are states of a system.

use std::collections::BTreeMap;

use qmas_encodings::linear::{Automaton, AutomatonEdge};
use qmas_encodings::{Circuit, Lit};

use crate::automata::{Buchi, Cases, Label, Labels, Proposition};

/// An automaton over a circuit in which propositions are these literals.
pub(super) fn over_states(buchi: &Buchi, circuit: &mut Circuit, of: impl Fn(Proposition) -> Lit) -> Automaton {
    let graph = buchi.graph();
    let mut lits: BTreeMap<Label, Lit> = BTreeMap::from([(Label::TRUE, Lit::TRUE), (Label::FALSE, Lit::FALSE)]);
    let mut edges = Vec::new();
    for from in 0..graph.len() {
        for edge in graph.edges(from) {
            let label = literal(edge.label, graph.labels(), circuit, &mut lits, &of);
            edges.push(AutomatonEdge { from, label, to: edge.target });
        }
    }
    Automaton { edges, accepting: (0..graph.len()).map(|state| buchi.is_accepting(state)).collect(), said: None }
}

/// A label as a literal: what it is by cases comes before it.
fn literal(
    label: Label,
    labels: &Labels,
    circuit: &mut Circuit,
    lits: &mut BTreeMap<Label, Lit>,
    of: &impl Fn(Proposition) -> Lit,
) -> Lit {
    let mut work = vec![label];
    while let Some(&top) = work.last() {
        let Some(Cases { proposition, high, low }) = labels.cases(top).filter(|_| !lits.contains_key(&top)) else {
            work.pop();
            continue;
        };
        match (lits.get(&high), lits.get(&low)) {
            (Some(&high), Some(&low)) => {
                lits.insert(top, circuit.ite(of(proposition), high, low));
            }
            _ => work.extend([high, low]),
        }
    }
    lits[&label]
}
