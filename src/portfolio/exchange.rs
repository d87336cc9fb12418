//! Reachable states that one engine knows and another wants.
//!
//! The bounded engine says for which part of the system it would like to have them; the BDD engine, when it has them,
//! leaves them as a circuit if they are small. Nobody waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use qmas_encodings::{Circuit, Cone, Gate, Lit};

/// A set of states as a circuit over the inputs of the system.
pub(super) struct States {
    pub(super) circuit: Circuit,
    pub(super) states: Lit,
}

impl States {
    /// Copies the set into another circuit with the inputs of the system.
    pub(super) fn copy_to(&self, circuit: &mut Circuit) -> Lit {
        let mut copies = vec![Lit::FALSE; self.states.gate() + 1];
        let copy = |copies: &[Lit], lit: Lit| copies[lit.gate()].negated_if(lit.is_negated());
        for number in self.circuit.below([self.states]) {
            copies[number] = match self.circuit.gate(number) {
                Gate::False => Lit::FALSE,
                Gate::Input(input) => circuit.input_lit(input),
                Gate::And(a, b) => circuit.and(copy(&copies, a), copy(&copies, b)),
                Gate::Xor(a, b) => circuit.xor(copy(&copies, a), copy(&copies, b)),
            };
        }
        copy(&copies, self.states)
    }
}

/// How it stands with the reachable states of a part.
enum Standing {
    Wanted,
    There(Arc<States>),
    TooLarge,
}

/// The parts of the system whose reachable states somebody has asked for.
#[derive(Default)]
pub(super) struct Exchange(Mutex<Vec<(Cone, Standing)>>);

impl Exchange {
    fn states(&self) -> MutexGuard<'_, Vec<(Cone, Standing)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reachable states of a part, if they are there; otherwise they are wanted from now on.
    pub(super) fn get(&self, part: &Cone) -> Option<Arc<States>> {
        let mut sets = self.states();
        match sets.iter().find(|(cone, _)| cone == part) {
            Some((_, Standing::There(states))) => Some(Arc::clone(states)),
            Some((_, Standing::Wanted | Standing::TooLarge)) => None,
            None => {
                sets.push((part.clone(), Standing::Wanted));
                None
            }
        }
    }

    /// Whether they are there.
    pub(super) fn has(&self, part: &Cone) -> bool {
        self.states().iter().any(|(cone, standing)| cone == part && matches!(standing, Standing::There(_)))
    }

    /// The parts within this one whose states are wanted.
    pub(super) fn wanted(&self, within: &Cone) -> Vec<Cone> {
        let sets = self.states();
        let wanted =
            sets.iter().filter(|(cone, standing)| matches!(standing, Standing::Wanted) && within.includes(cone));
        wanted.map(|(cone, _)| cone.clone()).collect()
    }

    /// Here they are; or they are too large.
    pub(super) fn put(&self, part: &Cone, found: Option<States>) {
        if let Some((_, standing)) = self.states().iter_mut().find(|(cone, _)| cone == part) {
            *standing = found.map_or(Standing::TooLarge, |states| Standing::There(Arc::new(states)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_copied_and_handed_over_once() {
        let mut circuit = Circuit::new();
        let (a, x) = circuit.input();
        let (b, y) = circuit.input();
        let mut other = circuit.clone();
        other.and(x, !y);
        let states = circuit.xor(x, y);
        let states = circuit.or(states, y);
        let sets = Exchange::default();
        let part = Cone { bits: vec![true, true], agents: Vec::new() };
        assert!(sets.get(&part).is_none() && !sets.has(&part));
        assert_eq!(sets.wanted(&part).as_slice(), std::slice::from_ref(&part));
        sets.put(&part, Some(States { circuit, states }));
        assert!(sets.has(&part) && sets.wanted(&part).is_empty());
        let copy = sets.get(&part).expect("it is there").copy_to(&mut other);
        for values in [[false, false], [false, true], [true, false], [true, true]] {
            let value = |input| {
                if input == a {
                    values[0]
                } else {
                    assert_eq!(input, b);
                    values[1]
                }
            };
            assert_eq!(other.evaluate(copy, value), values[0] || values[1]);
        }
    }
}
