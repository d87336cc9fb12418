//! The state that has been shown with all its values: others that are much like it are shown by what differs, also those of
//! formulas after it.

use std::collections::HashMap;

use super::runs::{FEW, Like};
use crate::ir::{InterpretedSystem, State, VarId};

/// A state that has been shown, by the names of its variables: evidence of several formulas may speak of different slices of
/// a model.
#[derive(Debug, Default)]
pub(crate) struct Known {
    state: Option<Shown>,
    /// Which formula is written about, as its readers know it.
    formula: Option<usize>,
}

#[derive(Debug)]
struct Shown {
    name: String,
    formula: Option<usize>,
    values: HashMap<String, String>,
}

impl Known {
    /// From now on this formula is written about.
    pub(crate) fn formula(&mut self, number: usize) {
        self.formula = Some(number);
    }

    /// How this state differs from the one that has been shown, if that is not much; if it is, or if there is none, this is
    /// the one from now on.
    pub(super) fn like(&mut self, system: &InterpretedSystem, name: &str, state: &State) -> Option<Like> {
        if system.variables.len() <= FEW {
            return None;
        }
        let value = |id: VarId| system.show_value(id, state.get(id));
        if let Some(shown) = &self.state {
            let same = |id: VarId| shown.values.get(&system.qualified(id)).is_some_and(|known| *known == value(id));
            let but: Vec<VarId> = system.var_ids().filter(|&id| !same(id)).collect();
            if but.len() * 2 <= system.variables.len() {
                let of = shown.formula.filter(|_| shown.formula != self.formula);
                let of = of.map_or_else(String::new, |formula| format!(" of formula {formula}"));
                return Some(Like { name: format!("{}{of}", shown.name), but });
            }
        }
        // States on the way have no names to refer to.
        if name.starts_with('s') {
            let values = system.var_ids().map(|id| (system.qualified(id), value(id))).collect();
            self.state = Some(Shown { name: name.to_owned(), formula: self.formula, values });
        }
        None
    }
}
