//! What can never stop the system: agents that always have an action, movers whose choices always have a result. The cone
//! of influence may leave them out.

use std::collections::BTreeSet;

use qmas_encodings::{Circuit, InputId, Lit, SymbolicSystem};

use crate::ir::InterpretedSystem;

/// Questions about more bits than this are not answered: "maybe".
const MOST: usize = 16;

/// Fills in `never_stuck` and `never_blocks`.
pub(super) fn settle(system: &InterpretedSystem, symbolic: &mut SymbolicSystem) {
    let SymbolicSystem { circuit, state, domain, agents, movers, .. } = symbolic;
    let bits: BTreeSet<InputId> = state.iter().map(|bit| bit.now).collect();
    let domains: Vec<(BTreeSet<InputId>, Lit)> =
        domain.iter().map(|&lit| (circuit.support([lit]).into_iter().collect(), lit)).collect();
    for (agent, symbolic) in system.agents.iter().zip(agents.iter_mut()) {
        symbolic.never_stuck = agent.protocol.other.is_some() || {
            let valid = valid(circuit, &domains, symbolic.protocol);
            circuit.total(valid, symbolic.protocol, |input| bits.contains(&input), MOST) == Some(true)
        };
    }
    for mover in movers {
        let protocol = agents[mover.agent].protocol;
        mover.never_blocks = mover.choices.iter().all(|choice| {
            choice.fits == Lit::TRUE || {
                let fits = circuit.and(choice.enabled, protocol);
                let fits = circuit.implies(fits, choice.fits);
                let valid = valid(circuit, &domains, fits);
                circuit.total(valid, fits, |_| true, MOST) == Some(true)
            }
        });
    }
}

/// The bits that `lit` looks at hold values.
fn valid(circuit: &mut Circuit, domains: &[(BTreeSet<InputId>, Lit)], lit: Lit) -> Lit {
    let support = circuit.support([lit]);
    let relevant = domains.iter().filter(|(bits, _)| support.iter().any(|input| bits.contains(input)));
    let relevant: Vec<Lit> = relevant.map(|&(_, lit)| lit).collect();
    circuit.and_all(relevant)
}
