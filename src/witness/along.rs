//! Where a path formula stands along its path: what is true from which position on, and how regular expressions are read.
//!
//! The temporal parts that are true at a position are the state in which the formula's tableau automaton stands there
//! (Vardi and Wolper 1994). All of this follows from the path; it helps a reader and is no evidence of its own.

use super::claim::is_true;
use super::evidence::{Evidence, Node, NodeId, Path, Reason};
use super::word::{Reading, Word};
use crate::ir::InterpretedSystem;
use crate::logic::{Formula, FormulaId};

impl Evidence {
    /// On the path of a path quantifier: where each temporal or dynamic part of the path formula is true, by positions.
    #[must_use]
    pub fn positions(&self, system: &InterpretedSystem, node: &Node) -> Vec<(FormulaId, Vec<usize>)> {
        let Some((path, inner)) = self.path_formula(node) else { return Vec::new() };
        word(path).positions(&self.formulas, inner, self.says(system, path))
    }

    /// On the path of a path quantifier: how each dynamic part of the path formula is read.
    #[must_use]
    pub fn readings(&self, system: &InterpretedSystem, node: &Node) -> Vec<Reading> {
        let Some((path, inner)) = self.path_formula(node) else { return Vec::new() };
        word(path).readings(&self.formulas, inner, self.says(system, path))
    }

    fn path_formula<'e>(&self, node: &'e Node) -> Option<(&'e Path, FormulaId)> {
        match (&node.reason, self.formulas.get(node.formula)) {
            (Reason::Path(path), Formula::Quantified(_, inner)) => Some((path, inner)),
            _ => None,
        }
    }

    /// What is known of a state formula at a position.
    fn says<'e>(
        &'e self,
        system: &'e InterpretedSystem,
        path: &'e Path,
    ) -> impl Fn(FormulaId, usize) -> Option<bool> + 'e {
        move |leaf, at| {
            let about = |&(position, part): &(usize, NodeId)| position == at && self.nodes[part].formula == leaf;
            match self.formulas.get(leaf) {
                Formula::Atom(_) | Formula::Red(_) => {
                    Some(is_true(&self.formulas, system, leaf, &self.states[path.states[at]]))
                }
                _ => path.parts.iter().any(about).then_some(true),
            }
        }
    }
}

fn word(path: &Path) -> Word {
    Word { len: path.states.len(), back_to: path.back_to }
}
