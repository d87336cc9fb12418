//! Which subformulas are asked about in the initial states only, and depend on strategies, so that it pays to know. Busard,
//! Pecheur, Qu and Raimondi, "Improving the model checking of strategies under partial observability and fairness
//! constraints" (ICFEM 2014).

use std::collections::BTreeSet;

use crate::logic::{FormulaId, FormulaKind, Formulas};

/// Those of `needed`, all subformulas of one formula, that stand below connectives only and are strategic or contain
/// such ones.
pub(in crate::bdd) fn on_the_surface(formulas: &Formulas, needed: &BTreeSet<FormulaId>) -> BTreeSet<FormulaId> {
    let kind = |id: FormulaId| formulas.get(id).kind();
    // Operands have smaller numbers than what is made of them.
    let mut below = BTreeSet::new();
    for &id in needed.iter().rev() {
        if kind(id) != FormulaKind::Connective || below.contains(&id) {
            below.extend(formulas.children(id));
        }
    }
    let mut surface = BTreeSet::new();
    for &id in needed.difference(&below) {
        let strategic = kind(id) == FormulaKind::Strategic;
        if strategic || formulas.children(id).iter().any(|operand| surface.contains(operand)) {
            surface.insert(id);
        }
    }
    surface
}
