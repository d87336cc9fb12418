//! Which formulas are answered by lassos, and what is looked for.

use qmas_encodings::linear::Product;
use qmas_encodings::{SatLimits, SymbolicSystem};

use super::automaton::over_states;
use crate::automata::{Grain, PathAutomaton, PathFormula, Propositions, Size, Translator};
use crate::bounded::exclusive::exclusive;
use crate::bounded::options::BoundedOptions;
use crate::bounded::translate::state_literal;
use crate::engine::{Declined, GaveUp, Terms, Traces};
use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Quantifier, Specification};
use crate::model::Model;

/// How large an automaton may become. A path goes through the steps of an automaton one by one: where many of them are needed,
/// diagrams are the better way.
const SIZE: Size = Size { states: 2_000, edges: 20_000 };

/// What is looked for, and what that says.
pub(super) struct Problem {
    /// System and automaton.
    pub(super) product: Product,
    /// A: an accepting lasso refutes the formula. E: there must be one from every initial state.
    pub(super) quantifier: Quantifier,
}

/// `A φ` or `E φ`, with the path formula that lassos have to satisfy: ¬φ or φ.
fn shape(formulas: &Formulas, root: FormulaId) -> Option<(Quantifier, PathFormula)> {
    let (mut id, mut negated) = (root, false);
    while let Formula::Not(inner) = formulas.get(id) {
        (id, negated) = (inner, !negated);
    }
    let Formula::Quantified(quantifier, path) = formulas.get(id) else { return None };
    let path = PathFormula::plain(path);
    let sought = if quantifier == Quantifier::Forall { !path } else { path };
    Some((if negated { quantifier.dual() } else { quantifier }, sought))
}

/// Whether a formula is one of those: a path quantifier at its root, below it nothing but temporal operators, Boolean ones
/// and atoms; on infinite paths; and with Fairness, constraints over atoms, and A.
pub(crate) fn is_linear(model: &Model, specification: Specification, traces: Traces) -> bool {
    let formulas = &model.formulas;
    let Some((quantifier, path)) = shape(formulas, specification.formula) else { return false };
    let plain = |formula: Formula| match formula.kind() {
        FormulaKind::Constant | FormulaKind::Atomic | FormulaKind::Connective | FormulaKind::Path => true,
        FormulaKind::Branching
        | FormulaKind::Strategic
        | FormulaKind::Quantified
        | FormulaKind::Epistemic
        | FormulaKind::Deontic => false,
    };
    let fair = model.fairness.iter().all(|&constraint| formulas.is_propositional(constraint));
    traces == Traces::Infinite
        && !formulas.any_below(path.formula, |formula| !plain(formula))
        && fair
        && (quantifier == Quantifier::Forall || model.fairness.is_empty())
}

impl Problem {
    /// What is looked for on `system`, a part of the model that the formula depends on.
    ///
    /// # Errors
    /// Why the engine does not do this.
    pub(super) fn new(
        model: &Model,
        system: &SymbolicSystem,
        specification: Specification,
        options: &Terms<BoundedOptions>,
        sat: &SatLimits,
    ) -> Result<Self, GaveUp> {
        let declined = || GaveUp::from(Declined::BoundedLogic);
        let traces = options.traces_of(specification.logic);
        let (quantifier, path) = shape(&model.formulas, specification.formula)
            .filter(|_| is_linear(model, specification, traces))
            .ok_or_else(declined)?;
        let mut system = system.clone();
        let mut literal = |formula| state_literal(model, &mut system, formula).ok_or_else(declined);
        let fairness = model.fairness.iter().map(|&constraint| literal(constraint)).collect::<Result<Vec<_>, _>>()?;
        let propositions = Propositions::of(&model.formulas, path.formula, Grain::Whole);
        let letters = propositions.formulas().iter().map(|&formula| literal(formula)).collect::<Result<Vec<_>, _>>()?;
        let translator = Translator {
            formulas: &model.formulas,
            propositions: &propositions,
            traces,
            size: SIZE,
            limits: &options.limits,
        };
        let PathAutomaton::Buchi(buchi) = translator.translate(path)? else {
            return Err(Declined::BoundedAutomaton(SIZE.states).into());
        };
        let automaton = over_states(&buchi, &mut system.circuit, |proposition| letters[proposition.index()]);
        let exclusive = exclusive(&mut system, &options.own, sat);
        Ok(Self { product: Product::new(system, &exclusive, &automaton, &fairness), quantifier })
    }
}
