//! Replacing inputs of a circuit by literals: cofactors and renamed copies, with everything that simplifies on the way.

use crate::circuit::{Circuit, Gate, InputId, Lit};
use crate::hash::FastMap;

/// What becomes of inputs, and of the gates above them.
#[derive(Debug, Clone, Default)]
pub struct Substitution {
    inputs: FastMap<InputId, Lit>,
    gates: FastMap<usize, Lit>,
}

impl Substitution {
    /// Replaces an input.
    pub fn set(&mut self, input: InputId, by: Lit) {
        self.inputs.insert(input, by);
    }

    /// `root` after the replacements. `cone` holds, operands first, at least the gates below `root` that depend on a
    /// replaced input.
    pub fn apply(&mut self, circuit: &mut Circuit, cone: &[usize], root: Lit) -> Lit {
        for &number in cone {
            let new = match circuit.gate(number) {
                Gate::False => Some(Lit::FALSE),
                Gate::Input(id) => self.inputs.get(&id).copied(),
                Gate::And(a, b) => {
                    let (a, b) = (self.image(a), self.image(b));
                    Some(circuit.and(a, b))
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (self.image(a), self.image(b));
                    Some(circuit.xor(a, b))
                }
            };
            if let Some(new) = new {
                self.gates.insert(number, new);
            }
        }
        self.image(root)
    }

    fn image(&self, lit: Lit) -> Lit {
        self.gates.get(&lit.gate()).map_or(lit, |new| new.negated_if(lit.is_negated()))
    }
}

/// The gates below `root`, operands first, that depend on one of `inputs`.
#[must_use]
pub fn dependent(circuit: &Circuit, root: Lit, inputs: impl IntoIterator<Item = InputId>) -> Vec<usize> {
    let mut marked: crate::hash::FastSet<usize> =
        inputs.into_iter().map(|input| circuit.input_lit(input).gate()).collect();
    let mut cone = circuit.below([root]);
    cone.retain(|&number| {
        let depends = match circuit.gate(number) {
            Gate::And(a, b) | Gate::Xor(a, b) => marked.contains(&a.gate()) || marked.contains(&b.gate()),
            Gate::False | Gate::Input(_) => marked.contains(&number),
        };
        if depends {
            marked.insert(number);
        }
        depends
    });
    cone
}

/// A copy of what is below `root` in a circuit of its own.
#[derive(Debug, Clone)]
pub struct Extract {
    /// The copy.
    pub circuit: Circuit,
    /// `root` in the copy.
    pub root: Lit,
    /// Where the inputs of the copy come from, by their numbers there.
    pub origin: Vec<InputId>,
}

impl Extract {
    /// Copies what is below `root`.
    #[must_use]
    pub fn new(from: &Circuit, root: Lit) -> Self {
        let mut circuit = Circuit::new();
        let mut origin = Vec::new();
        let mut images: FastMap<usize, Lit> = FastMap::default();
        let image = |images: &FastMap<usize, Lit>, lit: Lit| images[&lit.gate()].negated_if(lit.is_negated());
        for number in from.below([root]) {
            let new = match from.gate(number) {
                Gate::False => Lit::FALSE,
                Gate::Input(id) => {
                    origin.push(id);
                    circuit.input().1
                }
                Gate::And(a, b) => circuit.and(image(&images, a), image(&images, b)),
                Gate::Xor(a, b) => circuit.xor(image(&images, a), image(&images, b)),
            };
            images.insert(number, new);
        }
        let root = image(&images, root);
        Self { circuit, root, origin }
    }
}
