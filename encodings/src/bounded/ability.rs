//! Where an agent has an enabled action: ⋁_a protocol(x, a), as a literal over x.
//!
//! What a group can enforce it can enforce only where everybody can act, also those outside. That is a property of the
//! state alone, so it needs no quantifier: the protocol is copied once for each action.

use super::encoder::Encoder;
use crate::circuit::Lit;
use crate::substitute::Substitution;

impl Encoder {
    /// Where an agent, by its number, has an enabled action.
    pub(super) fn able(&mut self, agent: usize) -> Lit {
        if let Some(&able) = self.able.get(&agent) {
            return able;
        }
        let symbolic = &self.system.agents[agent];
        let (protocol, actions, never_stuck) = (symbolic.protocol, symbolic.actions.clone(), symbolic.never_stuck);
        // Whose actions do not matter has one code, of no bits.
        let codes = if actions.is_empty() { 1 } else { symbolic.action_count };
        let able = if never_stuck {
            Lit::TRUE
        } else {
            let cone = self.cone(protocol);
            let allowed: Vec<Lit> = (0..codes)
                .map(|code| {
                    let mut substitution = Substitution::default();
                    for (bit, &input) in actions.iter().enumerate() {
                        substitution.set(input, Lit::constant(code >> bit & 1 == 1));
                    }
                    substitution.apply(&mut self.system.circuit, &cone, protocol)
                })
                .collect();
            self.system.circuit.or_all(allowed)
        };
        self.able.insert(agent, able);
        able
    }
}
