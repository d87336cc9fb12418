//! The transition system with its invariants.

use std::collections::BTreeMap;

use qmas_encodings::aiger::{Machine, aag};
use qmas_encodings::bounded::machine;
use qmas_encodings::{Circuit, InputId, Lit, SymbolicSystem};

use super::input_names;
use crate::bounded::exclusive_choices;
use crate::engine::{GaveUp, Options};
use crate::logic::{Formula, FormulaId, Quantifier, Specification, Temporal};
use crate::lower::lower;
use crate::model::Model;

/// The whole system as AIGER 1.9, with a bad state for every `AG p` among `formulas` whose p speaks of atoms only.
///
/// # Errors
/// Which formula is not of that form, or the limit that was reached.
pub fn aiger(model: &Model, formulas: &[(Specification, String)], options: &Options) -> Result<String, GaveUp> {
    if !model.fairness.is_empty() {
        return Err(GaveUp::Declined("invariants in AIGER know no fairness; remove the Fairness section".to_owned()));
    }
    let lowered = lower(&model.system);
    let names = input_names(&model.system, &lowered);
    let mut system = lowered.system.clone();
    let mut bad = Vec::new();
    for (specification, text) in formulas {
        let Some(invariant) = invariant(model, &mut system, specification.formula) else {
            let why = format!("AIGER takes `AG p` with a p that speaks of atoms only, not `{text}`");
            return Err(GaveUp::Declined(why));
        };
        bad.push((!invariant, text.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    let exclusive = exclusive_choices(&mut system, options);
    let machine: Machine = machine(system, &exclusive);
    let mut choices = 0..;
    let numbers: BTreeMap<InputId, usize> = machine
        .inputs
        .iter()
        .filter(|input| !names.contains_key(input))
        .map(|&input| (input, choices.next().unwrap_or(0)))
        .collect();
    Ok(aag(&machine, &bad, |input| match (names.get(&input), numbers.get(&input)) {
        (Some(name), _) => name.clone(),
        (None, number) => format!("choice[{}]", number.copied().unwrap_or(0)),
    }))
}

/// p of `AG p`, over states.
fn invariant(model: &Model, system: &mut SymbolicSystem, formula: FormulaId) -> Option<Lit> {
    let Formula::Branching(Quantifier::Forall, Temporal::Globally(inner)) = model.formulas.get(formula) else {
        return None;
    };
    let mut known: BTreeMap<FormulaId, Lit> = BTreeMap::new();
    for id in model.formulas.below(inner) {
        let of = |f: FormulaId| known.get(&f).copied();
        let circuit: &mut Circuit = &mut system.circuit;
        let lit = match model.formulas.get(id) {
            Formula::True => Lit::TRUE,
            Formula::False => Lit::FALSE,
            Formula::Atom(atom) => system.atoms[atom.index()],
            Formula::Red(agent) => system.agents[agent.index()].red,
            Formula::Not(f) => !of(f)?,
            Formula::And(f, g) => circuit.and(of(f)?, of(g)?),
            Formula::Or(f, g) => circuit.or(of(f)?, of(g)?),
            Formula::Implies(f, g) => circuit.implies(of(f)?, of(g)?),
            _ => return None,
        };
        known.insert(id, lit);
    }
    known.get(&inner).copied()
}
