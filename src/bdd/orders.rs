//! The orders of the variables that are tried, by name.

use std::collections::BTreeSet;
use std::fmt;

use qmas_encodings::{InputId, SymbolicSystem};

use super::options::Order;
use super::order_supports::by_supports;
use super::order_values::by_values;
use crate::ir::InterpretedSystem;
use crate::lower::Lowered;

/// An order of the variables and where it comes from.
#[derive(Debug, Clone)]
pub(super) struct NamedOrder {
    pub(super) name: &'static str,
    /// How often it has been sifted.
    pub(super) sifted: usize,
    /// From the top level down.
    pub(super) inputs: Vec<InputId>,
}

impl fmt::Display for NamedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sifted {
            0 => f.write_str(self.name),
            1 => write!(f, "{}, sifted", self.name),
            times => write!(f, "{}, sifted {times} times", self.name),
        }
    }
}

/// The orders of `symbolic`, a part of `lowered`, that `choice` asks for.
pub(super) fn orders(
    system: &InterpretedSystem,
    lowered: &Lowered,
    symbolic: &SymbolicSystem,
    choice: Order,
) -> Vec<NamedOrder> {
    let named = |name, inputs| NamedOrder { name, sifted: 0, inputs };
    let supports = || named("supports", by_supports(symbolic));
    let values = || {
        let present: BTreeSet<InputId> = symbolic.inputs().collect();
        let mut inputs = by_values(system, lowered);
        inputs.retain(|input| present.contains(input));
        named("values", inputs)
    };
    match choice {
        Order::Supports => vec![supports()],
        Order::Values => vec![values()],
        Order::Auto | Order::Static => {
            let mut both = vec![supports(), values()];
            both.dedup_by(|second, first| second.inputs == first.inputs);
            both
        }
    }
}
