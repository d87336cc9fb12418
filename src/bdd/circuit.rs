//! The reachable states as a circuit, for engines that work on circuits: one multiplexer per node of the diagram.

use std::collections::HashMap;

use oxidd::{BooleanFunction, Function, Manager};
use qmas_encodings::{Circuit, Lit};

use super::diagrams::Bdd;
use crate::engine::GaveUp;

/// `set` as a literal of `circuit`; `input` is the literal of the variable at a level.
#[expect(clippy::mutable_key_type, reason = "functions are compared by their edges; what changes is a count of users")]
pub(super) fn to_circuit(set: &Bdd, circuit: &mut Circuit, input: &HashMap<u32, Lit>) -> Result<Lit, GaveUp> {
    let mut done: HashMap<Bdd, Lit> = HashMap::new();
    let mut work = vec![set.clone()];
    while let Some(node) = work.last().cloned() {
        if done.contains_key(&node) {
            work.pop();
            continue;
        }
        let Some((high, low)) = node.cofactors() else {
            done.insert(node.clone(), Lit::constant(node.valid()));
            continue;
        };
        match (done.get(&high), done.get(&low)) {
            (Some(&high), Some(&low)) => {
                let level = node.with_manager_shared(|manager, edge| manager.get_node(edge).level());
                let lit = circuit.ite(input[&level], high, low);
                // Complements are the same node.
                done.insert(node.not().map_err(|_| GaveUp::Memory)?, !lit);
                done.insert(node, lit);
            }
            (high_done, low_done) => {
                let missing = [(high_done.is_none(), high.clone()), (low_done.is_none(), low.clone())];
                work.extend(missing.into_iter().filter(|(missing, _)| *missing).map(|(_, child)| child));
            }
        }
    }
    Ok(done[set])
}
