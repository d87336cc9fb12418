//! The transition system with its invariants, as latches and gates.

use std::collections::BTreeMap;

use qmas_encodings::aiger::{Aiger, Machine};
use qmas_encodings::bounded::machine;
use qmas_encodings::{Circuit, InputId, Lit, SymbolicSystem};

use super::invariant::invariants;
use super::names::input_names;
use crate::bounded::exclusive_choices;
use crate::engine::GaveUp;
use crate::logic::{Formula, FormulaId, Specification};
use crate::lower::lower;
use crate::model::Model;
use crate::options::Options;

/// The whole system as AIGER 1.9, with a bad state for every `AG p` among `formulas` whose p speaks of atoms only.
///
/// # Errors
/// Which formula is not of that form, or the limit that was reached.
pub fn aiger(model: &Model, formulas: &[(Specification, String)], options: &Options) -> Result<Aiger, GaveUp> {
    let lowered = lower(&model.system);
    let names = input_names(&model.system, &lowered);
    let mut system = lowered.system.clone();
    let mut bad = Vec::new();
    for (formula, text) in invariants(model, "AIGER", formulas)? {
        let invariant = literal(model, &mut system, formula);
        bad.push((!invariant, text));
    }
    let exclusive = exclusive_choices(&mut system, &options.bounded_terms());
    let machine: Machine = machine(system, &exclusive);
    let choices = machine.inputs.iter().filter(|input| !names.contains_key(input));
    let numbers: BTreeMap<InputId, usize> = choices.copied().zip(0..).collect();
    Ok(Aiger::new(&machine, &bad, |input| match (names.get(&input), numbers.get(&input)) {
        (Some(name), _) => name.clone(),
        (None, number) => format!("choice[{}]", number.copied().unwrap_or(0)),
    }))
}

/// A formula over atoms as a literal over states.
fn literal(model: &Model, system: &mut SymbolicSystem, formula: FormulaId) -> Lit {
    let mut known: BTreeMap<FormulaId, Lit> = BTreeMap::new();
    for id in model.formulas.below(formula) {
        let of = |f: FormulaId| known[&f];
        let circuit: &mut Circuit = &mut system.circuit;
        let lit = match model.formulas.get(id) {
            Formula::True => Lit::TRUE,
            Formula::False => Lit::FALSE,
            Formula::Atom(atom) => system.atoms[atom.index()],
            Formula::Red(agent) => system.agents[agent.index()].red,
            Formula::Not(f) => !of(f),
            Formula::And(f, g) => circuit.and(of(f), of(g)),
            Formula::Or(f, g) => circuit.or(of(f), of(g)),
            Formula::Implies(f, g) => circuit.implies(of(f), of(g)),
            _ => unreachable!("`invariants` lets only formulas over atoms through"),
        };
        known.insert(id, lit);
    }
    known[&formula]
}
